import Base
import Chronology
import TestKit

@testable import DomainCore

/// The people of the permission tables: one for each difference in permissions.
///
/// The first four are those of every `TestFamily`; the others were added later, so the children
/// among them have no consent to their accounts.
enum Household {
  static let coach = MemberHandle(4)
  static let athlete = MemberHandle(5)
  static let rival = MemberHandle(6)
  /// Nine years old, and an athlete.
  static let youngAthlete = MemberHandle(7)
  /// Nine years old; a parent has allowed it to log, which is not consent.
  static let newChild = MemberHandle(8)
  /// The same, and a parent has consented.
  static let consentedChild = MemberHandle(9)
  /// The same, and then the consent was withdrawn.
  static let closedChild = MemberHandle(10)
  /// Thirteen years old, without a consent and without need of one.
  static let teenager = MemberHandle(11)
  static let groupMember = MemberHandle(12)
  static let removedParent = MemberHandle(13)
  static let removedChild = MemberHandle(14)
  static let secondParent = MemberHandle(15)

  /// A family of sixteen, on its first day.
  static func family() -> TestFamily {
    let family = TestFamily()
    let adult = LocalDay(year: 1990, month: 3, day: 1)
    let nine = LocalDay(year: 2016, month: 6, day: 15)
    let teen = LocalDay(year: 2013, month: 1, day: 5)
    let others: [(Role, LocalDay)] = [
      (.coach, adult), (.athlete, adult), (.athlete, adult), (.athlete, nine), (.child, nine),
      (.child, nine), (.child, nine), (.child, teen), (.groupMember, adult), (.parent, adult),
      (.child, nine), (.parent, adult),
    ]
    for (index, other) in others.enumerated() {
      let entity = Entity(site: 50, sequence: UInt32(index + 1))
      family.state.addMember(Member(role: other.0, born: other.1, entity: entity))
    }
    for child in [newChild, consentedChild, closedChild, teenager, removedChild] {
      family.submit(.setChildMayLog(child, to: true))
    }
    for child in [consentedChild, closedChild] {
      family.submit(.setConsent(for: child, given: true))
    }
    family.submit(.setConsent(for: closedChild, given: false))
    family.submit(.removeMember(removedParent))
    family.submit(.removeMember(removedChild))
    family.submit(.setRoster(of: coach, athlete: athlete, to: true))
    return family
  }
}

extension TestFamily {
  /// A scope that is not founded yet.
  static func empty() -> TestFamily {
    let family = TestFamily()
    family.state = ScopeState(founders: [Member](), firstDay: firstDay)
    return family
  }

  /// Submits a command about a person who was added by a fact.
  func memberMade(by fact: Fact) -> MemberHandle? {
    state.shared.member(joinedBy: fact.identity)
  }

  /// A parent adds a child with a complete profile.
  @discardableResult
  func addChild(born: LocalDay, name: String = "Ada") -> MemberHandle {
    let made = fact(
      .addMember(
        MemberAddition(
          role: .child, born: born, name: names.handle(of: name), sex: .female,
          weightGrams: 30_000, heightMillimeters: 1_300), by: Self.parent))
    precondition(submit(made) == .changed)
    return memberMade(by: made)!
  }

  func member(_ handle: MemberHandle) -> Member { state.member(handle) }

  // The test library's macros cannot call methods of a noncopyable state.

  func mustPurge(_ member: MemberHandle, on day: Int = 0) -> Bool {
    state.shared.mustPurge(member, on: Self.day(day))
  }

  func mayRead(
    _ topic: ReadingTopic, of subject: MemberHandle, by reader: MemberHandle, on day: Int = 0
  ) -> Bool {
    state.shared.mayRead(topic, of: subject, reader: reader, on: Self.day(day))
  }

  func keepsDuty(_ member: MemberHandle, takenAfter ends: UInt32, start: Int) -> Bool {
    state.shared.keepsDuty(member, takenAfter: ends, start: Self.noon(start))
  }

  func isOnRoster(_ coach: MemberHandle, _ athlete: MemberHandle) -> Bool {
    state.shared.isOnRoster(coach: coach, athlete: athlete)
  }

  func weight(_ member: MemberHandle, _ day: Int) -> UInt32? {
    state.families.weightGrams(of: member, on: Self.day(day))
  }

  func height(_ member: MemberHandle, _ day: Int) -> UInt32? {
    state.families.heightMillimeters(of: member, on: Self.day(day))
  }

  func shares(_ member: MemberHandle) -> Bool {
    state.families.sharesWorkouts(member, state.shared)
  }

  func text(_ field: ProfileField, of member: MemberHandle) -> String {
    names.text(of: state.families.profileText(field, of: member, state.shared))
  }

  func sex(_ member: MemberHandle) -> Sex? { state.families.sex(of: member, state.shared) }

  func missing(_ member: MemberHandle) -> ProfileNeeds {
    state.families.profileMissing(of: member, state.shared)
  }

  func age(_ member: MemberHandle, on day: LocalDay) -> Int {
    state.shared.age(of: member, on: day)
  }
}
