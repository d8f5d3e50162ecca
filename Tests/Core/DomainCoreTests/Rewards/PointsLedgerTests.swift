import Chronology
import Testing

@testable import DomainCore

@Suite("The points ledger")
struct PointsLedgerTests {
  @Test(
    "REW-2: pays 10 for practice and training, 20 for games and tournaments, 15 a nutrition day")
  func defaults() {
    let family = TestFamily()
    family.attend(0, as: .practice)
    family.attend(1, as: .training)
    family.attend(2, of: TestFamily.match, as: .game)
    family.attend(3, of: TestFamily.match, as: .tournament)
    family.meetNutritionDay(0)
    #expect(family.amounts() == [10, 10, 20, 20, 15])
    #expect(family.balance() == 75 && family.lifetime() == 75)
    #expect(family.balance(TestFamily.sibling) == 0)
  }

  @Test("REW-1: a repeated cause pays once, and separately for each child")
  func once() {
    let family = TestFamily()
    for _ in 0..<3 {
      family.attend(0)
      family.attend(0, person: TestFamily.sibling)
      family.meetNutritionDay(0)
    }
    #expect(family.amounts() == [10, 15] && family.amounts(TestFamily.sibling) == [10])
    family.attend(1, false)
    family.meetNutritionDay(1, false)
    #expect(family.amounts() == [10, 15])
  }

  @Test("REW-1: an undo reverses exactly the entry of its cause, with the amount that it paid")
  func reversal() {
    let family = TestFamily()
    family.attend(0)
    family.meetNutritionDay(0)
    family.setPoints(.practiceOrTraining, 70)
    family.setPoints(.nutritionDay, 1)
    family.attend(1)
    family.attend(0, false)
    family.meetNutritionDay(0, false)
    #expect(family.amounts() == [10, 15, 70, -10, -15])
    let places = family.state.rewards.ledgerPlaces(of: TestFamily.child)
    #expect(places.map { family.state.rewards.ledger[$0].reverses } == [nil, nil, nil, 0, 1])
    #expect(family.balance() == 70 && family.lifetime() == 70)
    // A cause that begins again pays again, by the current setting.
    family.attend(0)
    #expect(family.amounts().last == 70 && family.balance() == 140)
    family.attend(0, false)
    #expect(family.amounts().last == -70)
    let last = family.state.rewards.ledger[family.state.rewards.ledger.count - 1]
    #expect(last.turn == 3 && last.reverses == 5)
  }

  @Test("REW-1: an undo reverses what was paid even if the class has become a game since")
  func changedClass() {
    let family = TestFamily()
    family.attend(0, as: .practice)
    family.attend(0, false, sport: TestFamily.swimming, as: .game)
    #expect(family.amounts() == [10, -10])
    #expect(family.state.rewards.attendedCount(of: TestFamily.child, in: TestFamily.soccer) == 0)
    #expect(family.state.rewards.attendedCount(of: TestFamily.child, in: TestFamily.swimming) == 0)
  }

