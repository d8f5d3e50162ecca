import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("A nutrition day")
struct NutritionDayTests {
  private let child = TestFamily.child

  private func family(today: Int = 0) -> TestFamily {
    let family = TestFamily()
    family.today = today
    family.measure()
    return family
  }

  @Test("NUT-6: is met when energy, protein and water are all green, whichever comes last")
  func met() {
    for last in 0..<3 {
      let family = family()
      let parts: [() -> Void] = [
        { family.eat(TestFamily.energy) }, { family.eat(0, protein: TestFamily.protein) },
        { family.drink(TestFamily.water) },
      ]
      for step in 1...3 {
        #expect(!family.isMet(0))
        parts[(last + step) % 3]()
      }
      #expect(family.isMet(0) && family.changes == 1)
      for metric in [NutritionMetric.energy, .protein, .water] {
        #expect(family.state.color(of: metric, for: child, on: TestFamily.day(0)) == .green)
      }
      #expect(family.state.color(of: .fat, for: child, on: TestFamily.day(0)) == .red)
    }
  }

  @Test("NUT-6: is no longer met with more than 5 % too much energy")
  func tooMuch() {
    let family = family()
    family.eat(17_195, protein: TestFamily.protein)
    family.drink(TestFamily.water)
    // 95 % are 1,719.5 kcal and 105 % are 1,900.5.
    #expect(family.isMet(0) && family.changes == 1)
    family.eat(1_810)
    #expect(family.isMet(0) && family.changes == 1)
    family.eat(1)
    #expect(!family.isMet(0) && family.changes == 2)
    #expect(family.state.color(of: .energy, for: child, on: TestFamily.day(0)) == .yellow)
    // Practice was longer than expected, and the amount is right after all.
    family.attend(on: 0, times: 10)
    #expect(!family.isMet(0))
    family.eat(2_000)
    #expect(family.isMet(0) && family.changes == 3)
    family.attend(on: 0, times: 9)
    #expect(!family.isMet(0) && family.changes == 4)
  }

  @Test("NUT-6: is not met a tenth below the bounds")
  func justMissed() {
    for (energy, protein, water) in [
      (17_194, 380, 650), (17_195, 379, 650), (17_195, 380, 649), (19_006, 380, 650),
    ] {
      let family = family()
      family.eat(UInt32(energy), protein: UInt32(protein))
      family.drink(UInt16(water))
      #expect(!family.isMet(0) && family.changes == 0)
    }
  }

  @Test("NUT-6: needs a body profile, or targets that a parent has set")
  func withoutProfile() {
    let family = TestFamily()
    family.eatWell()
    #expect(!family.isMet(0) && family.target() == NutritionTarget())
    let hasRoom = family.state.nutrition.bounds.count > 0
    #expect(!hasRoom)
    #expect(family.state.color(of: .energy, for: child, on: TestFamily.day(0)) == nil)
    family.override(.energy, TestFamily.energy)
    family.override(.protein, TestFamily.protein)
    #expect(!family.isMet(0))
    family.override(.water, 1_920)
    #expect(family.isMet(0))
    // No other person's day is affected.
    family.eatWell(by: TestFamily.sibling)
    family.eatWell(by: TestFamily.parent)
    #expect(!family.isMet(0, of: TestFamily.sibling) && !family.isMet(0, of: TestFamily.parent))
    #expect(family.changes == 1)
  }

  @Test("NUT-6: is rated again when a meal arrives late, however old the day")
  func late() {
    let family = family(today: 100)
    family.eatWell(on: 100)
    family.drink(TestFamily.water, on: 3)
    family.eat(TestFamily.energy, protein: TestFamily.protein, on: 3)
    #expect(family.isMet(3) && family.isMet(100) && family.changes == 2)
    family.eat(5_000, on: 3)
    #expect(!family.isMet(3) && family.isMet(100))
  }

  @Test("NUT-6: uses the weight of its own day, also when the weight arrives late")
  func weightHistory() {
    let family = family(today: 20)
    family.eatWell(on: 5)
    family.eatWell(on: 15)
    #expect(family.isMet(5) && family.isMet(15))
    family.measure(grams: 52_750, on: 10)
    #expect(family.isMet(5) && !family.isMet(15) && family.changes == 3)
    family.measure(grams: 40_000, on: 14)
    #expect(family.isMet(5) && family.isMet(15) && family.changes == 4)
  }

