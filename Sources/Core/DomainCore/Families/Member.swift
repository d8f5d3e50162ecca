public import Chronology

/// FAM-1: the role of a member.
public enum Role: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case parent = 0
  case child = 1
  case observer = 2
  /// FAM-10: assigns work to the athletes of their own roster.
  case coach = 3
  /// Manages only their own data.
  case athlete = 4
  /// A member of a group, where no member manages another.
  case groupMember = 5
}

/// FAM-5: the state of a parent's consent to a child's own account.
public enum Consent: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case missing = 0
  case given = 1
  case withdrawn = 2
}

/// A current or former member of a family.
///
/// Every decision reads its author's row, so it is small and holds the data that rules ask for:
/// whether the member is active and lacks a needed consent. The rest of a profile is kept in
/// registers.
public struct Member: BitwiseCopyable, Hashable, Sendable {
  /// FAM-3: whether a child may log for itself; a parent decides.
  public var mayLog: Register<Bool>
  public var role: Role
  /// FAM-6: whether they belong to the scope now.
  public var isActive = true
  /// FAM-6: whether they were removed permanently; a member who was only deactivated can be active
  /// again.
  public var isRemoved = false
  /// FAM-5: the latest consent and the latest withdrawal; the later of the two applies.
  public var consentGiven: Version
  /// FAM-11: age is computed from it, never stored.
  public var born: LocalDay { didSet { consentFreeFrom = born.birthday(Self.consentAge) } }
  public var consentWithdrawn = Version.never
  /// FAM-5: the day from which on they need no consent.
  public private(set) var consentFreeFrom: LocalDay
  /// The fact by which they became a member; none for a founder of the scope.
  public var entity: Entity
  /// When the server last admitted them; the beginning of time for a founder of the scope.
  public var activeSince: Instant
  /// FAM-6: when the server last ended their membership; nil if it never did.
  public var endedAt: Instant?
  /// The number of changes that the server decides: role and membership.
  public var changes: UInt32 = 0

  /// FAM-5: the age from which on no consent is needed.
  @inlinable public static var consentAge: Int { 13 }

  /// A member. A member without a joining fact founded the scope, and founders have consented to
  /// their children's accounts.
  public init(
    role: Role, born: LocalDay, entity: Entity = .none,
    since: Instant = Instant(milliseconds: 0)
  ) {
    self.role = role
    self.born = born
    self.entity = entity
    mayLog = Register(false)
    consentGiven = entity == .none ? Version(stamp: 0, site: .max) : .never
    consentFreeFrom = born.birthday(Self.consentAge)
    activeSince = since
  }

  /// FAM-7: whether nothing is left of them but their place in the list: their account is deleted.
  ///
  /// A group knows of no one when they were born, so there it is whether they have left.
  public var isErased: Bool {
    if isActive || born.number != 0 { return false }
    return entity == .none ? self == .blank : role == .observer || role == .groupMember
  }

  /// FAM-5: the current consent, from the latest facts of both kinds.
  @inlinable public var consent: Consent {
    if consentWithdrawn < consentGiven { return .given }
    return consentWithdrawn == .never ? .missing : .withdrawn
  }

  /// FAM-5: whether their own actions on `day` need a parent's consent.
  ///
  /// The rule depends on age: calling a child an athlete does not bypass it.
  @inlinable public func needsConsent(on day: LocalDay) -> Bool {
    (role == .child || role == .athlete) && day < consentFreeFrom
  }

  /// FAM-5: why their own action is refused for lack of consent, or nil.
  ///
  /// An account that was closed and reopened starts fresh: actions from before the reopening are
  /// refused whenever they arrive.
  @inlinable public func refusalWithoutConsent(on day: LocalDay, at version: Version) -> Refusal? {
    guard needsConsent(on: day) else { return nil }
    switch consent {
    case .missing: return .consentMissing
    case .withdrawn: return .accountClosed
    case .given:
      return consentWithdrawn == .never || consentGiven < version ? nil : .accountClosed
    }
  }
}

extension LocalDay {
  /// FAM-11: the day on which a person born on this day is `years` old.
  ///
  /// A person born on February 29 has their birthday on March 1 in common years.
  public func birthday(_ years: Int) -> LocalDay {
    let birth = civil
    // A day beyond the end of its month runs on into the next month, as February 29 has to.
    return LocalDay(
      number: Int32(
        clamping: CivilDate.dayNumber(
          year: birth.year + years, month: birth.month, day: birth.day)))
  }
}

extension Member {
  /// FAM-3, FAM-5, FAM-6, GRP-2: applies a pending fact to the member that a device shows: their
  /// role, permissions and membership before the server accepts the change.
  public mutating func show(_ fact: Fact) {
    let flag = fact.payload.first != 0
    switch fact.kind {
    case .childMayLogSet: _ = mayLog.write(flag, at: fact.version)
    case .memberEnded:
      isActive = false
      isRemoved = isRemoved || flag
    case .memberActivated: isActive = !isRemoved
    case .memberRoleSet:
      role = Role(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)) ?? role
    case .consentSet where flag: consentGiven = max(consentGiven, fact.version)
    case .consentSet: consentWithdrawn = max(consentWithdrawn, fact.version)
    case .groupLeft, .groupMemberRemoved: isActive = false
    default: break
    }
  }
}
