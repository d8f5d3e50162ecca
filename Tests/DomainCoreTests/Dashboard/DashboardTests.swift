import Chronology
import Testing

@testable import DomainCore

@Suite("HOME-1: the dashboard of a person and an instant")
struct DashboardTests {
  private static let child = TestFamily.child
  private static let parent = TestFamily.parent

  @Test("HOME-1: the day so far, the week's deadlines, goals, habits with their streaks")
  func everything() {
    let family = TestFamily()
    let read = family.addHabit("Read", owner: Self.child)
    let run = family.addHabit("Run", owner: Self.child, rank: 1)
    for day in 0..<3 {
      family.today = day
      family.mark(read, day)
    }
    family.today = 3
    family.mark(run, 3)
    family.submit(
      .logWater(
        for: Self.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    family.submit(.logMeal(for: Self.child, MealPortion(.lunch, MealItem(food: 1, quarters: 4))))
    family.submit(.checkIn(for: Self.child, WellnessScore(mental: 6, physical: 9)))
    for (number, priority) in [GoalPriority.low, .high, .medium, .high].enumerated() {
      family.submit(
        .createGoal(
          for: Self.child,
          GoalCreation(
            .skill, title: TextHandle(UInt32(number + 1)), target: 5, unit: TextHandle(9),
            from: TestFamily.day(0), through: TestFamily.day(20 - number), priority: priority)))
    }
    family.submit(
      .createAcademicItem(
        for: Self.child,
        AcademicItemDraft(.exam, title: TextHandle(7), due: DueTime(day: TestFamily.day(4)))))
    let home = family.state.dashboard(of: Self.child, at: TestFamily.noon(3), in: .utc)
    #expect(home.waterTenthOunces == 80 && home.meals == 1)
    // The mean of 6 and 9, twice.
    #expect(home.wellnessTwice == 15)
    #expect(home.tenthKilocalories > 0 && home.energyTarget == nil && home.energyColour == nil)
    #expect(home.habits.map(\.habit) == [read, run])
    #expect(home.habits.map(\.isDone) == [false, true])
    #expect(home.habits.map(\.streak) == [3, 1])
    #expect(home.deadlines.map(\.title) == [TextHandle(7)])
    // Three, by priority and then by which ends first.
    #expect(home.goals.map(\.child) == [Self.child])
    #expect(home.goals[0].goals.map(\.title.raw) == [4, 2, 3])
    #expect(home.nextOccurrences.isEmpty && home.attention.isEmpty)
  }

  @Test("HOME-1: a parent sees the goals of each child, and nothing is there on the next day")
  func parentsAndTomorrow() {
    let family = TestFamily()
    family.submit(.checkIn(for: Self.parent, WellnessScore(mental: 2, physical: 3)))
    let today = family.state.dashboard(of: Self.parent, at: TestFamily.noon(0), in: .utc)
    #expect(today.goals.map(\.child) == [Self.child, TestFamily.sibling])
    #expect(today.wellnessTwice == 5)
    let tomorrow = family.state.dashboard(of: Self.parent, at: TestFamily.noon(1), in: .utc)
    #expect(tomorrow.wellnessTwice == nil && tomorrow.meals == 0)
  }
}
