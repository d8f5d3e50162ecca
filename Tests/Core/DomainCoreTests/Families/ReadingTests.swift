import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Who reads what, and rosters")
struct ReadingTests {
  private typealias Home = Household

  /// Who reads of whom, and the topics written out: s schedule, g goals, a achievements, d diary,
  /// t training, c academics, h health.
  static let table: [(name: String, reader: MemberHandle, subject: MemberHandle, topics: String)] =
    [
      ("parent of itself", TestFamily.parent, TestFamily.parent, "sgadtch"),
      ("parent of a child", TestFamily.parent, TestFamily.child, "sgadtch"),
      ("parent of an athlete", TestFamily.parent, Household.athlete, "sgadtch"),
      ("child of itself", TestFamily.child, TestFamily.child, "sga"),
      ("child of a sibling", TestFamily.child, TestFamily.sibling, ""),
      ("child of a parent", TestFamily.child, TestFamily.parent, ""),
      ("child that logs of itself", Household.teenager, Household.teenager, "sgadtc"),
      ("child that logs of a sibling", Household.teenager, TestFamily.child, ""),
      ("child without consent of itself", Household.newChild, Household.newChild, "sgadtc"),
      ("child whose account is closed", Household.closedChild, Household.closedChild, ""),
      ("observer of itself", TestFamily.observer, TestFamily.observer, "sgadtch"),
      ("observer of a child", TestFamily.observer, TestFamily.child, "sgadtch"),
      ("coach of itself", Household.coach, Household.coach, "sgadtch"),
      ("coach of its athlete", Household.coach, Household.athlete, "sgadt"),
      ("coach of another athlete", Household.coach, Household.rival, ""),
      ("coach of a child", Household.coach, TestFamily.child, ""),
      ("athlete of itself", Household.athlete, Household.athlete, "sgadtch"),
      ("athlete of another", Household.athlete, Household.rival, ""),
      ("athlete of its coach", Household.athlete, Household.coach, ""),
      ("athlete of a child", Household.athlete, TestFamily.child, ""),
      ("member of a group of itself", Household.groupMember, Household.groupMember, "sgadtch"),
      ("member of a group of a child", Household.groupMember, TestFamily.child, ""),
      ("removed parent of a child", Household.removedParent, TestFamily.child, ""),
      ("removed child of itself", Household.removedChild, Household.removedChild, ""),
    ]

  @Test("FAM-2: parents and observers read all, children their own, coaches their roster's")
  func reading() {
    let family = Household.family()
    for row in Self.table {
      for (topic, letter) in zip(ReadingTopic.allCases, "sgadtch") {
        #expect(
          family.mayRead(topic, of: row.subject, by: row.reader) == row.topics.contains(letter),
          "\(row.name): \(topic)")
      }
    }
    #expect(Set(Self.table.map { family.member($0.reader).role.rawValue }).count == 6)
  }

  @Test("FAM-3: a child that logs reads its training and schoolwork, which it may write as well")
  func whatAChildWrites() {
    let family = Household.family()
    let plan = SessionPlan(
      title: TextHandle(1),
      time: SessionTime(day: TestFamily.day(0), minuteOfDay: 900, minutes: 30),
      character: SessionCharacter(.strength))
    for (child, isAllowed) in [(Home.teenager, true), (TestFamily.child, false)] {
      let wrote = family.submit(.createSession(for: child, plan), by: child) == .changed
      #expect(wrote == isAllowed)
      #expect(family.mayRead(.training, of: child, by: child) == isAllowed)
      #expect(family.mayRead(.academics, of: child, by: child) == isAllowed)
    }
    family.submit(.setChildMayLog(Home.teenager, to: false))
    #expect(!family.mayRead(.training, of: Home.teenager, by: Home.teenager))
  }

  @Test("FAM-10: a coach's roster holds the athletes that were added, until they are removed")
  func roster() {
    let family = Household.family()
    #expect(family.isOnRoster(Home.coach, Home.athlete))
    #expect(!family.isOnRoster(Home.coach, Home.rival))
    #expect(!family.isOnRoster(Home.athlete, Home.coach))
    #expect(!family.isOnRoster(MemberHandle(99), Home.athlete))
    #expect(!family.isOnRoster(Home.coach, .newcomer))
    let add = Command.setRoster(of: Home.coach, athlete: Home.rival, to: true)
    #expect(family.submit(add, by: Home.coach) == .changed)
    #expect(family.isOnRoster(Home.coach, Home.rival))
    let drop = Command.setRoster(of: Home.coach, athlete: Home.athlete, to: false)
    #expect(family.submit(drop, by: Home.coach) == .changed)
    #expect(!family.isOnRoster(Home.coach, Home.athlete))
    #expect(family.isOnRoster(Home.coach, Home.rival))
  }

  @Test("FAM-10: a coach keeps only its own roster, and the later of two answers wins")
  func rosterWhose() {
    let family = Household.family()
    let made = family.fact(
      .addMember(
        MemberAddition(role: .coach, born: LocalDay(year: 1980, month: 1, day: 1)),
        by: TestFamily.parent))
    family.submit(made)
    let other = family.memberMade(by: made)!
    func put(by author: MemberHandle) -> TestFamily.Outcome {
      family.submit(.setRoster(of: other, athlete: Home.rival, to: true), by: author)
    }
    for author in [Home.coach, Home.athlete, Home.rival, TestFamily.observer, TestFamily.child] {
      #expect(put(by: author) == .refused(.parentNeeded), "\(author.index)")
    }
    #expect(put(by: other) == .changed)
    #expect(!family.isOnRoster(Home.coach, Home.rival))
    let on = family.fact(
      .setRoster(of: other, athlete: Home.rival, to: true), by: TestFamily.parent, site: 3)
    let off = family.fact(
      .setRoster(of: other, athlete: Home.rival, to: false), by: other, site: 4)
    #expect(family.submit(off) == .changed && family.submit(on) == .superseded)
    #expect(!family.isOnRoster(other, Home.rival))
  }

  @Test("FAM-10: a roster belongs to a coach and holds athletes; a changed role ends it")
  func rosterRoles() {
    let family = Household.family()
    func put(_ athlete: MemberHandle, on coach: MemberHandle) -> TestFamily.Outcome {
      family.submit(.setRoster(of: coach, athlete: athlete, to: true))
    }
    #expect(put(TestFamily.child, on: Home.coach) == .refused(.rosterNotPossible))
    #expect(put(Home.athlete, on: TestFamily.parent) == .refused(.rosterNotPossible))
    let wild = Command(.rosterSet, subject: Home.athlete, payload: Payload(1, 1 << 40))
    #expect(family.submit(wild) == .refused(.subjectUnknown))
    family.submit(.setRole(of: Home.athlete, to: .observer))
    #expect(!family.isOnRoster(Home.coach, Home.athlete))
    #expect(
      family.submit(.setRoster(of: Home.coach, athlete: Home.athlete, to: false)) == .changed)
    family.submit(.setRoster(of: Home.coach, athlete: Home.rival, to: true))
    family.submit(.deactivateMember(Home.rival))
    #expect(!family.isOnRoster(Home.coach, Home.rival))
    family.submit(.activateMember(Home.rival))
    #expect(family.isOnRoster(Home.coach, Home.rival))
    family.submit(.deactivateMember(Home.coach))
    #expect(!family.isOnRoster(Home.coach, Home.rival))
  }
}
