import Base
public import Chronology

/// NOT-3: why somebody is notified; the same cause is the same notification, on every device and
/// however often it is worked out.
public struct NotificationCause: BitwiseCopyable, Hashable, Sendable {
  public var kind: NotificationKind
  /// Whom it is about; `newcomer` where it is about nobody in particular, such as a class, whose
  /// participants may change without its becoming another one.
  public var subject: MemberHandle
  /// What it is about: a class, a goal, a habit, an assignment, or none.
  public var entity: Entity
  /// What tells apart the causes of one entity: a day, a lead time, a level.
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

  /// SCH-5: that a duty was given to somebody, or taken from them, for the `change`th time.
  init(_ duty: Duty, given: Bool, to subject: MemberHandle, change: UInt32) {
    self.init(
      .duty, about: subject, entity: duty.occurrence.trainingClass,
      detail: duty.packed | (given ? 1 << 23 : 0) | UInt64(change) << 24)
  }

  /// SCH-5: of a cause of that kind, the duty, and whether it was given or taken.
  public var dutyChange: (duty: Duty, isGiven: Bool)? {
    kind == .duty ? (Duty(entity, packed: detail), detail >> 23 & 1 == 1) : nil
  }

  /// 64 bits that stand for the cause where a fact has room for no more.
  public var fingerprint: UInt64 {
    Digest128.mix(UInt64(kind.rawValue), UInt64(subject.index), entity.raw, detail).first
  }
}

/// A cause that holds as of now, and when somebody is to be told.
public struct NotificationTrigger: BitwiseCopyable, Hashable, Sendable {
  public var cause: NotificationCause
  public var recipient: MemberHandle
  public var due: Instant
  /// When it is no longer worth telling.
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
