import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Levels, badges and trophies")
struct AchievementTests {
  private static let child = TestFamily.child

  @Test("REW-3: levels begin at 0, 500, 2,000 and 5,000 lifetime points")
  func levels() {
    let expected: [(Int64, Level)] = [
      (0, .rookie), (499, .rookie), (500, .risingStar), (1_999, .risingStar), (2_000, .champion),
      (4_999, .champion), (5_000, .legend), (1_000_000, .legend),
    ]
    for (points, level) in expected { #expect(Level(lifetimePoints: points) == level) }
  }

  @Test("REW-3: spending lowers the balance and never the level; a reversal lowers both")
  func spending() {
    let family = TestFamily()
    let bonus = family.bonus(500)
    let reward = family.offer(500)
    let claim = family.make(.claimReward(reward, for: Self.child, price: 500))
    #expect(family.balance() == 0 && family.lifetime() == 500)
    #expect(family.state.rewards.achievements(of: Self.child).level == .risingStar)
    family.submit(.cancelClaim(claim, of: Self.child))
    #expect(family.balance() == 500 && family.lifetime() == 500)
    family.submit(.revokeBonus(bonus, of: Self.child))
    #expect(family.balance() == 0 && family.lifetime() == 0)
    #expect(family.state.rewards.achievements(of: Self.child).level == .rookie)
  }

  @Test("REW-4: First Goal is held while a goal is completed")
  func firstGoal() {
    let family = TestFamily()
    let goals = [family.addGoal(), family.addGoal()]
    for goal in goals { family.submit(.completeGoal(goal, of: Self.child)) }
    #expect(family.badges() == [.firstGoal, .centuryClub])
    family.submit(.completeGoal(goals[0], of: Self.child, false))
    #expect(family.badges() == [.firstGoal, .centuryClub])
    family.submit(.completeGoal(goals[1], of: Self.child, false))
    #expect(family.badges().isEmpty)
    family.submit(.completeGoal(goals[1], of: Self.child))
    #expect(family.badges() == [.firstGoal, .centuryClub])
  }

  @Test("REW-4: Nutrition Ninja needs 30 met days, and undoing one removes it")
  func ninja() {
    let family = TestFamily()
    family.setPoints(.nutritionDay, 0)
    for day in 0..<29 { family.meetNutritionDay(day) }
    #expect(family.badges().isEmpty)
    family.meetNutritionDay(40)
    #expect(family.badges() == [.nutritionNinja])
    family.meetNutritionDay(0, false)
    #expect(family.badges().isEmpty && family.state.rewards.nutritionDaysMet(of: Self.child) == 29)
    family.meetNutritionDay(0)
    #expect(family.badges() == [.nutritionNinja])
  }

  @Test("REW-4: undoing a nutrition day reverses what it paid, whatever is paid today")
  func ninjaUndone() {
    let family = TestFamily()
    for day in 0..<30 { family.meetNutritionDay(day) }
    #expect(family.badges() == [.nutritionNinja, .centuryClub] && family.balance() == 450)
    family.setPoints(.nutritionDay, 200)
    family.meetNutritionDay(29, false)
    #expect(family.balance() == 435 && family.badges() == [.centuryClub])
    family.meetNutritionDay(29)
    #expect(family.balance() == 635 && family.badges() == [.nutritionNinja, .centuryClub])
  }

  @Test("REW-4: Century Club needs 100 lifetime points, and spending does not remove it")
  func century() {
    let family = TestFamily()
    _ = family.bonus(99)
    #expect(family.badges().isEmpty)
    let last = family.bonus(1)
    #expect(family.badges() == [.centuryClub])
    let reward = family.offer(100)
    _ = family.make(.claimReward(reward, for: Self.child, price: 100))
    #expect(family.badges() == [.centuryClub])
    family.submit(.revokeBonus(last, of: Self.child))
    #expect(family.badges().isEmpty)
  }

  @Test("REW-4: sport trophies at 25, 50 and 100 attended occurrences of that sport")
  func trophies() {
    let family = TestFamily()
    func tier(_ sport: Entity = TestFamily.soccer) -> TrophyTier? {
      family.state.rewards.trophy(of: Self.child, in: sport)
    }
    for day in 0..<24 { family.attend(day) }
    family.attend(0, of: TestFamily.match, sport: TestFamily.swimming)
    family.attend(0, person: TestFamily.sibling)
    #expect(tier() == nil)
    let before = family.state.rewards.achievements(of: Self.child)
    family.attend(24)
    let after = family.state.rewards.achievements(of: Self.child)
    #expect(tier() == .bronze && tier(TestFamily.swimming) == nil)
    #expect(before.sports(with: .bronze) == 0 && after.sports(with: .bronze) == 1)
    for day in 25..<50 { family.attend(day) }
    #expect(tier() == .silver)
    for day in 50..<100 { family.attend(day) }
    #expect(tier() == .gold)
    let gold = family.state.rewards.achievements(of: Self.child)
    #expect(TrophyTier.allCases.map(gold.sports) == [1, 1, 1])
    for day in 24..<100 { family.attend(day, false) }
    #expect(
      tier() == nil && family.state.rewards.achievements(of: Self.child).sportTrophies == .zero)
    family.attend(24)
    #expect(tier() == .bronze)
  }

  @Test("REW-4: undoing an attendance reverses its points and its trophy as awarded")
  func trophyUndone() {
    let family = TestFamily()
    for day in 0..<25 { family.attend(day) }
    family.setPoints(.practiceOrTraining, 1)
    family.attend(7, false)
    #expect(family.balance() == 240)
    #expect(family.state.rewards.trophy(of: Self.child, in: TestFamily.soccer) == nil)
    family.attend(7)
    #expect(family.balance() == 241)
    #expect(family.state.rewards.trophy(of: Self.child, in: TestFamily.soccer) == .bronze)
  }

  @Test("REW-4: streak trophies at 7, 30 and 100 days of one habit")
  func streaks() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let other = family.addHabit("Write")
    family.today = 200
    func tier() -> TrophyTier? { family.state.rewards.achievements(of: Self.child).streakTrophy }
    let expected: [Int: TrophyTier?] = [
      6: nil, 7: .bronze, 29: .bronze, 30: .silver, 99: .silver, 100: .gold,
    ]
    for day in 0..<100 {
      family.mark(habit, day)
      if day < 6 { family.mark(other, day) }
      if let wanted = expected[day + 1] { #expect(tier() == wanted, "\(day + 1) days") }
    }
    family.mark(habit, 50, done: false)
    #expect(tier() == .silver)
    // Two runs of 50 and 49 days are joined again by a day in between.
    family.mark(habit, 50)
    #expect(tier() == .gold)
    family.mark(habit, 29, done: false)
    family.mark(habit, 65, done: false)
    #expect(tier() == .silver)
    #expect(family.state.rewards.achievements(of: TestFamily.sibling).streakTrophy == nil)
  }

  @Test("REW-4: a fact earns the difference of the achievements before and after")
  func difference() {
    let family = TestFamily()
    _ = family.bonus(99)
    let before = family.state.rewards.achievements(of: Self.child)
    _ = family.bonus(401)
    let after = family.state.rewards.achievements(of: Self.child)
    #expect(after.badges.subtracting(before.badges).badges == [.centuryClub])
    #expect(before.badges.subtracting(after.badges).badges.isEmpty)
    #expect(after.level > before.level)
    #expect(Set([before, after]).count == 2)
  }
}
