public import Chronology
public import DomainCore

/// FAM-1…FAM-6 told from the log alone: who belongs to a scope as what, who has consented, and what
/// each of them may do.
///
/// People come, go and change their roles in the order of the log; consents, birthdays and whether
/// a child may log are what was written last.
public struct MemberModel: ReferenceModel {
  /// Somebody who belongs to a scope, or did.
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

    /// FAM-5: whether a parent has said yes, and has not taken it back since.
    public var hasConsent: Bool {
      guard let given else { return false }
      return withdrawn.map { $0 < given } ?? true
    }

    /// FAM-5: whether somebody is under 13 on a day, in a role that children are in.
    public func isUnderAge(on day: LocalDay) -> Bool {
      guard role == .child || role == .athlete else { return false }
      return ReferenceAge.years(from: born, to: day) < 13
    }

    /// FAM-5: whether what they wrote themselves may stand.
    public func mayAct(on day: LocalDay, at version: Version) -> Bool {
      guard isUnderAge(on: day) else { return true }
      guard hasConsent, let given else { return false }
      return withdrawn == nil || given < version
    }
  }

  public private(set) var people: [Person]
  /// Everybody, by the places that they have.
  public var members: [MemberHandle] { people.indices.map { MemberHandle(UInt16($0)) } }
  private var invitations = InvitationModel()
  private(set) var rosters = RosterModel()

  /// Those who founded the scope, in their order.
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

  /// FAM-1: whether a family that has people has no parent among them.
  public var isOrphaned: Bool {
    let isFamily = people.contains { $0.role != .groupMember }
    return isFamily && !people.contains { $0.isActive && $0.role == .parent }
  }

  /// FAM-1: what is wrong with letting somebody in, as it stands before they come.
  public func wrong(joining fact: Fact) -> String? {
    guard fact.kind == .memberJoined, !people.isEmpty else { return nil }
    return invitations.wrong(joining: fact) { maker in
      person(maker).map { $0.isActive && $0.role == .parent } ?? false
    }
  }

  /// Takes in the next fact of the log that was not refused.
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
      // Not a method of the whole, which would copy everybody first.
      Self.change(&people[place], by: fact)
    }
  }

  private static func change(_ person: inout Person, by fact: Fact) {
    let value = fact.payload.first
    switch fact.kind {
    case .memberEnded:
      // Who is out already can only be put out for good.
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
