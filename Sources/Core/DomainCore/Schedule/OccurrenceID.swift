import Base
public import Chronology

/// SCH-4: which occurrence of which class: the day that the class's rule gave it, also after it
/// was moved.
public struct OccurrenceID: BitwiseCopyable, Hashable, Sendable {
  public var trainingClass: Entity
  public var day: LocalDay

  @inlinable public init(_ trainingClass: Entity, _ day: LocalDay) {
    self.trainingClass = trainingClass
    self.day = day
  }

  var rowKey: RowKey { RowKey(trainingClass.raw, day.packed) }
}

extension OccurrenceID: Comparable {
  @inlinable public static func < (left: OccurrenceID, right: OccurrenceID) -> Bool {
    (left.trainingClass, left.day) < (right.trainingClass, right.day)
  }
}

/// SCH-5: the two duties of an occurrence.
public enum DutyKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case dropOff = 0
  case pickUp = 1
}

/// SCH-5: a duty: which of the two, of which occurrence.
public struct Duty: BitwiseCopyable, Hashable, Sendable {
  public var occurrence: OccurrenceID
  public var kind: DutyKind

  @inlinable public init(_ kind: DutyKind, of occurrence: OccurrenceID) {
    self.occurrence = occurrence
    self.kind = kind
  }

  /// All but the class: the day in 22 bits, then the kind.
  @inlinable var packed: UInt64 {
    occurrence.day.bits22 | UInt64(kind.rawValue) << 22
  }

  @inlinable init(_ trainingClass: Entity, packed: UInt64) {
    occurrence = OccurrenceID(trainingClass, LocalDay(packed: packed & (1 << 22 - 1)))
    kind = packed >> 22 & 1 == 1 ? .pickUp : .dropOff
  }
}

extension Duty: Comparable {
  @inlinable public static func < (left: Duty, right: Duty) -> Bool {
    (left.occurrence, left.kind.rawValue) < (right.occurrence, right.kind.rawValue)
  }
}
