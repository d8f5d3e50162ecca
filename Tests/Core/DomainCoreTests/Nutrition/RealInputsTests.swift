import Chronology
import Testing

@testable import DomainCore

@Suite("Nutrition days when bodies and attendance come as facts")
struct RealInputsTests {
  /// A girl of nine with all inputs of a target.
  private static let born = LocalDay(year: 2016, month: 6, day: 15)

  /// Logs exactly what a person needs on a day.
  private static func eatWell(_ family: TestFamily, _ person: MemberHandle, on day: Int) {
    let target = family.target(day, of: person)
    family.eat(target[.energy], protein: target[.protein], by: person, on: day)
    family.drink(
      UInt16(WaterAmount.tenthOunces(reaching: target[.water])), by: person, on: day)
  }

  @Test("FAM-11, NUT-6: a child's days are rated from the first, with only its profile")
  func added() {
    let family = TestFamily()
    let child = family.addChild(born: Self.born)
    #expect(family.target(0, of: child)[.energy] > 0)
    Self.eatWell(family, child, on: 0)
    #expect(family.isMet(0, of: child))
    #expect(family.balance(child) == 15)
    family.eat(5_000, by: child)
    #expect(!family.isMet(0, of: child) && family.balance(child) == 0)
  }

  @Test("FAM-11, NUT-6: a profile that becomes complete later rates the earlier days")
  func completed() {
    let family = TestFamily()
    let child = TestFamily.child
    family.eatWell()
    #expect(!family.isMet(0))
    family.submit(.setSex(.male, of: child))
    family.submit(.setWeight(of: child, on: TestFamily.day(0), grams: 40_000))
    #expect(!family.isMet(0))
    family.submit(.setHeight(of: child, on: TestFamily.day(0), millimeters: 1_450))
    #expect(family.isMet(0))
    // A parent typed the wrong year.
    family.submit(.setBorn(LocalDay(year: 2005, month: 5, day: 20), of: child))
    #expect(!family.isMet(0))
    family.submit(.setBorn(LocalDay(year: 2014, month: 5, day: 20), of: child))
    #expect(family.isMet(0))
  }

  @Test("FAM-11, NUT-1: a late weight rates exactly the days that it applies to")
  func lateWeight() {
    let family = TestFamily()
    let child = family.addChild(born: Self.born)
    family.today = 40
    family.submit(.setWeight(of: child, on: TestFamily.day(30), grams: 36_000))
    for day in [5, 20, 35] { Self.eatWell(family, child, on: day) }
    #expect([5, 20, 35].map { family.isMet($0, of: child) } == [true, true, true])
    family.submit(.setWeight(of: child, on: TestFamily.day(10), grams: 45_000))
    #expect([5, 20, 35].map { family.isMet($0, of: child) } == [true, false, true])
    family.submit(.setWeight(of: child, on: TestFamily.day(10), grams: 0))
    #expect([5, 20, 35].map { family.isMet($0, of: child) } == [true, true, true])
  }

  @Test("NUT-1, NUT-3: a day is rated by the age on that day")
  func birthday() {
    let family = TestFamily()
    let child = family.addChild(born: LocalDay(year: 2012, month: 1, day: 15))
    family.today = 20
    // From thirteen to fourteen years: less protein a kilogram, more water.
    let (before, after) = (family.target(9, of: child), family.target(10, of: child))
    #expect(before[.water] == 1_680 && after[.water] == 1_840)
    #expect(before[.protein] == 285 && after[.protein] == 255)
    for day in [9, 10] { Self.eatWell(family, child, on: day) }
    #expect(family.isMet(9, of: child) && family.isMet(10, of: child))
  }

  @Test("NUT-2: the level counts the four weeks that end with the day, as they were attended")
  func activity() {
    let (family, sport) = TestFamily.withSport()
    let child = family.addChild(born: Self.born)
    family.today = 60
    var classes: [Entity] = []
    for minute in 0..<10 {
      let made = family.addClass(sport, day: 20, minute: UInt16(minute * 60), for: child)
      family.submit(.setAttendance(of: child, at: TestFamily.id(made, 20), to: true))
      classes.append(made)
    }
    func levels(_ days: [Int]) -> [ActivityLevel] {
      days.map {
        family.state.schedule.activityLevel(of: child, on: TestFamily.day($0), family.state.shared)
      }
    }
    // Ten in four weeks are 2.5 a week, which rounds to 3. Before the first, the plan gives the
    // level.
    #expect(levels([19, 20, 47, 48]) == [.moderate, .moderate, .moderate, .sedentary])
    for day in [47, 48] { Self.eatWell(family, child, on: day) }
    #expect(family.isMet(47, of: child) && family.isMet(48, of: child))
    // One was canceled: nine are 2.25.
    let last = TestFamily.id(classes[9], 20)
    family.submit(.cancelOccurrence(last, true))
    #expect(levels([20, 47]) == [.sedentary, .sedentary] && !family.isMet(47, of: child))
    family.submit(.cancelOccurrence(last, false))
    #expect(family.isMet(47, of: child))
    // It was a day later.
    family.submit(
      .moveOccurrence(last, to: MovedStart(day: TestFamily.day(21), minute: 600)))
    #expect(levels([20, 21, 47, 48]) == [.sedentary, .moderate, .moderate, .sedentary])
    #expect(family.isMet(47, of: child) && family.isMet(48, of: child))
    let points = family.amounts(child).filter { $0 == 15 }.count
    #expect(points - family.amounts(child).filter { $0 == -15 }.count == 2)
  }
}
