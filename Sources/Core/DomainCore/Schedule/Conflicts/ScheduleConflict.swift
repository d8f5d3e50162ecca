public import Base
public import Chronology

/// SCH-6: the kind of a conflict.
public enum ConflictKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// (a) A child is in two occurrences at once.
  case child = 0
  /// (b) A driver has two duties at once, at different places.
  case driver = 1
  /// (c) A duty has no driver, and its occurrence starts within 48 hours.
  case unassigned = 2
}

/// SCH-6, SCH-7: a conflict with its cause, and what people have written about it.
public struct ScheduleConflict: BitwiseCopyable, Hashable, Sendable {
  public var kind: ConflictKind
  /// The child or the driver; nil when a driver is missing.
  public var person: MemberHandle?
  /// The duties that collide or are unassigned. For a child the occurrences are what counts, and
  /// the duties are the drop-offs.
  public var first: Duty
  public var second: Duty?
  /// The time of the conflict: the overlap of both, or the time of the unassigned duty.
  public var from: Instant
  public var to: Instant
  /// SCH-7: identifies the cause, so that a changed cause is a new conflict.
  public var identity: Digest128
  public var said = ConflictRecord()

  init(
    _ kind: ConflictKind, of person: MemberHandle?, _ one: Duty, _ other: Duty?, from: Instant,
    to: Instant
  ) {
    self.kind = kind
    self.person = person
    first = one
    second = other
    if let other, other < one { (first, second) = (other, one) }
    self.from = from
    self.to = to
    identity = Self.identity(kind, person, first, second)
  }

  /// SCH-7: the same for the same occurrences, duties and people, on every device and at any time.
  public static func identity(
    _ kind: ConflictKind, _ person: MemberHandle?, _ first: Duty, _ second: Duty?
  ) -> Digest128 {
    var digest = Digest128.mix(
      UInt64(kind.rawValue), UInt64((person ?? .newcomer).index),
      first.occurrence.trainingClass.raw, first.packed)
    if let second {
      digest.fold(Digest128.mix(second.occurrence.trainingClass.raw, second.packed, 0, 0))
    }
    return digest
  }

  /// The order of a list: by time, then by kind, then by cause.
  public static func comesFirst(_ left: ScheduleConflict, _ right: ScheduleConflict) -> Bool {
    (left.from, left.kind.rawValue, left.first, left.identity.first)
      < (right.from, right.kind.rawValue, right.first, right.identity.first)
  }
}
