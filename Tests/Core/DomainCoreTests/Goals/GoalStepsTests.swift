import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Texts of a goal, its milestones, and attendance goals")
struct GoalStepsTests {
  private static let (child, parent) = (TestFamily.child, TestFamily.parent)

  @Test("GOAL-3: a goal has a description, and notes of parent and child")
  func words() {
    let family = TestFamily()
    let goal = family.addGoal()
    for (number, text) in GoalText.allCases.enumerated() {
      let words = TextHandle(UInt32(30 + number))
      #expect(family.submit(.setGoalText(text, of: goal, of: Self.child, to: words)) == .changed)
    }
    #expect(
      GoalText.allCases.map { family.state.goals.goalText($0, of: goal, family.state.shared).raw }
        == [30, 31, 32])
    let copy = family.isIdenticalToCopy
    #expect(copy)
  }

  @Test("GOAL-3: a row with an unknown text changes none of the goal's texts")
  func unknownText() {
    let family = TestFamily()
    let goal = family.addGoal()
    for number in [3, 1 << 40, UInt64.max] {
      let command = Command(
        .goalTextSet, subject: Self.child, entity: goal, payload: Payload(number, 5))
      #expect(family.refusal(of: family.fact(command)) == .valueNotPossible)
      family.state.apply(family.fact(command))
    }
    #expect(
      GoalText.allCases.map { family.state.goals.goalText($0, of: goal, family.state.shared).raw }
        == [0, 0, 0])
  }

  @Test("GOAL-3: a child that logs for itself writes its own note, and nothing else")
  func ownNote() {
    let family = TestFamily()
    let goal = family.addGoal()
    func respond(_ text: GoalText, by author: MemberHandle = Self.child) -> Refusal? {
      family.refusal(
        of: family.fact(
          .setGoalText(text, of: goal, of: Self.child, to: TextHandle(5)), by: author))
    }
    #expect(respond(.childNote) == .parentNeeded)
    family.submit(.setChildMayLog(Self.child, to: true))
    #expect(respond(.childNote) == nil)
    #expect(respond(.parentNote) == .parentNeeded && respond(.description) == .parentNeeded)
    family.submit(.setChildMayLog(TestFamily.sibling, to: true))
    #expect(respond(.childNote, by: TestFamily.sibling) == .parentNeeded)
  }

  @Test("GOAL-3: each milestone that is reached causes one notification")
  func milestones() {
    let family = TestFamily()
    let goal = family.addGoal(target: 20)
    func notifications() -> Set<NotificationCause> {
      Set(
        NotificationPlanner.occasions(in: family.state, now: TestFamily.noon(12)) { _ in .utc }
          .filter { $0.cause.entity == goal && $0.recipient == Self.child }.map(\.cause))
    }
    for (number, value) in [(0, 5), (3, 10), (7, 15)] {
      let milestone = GoalMilestone(number, at: value, title: TextHandle(4))
      #expect(
        family.submit(.setGoalMilestone(milestone, of: goal, of: Self.child)) == .changed)
    }
    #expect(
      family.state.goals.milestones(of: goal, family.state.shared).map(\.value) == [5, 10, 15])
    #expect(notifications().isEmpty)
    family.submit(.setGoalProgress(goal, of: Self.child, to: 5))
    #expect(notifications().count == 1)
    family.submit(.setGoalProgress(goal, of: Self.child, to: 14))
    #expect(notifications().count == 2)
    let none = GoalMilestone(3, at: 0, title: .empty)
    family.submit(.setGoalMilestone(none, of: goal, of: Self.child))
    #expect(family.state.goals.milestones(of: goal, family.state.shared).map(\.value) == [5, 15])
    #expect(notifications().count == 1)
  }

  @Test("GOAL-3: a milestone has a name, a value that a goal can have, and one of eight numbers")
  func refused() {
    let family = TestFamily()
    let goal = family.addGoal()
    func respond(_ number: Int, _ value: Int, _ title: UInt32 = 4) -> TestFamily.Outcome {
      let milestone = GoalMilestone(number, at: value, title: TextHandle(title))
      return family.submit(.setGoalMilestone(milestone, of: goal, of: Self.child))
    }
    #expect(respond(8, 5) == .refused(.valueNotPossible))
    #expect(respond(-1, 5) == .changed, "a number below the first is the first")
    #expect(respond(0, 5, 0) == .refused(.goalTitleEmpty))
    #expect(respond(0, 1_000_001) == .refused(.goalTargetOutOfRange))
    let other = Command(
      .goalTextSet, subject: Self.child, entity: goal, payload: Payload(3, 5))
    #expect(family.submit(other) == .refused(.valueNotPossible))
  }

  // MARK: Attendance

  /// Practices on ten days and games on two of them, and a goal for the twelve.
  private static func season(
    target: Int, _ rule: AttendanceRule
  ) -> (family: TestFamily, practice: Entity, game: Entity, goal: Entity) {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 10, minute: 600, rule: "FREQ=DAILY;COUNT=10")
    let game = family.addClass(
      sport, day: 12, minute: 900, rule: "FREQ=DAILY;COUNT=2", type: .game)
    let goal = family.addGoal(.attendance, target: target, from: 10, through: 40)
    family.today = 50
    #expect(family.submit(.setGoalAttendance(goal, of: child, to: rule)) == .changed)
    return (family, practice, game, goal)
  }

  private static func attend(_ family: TestFamily, _ made: Entity, _ days: ClosedRange<Int>) {
    for day in days {
      family.submit(.setAttendance(of: child, at: TestFamily.id(made, day), to: true))
    }
  }

  @Test("GOAL-3: a goal counts nine of ten practices, without games")
  func share() {
    let (family, practice, game, goal) = Self.season(
      target: 90, AttendanceRule(isShare: true, types: [.practice]))
    Self.attend(family, game, 12...13)
    #expect(family.goal(goal).current == 0)
    Self.attend(family, practice, 10...17)
    #expect(family.goal(goal).current == 80 && !family.goal(goal).isCompleted)
    Self.attend(family, practice, 18...18)
    #expect(family.goal(goal).current == 90 && family.goal(goal).isCompleted)
    #expect(family.balance() > 0)
    let before = family.balance()
    family.submit(
      .setAttendance(of: Self.child, at: TestFamily.id(practice, 18), to: false))
    #expect(family.goal(goal).current == 80 && !family.goal(goal).isCompleted)
    #expect(family.balance() < before - 10, "the goal's points are revoked with the practice's")
    family.submit(.cancelOccurrence(TestFamily.id(practice, 19), true))
    #expect(family.goal(goal).current == 88, "eight of nine: a cancelled one is not in the plan")
  }

  @Test("GOAL-3: the plan may change afterwards, and the percentage with it")
  func plan() {
    let (family, practice, _, goal) = Self.season(
      target: 100, AttendanceRule(isShare: true, types: [.practice]))
    Self.attend(family, practice, 10...14)
    #expect(family.goal(goal).current == 50)
    let five = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=DAILY;COUNT=5"))!
    family.submit(.setRecurrence(of: practice, to: five))
    #expect(family.goal(goal).current == 100 && family.goal(goal).isCompleted)
    let all = family.fact(
      .setGoalAttendance(goal, of: Self.child, to: AttendanceRule(isShare: true)))
    family.submit(all)
    #expect(family.goal(goal).current == 71, "five of seven with the games")
  }

  @Test("GOAL-3: a goal can count games only")
  func countOfType() {
    let (family, practice, game, goal) = Self.season(
      target: 2, AttendanceRule(types: [.game, .tournament]))
    Self.attend(family, practice, 10...19)
    #expect(family.goal(goal).current == 0)
    Self.attend(family, game, 12...13)
    #expect(family.goal(goal).current == 2 && family.goal(goal).isCompleted)
    family.submit(.setGoalAttendance(goal, of: Self.child, to: .all))
    #expect(family.goal(goal).current == 12)
  }

  @Test("GOAL-3: a percentage is at most 100, and belongs to an attendance goal")
  func shareRefused() {
    let family = TestFamily()
    let skill = family.addGoal(.skill)
    let many = family.addGoal(.attendance, target: 101)
    let share = AttendanceRule(isShare: true)
    #expect(
      family.submit(.setGoalAttendance(skill, of: Self.child, to: share))
        == .refused(.goalChoiceUnknown))
    #expect(
      family.submit(.setGoalAttendance(many, of: Self.child, to: share))
        == .refused(.goalTargetOutOfRange))
    let some = family.addGoal(.attendance, target: 90)
    family.submit(.setGoalAttendance(some, of: Self.child, to: share))
    #expect(
      family.submit(.setGoalTarget(some, of: Self.child, to: 101))
        == .refused(.goalTargetOutOfRange))
    let unknown = Command(
      .goalAttendanceSet, subject: Self.child, entity: some, payload: Payload(1, 16))
    #expect(family.submit(unknown) == .refused(.goalChoiceUnknown))
  }
}
