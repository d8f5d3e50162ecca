public import Chronology

/// The server's number for an account, whatever families and groups its owner is in.
public struct AccountHandle: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt32

  @inlinable public init(_ raw: UInt32) {
    self.raw = raw
  }

  /// A person without an account: a small child for whom a parent logs.
  @inlinable public static var none: AccountHandle { AccountHandle(.max) }
}

/// The role that an account was opened with; it decides how long a session lasts.
public enum AccountKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case person = 0
  case athlete = 1
  case coach = 2

  /// FAM-13: the account role that follows from a person's role in their first family. The account
  /// keeps it when its owner becomes an athlete or a coach later.
  @inlinable public init(of role: Role) {
    switch role {
    case .athlete: self = .athlete
    case .coach: self = .coach
    case .parent, .child, .observer, .groupMember: self = .person
    }
  }

  /// FAM-8, FAM-13: how long a device may be inactive before it must sign in again: seven days for
  /// everyone in an athletics program, including coaches.
  @inlinable public var sessionMilliseconds: Int64 {
    switch self {
    case .athlete, .coach: 7 * Span.day
    case .person: 30 * Span.day
    }
  }
}

/// A person's place in a family.
public struct FamilyPlace: BitwiseCopyable, Hashable, Sendable {
  public var scope: UInt32
  public var member: MemberHandle

  @inlinable public init(scope: UInt32, member: MemberHandle) {
    self.scope = scope
    self.member = member
  }
}

/// The server's record of one account.
public struct Account: BitwiseCopyable, Hashable, Sendable {
  public var kind: AccountKind
  /// Why it is closed, as the refusal that its devices receive; nil while it is open.
  public var closed: Refusal?
  /// The last time one of its devices contacted the server.
  public var lastContact = Instant(milliseconds: 0)
  /// NUT-7: what the account has used of its quota.
  public var photos = PhotoQuota()
  /// NOT-5: the place of its newest device token, or `.max`.
  public var tokenNewest: UInt32 = .max
  /// GRP-1: the scope of the group they are in, or `.max`.
  public var activeGroup: UInt32 = .max
  /// FAM-5: the family in which the owner is a child, whose parents must consent to the account.
  public var family: FamilyPlace?
  /// GRP-11: the owner's birthday, as given by themselves or by the family that they joined with as
  /// an adult; nil while it is unknown.
  public var born: LocalDay?
  /// GRP-11: whether a parent agreed that workouts are shared. Recorded out of band, such as on a
  /// signed form, where no parent has an account.
  public var isSharingAllowed = false

  @inlinable public init(_ kind: AccountKind = .person) {
    self.kind = kind
  }

  @inlinable public var isClosed: Bool { closed != nil }
}
