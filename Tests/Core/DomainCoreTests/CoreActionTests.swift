import Chronology
import Testing

@testable import DomainCore

@Suite("A core action")
struct CoreActionTests {
  private static let day = TestFamily.day(0)
  private static let child = TestFamily.child

  private static func isAction(_ command: Command) -> Bool {
    Fact(
      command: command, version: Version(stamp: 1, site: 1), sequence: 1, author: child, day: day,
      zone: .utc
    ).isCoreAction
  }

  @Test("is a completion, a meal, a drink, a check-in, a workout, or progress on a goal")
  func actions() {
    let entity = Entity(site: 1, sequence: 7)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 0)
    let commands: [Command] = [
      .setCompletion(of: entity, owner: Self.child, on: Self.day, done: true),
      .logMeal(for: Self.child, MealPortion(.lunch, MealItem(food: 3, quarters: 4))),
      .logWater(for: Self.child, glass),
      .checkIn(for: Self.child, WellnessScore(mental: 5, physical: 5)),
      Command(.workoutLogged, subject: Self.child),
      .setGoalProgress(entity, of: Self.child, to: 3),
      .completeGoal(entity, of: Self.child, true),
    ]
    #expect(commands.allSatisfy { Self.isAction($0) })
    #expect(Set(commands.map(\.kind)) == Set(FactKind.allCases.filter(\.isCoreAction)))
  }

  @Test("is neither an undo nor an automatic import of a health store")
  func noActions() {
    let entity = Entity(site: 1, sequence: 7)
    #expect(
      !Self.isAction(.setCompletion(of: entity, owner: Self.child, on: Self.day, done: false)))
    #expect(!Self.isAction(.completeGoal(entity, of: Self.child, false)))
    #expect(!Self.isAction(Command(.workoutImported, subject: Self.child)))
  }
}
