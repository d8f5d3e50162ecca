import Chronology
import Testing

@testable import DomainCore

@Suite("Attendance")
struct AttendanceTests {
  private static let child = TestFamily.child

  private static func daily() -> (family: TestFamily, sport: Entity, made: Entity) {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    family.today = 60
    return (family, sport, made)
  }

  private static func attend(
    _ family: TestFamily, _ made: Entity, _ day: Int, _ attended: Bool = true
  ) -> TestFamily.Outcome {
    family.submit(.setAttendance(of: child, at: TestFamily.id(made, day), to: attended))
  }

  @Test("SCH-4: is one value for each occurrence and child, however often it is written")
  func once() {
    let (family, sport, made) = Self.daily()
    #expect(Self.attend(family, made, 20) == .changed && Self.attend(family, made, 20) == .changed)
    #expect(family.state.rewards.attendedCount(of: Self.child, in: sport) == 1)
    #expect(Self.attend(family, made, 20, false) == .changed)
    #expect(family.state.rewards.attendedCount(of: Self.child, in: sport) == 0)
    #expect(family.state.shared.attended(TestFamily.id(made, 20), by: Self.child) == false)
    #expect(family.state.shared.attended(TestFamily.id(made, 21), by: Self.child) == nil)
  }

  @Test("SCH-4: is counted by sport, calendar month and day")
  func counts() {
    let (family, sport, made) = Self.daily()
    let second = family.addClass(sport, day: 0, minute: 800, rule: "FREQ=DAILY")
    // Day 26 is January 31.
    for day in [25, 26, 27, 28] { _ = Self.attend(family, made, day) }
    _ = Self.attend(family, second, 26)
    let state = { (first: Int, last: Int) in
      family.state.schedule.attendedCount(
        of: Self.child, from: TestFamily.day(first), through: TestFamily.day(last))
    }
    #expect(state(26, 26) == 2 && state(27, 60) == 2 && state(0, 60) == 5 && state(29, 28) == 0)
    #expect(family.state.rewards.attendedCount(of: Self.child, inMonthOf: TestFamily.day(0)) == 3)
    #expect(family.state.rewards.attendedCount(of: Self.child, inMonthOf: TestFamily.day(40)) == 2)
    #expect(family.state.rewards.attendedCount(of: TestFamily.sibling, in: sport) == 0)
    let kept = family.state.schedule.attendance(
      of: Self.child, from: TestFamily.day(25), through: TestFamily.day(28), family.state.shared)
    #expect(kept.scheduled == 8 && kept.attended == 5)
  }

  @Test("FAM-3: is checked off by a parent, or by a child that may log, for itself")
  func permission() {
    let (family, _, made) = Self.daily()
    family.submit(.setParticipant(TestFamily.sibling, of: made, to: true))
    func refusal(_ author: MemberHandle, _ subject: MemberHandle) -> Refusal? {
      family.refusal(
        of: family.fact(
          .setAttendance(of: subject, at: TestFamily.id(made, 20), to: true), by: author))
    }
    #expect(refusal(Self.child, Self.child) == .loggingNotAllowed)
    family.submit(.setChildMayLog(Self.child, to: true))
    #expect(refusal(Self.child, Self.child) == nil)
    #expect(refusal(Self.child, TestFamily.sibling) == .loggingNotAllowed)
    #expect(refusal(TestFamily.observer, Self.child) == .loggingNotAllowed)
    #expect(refusal(TestFamily.parent, TestFamily.sibling) == nil)
    #expect(refusal(TestFamily.parent, TestFamily.observer) == .notParticipant)
  }

  @Test("SCH-4: needs an occurrence that takes place and is not in the future")
  func occurrence() {
    let (family, _, made) = Self.daily()
    #expect(Self.attend(family, made, 61) == .refused(.dayInFuture))
    #expect(Self.attend(family, made, 60) == .changed)
    #expect(Self.attend(family, made, 100) == .refused(.occurrenceUnknown))
    family.submit(.cancelOccurrence(TestFamily.id(made, 30), true))
    #expect(Self.attend(family, made, 30) == .refused(.occurrenceCancelled))
    // An occurrence that was moved into the future cannot be checked off yet; in the past it can.
    family.submit(
      .moveOccurrence(
        TestFamily.id(made, 31), to: MovedStart(day: TestFamily.day(70), minute: 0)))
    #expect(Self.attend(family, made, 31) == .refused(.dayInFuture))
    family.submit(
      .moveOccurrence(
        TestFamily.id(made, 70), to: MovedStart(day: TestFamily.day(50), minute: 0)))
    #expect(Self.attend(family, made, 70) == .changed)
    // Any occurrence can be marked as missed, also when it was canceled since.
    _ = Self.attend(family, made, 40)
    family.submit(.cancelOccurrence(TestFamily.id(made, 40), true))
    #expect(Self.attend(family, made, 40, false) == .changed)
  }

  @Test("SCH-4: can be checked off from its day on, by the clock of the author")
  func zones() {
    let (family, sport) = TestFamily.withSport()
    let auckland = Zone(named: "Pacific/Auckland")!
    let angeles = Zone(named: "America/Los_Angeles")!
    let made = family.addClass(sport, day: 9, minute: 600, zone: auckland)
    family.today = 8
    let command = Command.setAttendance(of: Self.child, at: TestFamily.id(made, 9), to: true)
    // 10:00 on day 9 in Auckland is 13:00 on day 8 in Los Angeles.
    #expect(family.refusal(of: family.fact(command, on: 8, zone: angeles)) == nil)
    #expect(family.refusal(of: family.fact(command, on: 8, zone: auckland)) == .dayInFuture)
  }
}
