import Chronology
import Testing

@testable import DomainCore

@Suite("A workout that a coach assigned")
struct AssignmentTests {
  private let coach = TestFamily.coach
  private let athlete = TestFamily.athlete

  private func assign(_ family: TestFamily, due day: Int) -> Entity {
    family.make(.assignWorkout(to: athlete, TestFamily.plan(day)), by: coach, site: 4)
  }

  private func complete(_ assignment: Entity, _ done: Bool = true, effort: UInt8? = 6) -> Command {
    .completeAssignment(
      assignment, of: athlete, EffortReport(isDone: done, effort: effort, notes: TextHandle(2)))
  }

  private func rate(_ family: TestFamily, _ day: Int) -> [Int32] {
    let rate = family.state.training.completionRate(
      coach: coach, athlete: athlete, asOf: TestFamily.day(day))
    return [rate.completed, rate.due]
  }

  @Test("TRN-2: is completed with effort and notes, and the coach's rate moves")
  func completing() {
    let family = TestFamily.withCoaches()
    let first = assign(family, due: 2)
    let second = assign(family, due: 5)
    #expect(rate(family, 1) == [0, 0] && rate(family, 2) == [0, 1] && rate(family, 5) == [0, 2])
    #expect(family.submit(complete(second), by: athlete) == .changed)
    // Completed before it is due, it counts from its due day on.
    #expect(rate(family, 4) == [0, 1] && rate(family, 5) == [1, 2])
    #expect(family.submit(complete(first), by: athlete, on: 0) == .changed)
    #expect(rate(family, 2) == [1, 1] && rate(family, 90) == [2, 2])
    let kept = family.state.training.assignment(first)!
    #expect(kept.report == EffortReport(isDone: true, effort: 6, notes: TextHandle(2)))
    #expect(kept.coach == coach && kept.dueDay == TestFamily.day(2))
    family.submit(complete(first, false, effort: nil), by: athlete)
    #expect(rate(family, 90) == [1, 2])
    #expect(
      family.state.training.completionRate(
        coach: coach, asOf: TestFamily.day(90), family.state.shared)
        == CompletionRate(completed: 1, due: 2))
    #expect(
      family.state.training.completionRate(
        coach: TestFamily.otherCoach, asOf: TestFamily.day(90), family.state.shared)
        == CompletionRate())
  }

  @Test("TRN-2: completed after the due day, it counts as completed")
  func late() {
    let family = TestFamily.withCoaches()
    let work = assign(family, due: 2)
    family.today = 30
    #expect(family.submit(complete(work), by: athlete) == .changed)
    #expect(rate(family, 2) == [1, 1])
  }

  @Test("TRN-2: a completion has an effort from 1 to 10", arguments: [nil, 0, 1, 10, 11, 254])
  func effort(_ effort: UInt8?) {
    let family = TestFamily.withCoaches()
    let work = assign(family, due: 2)
    let expected: Refusal? = effort == 1 || effort == 10 ? nil : .effortOutOfRange
    #expect(
      family.refusal(of: family.fact(complete(work, effort: effort), by: athlete)) == expected)
  }

  @Test("TRN-2, FAM-10: only coaches assign, and only to athletes of their own roster")
  func roster() {
    let family = TestFamily.withCoaches()
    func respond(_ author: MemberHandle, _ subject: MemberHandle) -> Refusal? {
      family.refusal(
        of: family.fact(.assignWorkout(to: subject, TestFamily.plan(1)), by: author))
    }
    #expect(respond(coach, athlete) == nil)
    #expect(respond(coach, TestFamily.otherAthlete) == .notOnRoster)
    #expect(respond(coach, coach) == .notOnRoster)
    #expect(respond(TestFamily.otherCoach, athlete) == .notOnRoster)
    #expect(respond(TestFamily.parent, athlete) == .coachNeeded)
    #expect(respond(athlete, athlete) == .coachNeeded)
    family.roster(coach, athlete, false)
    #expect(respond(coach, athlete) == .notOnRoster)
  }

  @Test(
    "TRN-2: the coach who assigned changes and withdraws it, while the athlete is on the roster")
  func withdrawing() {
    let family = TestFamily.withCoaches()
    family.roster(TestFamily.otherCoach, athlete)
    let work = assign(family, due: 2)
    let withdraw = Command.withdrawAssignment(work, of: athlete)
    #expect(family.submit(withdraw, by: TestFamily.otherCoach) == .refused(.assignmentUnknown))
    #expect(family.submit(withdraw, by: athlete) == .refused(.coachNeeded))
    family.roster(coach, athlete, false)
    #expect(family.submit(withdraw, by: coach) == .refused(.notOnRoster))
    family.roster(coach, athlete)
    let moved = Command.moveAssignment(work, of: athlete, to: TestFamily.plan(9).time)
    #expect(family.submit(moved, by: coach) == .changed)
    #expect(rate(family, 8) == [0, 0] && rate(family, 9) == [0, 1])
    #expect(family.state.training.assignments(of: athlete, dueOn: TestFamily.day(2)).isEmpty)
    #expect(
      family.state.training.assignments(of: athlete, dueOn: TestFamily.day(9)).map(\.entity) == [
        work
      ])
    for (field, text) in [(AssignmentField.title, UInt32(3)), (.place, 4)] {
      family.submit(
        .setAssignmentText(field, of: work, athlete: athlete, to: TextHandle(text)), by: coach)
    }
    #expect(family.state.training.assignment(work)!.title == TextHandle(3))
    #expect(family.state.training.assignment(work)!.place == TextHandle(4))
    #expect(family.submit(withdraw, by: coach) == .changed)
    #expect(family.submit(withdraw, by: coach) == .superseded)
    #expect(rate(family, 90) == [0, 0])
    #expect(family.state.training.assignments(of: athlete, dueOn: TestFamily.day(9)).isEmpty)
    #expect(family.submit(complete(work), by: athlete) == .refused(.assignmentWithdrawn))
    #expect(family.submit(moved, by: coach) == .refused(.assignmentWithdrawn))
    let unknown = Command.withdrawAssignment(Entity(site: 9, sequence: 9), of: athlete)
    #expect(family.submit(unknown, by: coach) == .refused(.assignmentUnknown))
  }

  @Test("TRN-2: a completed assignment is not withdrawn, whichever clock was first")
  func completedFirst() {
    let family = TestFamily.withCoaches()
    let work = assign(family, due: 2)
    let withdraw = family.fact(.withdrawAssignment(work, of: athlete), by: coach, site: 4)
    #expect(family.submit(complete(work), by: athlete, site: 5) == .changed)
    #expect(family.submit(withdraw) == .refused(.assignmentCompleted))
    #expect(rate(family, 2) == [1, 1])
    family.submit(complete(work, false, effort: nil), by: athlete, site: 5)
    #expect(family.submit(.withdrawAssignment(work, of: athlete)) == .changed)
  }

  @Test("TRN-2: a completed assignment stays completed when its coach was removed")
  func coachRemoved() {
    let family = TestFamily.withCoaches()
    let done = assign(family, due: 2)
    let open = assign(family, due: 3)
    family.submit(complete(done), by: athlete)
    family.remove(coach)
    #expect(rate(family, 5) == [1, 2])
    let withdraw = Command.withdrawAssignment(open, of: athlete)
    #expect(family.submit(withdraw, by: coach) == .refused(.memberRemoved))
    #expect(
      family.submit(.assignWorkout(to: athlete, TestFamily.plan(4)), by: coach)
        == .refused(.memberRemoved))
    // The athlete can still complete the open one, and a parent may withdraw it.
    #expect(family.submit(complete(open, effort: 9), by: athlete) == .changed)
    #expect(rate(family, 5) == [2, 2])
    family.submit(complete(open, false, effort: nil), by: athlete)
    #expect(family.submit(withdraw) == .changed && rate(family, 5) == [1, 1])
  }

  @Test("SCH-8, HOME-1: sessions and assigned workouts are one list by day and time")
  func items() {
    let family = TestFamily.withCoaches()
    let work = assign(family, due: 2)
    let same = family.make(.createSession(for: athlete, TestFamily.plan(2)), by: athlete)
    let early = family.make(
      .createSession(for: athlete, TestFamily.plan(2, minute: 300)), by: athlete)
    let sunday = family.make(.createSession(for: athlete, TestFamily.plan(6)), by: athlete)
    let withdrawn = assign(family, due: 3)
    family.submit(.withdrawAssignment(withdrawn, of: athlete), by: coach)
    family.submit(
      .completeSession(SessionKey(same), of: athlete, EffortReport(isDone: true)), by: athlete)
    let items = family.state.training.trainingItems(
      of: athlete, from: TestFamily.day(-1), through: TestFamily.day(5), family.state.shared)
    #expect(items.map(\.entity) == [early, same, work])
    #expect(items.map(\.kind) == [.session, .session, .assignedWorkout])
    #expect(items.map(\.isDone) == [false, true, false])
    #expect(items.map(\.minuteOfDay) == [300, 1_020, 1_020])
    #expect(
      family.state.training.trainingItems(
        of: athlete, from: TestFamily.day(6), through: TestFamily.day(6), family.state.shared
      )
      .map(\.entity) == [sunday])
    #expect(
      family.state.training.trainingItems(
        of: athlete, from: TestFamily.day(6), through: TestFamily.day(5), family.state.shared
      )
      .isEmpty)
  }
}
