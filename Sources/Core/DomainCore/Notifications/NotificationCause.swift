import Base
public import Chronology

/// NOT-3: why a person is notified. The same cause is the same notification, on every device and
/// however often it is computed.
public struct NotificationCause: BitwiseCopyable, Hashable, Sendable {
  public var kind: NotificationKind
  /// The member it is about; `newcomer` where it is about no particular member, such as a class,
  /// whose participants may change while the cause stays the same.
  public var subject: MemberHandle
  /// What it is about: a class, a goal, a habit, an assignment, or none.
  public var entity: Entity
  /// Tells the causes of one entity apart: a day, a lead time, a level.
  public var detail: UInt64

  public init(
    _ kind: NotificationKind, about subject: MemberHandle, entity: Entity = .none,
    detail: UInt64 = 0
  ) {
    self.kind = kind
    self.subject = subject
    self.entity = entity
    self.detail = detail
  }

  /// SCH-5: a duty was given to a member, or taken from them, for the `change`th time.
  init(_ duty: Duty, given: Bool, to subject: MemberHandle, change: UInt32) {
    self.init(
      .duty, about: subject, entity: duty.occurrence.trainingClass,
      detail: duty.packed | (given ? 1 << 23 : 0) | UInt64(change) << 24)
  }

  /// SCH-5: for a cause of that kind, the duty, and whether it was given or taken.
  public var dutyChange: (duty: Duty, isGiven: Bool)? {
    kind == .duty ? (Duty(entity, packed: detail), detail >> 23 & 1 == 1) : nil
  }

  /// 64 bits that stand for the cause where a fact has no space for all of it.
  public var fingerprint: UInt64 {
    Digest128.mix(UInt64(kind.rawValue), UInt64(subject.index), entity.raw, detail).first
  }
}

/// A cause that holds now, and when the person is due to be notified.
public struct NotificationTrigger: BitwiseCopyable, Hashable, Sendable {
  public var cause: NotificationCause
  public var recipient: MemberHandle
  public var due: Instant
  /// From this instant on it is no longer worth sending.
  public var expires: Instant

  public init(
    _ cause: NotificationCause, to recipient: MemberHandle, due: Instant, expires: Instant
  ) {
    self.cause = cause
    self.recipient = recipient
    self.due = due
    self.expires = expires
  }
}
