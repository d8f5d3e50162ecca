import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Membership of a family")
struct MembershipTests {
  private static let adult = LocalDay(year: 1988, month: 4, day: 2)
  private static let parent = TestFamily.parent
  private static let child = TestFamily.child

  // MARK: The first member

  @Test("FAM-1: the first person to join founds the family, as a parent and without an invitation")
  func genesis() {
    let family = TestFamily.empty()
    let first = family.fact(.foundFamily(born: Self.adult), by: .newcomer)
    #expect(family.submit(first) == .changed)
    #expect(family.memberMade(by: first) == MemberHandle(0))
    #expect(family.member(MemberHandle(0)).role == .parent)
    #expect(family.state.shared.activeParentCount == 1)
    let second = family.fact(.foundFamily(born: Self.adult), by: .newcomer, site: 2)
    #expect(family.submit(second) == .refused(.invitationUnknown))
    #expect(family.state.memberCount == 1)
  }

  @Test("FAM-1: only a parent founds a family", arguments: Role.allCases)
  func founder(role: Role) {
    let family = TestFamily.empty()
    let command = Command.join(with: InvitationCode(7), as: role, born: Self.adult)
    let expected: TestFamily.Outcome =
      switch role {
      case .parent: .changed
      case .child, .observer, .coach, .athlete: .refused(.founderNotParent)
      case .groupMember: .refused(.roleUnknown)
      }
    #expect(family.submit(command, by: .newcomer) == expected)
  }

  @Test("FAM-1: newcomers join for themselves only")
  func newcomer() {
    let family = TestFamily()
    let joining = Command.foundFamily(born: Self.adult)
    #expect(family.refusal(of: family.fact(joining, by: Self.parent)) == .authorUnknown)
    let other = Command(.memberJoined, subject: Self.child, payload: joining.payload)
    #expect(family.refusal(of: family.fact(other, by: .newcomer)) == .authorUnknown)
    let water = Command.logWater(
      for: Self.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    #expect(family.refusal(of: family.fact(water, by: .newcomer)) == .authorUnknown)
  }

  @Test("FAM-1: a family has any number of children and observers, up to the limit for devices")
  func manyMembers() {
    let family = TestFamily()
    let addition = MemberAddition(role: .observer, born: Self.adult)
    for count in 4..<1_000 {
      #expect(family.submit(.addMember(addition, by: Self.parent)) == .changed, "\(count)")
    }
    #expect(family.submit(.addMember(addition, by: Self.parent)) == .refused(.membersTooMany))
    #expect(family.state.memberCount == 1_000)
  }

  // MARK: The last parent

  @Test("FAM-1: the last parent can neither be removed nor leave nor change role")
  func lastParent() throws {
    let family = TestFamily()
    let last: TestFamily.Outcome = .refused(.lastParent)
    #expect(family.submit(.removeMember(Self.parent)) == last)
    #expect(family.submit(.deactivateMember(Self.parent)) == last)
    #expect(family.submit(.setRole(of: Self.parent, to: .observer)) == last)
    #expect(family.submit(.setRole(of: Self.parent, to: .parent)) == .superseded)

    let second = family.fact(
      .addMember(MemberAddition(role: .parent, born: Self.adult), by: Self.parent))
    #expect(family.submit(second) == .changed)
    let other = try #require(family.memberMade(by: second))
    #expect(family.submit(.removeMember(Self.parent)) == .changed)
    #expect(family.submit(.removeMember(other), by: other) == last)
    #expect(family.state.shared.activeParentCount == 1)
  }

  @Test("FAM-1: of two parents who remove each other, the first that the server commits does it")
  func mutualRemoval() {
    let family = Household.family()
    let one = family.fact(.removeMember(Household.secondParent), by: Self.parent, site: 1)
    let two = family.fact(.removeMember(Self.parent), by: Household.secondParent, site: 2)
    #expect(family.refusal(of: one) == nil && family.refusal(of: two) == nil)
    #expect(family.submit(two) == .changed)
    #expect(family.submit(one) == .refused(.memberRemoved))
    #expect(family.state.shared.activeParentCount == 1)
  }

  @Test("FAM-1: a parent who steps down at the same time as the other leaves is refused")
  func steppingDown() {
    let family = Household.family()
    let leaves = family.fact(.removeMember(Self.parent), by: Self.parent, site: 1)
    let stepsDown = family.fact(
      .setRole(of: Household.secondParent, to: .observer), by: Household.secondParent, site: 2)
    #expect(family.submit(leaves) == .changed)
    #expect(family.submit(stepsDown) == .refused(.lastParent))
  }

  @Test("FAM-5: a parent or a coach is at least 13, or the role would bypass consent")
  func tooYoung() {
    let family = TestFamily()
    for role in [Role.parent, .coach] {
      #expect(family.submit(.setRole(of: Self.child, to: role)) == .refused(.roleTooYoung))
      let addition = MemberAddition(role: role, born: LocalDay(year: 2013, month: 1, day: 6))
      #expect(
        family.submit(.addMember(addition, by: Self.parent)) == .refused(.roleTooYoung))
      let older = MemberAddition(role: role, born: LocalDay(year: 2013, month: 1, day: 5))
      #expect(family.submit(.addMember(older, by: Self.parent)) == .changed)
    }
    #expect(family.submit(.setRole(of: Self.child, to: .athlete)) == .changed)
    #expect(family.submit(.setRole(of: Self.child, to: .groupMember)) == .refused(.roleUnknown))
  }