  @Test("NUT-5, NUT-6: a favorite logged on two devices is two meals")
  func favoriteTwice() throws {
    let family = family()
    family.drink(TestFamily.water)
    var half = Nutrients.zero
    half.lanes[0] = TestFamily.energy / 2
    half.lanes[1] = TestFamily.protein / 2
    let dinner = MealPortion(.dinner, stating: half, from: MealOrigin(.typed))
    family.submit(.setFavoriteMeal(for: child, slot: 0, dinner))
    let favorite = family.state.nutrition.favoriteMeal(of: child, slot: 0)
    let kept = try #require(favorite)
    #expect(kept == dinner)
    family.submit(.logMeal(for: child, kept), site: 1)
    #expect(!family.isMet(0))
    family.submit(.logMeal(for: child, kept), site: 2)
    #expect(family.isMet(0) && family.state.personDay(child, 0).meals == [0, 0, 2, 0])
  }

  @Test("HAB-3, NUT-6: the local day of the tap decides, whatever the zone and the clock")
  func frozenDay() throws {
    let family = family(today: 84)
    let auckland = try #require(Zone(named: "Pacific/Auckland"))
    let losAngeles = try #require(Zone(named: "America/Los_Angeles"))
    func log(_ command: Command, _ day: Int, _ instant: Instant, _ zone: Zone) {
      family.submit(family.fact(command, on: day, at: instant, zone: zone))
    }
    var nutrients = Nutrients.zero
    nutrients.lanes[0] = TestFamily.energy
    nutrients.lanes[1] = TestFamily.protein
    let meal = Command.logMeal(
      for: child, MealPortion(.lunch, stating: nutrients, from: MealOrigin(.typed)))
    let water = Command.logWater(
      for: child,
      WaterAmount(tenthOunces: TestFamily.water, source: .glass, minuteOfDay: 150))
    // Eaten in Auckland on day 84, drunk an hour later in a plane that has left for a place where
    // it is still day 83.
    let noon = TestFamily.noon(83) + 3 * Span.hour
    log(meal, 84, noon, auckland)
    log(water, 83, noon + Span.hour, losAngeles)
    #expect(!family.isMet(83) && !family.isMet(84))
    log(water, 84, noon + 2 * Span.hour, auckland)
    #expect(!family.isMet(83) && family.isMet(84) && family.changes == 1)
    // Before and after a clock change in the night: the same day.
    log(meal, 83, noon - 4 * Span.hour, losAngeles)
    #expect(family.isMet(83))
  }

  @Test("NUT-6: a fifth day in turn is rated like the first, and the first again")
  func manyDaysInTurn() {
    let family = family(today: 40)
    for day in 0..<12 { family.drink(TestFamily.water, on: day) }
    for day in (0..<12).reversed() {
      family.eat(TestFamily.energy, protein: TestFamily.protein, on: day)
    }
    for day in 0..<12 { #expect(family.isMet(day)) }
    for day in [0, 4, 8, 0] { family.eat(600, on: day) }
    #expect((0..<12).filter { family.isMet($0) } == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  }

  @Test("NUT-6: a day with only water is rated by the targets at the time of the meal")
  func bounds() {
    let family = family()
    family.drink(TestFamily.water)
    family.override(.protein, 400)
    family.eat(TestFamily.energy, protein: TestFamily.protein)
    #expect(!family.isMet(0))
    family.eat(1, protein: 20)
    #expect(family.isMet(0))
  }

  @Test("NUT-6: a member who joins later has days of their own")
  func newcomer() {
    let family = family()
    let born = LocalDay(year: 2014, month: 5, day: 20)
    let joined = family.state.addMember(Member(role: .child, born: born))
    family.eatWell(by: joined)
    #expect(!family.isMet(0, of: joined))
    family.measure(joined)
    #expect(family.isMet(0, of: joined) && !family.isMet(0))
  }
}
