import Chronology
import Testing

@testable import DomainCore

@Suite("The edges of a goal")
struct GoalEdgeTests {
  private static let child = TestFamily.child

  /// A daily class that was attended on days 9 to 41, all logged on day 60.
  private static func family() -> (family: TestFamily, sport: Entity, made: Entity) {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    family.today = 60
    for day in 9...41 {
      family.submit(.setAttendance(of: child, at: TestFamily.id(made, day), to: true))
    }
    return (family, sport, made)
  }

  @Test("GOAL-2: a goal counts its first and its last day, and no day outside")
  func days() {
    let (family, sport, made) = Self.family()
    for goal in [
      family.addGoal(.attendance, target: 31),
      family.addGoal(.attendance, target: 1, from: 41, through: 41),
    ] {
      family.submit(.setGoalSport(goal, of: Self.child, to: sport))
      let kept = family.goal(goal)
      #expect(kept.current == kept.target && kept.isCompleted)
    }
    let later = family.addGoal(.attendance, target: 1, from: 42, through: 42)
    #expect(family.goal(later).current == 0)
    // The last day is logged last, and late.
    family.submit(.setAttendance(of: Self.child, at: TestFamily.id(made, 42), to: true))
    #expect(family.goal(later).isCompleted)
  }

  @Test("GOAL-2, REW-1: a higher target revokes the awarded points, at the points of that time")
  func target() {
    let (family, _, _) = Self.family()
    let before = family.balance()
    let goal = family.addGoal(.attendance, target: 32)
    #expect(!family.goal(goal).isCompleted && family.goal(goal).progressPercent == 96)
    family.submit(.setGoalTarget(goal, of: Self.child, to: 31))
    #expect(family.balance() == before + 100)
    family.setPoints(.goalLow, 7)
    family.submit(.setGoalPriority(goal, of: Self.child, to: .high))
    #expect(family.balance() == before + 100, "its points were already awarded")
    family.submit(.setGoalTarget(goal, of: Self.child, to: 32))
    #expect(family.balance() == before)
    family.submit(.setGoalPriority(goal, of: Self.child, to: .low))
    family.submit(.setGoalTarget(goal, of: Self.child, to: 1))
    #expect(family.balance() == before + 7)
  }

  @Test("GOAL-1, GOAL-2: an archived goal continues to count and award; a deleted one does neither")
  func putAway() {
    let (family, _, made) = Self.family()
    let archived = family.addGoal(.attendance, target: 33, from: 9, through: 43)
    let deleted = family.addGoal(.attendance, target: 33, from: 9, through: 43)
    let before = family.balance()
    #expect(before == 33 * 10 + 200, "both were reached on creation")
    family.submit(.archiveGoal(archived, of: Self.child, true))
    family.submit(.deleteGoal(deleted, of: Self.child))
    family.submit(.cancelOccurrence(TestFamily.id(made, 20), true))
    #expect(family.goal(archived).status == .archived && !family.goal(archived).isCompleted)
    #expect(family.balance() == before - 10 - 100, "the deleted goal's points stay")
    family.submit(.setAttendance(of: Self.child, at: TestFamily.id(made, 42), to: true))
    #expect(family.goal(archived).isCompleted && family.balance() == before)
    #expect(family.badges().contains(.firstGoal))
  }

  @Test("GOAL-2: a nutrition goal counts the first and the last day, and each day once")
  func nutrition() {
    let family = TestFamily()
    family.submit(.setSex(.male, of: Self.child))
    family.submit(.setWeight(of: Self.child, on: TestFamily.day(0), grams: 40_000))
    family.submit(.setHeight(of: Self.child, on: TestFamily.day(0), millimeters: 1_450))
    let goal = family.addGoal(.nutrition, target: 2, from: 3, through: 5)
    family.today = 9
    for day in [2, 3, 5, 6] { family.eatWell(on: day) }
    #expect(family.goal(goal).current == 2 && family.goal(goal).isCompleted)
    family.drink(5, on: 5)
    #expect(family.goal(goal).current == 2)
    family.eat(5_000, on: 3)
    #expect(family.goal(goal).current == 1 && family.goal(goal).progressPercent == 50)
    // Four days at 15 points; one of them and the goal are revoked.
    #expect(family.balance() == 4 * 15 - 15)
  }
}
