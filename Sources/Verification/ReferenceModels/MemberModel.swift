public import Chronology
public import DomainCore

/// A reference model of FAM-1…FAM-6, computed from the log alone: the members of a scope, their
/// roles and consents, and what each of them may do.
///
/// Members join, leave and change their roles in the order of the log; for consents, birthdays and
/// whether a child may log, the latest write wins.
public struct MemberModel: ReferenceModel {
  /// A current or former member of a scope.
  public struct Person: Equatable {
    public var role: Role
    public var born: LocalDay
    public var isActive = true
    public var isRemoved = false
    public var mayLog = false
    public var given: Version?
    public var withdrawn: Version?
    var bornWritten = Version.never
    var mayLogWritten = Version.never

    init(_ role: Role, born: LocalDay) {
      self.role = role
      self.born = born
    }

    /// FAM-5: whether a parent has consented, and has not withdrawn it since.
    public var hasConsent: Bool {
      guard let given else { return false }
      return withdrawn.map { $0 < given } ?? true
    }

    /// FAM-5: whether a member is under 13 on a day, in a role that children can have.
    public func isUnderAge(on day: LocalDay) -> Bool {
      guard role == .child || role == .athlete else { return false }
      return ReferenceAge.years(from: born, to: day) < 13
    }

    /// FAM-5: whether the member's own operations are allowed.
    public func mayAct(on day: LocalDay, at version: Version) -> Bool {
      guard isUnderAge(on: day) else { return true }
      guard hasConsent, let given else { return false }
      return withdrawn == nil || given < version
    }
  }

  public private(set) var people: [Person]
  /// All members, by their places.
  public var members: [MemberHandle] { people.indices.map { MemberHandle(UInt16($0)) } }
  private var invitations = InvitationModel()
  private(set) var rosters = RosterModel()

  /// The founders of the scope, in order.
  public init(founders: [Member]) {
    people = founders.map {
      var person = Person($0.role, born: $0.born)
      (person.isActive, person.isRemoved) = ($0.isActive, $0.isRemoved)
      (person.mayLog, person.mayLogWritten) = ($0.mayLog.value, $0.mayLog.version)
      if $0.consentGiven != .never { person.given = $0.consentGiven }
      if $0.consentWithdrawn != .never { person.withdrawn = $0.consentWithdrawn }
      return person
    }
  }

  public func person(_ member: MemberHandle) -> Person? {
    Int(member.index) < people.count ? people[Int(member.index)] : nil
  }

  /// FAM-1: whether a family with members has no parent among them.
  public var isOrphaned: Bool {
    let isFamily = people.contains { $0.role != .groupMember }
    return isFamily && !people.contains { $0.isActive && $0.role == .parent }
  }

  /// FAM-1: why a member must not join in the current state, or nil.
  public func problem(joining fact: Fact) -> String? {
    guard fact.kind == .memberJoined, !people.isEmpty else { return nil }
    return invitations.problem(joining: fact) { maker in
      person(maker).map { $0.isActive && $0.role == .parent } ?? false
    }
  }

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    invitations.ingest(fact)
    rosters.ingest(fact)
    let place = Int(fact.subject.index)
    switch fact.kind {
    case .memberJoined:
      let joining = MemberJoining(fact.payload)
      people.append(Person(Role(rawValue: joining.roleNumber) ?? .observer, born: joining.born))
    case .memberAdded:
      let added = MemberAddition(fact.payload)
      people.append(Person(Role(rawValue: added.roleNumber) ?? .observer, born: added.born))
    case .groupJoined: people.append(Person(.groupMember, born: LocalDay(number: 0)))
    case .groupLeft, .groupMemberRemoved:
      if place < people.count { people[place].isActive = false }
    default:
      guard place < people.count else { return }
      // A static function, because a method would copy all members first.
      Self.change(&people[place], by: fact)
    }
  }

  private static func change(_ person: inout Person, by fact: Fact) {
    let value = fact.payload.first
    switch fact.kind {
    case .memberEnded:
      // For a former member only a permanent removal has an effect.
      guard person.isActive || (value != 0 && !person.isRemoved) else { return }
      person.isActive = false
      person.isRemoved = value != 0
    case .memberActivated: if !person.isRemoved { person.isActive = true }
    case .memberRoleSet:
      person.role = Role(rawValue: UInt8(truncatingIfNeeded: value)) ?? person.role
    case .consentSet where value != 0: person.given = later(person.given, fact.version)
    case .consentSet: person.withdrawn = later(person.withdrawn, fact.version)
    case .childMayLogSet where person.mayLogWritten < fact.version:
      person.mayLogWritten = fact.version
      person.mayLog = value != 0
    case .profileFieldSet
    where fact.entity.raw == UInt64(ProfileField.born.rawValue)
      && person.bornWritten < fact.version:
      person.bornWritten = fact.version
      person.born = LocalDay(number: Int32(truncatingIfNeeded: value))
    default: break
    }
  }

  private static func later(_ old: Version?, _ new: Version) -> Version {
    old.map { $0 < new ? new : $0 } ?? new
  }
}

/// Full years, as people count birthdays.
public enum ReferenceAge {
  public static func years(from born: LocalDay, to day: LocalDay) -> Int {
    let (birth, now) = (born.civil, day.civil)
    let hasBirthdayPassed = (now.month, now.day) >= (birth.month, birth.day)
    return now.year - birth.year - (hasBirthdayPassed ? 0 : 1)
  }
}
