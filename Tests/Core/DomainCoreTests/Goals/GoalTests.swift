import Chronology
import Testing

@testable import DomainCore

extension TestFamily {
  /// A goal over the days 10 to 40 by default.
  func goal(
    _ type: GoalType = .performance, target: Int = 5, from start: Int = 10, through end: Int = 40,
    priority: GoalPriority = .low
  ) -> GoalCreation {
    GoalCreation(
      type, title: TextHandle(1), target: target, unit: TextHandle(2), from: Self.day(start),
      through: Self.day(end), priority: priority)
  }

  func addGoal(
    _ type: GoalType = .performance, target: Int = 5, from start: Int = 10, through end: Int = 40,
    priority: GoalPriority = .low, site: UInt32 = 1
  ) -> Entity {
    make(
      .createGoal(
        for: Self.child,
        goal(type, target: target, from: start, through: end, priority: priority)),
      site: site)
  }

  func goal(_ entity: Entity) -> Goal { state.goals.goal(entity)! }
}

@Suite("A goal")
struct GoalTests {
  private static let child = TestFamily.child

  @Test("GOAL-1: a goal keeps its initial values, for each type and priority")
  func creation() {
    for type in GoalType.allCases {
      for priority in GoalPriority.allCases {
        let family = TestFamily()
        let goal = family.goal(family.addGoal(type, target: 1_000_000, priority: priority))
        #expect(goal.type == type && goal.priority == priority && goal.target == 1_000_000)
        #expect(goal.title == TextHandle(1) && goal.unit == TextHandle(2))
        #expect(goal.start == TestFamily.day(10) && goal.end == TestFamily.day(40))
        #expect(goal.person == Self.child && goal.status == .active && goal.sport == .none)
        #expect(goal.progressPercent == 0)
      }
    }
  }

  @Test("GOAL-1: a goal without a target, a title or an end after its start is refused")
  func refused() {
    let family = TestFamily()
    func respond(_ goal: GoalCreation) -> TestFamily.Outcome {
      family.submit(.createGoal(for: Self.child, goal))
    }
    #expect(respond(family.goal(target: 0)) == .refused(.goalTargetOutOfRange))
    #expect(respond(family.goal(target: -1)) == .refused(.goalTargetOutOfRange))
    #expect(respond(family.goal(target: 1_000_001)) == .refused(.goalTargetOutOfRange))
    #expect(respond(family.goal(target: 1)) == .changed)
    #expect(respond(family.goal(from: 10, through: 9)) == .refused(.goalDatesReversed))
    #expect(respond(family.goal(from: 10, through: 10)) == .changed)
    #expect(respond(family.goal(from: -1)) == .refused(.dayOutOfRange))
    #expect(respond(family.goal(through: 3_660)) == .refused(.dayOutOfRange))
    #expect(respond(family.goal(from: 0, through: 3_659)) == .changed)
    var untitled = family.goal()
    untitled.title = .empty
    #expect(respond(untitled) == .refused(.goalTitleEmpty))
    var unknown = family.goal()
    unknown.type = nil
    #expect(respond(unknown) == .refused(.goalChoiceUnknown))
    unknown = family.goal()
    unknown.priority = nil
    #expect(respond(unknown) == .refused(.goalChoiceUnknown))
  }

