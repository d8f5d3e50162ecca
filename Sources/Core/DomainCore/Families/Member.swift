public import Chronology

/// FAM-1: what somebody is in a family.
public enum Role: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case parent = 0
  case child = 1
  case observer = 2
  /// FAM-10: assigns work to the athletes of their own roster.
  case coach = 3
  /// Looks after their own things, and nobody else's.
  case athlete = 4
  /// Of a group, where nobody looks after anybody.
  case groupMember = 5
}

/// FAM-5: what a parent has said to a child's own account.
public enum Consent: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case missing = 0
  case given = 1
  case withdrawn = 2
}

/// Somebody who belongs to a family, or did.
///
/// Every decision looks at its author, so the row is small and says at once what rules ask: whether
/// they are active, and whether they need a consent that is missing. The rest of a profile is kept
/// in registers.
public struct Member: BitwiseCopyable, Hashable, Sendable {
  /// FAM-3: whether a child may log for itself; a parent decides.
  public var mayLog: Register<Bool>
  public var role: Role
  /// FAM-6: whether they still belong to it.
  public var isActive = true
  /// FAM-6: whether they were removed for good; who was only deactivated can be active again.
  public var isRemoved = false
  /// FAM-5: the latest giving and the latest withdrawing of consent; the later of the two holds.
  public var consentGiven: Version
  /// FAM-11: age is computed from it, never stored.
  public var born: LocalDay { didSet { consentFreeFrom = born.birthday(Self.consentAge) } }
  public var consentWithdrawn = Version.never
  /// FAM-5: the day on which they are old enough to need nobody's consent.
  public private(set) var consentFreeFrom: LocalDay
  /// The fact by which they became a member; none for who founded the scope.
  public var entity: Entity
  /// When the server last took them in; the beginning of time for who founded the scope.
  public var activeSince: Instant
  /// FAM-6: when the server last ended their membership; nil for who always belonged to it.
  public var endedAt: Instant?
  /// How often what the server decides of them has changed: role and membership.
  public var changes: UInt32 = 0

  /// FAM-5: the age from which on nobody has to consent.
  @inlinable public static var consentAge: Int { 13 }

  /// A member. Who has joined a scope by no fact has founded it, and founders have brought the
  /// consent to their children's accounts with them.
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

  /// FAM-5: what holds of all that parents have said.
  @inlinable public var consent: Consent {
    if consentWithdrawn < consentGiven { return .given }
    return consentWithdrawn == .never ? .missing : .withdrawn
  }

  /// FAM-5: whether what they do themselves on `day` needs a parent's consent.
  ///
  /// It goes by age: a child does not get rid of the rule by being called an athlete.
  @inlinable public func needsConsent(on day: LocalDay) -> Bool {
    (role == .child || role == .athlete) && day < consentFreeFrom
  }

  /// FAM-5: why something of their own is refused for want of consent, or nil.
  ///
  /// An account that was closed and opened again starts anew: what was made before it was opened
  /// is refused whenever it arrives.
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
  /// FAM-11: the day on which somebody born on this day is `years` old.
  ///
  /// Who was born on February 29 has their birthday on March 1 in common years.
  public func birthday(_ years: Int) -> LocalDay {
    let birth = civil
    // A day beyond the end of its month runs on into the next one, as the leap day has to.
    return LocalDay(
      number: Int32(
        clamping: CivilDate.dayNumber(
          year: birth.year + years, month: birth.month, day: birth.day)))
  }
}

extension Member {
  /// FAM-3, FAM-5, FAM-6, GRP-2: what a device shows of somebody once something was said of them
  /// that the server has not taken yet: who they are, what they may and whether they are in.
  public mutating func show(_ fact: Fact) {
    let says = fact.payload.first != 0
    switch fact.kind {
    case .childMayLogSet: _ = mayLog.write(says, at: fact.version)
    case .memberEnded:
      isActive = false
      isRemoved = isRemoved || says
    case .memberActivated: isActive = !isRemoved
    case .memberRoleSet:
      role = Role(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)) ?? role
    case .consentSet where says: consentGiven = max(consentGiven, fact.version)
    case .consentSet: consentWithdrawn = max(consentWithdrawn, fact.version)
    case .groupLeft, .groupMemberRemoved: isActive = false
    default: break
    }
  }
}