  @Test("REW-2: each completed 7-day streak pays 50, in one run or in several")
  func weeks() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 40
    for day in 0..<6 { family.mark(habit, day) }
    #expect(family.amounts().isEmpty)
    family.mark(habit, 6)
    #expect(family.amounts() == [50])
    for day in 7..<14 { family.mark(habit, day) }
    #expect(family.amounts() == [50, 50])
    for day in 20..<27 { family.mark(habit, day) }
    #expect(family.amounts() == [50, 50, 50])
    family.mark(habit, 20)
    #expect(family.amounts() == [50, 50, 50])
  }

  @Test("REW-2: a day added later joins two runs and completes at most one week")
  func filled() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 40
    // 6 + 1 + 6 days: 13 days hold one week.
    for day in [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12] { family.mark(habit, day) }
    #expect(family.amounts().isEmpty)
    family.mark(habit, 6)
    #expect(
      family.amounts() == [50]
        && family.state.rewards.streakWeeks(of: family.state.habitAt(0).entity) == 1)
    family.mark(habit, 13)
    #expect(family.amounts() == [50, 50])
    // Undoing a day in the middle leaves 7 + 6, and reverses its week.
    family.mark(habit, 7, done: false)
    #expect(
      family.amounts() == [50, 50, -50]
        && family.state.rewards.streakWeeks(of: family.state.habitAt(0).entity) == 1)
    family.mark(habit, 7)
    #expect(family.amounts() == [50, 50, -50, 50])
  }

  @Test("REW-2: one more day changes the whole weeks by at most one, wherever it is")
  func weeksExhaustively() {
    for before in 0...21 {
      for after in 0...21 {
        let family = TestFamily()
        let habit = family.addHabit("Read")
        family.today = 60
        let days = Array(1..<(1 + before)) + Array((2 + before)..<(2 + before + after))
        for day in days { family.mark(habit, day) }
        let weeks = before / 7 + after / 7
        #expect(family.state.rewards.streakWeeks(of: family.state.habitAt(0).entity) == weeks)
        family.mark(habit, 1 + before)
        let joined = (before + after + 1) / 7
        #expect(joined - weeks == 0 || joined - weeks == 1)
        #expect(family.balance() == joined * 50, "\(before) and \(after)")
        family.mark(habit, 1 + before, done: false)
        #expect(family.balance() == weeks * 50, "\(before) and \(after)")
      }
    }
  }

  @Test("REW-1, REW-2, REW-4: undoing a day reverses the streak's points and badge as paid")
  func streakUndone() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 6
    for day in 0..<7 { family.mark(habit, day) }
    #expect(family.badges() == [.weekWarrior])
    family.setPoints(.streakWeek, 500)
    family.mark(habit, 6, done: false)
    #expect(family.amounts() == [50, -50] && family.badges().isEmpty)
    #expect(family.state.rewards.achievements(of: TestFamily.child).streakTrophy == nil)
    family.mark(habit, 6)
    #expect(family.amounts() == [50, -50, 500])
    #expect(family.badges() == [.weekWarrior, .centuryClub])
  }

  @Test("REW-1: deleting or restoring a habit changes no points or badges")
  func deletedHabit() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 6
    for day in 0..<7 { family.mark(habit, day) }
    family.submit(.deleteHabit(habit, of: TestFamily.child))
    #expect(family.amounts() == [50] && family.badges() == [.weekWarrior])
    family.submit(.restoreHabit(habit, of: TestFamily.child))
    #expect(family.amounts() == [50] && family.badges() == [.weekWarrior])
    family.mark(habit, 6, done: false)
    #expect(family.amounts() == [50, -50] && family.badges().isEmpty)
  }

  @Test("REW-2: the later of two settings applies to the log after it")
  func settings() {
    let family = TestFamily()
    let early = family.fact(.setPoints(.gameOrTournament, to: 1, by: TestFamily.parent), site: 1)
    let late = family.fact(.setPoints(.gameOrTournament, to: 2, by: TestFamily.parent), site: 2)
    #expect(family.submit(late) == .changed)
    family.attend(0, of: TestFamily.match, as: .game)
    #expect(family.submit(early) == .superseded)
    family.attend(1, of: TestFamily.match, as: .game)
    #expect(family.amounts() == [2, 2])
  }

  @Test("REW-2: zero is a setting too, and a cause that paid zero counts as paid")
  func zero() {
    let family = TestFamily()
    family.setPoints(.practiceOrTraining, 0)
    family.attend(0)
    family.setPoints(.practiceOrTraining, 10)
    family.attend(0)
    #expect(family.amounts() == [0] && family.balance() == 0)
    family.attend(0, false)
    #expect(family.amounts() == [0, 0])
  }

  @Test("REW-2: a bonus is any positive amount, paid once, and revoked permanently")
  func bonus() {
    let family = TestFamily()
    let bonus = family.bonus(1)
    let large = family.bonus(1_000_000)
    #expect(family.balance() == 1_000_001)
    let again = family.fact(.revokeBonus(large, of: TestFamily.child), site: 2)
    #expect(family.submit(.revokeBonus(large, of: TestFamily.child)) == .changed)
    #expect(family.submit(again) == .superseded)
    #expect(family.amounts() == [1, 1_000_000, -1_000_000])
    #expect(
      family.submit(.revokeBonus(bonus, of: TestFamily.sibling)) == .refused(.bonusUnknown))
    #expect(
      family.submit(.revokeBonus(TestFamily.practice, of: TestFamily.child))
        == .refused(.bonusUnknown))
  }

  @Test("REW-1: a fact that arrives twice counts once")
  func duplicates() {
    let family = TestFamily()
    let bonus = family.fact(.awardBonus(to: TestFamily.child, 30))
    let offer = family.fact(.offerReward(TextHandle(1), price: 10, by: TestFamily.parent))
    let claim = family.fact(
      .claimReward(offer.identity, for: TestFamily.child, price: 10))
    for fact in [bonus, offer, claim] { #expect(family.submit(fact) == .changed) }
    let digest = family.state.digest
    for fact in [bonus, offer, claim] { #expect(family.submit(fact) == .superseded) }
    #expect(family.state.digest == digest && family.amounts() == [30, -10])
    family.submit(.revokeBonus(bonus.identity, of: TestFamily.child))
    #expect(family.submit(bonus) == .superseded)
    #expect(family.balance() == -10)
  }

  @Test("REW-1: the balance is the sum of the ledger, and the digest covers every entry")
  func digest() {
    let family = TestFamily()
    let other = TestFamily()
    family.attend(0)
    other.attend(0)
    #expect(family.isIdentical(to: other) && family.isIdenticalToCopy)
    // The same facts in another order pay a different amount, and the digest must show that.
    let setting = family.fact(.setPoints(.nutritionDay, to: 40, by: TestFamily.parent))
    _ = other.fact(.setPoints(.nutritionDay, to: 40, by: TestFamily.parent))
    family.submit(setting)
    family.meetNutritionDay(1)
    other.meetNutritionDay(1)
    other.submit(setting)
    #expect(family.amounts() == [10, 40] && other.amounts() == [10, 15])
    #expect(family.state.digest != other.state.digest && !family.isIdentical(to: other))
    #expect(family.balance() == family.amounts().reduce(0, +))
  }
}