  @Test("GOAL-1: the later of two edits of a field wins, and edits of two fields both apply")
  func edits() {
    let family = TestFamily()
    let goal = family.addGoal()
    func pair(_ first: Command, _ second: Command) -> [Fact] {
      [family.fact(first, site: 1), family.fact(second, site: 2)]
    }
    let child = Self.child
    let dates = [10, 11].map { GoalDates(from: TestFamily.day($0), through: TestFamily.day(50)) }
    let facts =
      pair(
        .retitleGoal(goal, of: child, to: TextHandle(8)),
        .retitleGoal(goal, of: child, to: TextHandle(9)))
      + pair(
        .setGoalUnit(goal, of: child, to: TextHandle(70_000)),
        .setGoalUnit(goal, of: child, to: TextHandle(80_000)))
      + pair(.setGoalTarget(goal, of: child, to: 6), .setGoalTarget(goal, of: child, to: 8))
      + pair(
        .setGoalDates(goal, of: child, to: dates[0]), .setGoalDates(goal, of: child, to: dates[1]))
      + pair(
        .setGoalPriority(goal, of: child, to: .medium), .setGoalPriority(goal, of: child, to: .high)
      )
      + pair(
        .setGoalSport(goal, of: child, to: TestFamily.soccer),
        .setGoalSport(goal, of: child, to: TestFamily.swimming))
      + pair(.setGoalProgress(goal, of: child, to: 1), .setGoalProgress(goal, of: child, to: 2))
      + pair(.archiveGoal(goal, of: child, false), .archiveGoal(goal, of: child, true))
    for fact in facts { #expect(family.submit(fact) == .changed) }
    let kept = family.goal(goal)
    #expect(kept.title == TextHandle(9) && kept.unit == TextHandle(80_000) && kept.target == 8)
    #expect(kept.start == TestFamily.day(11) && kept.priority == .high && kept.current == 2)
    #expect(kept.sport == TestFamily.swimming && kept.isArchived && kept.progressPercent == 25)

    // The same writes in any other order give the same state.
    let other = TestFamily()
    _ = other.addGoal()
    for fact in facts.reversed() { other.submit(fact) }
    #expect(other.isIdentical(to: family) && other.state.digest == family.state.digest)
    #expect(family.isIdenticalToCopy)
  }

  @Test("GOAL-2: progress is always 0 to 100 percent, and 100 means reached")
  func progress() {
    let family = TestFamily()
    let goal = family.addGoal(target: 300)
    let expected = [
      0: 0, -1: 0, -1_000_000: 0, 1: 0, 2: 0, 3: 1, 150: 50, 299: 99, 300: 100, 301: 100,
      1_000_000: 100,
    ]
    for (value, percent) in expected {
      #expect(family.submit(.setGoalProgress(goal, of: Self.child, to: value)) == .changed)
      #expect(family.goal(goal).progressPercent == percent, "\(value)")
      #expect(family.goal(goal).current == Int32(value))
    }
    for value in [1_000_001, -1_000_001, Int.max, Int.min] {
      #expect(
        family.submit(.setGoalProgress(goal, of: Self.child, to: value))
          == .refused(.goalProgressOutOfRange))
    }
    #expect(!family.goal(goal).isCompleted, "progress by hand does not complete")
  }

  @Test("GOAL-2: two devices that complete the same goal complete it once, for one award")
  func completedTwice() {
    for priority in GoalPriority.allCases {
      let family = TestFamily()
      let goal = family.addGoal(priority: priority)
      let facts = [1, 2].map { family.fact(.completeGoal(goal, of: Self.child), site: $0) }
      for fact in facts { family.submit(fact) }
      for fact in facts { #expect(family.submit(fact) == .superseded) }
      let points = [GoalPriority.low: 100, .medium: 150, .high: 200]
      #expect(family.amounts() == [points[priority]!], "\(priority)")
      #expect(family.goal(goal).status == .completed && family.badges().contains(.firstGoal))
    }
  }

  @Test("GOAL-2: points are awarded by the priority at completion, and revoked by the same")
  func priority() {
    let family = TestFamily()
    let goal = family.addGoal(priority: .low)
    family.submit(.setGoalPriority(goal, of: Self.child, to: .high))
    family.submit(.completeGoal(goal, of: Self.child))
    family.submit(.setGoalPriority(goal, of: Self.child, to: .medium))
    family.setPoints(.goalHigh, 9)
    family.submit(.completeGoal(goal, of: Self.child, false))
    #expect(family.amounts() == [200, -200])
    family.submit(.completeGoal(goal, of: Self.child))
    #expect(family.amounts() == [200, -200, 150])
  }

  @Test("GOAL-2: the later completion by hand wins, in any order of arrival")
  func laterAnswer() {
    let family = TestFamily()
    let goal = family.addGoal()
    let yes = family.fact(.completeGoal(goal, of: Self.child), site: 1)
    let no = family.fact(.completeGoal(goal, of: Self.child, false), site: 2)
    #expect(family.submit(no) == .changed && family.submit(yes) == .superseded)
    #expect(family.goal(goal).status == .active && family.amounts().isEmpty)
  }

  @Test("GOAL-1: archiving hides a goal without awarding or revoking points")
  func archived() {
    let family = TestFamily()
    let goal = family.addGoal()
    family.submit(.completeGoal(goal, of: Self.child))
    family.submit(.archiveGoal(goal, of: Self.child, true))
    #expect(family.goal(goal).status == .archived && family.amounts() == [100])
    family.submit(.archiveGoal(goal, of: Self.child, false))
    #expect(family.goal(goal).status == .completed && family.amounts() == [100])
  }

  @Test("GOAL-1: a deleted goal stays deleted, and its awarded points stay")
  func deleted() {
    let family = TestFamily()
    let goal = family.addGoal(.attendance, target: 1)
    family.attend(10)
    #expect(family.amounts() == [10, 100])
    let second = family.fact(.deleteGoal(goal, of: Self.child), site: 2)
    #expect(family.submit(.deleteGoal(goal, of: Self.child)) == .changed)
    #expect(family.submit(second) == .superseded)
    #expect(
      family.submit(.archiveGoal(goal, of: Self.child, true)) == .refused(.goalDeleted))
    family.attend(10, false)
    #expect(family.amounts() == [10, 100, -10] && family.badges() == [.firstGoal, .centuryClub])
    #expect(family.state.goals.goals(of: Self.child).isEmpty)
  }

