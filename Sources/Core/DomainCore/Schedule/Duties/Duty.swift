public import Chronology

/// SCH-5: the two duties of an occurrence.
public enum DutyKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case dropOff = 0
  case pickUp = 1
}

/// SCH-5: one of the two duties of an occurrence.
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

/// SCH-5: the driver of a duty, and what they ask of others.
///
/// It follows from the order of the log, not from stamps: the server decides each change.
public struct DutyRecord: BitwiseCopyable, Hashable, Sendable {
  /// FAM-6: how often the driver's membership had ended when they took the duty.
  var takenAfter: UInt32 = 0
  /// The driver; `newcomer` when there is none.
  public var holder = MemberHandle.newcomer
  /// The member to whom the driver has offered a swap, for `swapDuty`; `newcomer` for none.
  public var partner = MemberHandle.newcomer
  public var swapDuty = Duty(.dropOff, of: OccurrenceID(.none, LocalDay(number: 0)))
  /// The driver asks for a replacement, and drives unless another member claims the duty.
  public var isCoverageRequested = false

  @inlinable public init() {}

  @inlinable public var isHeld: Bool { holder != .newcomer }

  /// SCH-5: whether the next claim takes the duty: it has no driver, or its driver asks for a
  /// replacement.
  @inlinable public var isFree: Bool { !isHeld || isCoverageRequested }

  /// The duty with a new driver; requests of the previous driver end with the handover.
  init(heldBy member: MemberHandle, takenAfter ends: UInt32) {
    holder = member
    takenAfter = ends
  }

  mutating func endSwap() {
    let fresh = DutyRecord()
    partner = fresh.partner
    swapDuty = fresh.swapDuty
  }
}
