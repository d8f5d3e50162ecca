public import Chronology

/// Somebody with an account, whatever families and groups they are in; the server's number.
public struct AccountHandle: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt32

  @inlinable public init(_ raw: UInt32) {
    self.raw = raw
  }

  /// Whoever has no account of their own: a small child that a parent logs for.
  @inlinable public static var none: AccountHandle { AccountHandle(.max) }
}

/// What an account was opened as; it decides how long a session lasts.
public enum AccountKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case person = 0
  case athlete = 1
  case coach = 2

  /// FAM-13: what somebody's account is opened as, by what they are in the family that they come
  /// with; whoever becomes an athlete or a coach later keeps the account that they have.
  @inlinable public init(of role: Role) {
    switch role {
    case .athlete: self = .athlete
    case .coach: self = .coach
    case .parent, .child, .observer, .groupMember: self = .person
    }
  }

  /// FAM-8, FAM-13: how long a device may be silent before it must sign in again: seven days for
  /// everybody in an athletics programme, coaches too.
  @inlinable public var sessionMilliseconds: Int64 {
    switch self {
    case .athlete, .coach: 7 * Span.day
    case .person: 30 * Span.day
    }
  }
}

/// Somebody's place in a family.
public struct FamilyPlace: BitwiseCopyable, Hashable, Sendable {
  public var scope: UInt32
  public var member: MemberHandle

  @inlinable public init(scope: UInt32, member: MemberHandle) {
    self.scope = scope
    self.member = member
  }
}

/// What the server knows of one account.
public struct Account: BitwiseCopyable, Hashable, Sendable {
  public var kind: AccountKind
  /// Why it is closed, as the refusal that its devices are told; nil while it is open.
  public var closed: Refusal?
  /// The last time one of its devices was in touch.
  public var lastContact = Instant(milliseconds: 0)
  /// NUT-7: what the account has used of its quota.
  public var photos = PhotoQuota()
  /// NOT-5: the place of its newest device token, or `.max`.
  public var tokenNewest: UInt32 = .max
  /// GRP-1: the scope of the group they are in, or `.max`.
  public var activeGroup: UInt32 = .max
  /// FAM-5: where its owner is a child, whose parents have to consent to the account.
  public var family: FamilyPlace?
  /// GRP-11: when its owner was born, as they said or as a family knew it that they came with as a
  /// grown-up; nil while nobody has said it.
  public var born: LocalDay?
  /// GRP-11: whether a parent has agreed that workouts are shared; on record by a way of its own,
  /// such as a signed form, where no parent has an account.
  public var isSharingAllowed = false

  @inlinable public init(_ kind: AccountKind = .person) {
    self.kind = kind
  }

  @inlinable public var isClosed: Bool { closed != nil }
}
