public import Chronology

/// CAL-3: what an event says of an occurrence; each field is merged for itself.
public enum CalendarField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case title = 0
  case start = 1
  case duration = 2
  case place = 3
  /// Notes and transport assignments.
  case details = 4

  /// The bit that stands for the field in a set of fields.
  @inlinable public var bit: UInt8 { 1 << rawValue }

  /// A set that holds every field.
  @inlinable public static var allBits: UInt8 { 0b1_1111 }

  /// Whether a calendar can have said that of the field: a start lies on a day that can be counted,
  /// within four thousand years of 1970.
  func isPossible(_ value: UInt64) -> Bool {
    self != .start || (-1 << 47..<1 << 47).contains(Int64(bitPattern: value))
  }
}

/// CAL-3: which side of the link something came from.
public enum CalendarSide: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The family's own log.
  case ours = 0
  /// The external calendar.
  case theirs = 1
}

/// The fields of an event, each in a word: texts are handles, times are milliseconds.
public struct CalendarValues: BitwiseCopyable, Hashable, Sendable {
  public var words: SIMD8<UInt64>

  @inlinable public init(words: SIMD8<UInt64>) {
    self.words = words
  }

  public init(
    title: TextHandle, start: Instant, durationMilliseconds: Int64, place: TextHandle,
    details: TextHandle
  ) {
    words = .zero
    self[.title] = UInt64(title.raw)
    self[.start] = UInt64(bitPattern: start.milliseconds)
    self[.duration] = UInt64(bitPattern: durationMilliseconds)
    self[.place] = UInt64(place.raw)
    self[.details] = UInt64(details.raw)
  }

  @inlinable public subscript(field: CalendarField) -> UInt64 {
    get { words[Int(field.rawValue)] }
    set { words[Int(field.rawValue)] = newValue }
  }

  public var title: TextHandle { TextHandle(UInt32(truncatingIfNeeded: self[.title])) }
  public var start: Instant { Instant(milliseconds: Int64(bitPattern: self[.start])) }
  public var durationMilliseconds: Int64 { Int64(bitPattern: self[.duration]) }
  public var place: TextHandle { TextHandle(UInt32(truncatingIfNeeded: self[.place])) }
  public var details: TextHandle { TextHandle(UInt32(truncatingIfNeeded: self[.details])) }
}

/// Who wrote each field of an occurrence last, and when.
public struct CalendarVersions: BitwiseCopyable, Hashable, Sendable {
  public var stamps: SIMD8<UInt64> = .zero
  public var sites: SIMD8<UInt32> = .zero

  @inlinable public init() {}

  /// The same write for every field, as when the occurrence was made.
  public init(repeating version: Version) {
    for field in CalendarField.allCases { self[field] = version }
  }

  @inlinable public subscript(field: CalendarField) -> Version {
    get { Version(stamp: stamps[Int(field.rawValue)], site: sites[Int(field.rawValue)]) }
    set {
      stamps[Int(field.rawValue)] = newValue.stamp
      sites[Int(field.rawValue)] = newValue.site
    }
  }

  /// The fields that were written by others than `other` knows.
  public func fields(otherThan other: CalendarVersions) -> UInt8 {
    CalendarField.allCases.reduce(0) { $0 | (self[$1] == other[$1] ? 0 : $1.bit) }
  }
}