  @Test("GOAL-1: a goal belongs to one person: commands for another subject do not reach it")
  func unknown() {
    let family = TestFamily()
    let goal = family.addGoal()
    #expect(
      family.submit(.deleteGoal(goal, of: TestFamily.sibling)) == .refused(.goalUnknown))
    #expect(
      family.submit(.deleteGoal(TestFamily.soccer, of: Self.child)) == .refused(.goalUnknown))
  }

  @Test("GOAL-1: a goal is overdue after its last day, and can still be completed by hand")
  func overdue() {
    let family = TestFamily()
    let goal = family.addGoal(from: 10, through: 20)
    #expect(!family.goal(goal).isOverdue(asOf: TestFamily.day(20)))
    #expect(family.goal(goal).isOverdue(asOf: TestFamily.day(21)))
    family.today = 30
    #expect(family.submit(.completeGoal(goal, of: Self.child)) == .changed)
    #expect(!family.goal(goal).isOverdue(asOf: TestFamily.day(30)))
  }
}

@Suite("A goal that progresses by itself")
struct AutomaticGoalTests {
  private static let child = TestFamily.child

  @Test("GOAL-2: an attendance goal counts from its first to its last day, however late the log")
  func attendance() {
    let family = TestFamily()
    family.today = 100
    family.attend(9)
    family.attend(10)
    let goal = family.addGoal(.attendance, target: 3)
    #expect(family.goal(goal).current == 1, "earlier logs count as well")
    family.attend(40, person: TestFamily.sibling)
    family.attend(41)
    #expect(family.goal(goal).current == 1)
    family.attend(40)
    #expect(family.goal(goal).current == 2 && family.goal(goal).status == .active)
    // Logged long after the last day.
    family.attend(20)
    #expect(family.goal(goal).status == .completed && family.goal(goal).progressPercent == 100)
    family.attend(21)
    #expect(family.goal(goal).current == 4 && family.goal(goal).progressPercent == 100)
    #expect(family.amounts().filter { $0 == 100 }.count == 1)
  }

  @Test("GOAL-2: undoing a counted log revokes the completion, and its points")
  func undone() {
    let family = TestFamily()
    let goal = family.addGoal(.attendance, target: 2, priority: .high)
    family.attend(10)
    family.attend(11)
    family.setPoints(.goalHigh, 1)
    family.attend(11, false)
    #expect(family.amounts() == [10, 10, 200, -10, -200])
    #expect(family.goal(goal).status == .active && family.badges().isEmpty)
    family.attend(12)
    #expect(family.amounts().suffix(2) == [10, 1] && family.badges() == [.firstGoal])
    #expect(family.goal(goal).status == .completed)
  }

  @Test("GOAL-2: a nutrition goal counts met days")
  func nutrition() {
    let family = TestFamily()
    for day in 8..<12 { family.meetNutritionDay(day) }
    let goal = family.addGoal(.nutrition, target: 4, priority: .medium)
    #expect(family.goal(goal).current == 2)
    for day in 38..<43 { family.meetNutritionDay(day) }
    #expect(family.goal(goal).current == 5 && family.goal(goal).status == .completed)
    family.attend(15)
    #expect(family.goal(goal).current == 5)
    family.meetNutritionDay(10, false)
    #expect(family.goal(goal).status == .completed)
    family.meetNutritionDay(11, false)
    #expect(family.goal(goal).status == .active)
    #expect(family.amounts().filter { abs($0) == 150 } == [150, -150])
  }

