public import Chronology

/// SCH-4, SCH-5: the fields that can be set for one occurrence; the numbers are part of the log's
/// format.
public enum OccurrenceField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case cancelled = 0
  case start = 1
  case duration = 2
  case place = 3
  case notes = 4
  case dropOffNote = 5
  case pickUpNote = 6
  case dropOffHandled = 7
  case pickUpHandled = 8
  /// The title of this occurrence, if it differs from the sport's name.
  case title = 9

  /// The duty whose driver may write the field as well as a parent.
  var duty: DutyKind? {
    switch self {
    case .dropOffNote, .dropOffHandled: .dropOff
    case .pickUpNote, .pickUpHandled: .pickUp
    case .cancelled, .start, .duration, .place, .notes, .title: nil
    }
  }
}

/// SCH-4: the new start of a moved occurrence: the wall time in its class's zone.
public struct MovedStart: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var minute: UInt16

  @inlinable public init(day: LocalDay, minute: UInt16) {
    self.day = day
    self.minute = minute
  }

  @inlinable public init(packed: UInt64) {
    day = LocalDay(packed: packed)
    minute = UInt16(truncatingIfNeeded: packed >> 32)
  }

  /// Never zero, which stands for the start that the series gives.
  @inlinable public var packed: UInt64 {
    1 << 63 | UInt64(minute) << 32 | day.packed
  }
}

/// SCH-4, SCH-5: the fields of one occurrence that differ from its series.
///
/// It survives an edit of the series: while the rule does not give the day, the record is unused.
public struct OccurrenceRecord: BitwiseCopyable, Hashable, Sendable {
  /// Zero while the occurrence has the start of the series.
  public var movedPacked: UInt64 = 0
  /// Zero while it has the place of the series.
  public var placePacked: UInt64 = 0
  public var notes = TextHandle.empty
  /// Empty while it has the name of its sport.
  public var title = TextHandle.empty
  public var dropOffNote = TextHandle.empty
  public var pickUpNote = TextHandle.empty
  /// Zero while it has the duration of the series.
  public var durationMinutes: UInt16 = 0
  public var isCancelled = false
  public var isDropOffHandled = false
  public var isPickUpHandled = false
  /// Whether it is in its class's list of moved occurrences; internal to that list.
  var isEverMoved = false
  public var dropOff = DutyRecord()
  public var pickUp = DutyRecord()
  /// The last fact of the log that changed the driver. Its stamp may be older than the one before.
  public internal(set) var driven = Version.never

  @inlinable public init() {}

  @inlinable public var movedStart: MovedStart? {
    movedPacked == 0 ? nil : MovedStart(packed: movedPacked)
  }

  @inlinable public subscript(kind: DutyKind) -> DutyRecord {
    get { kind == .dropOff ? dropOff : pickUp }
    set { if kind == .dropOff { dropOff = newValue } else { pickUp = newValue } }
  }

  mutating func take(_ field: OccurrenceField, _ value: UInt64) {
    let text = TextHandle(packed: value)
    switch field {
    case .cancelled: isCancelled = value != 0
    case .start: movedPacked = value
    case .duration: durationMinutes = UInt16(truncatingIfNeeded: value)
    case .place: placePacked = value
    case .notes: notes = text
    case .dropOffNote: dropOffNote = text
    case .pickUpNote: pickUpNote = text
    case .dropOffHandled: isDropOffHandled = value != 0
    case .pickUpHandled: isPickUpHandled = value != 0
    case .title: title = text
    }
  }
}
