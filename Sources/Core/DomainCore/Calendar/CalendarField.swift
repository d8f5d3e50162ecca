public import Chronology

/// CAL-3: the fields of an occurrence's event; each is merged by itself.
public enum CalendarField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case title = 0
  case start = 1
  case duration = 2
  case place = 3
  /// The notes.
  case details = 4
  /// CAL-2: the drivers, whom the calendar shows below the notes. Only the family decides them
  /// (SCH-5), so the field is written to the calendar and never read from it.
  case drivers = 5

  /// The field's bit in a set of fields.
  @inlinable public var bit: UInt8 { 1 << rawValue }

  /// The set of all fields.
  @inlinable public static var allBits: UInt8 { 0b11_1111 }

  /// Whether a calendar can supply this value: a start must be on a day that the code can
  /// represent, within four thousand years of 1970, and the drivers never come from a calendar.
  func isPossible(_ value: UInt64) -> Bool {
    switch self {
    case .start: (-1 << 47..<1 << 47).contains(Int64(bitPattern: value))
    case .drivers: false
    case .title, .duration, .place, .details: true
    }
  }
}

/// CAL-3: the side of the link where a change originated.
public enum CalendarSide: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The family's own log.
  case ours = 0
  /// The external calendar.
  case theirs = 1
}

/// The fields of an event, one word each: texts are handles, times are milliseconds.
public struct CalendarValues: BitwiseCopyable, Hashable, Sendable {
  public var words: SIMD8<UInt64>

  @inlinable public init(words: SIMD8<UInt64>) {
    self.words = words
  }

  public init(
    title: TextHandle, start: Instant, durationMilliseconds: Int64, place: TextHandle,
    details: TextHandle, dropOff: MemberHandle? = nil, pickUp: MemberHandle? = nil
  ) {
    words = .zero
    self[.title] = UInt64(title.raw)
    self[.start] = UInt64(bitPattern: start.milliseconds)
    self[.duration] = UInt64(bitPattern: durationMilliseconds)
    self[.place] = UInt64(place.raw)
    self[.details] = UInt64(details.raw)
    self[.drivers] = Self.word(of: dropOff) | Self.word(of: pickUp) << 16
  }

  @inlinable public subscript(field: CalendarField) -> UInt64 {
    get { words[Int(field.rawValue)] }
    set { words[Int(field.rawValue)] = newValue }
  }

  public var title: TextHandle { TextHandle(packed: self[.title]) }
  public var start: Instant { Instant(milliseconds: Int64(bitPattern: self[.start])) }
  public var durationMilliseconds: Int64 { Int64(bitPattern: self[.duration]) }
  public var place: TextHandle { TextHandle(packed: self[.place]) }
  public var details: TextHandle { TextHandle(packed: self[.details]) }

  public func driver(_ kind: DutyKind) -> MemberHandle? {
    let word = UInt16(truncatingIfNeeded: self[.drivers] >> (kind == .dropOff ? 0 : 16))
    return word == 0 ? nil : MemberHandle(word - 1)
  }

  /// Whether an occurrence to which these values are applied shows them unchanged.
  ///
  /// An occurrence has times in whole minutes, and an empty text shows the series' text.
  func canBeShown(_ field: CalendarField) -> Bool {
    switch field {
    case .title, .place, .details: self[field] != 0
    case .start: start.milliseconds % Span.minute == 0
    case .duration:
      durationMilliseconds % Span.minute == 0
        && TrainingClass.durationRange.contains(self[field] / UInt64(Span.minute))
    case .drivers: false
    }
  }

  /// The member's place plus one, so that zero means no one.
  private static func word(of driver: MemberHandle?) -> UInt64 {
    driver.map { UInt64($0.index) + 1 } ?? 0
  }
}

/// Who wrote each field of an occurrence last, and when.
public struct CalendarVersions: BitwiseCopyable, Hashable, Sendable {
  public var stamps: SIMD8<UInt64> = .zero
  public var sites: SIMD8<UInt32> = .zero

  @inlinable public init() {}

  /// The same write for every field, as for a new occurrence.
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

  /// The fields whose last write differs from `other`.
  public func fields(otherThan other: CalendarVersions) -> UInt8 {
    CalendarField.allCases.reduce(0) { $0 | (self[$1] == other[$1] ? 0 : $1.bit) }
  }
}