  @Test("GOAL-2: a linked sport, other days or another target cause a recount")
  func edited() {
    let family = TestFamily()
    let goal = family.addGoal(.attendance, target: 3)
    family.attend(10)
    family.attend(11, of: TestFamily.match, sport: TestFamily.swimming)
    family.attend(50)
    #expect(family.goal(goal).current == 2)
    family.submit(.setGoalSport(goal, of: Self.child, to: TestFamily.swimming))
    #expect(family.goal(goal).current == 1)
    family.attend(12)
    #expect(family.goal(goal).current == 1)
    family.submit(.setGoalTarget(goal, of: Self.child, to: 1))
    #expect(family.goal(goal).status == .completed)
    family.submit(.setGoalTarget(goal, of: Self.child, to: 2))
    #expect(family.goal(goal).status == .active)
    family.submit(.setGoalSport(goal, of: Self.child, to: .none))
    #expect(family.goal(goal).current == 3 && family.goal(goal).status == .completed)
    let dates = GoalDates(from: TestFamily.day(50), through: TestFamily.day(50))
    family.submit(.setGoalDates(goal, of: Self.child, to: dates))
    #expect(family.goal(goal).current == 1 && family.goal(goal).status == .active)
    #expect(family.amounts().filter { abs($0) == 100 } == [100, -100, 100, -100])
  }

  @Test("GOAL-2: an automatic goal cannot be completed by hand")
  func byHand() {
    let family = TestFamily()
    for type in GoalType.allCases {
      let goal = family.addGoal(type)
      let expected: TestFamily.Outcome = type.isAutomatic ? .refused(.goalAutomatic) : .changed
      #expect(family.submit(.setGoalProgress(goal, of: Self.child, to: 1)) == expected)
      #expect(family.submit(.completeGoal(goal, of: Self.child)) == expected)
    }
    #expect(GoalType.allCases.filter(\.isAutomatic) == [.attendance, .nutrition])
  }
}

@Suite("A goal's term")
struct GoalTermTests {
  private static func term(_ start: String, _ end: String) -> GoalTerm {
    GoalTerm(from: LocalDay(start)!, through: LocalDay(end)!)
  }

  @Test("GOAL-1: short is up to four weeks, both days counted")
  func short() {
    #expect(Self.term("2026-03-01", "2026-03-01") == .short)
    #expect(Self.term("2026-03-01", "2026-03-07") == .short)
    #expect(Self.term("2026-03-01", "2026-03-28") == .short)
    #expect(Self.term("2026-03-01", "2026-03-29") == .medium)
    #expect(Self.term("2026-02-01", "2026-02-28") == .short)
    #expect(Self.term("2026-02-01", "2026-03-01") == .medium)
  }

  @Test("GOAL-1: medium is up to three calendar months, also where a month has no such date")
  func medium() {
    #expect(Self.term("2026-01-01", "2026-03-31") == .medium)
    #expect(Self.term("2026-01-01", "2026-04-01") == .long)
    #expect(Self.term("2026-01-15", "2026-04-14") == .medium)
    #expect(Self.term("2026-01-15", "2026-04-15") == .long)
    #expect(Self.term("2025-11-30", "2026-02-28") == .medium)
    #expect(Self.term("2025-11-30", "2026-03-01") == .long)
    #expect(Self.term("2027-11-30", "2028-02-29") == .medium)
    #expect(Self.term("2026-10-31", "2027-01-30") == .medium)
    #expect(Self.term("2026-10-31", "2027-01-31") == .long)
    #expect(Self.term("2026-01-31", "2026-04-30") == .medium)
    #expect(Self.term("2026-01-31", "2026-05-01") == .long)
    #expect(Self.term("2026-06-01", "2028-06-02") == .long)
  }

  @Test("GOAL-1: from any day a goal that lasts longer never has a shorter term")
  func monotone() {
    for offset in 0..<1_500 {
      let start = LocalDay(year: 2024, month: 1, day: 1).adding(days: offset)
      let terms = [0, 27, 28, 84, 88, 89, 90, 91, 92, 93, 400].map {
        GoalTerm(from: start, through: start.adding(days: $0)).rawValue
      }
      #expect(terms == terms.sorted() && terms[1] == 0 && terms[2] == 1)
      // Three months have 89 to 92 days.
      #expect(terms[4] == 1 && terms[9] == 2)
    }
  }
}