  // MARK: Ending

  @Test("FAM-6: actions of a removed member are refused once the removal is committed")
  func removal() {
    let family = Household.family()
    let early = family.fact(
      .logWater(
        for: Household.athlete,
        WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)),
      by: Household.athlete, site: 5)
    #expect(family.refusal(of: early) == nil)
    #expect(family.submit(.removeMember(Household.athlete)) == .changed)
    #expect(family.submit(early) == .refused(.memberRemoved))
    #expect(family.mustPurge(Household.athlete, on: 0))
    #expect(!family.mustPurge(Household.rival, on: 0))
    #expect(
      !family.mayRead(.diary, of: Household.athlete, by: Household.athlete))
  }

  @Test("FAM-6: a deactivated member can be active again, a removed one has to be invited again")
  func activation() {
    let family = Household.family()
    let athlete = Household.athlete
    #expect(family.submit(.activateMember(athlete)) == .superseded)
    #expect(family.submit(.deactivateMember(athlete)) == .changed)
    #expect(family.submit(.deactivateMember(athlete)) == .superseded)
    #expect(!family.member(athlete).isActive)
    family.today = 3
    #expect(family.submit(.activateMember(athlete)) == .changed)
    let member = family.member(athlete)
    #expect(member.isActive && member.changes == 2)
    #expect(member.endedAt! < member.activeSince)
    #expect(!family.mustPurge(athlete, on: 3))

    #expect(family.submit(.deactivateMember(athlete)) == .changed)
    #expect(family.submit(.removeMember(athlete)) == .changed)
    #expect(family.submit(.removeMember(athlete)) == .superseded)
    #expect(family.submit(.deactivateMember(athlete)) == .superseded)
    #expect(family.submit(.activateMember(athlete)) == .refused(.memberGone))
    #expect(family.member(athlete).isRemoved)
  }

  @Test("FAM-6: adults leave by themselves; a child, or a member of a group, does not")
  func leaving() {
    for (member, expected) in [
      (TestFamily.observer, TestFamily.Outcome.changed), (Household.coach, .changed),
      (Household.athlete, .changed), (Household.secondParent, .changed),
      (TestFamily.child, .refused(.parentNeeded)), (Household.teenager, .refused(.parentNeeded)),
      (Household.groupMember, .refused(.parentNeeded)),
    ] {
      let family = Household.family()
      #expect(family.submit(.removeMember(member), by: member) == expected, "\(member.index)")
    }
  }

  @Test("FAM-6: duties accepted for later are released on removal, and stay released")
  func duties() {
    let family = Household.family()
    let coach = Household.coach
    func keeps(_ ends: UInt32, start: Int) -> Bool {
      family.keepsDuty(coach, takenAfter: ends, start: start)
    }
    family.today = 5
    #expect(keeps(0, start: 9))
    family.submit(.deactivateMember(coach))
    #expect(!keeps(0, start: 9) && keeps(0, start: 4))
    #expect(keeps(0, start: 5), "a duty on the last day of the membership is still theirs")
    #expect(!keeps(1, start: 9), "a former member accepts no duty")
    family.today = 7
    family.submit(.activateMember(coach))
    #expect(!keeps(0, start: 9), "another driver may have been found meanwhile")
    #expect(keeps(1, start: 9))
    family.today = 10
    family.submit(.removeMember(coach))
    #expect(!keeps(1, start: 11) && keeps(1, start: 9))
    #expect(!keeps(0, start: 9))
    #expect(family.keepsDuty(Household.athlete, takenAfter: 0, start: 20))
  }

  @Test("FAM-6: a record about a removed member is refused only where the removal is known")
  func subjectRemoved() {
    let family = Household.family()
    let late = family.fact(
      .checkIn(for: Household.removedChild, WellnessScore(mental: 5, physical: 5)))
    #expect(family.refusal(of: late, at: .device) == .subjectRemoved)
    #expect(family.submit(late, at: .server) == .changed)
  }

  @Test("FAM-2: a new role has its permissions from the commit on")
  func roles() {
    let family = Household.family()
    let observer = TestFamily.observer
    let water = Command.logWater(
      for: observer, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    #expect(family.submit(water, by: observer) == .refused(.loggingNotAllowed))
    let roles: [Role] = [.athlete]
    for role in roles { #expect(family.submit(.setRole(of: observer, to: role)) == .changed) }
    #expect(family.member(observer).role == .athlete)
    let unknown = Command(.memberRoleSet, subject: observer, payload: Payload(260))
    #expect(family.submit(unknown) == .refused(.roleUnknown))
  }
}
