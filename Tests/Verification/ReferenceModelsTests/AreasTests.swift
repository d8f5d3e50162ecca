import Chronology
import DomainCore
import ReferenceModels
import Testing

@Suite("A reference model of an area")
struct AreasTests {
  static let monday = LogModelTests.monday
  static let one = LogModelTests.one
  static let two = LogModelTests.two

  private func fact(
    _ command: Command, _ minute: Int, site: UInt32 = 1, by author: MemberHandle = AreasTests.one
  ) -> Fact {
    LogModelTests.fact(command, minute, site: site, by: author)
  }

  @Test("computes what a body needs by the tables, and whether a day meets it")
  func need() {
    // 88.5 − 61.9·10 + 1.26·(26.7·35 + 903·1.4) + 25 = 2264.862 kcal.
    let need = NutrientNeed(.male, age: 10, grams: 35_000, millimeters: 1_400, trainings: 20)
    #expect(need.energy == 22_649 && need.protein == 416 && need.water == 1_920)
    var lanes = SIMD8<UInt32>.zero
    (lanes[0], lanes[1], lanes[7]) = (22_649, 416, 650)
    #expect(need.isMet(by: lanes))
    for (lane, amount) in [(0, 23_800), (0, 21_500), (1, 415), (7, 649)] as [(Int, UInt32)] {
      var other = lanes
      other[lane] = amount
      #expect(!need.isMet(by: other), "\(lane)")
    }
    let woman = NutrientNeed(.female, age: 30, grams: 60_000, millimeters: 1_650, trainings: 0)
    // 354 − 6.91·30 + 9.36·60 + 726·1.65 = 1906.2 kcal.
    #expect(woman.energy == 19_062 && woman.protein == 480 && woman.water == 2_160)
    #expect(
      NutrientNeed(.male, age: 10, grams: 0, millimeters: 1_400, trainings: 0) == NutrientNeed())
  }

  @Test("counts birthdays as people do")
  func age() {
    let leap = LocalDay(year: 2012, month: 2, day: 29)
    #expect(ReferenceAge.years(from: leap, to: LocalDay(year: 2025, month: 2, day: 28)) == 12)
    #expect(ReferenceAge.years(from: leap, to: LocalDay(year: 2025, month: 3, day: 1)) == 13)
  }

  @Test("sums food after edits, moves and deletions")
  func food() {
    var food = FoodModel(firstDay: Self.monday)
    let meal = fact(
      .logMeal(for: Self.one, MealPortion(.lunch, MealItem(food: 0, quarters: 4))), 5)
    let more = fact(
      .logMeal(
        for: Self.one, MealPortion(.lunch, isContinuation: true, MealItem(food: 1, quarters: 2))),
      6)
    let drink = fact(
      .logWater(for: Self.one, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 0)), 7)
    for entry in [meal, more, drink] { food.ingest(entry) }
    func day(_ day: Int) -> FoodModel.Day { food.days(people: 1, count: 3)[0][day] }
    let first = FoodTable.foods[0].nutrients.lanes[0]
    let second = FoodTable.foods[1].nutrients.lanes[0]
    #expect(day(0).lanes[0] == first + second * 2 / 4 && day(0).lanes[7] == 80)
    #expect(day(0).mealCount == 1 && day(0).waters == 1 && food.actions(of: 0, on: 0) == 3)
    // A move applies to all portions of a meal, and a late edit that is older changes nothing.
    let tomorrow = FoodTime(day: Self.monday.adding(days: 1))
    food.ingest(fact(.setFoodTime(meal.identity, of: Self.one, to: tomorrow), 9))
    food.ingest(fact(.setFoodTime(meal.identity, of: Self.one, to: FoodTime(day: Self.monday)), 8))
    #expect(day(0).lanes[0] == 0 && day(1).lanes[0] == first + second * 2 / 4)
    food.ingest(fact(.deleteFood(meal.identity, of: Self.one), 10))
    #expect(day(1) == FoodModel.Day() && day(0).waters == 1)
  }

  @Test("knows each member's role and rights")
  func people() {
    let born = LocalDay(year: 2016, month: 1, day: 1)
    var people = MemberModel(founders: [
      Member(role: .parent, born: LocalDay(year: 1985, month: 1, day: 1)),
      Member(role: .child, born: born),
    ])
    let drink = fact(
      .logWater(for: Self.two, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 0)), 9,
      by: Self.two)
    #expect(people.may(drink) == false)
    people.ingest(fact(.setChildMayLog(Self.two, to: true), 5))
    #expect(people.may(drink) == true)
    func mayAct() -> Bool { people.people[1].mayAct(on: Self.monday, at: drink.version) }
    #expect(mayAct())
    people.ingest(fact(.setConsent(for: Self.two, given: false), 6))
    #expect(!mayAct())
    people.ingest(fact(.setConsent(for: Self.two, given: true), 7))
    #expect(mayAct())
    people.ingest(fact(.setConsent(for: Self.two, given: true), 10))
    #expect(!mayAct(), "the account was reopened after that operation")
    people.ingest(fact(.deactivateMember(Self.two), 11))
    #expect(!people.people[1].isActive)
    people.ingest(fact(.activateMember(Self.two), 12))
    #expect(people.people[1].isActive && !people.isOrphaned)
    people.ingest(fact(.setRole(of: Self.one, to: .observer), 13))
    #expect(people.isOrphaned)
  }

  @Test("admits no member by a closed invitation")
  func doors() {
    var people = MemberModel(founders: [Member(role: .parent, born: Self.monday)])
    let code = InvitationCode(77)
    let join = fact(.join(with: code, as: .observer, born: Self.monday), 9, by: .newcomer)
    #expect(people.problem(joining: join) != nil)
    people.ingest(fact(.invite(as: .observer, code: code, by: Self.one), 5))
    #expect(people.problem(joining: join) == nil)
    people.ingest(join)
    #expect(people.people.count == 2 && people.problem(joining: join) != nil)
  }

  @Test("knows which attended occurrences take place")
  func attendance() {
    var attendance = AttendanceModel()
    let made = fact(
      .createClass(
        for: Self.two,
        ClassCreation(
          sport: Entity(site: 1, sequence: 2), type: .practice,
          start: ClassStart(day: Self.monday, minute: 600, zone: .utc), durationMinutes: 60)), 3)
    let occurrence = OccurrenceID(made.identity, Self.monday)
    attendance.ingest(made)
    attendance.ingest(fact(.setAttendance(of: Self.two, at: occurrence, to: true), 5))
    attendance.ingest(fact(.setAttendance(of: Self.two, at: occurrence, to: false), 4))
    #expect(attendance.attended().map(\.takesPlaceOn) == [Self.monday])
    let start = MovedStart(day: Self.monday.adding(days: 2), minute: 0)
    attendance.ingest(fact(.moveOccurrence(occurrence, to: start), 6))
    #expect(attendance.attended().map(\.takesPlaceOn) == [start.day])
    attendance.ingest(fact(.cancelOccurrence(occurrence, true), 7))
    #expect(attendance.attended().isEmpty)
    // An attendance that counts again counts with the type that the class has then.
    attendance.ingest(fact(.setClassField(.type, of: made.identity, to: 1), 8))
    attendance.ingest(fact(.cancelOccurrence(occurrence, false), 9))
    attendance.ingest(fact(.setClassField(.type, of: made.identity, to: 0), 10))
    #expect(attendance.attended().map(\.type) == [.game])
    #expect(attendance.type(of: made.identity) == .practice)
  }

  @Test("knows which targets apply on which day")
  func targets() {
    var targets = NutritionTargetModel()
    targets.ingest(fact(.createNutritionTemplate(by: Self.one, name: TextHandle(1)), 1))
    let template = Entity(site: 1, sequence: 1)
    targets.ingest(
      fact(.setNutritionTemplate(template, by: Self.one, TargetAmount(.water, 900)), 2))
    let range = TemplateRange(
      template: template, first: Self.monday, last: Self.monday.adding(days: 5))
    let use = fact(.applyNutritionTemplate(range, to: Self.two), 3)
    targets.ingest(use)
    func water(_ day: Int) -> UInt32 {
      targets.amount(of: 1, .water, on: Self.monday.adding(days: day))
    }
    #expect(water(0) == 900 && water(5) == 900 && water(6) == 0)
    targets.ingest(fact(.setNutritionTarget(of: Self.two, TargetAmount(.water, 500)), 4))
    #expect(water(0) == 500)
    targets.ingest(fact(.setNutritionTarget(of: Self.two, TargetAmount(.water, 0)), 5))
    #expect(water(0) == 900)
    targets.ingest(fact(.endNutritionTemplate(use.identity, of: Self.two), 6))
    #expect(water(0) == 0)
  }

  @Test("knows a group's admin, and gives equal values one rank")
  func group() {
    var group = GroupModel()
    for minute in 1...3 {
      let command =
        minute == 1
        ? Command.foundGroup(named: TextHandle(1), code: GroupCode(5), as: TextHandle(2))
        : .joinGroup(code: GroupCode(5), as: TextHandle(3))
      group.ingest(fact(command, minute, by: .newcomer))
    }
    group.ingest(fact(.leaveGroup(Self.one, erasingWorkouts: false), 4))
    #expect(group.active == [1, 2] && group.admin == 1 && !group.isDeleted)
    #expect(GroupModel.ranks(of: [5, 5, 3, 1]) == [1, 1, 3, 4])
  }
}
