import ShakeoutCore
import Testing

@Suite("Each area of the core can be used through a session")
struct EveryAreaTests {
  @Test("NUT-5, NUT-6, TRN-6: a diary sums food and drink")
  func diary() throws {
    var family = try KitchenFamily()
    let apple = try #require(FoodID(FoodID.names[0]))
    let today = family.ada.today
    try family.ada.perform(.logMeal(.lunch, [Portion(apple, servings: 2)], for: family.max))
    try family.ada.perform(.logWater(ounces: 8.5, for: family.max))
    try family.ada.perform(.checkIn(mental: 7, physical: 9, for: family.max))
    let shown = family.ada.diary(of: family.max, on: today)
    let diary = try #require(shown)
    #expect(diary.kilocalories > 0)
    #expect(diary.waterOunces == 8.5)
    #expect(diary.mental == 7)
    #expect(diary.physical == 9)
    #expect(diary.colors[.energy] == .red)
    #expect(!diary.isMet)
    #expect(throws: Refusal.amountOutOfRange) {
      try family.ada.perform(.logWater(ounces: .infinity, for: family.max))
    }
    #expect(throws: Refusal.amountOutOfRange) {
      try family.ada.perform(.logMeal(.lunch, [], for: family.max))
    }
  }

  @Test("SCH-3, SCH-5, REW-2: a series is driven to, cancelled, attended and paid")
  func schedule() throws {
    var family = try KitchenFamily()
    let today = family.ada.today
    let season = today...today.adding(days: 60)
    let judo = try family.ada.perform(.createSport("Judo", for: family.max, season: season))
    let practice = try family.ada.perform(
      .createClass(of: judo, for: family.max, on: today, hour: 8))
    try family.ada.perform(
      .setRecurrence(of: practice, to: RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=4")))
    let first = OccurrenceKey(practice, on: today)
    let second = OccurrenceKey(practice, on: today.adding(days: 7))
    try family.ada.perform(.claim(.dropOff, of: first))
    try family.ada.perform(.cancel(second))
    try family.ada.perform(.attend(first, by: family.max))
    let shown = family.ada.schedule(
      of: family.max, from: today, through: today.adding(days: 60))
    #expect(shown.count == 4)
    #expect(shown.map(\.isCancelled) == [false, true, false, false])
    let me = family.ada.person
    #expect(shown[0].dropOff == me)
    #expect(shown[0].pickUp == nil)
    #expect(shown[0].title == "Judo")
    #expect(family.ada.points(of: family.max) == 10)
    #expect(throws: Refusal.classTimeInvalid) {
      try family.ada.perform(.createClass(of: judo, for: family.max, on: today, hour: 24))
    }
  }

  @Test("GOAL-1, GOAL-2: a goal progresses to completion")
  func goals() throws {
    var family = try KitchenFamily()
    let term = family.ada.today...family.ada.today.adding(days: 20)
    let goal = try family.ada.perform(
      .createGoal("Push-ups", for: family.max, .skill, reaching: 40, unit: "times", term: term))
    try family.ada.perform(.setProgress(of: goal, to: 30))
    var shown = family.ada.goals(of: family.max)
    #expect(shown.map(\.percent) == [75])
    try family.ada.perform(.complete(goal))
    shown = family.ada.goals(of: family.max)
    #expect(shown.map(\.isCompleted) == [true])
    #expect(family.ada.points(of: family.max) == 150)
    #expect(family.ada.badges(of: family.max)?.contains(.firstGoal) == true)
    #expect(throws: Refusal.valueNotPossible) {
      try family.ada.perform(
        .createGoal("Too far", for: family.max, .skill, reaching: .max, term: term))
    }
  }

  @Test("REW-5, REW-6: points are given, spent once, and compared")
  func rewards() throws {
    var family = try KitchenFamily()
    try family.ada.perform(.awardBonus(100, to: family.max, message: "Well done"))
    let cinema = try family.ada.perform(.offerReward("Cinema", for: 80))
    try family.ada.perform(.claim(cinema, for: family.max))
    #expect(family.ada.points(of: family.max) == 20)
    #expect(throws: (any Error).self) {
      try family.ada.perform(.claim(cinema, for: family.max))
    }
    #expect(family.ada.level(of: family.max) == .rookie)
    let before = family.ada.board
    #expect(before == nil)
    try family.ada.perform(.showBoard())
    let points = family.ada.board?.map(\.points)
    #expect(points == [100])
    let titles = family.ada.rewards.map(\.title)
    #expect(titles == ["Cinema"])
  }

  @Test("FAM-16, REW-6: siblings with as many points stand in a reader's order of names")
  func siblingsByName() throws {
    var family = try KitchenFamily()
    for name in ["Zoe", "bob", "zoe", "Émile", "alice"] {
      var child = Kitchen.max
      child.name = name
      try family.ada.perform(.addChild(child))
    }
    try family.ada.perform(.showBoard())
    family.exchange()
    let board = family.ada.board
    let members = family.ada.members
    let names = board?.map { row in members.first { $0.id == row.child }?.name }
    #expect(names == ["alice", "bob", "Émile", "Max", "zoe", "Zoe"])
    #expect(board?.map(\.rank) == [1, 1, 1, 1, 1, 1])
  }

  @Test("HAB-10: a new habit is last, whatever was deleted or archived before")
  func newHabitLast() throws {
    var family = try KitchenFamily()
    var habits: [HabitID] = []
    for name in ["A", "B", "C"] {
      habits.append(try family.ada.perform(.createHabit(name, for: family.max)))
    }
    try family.ada.perform(.delete(habits[0]))
    try family.ada.perform(.delete(habits[1]))
    try family.ada.perform(.createHabit("D", for: family.max))
    #expect(family.ada.habits(of: family.max).map(\.name) == ["C", "D"])
    try family.ada.perform(.archive(habits[2]))
    try family.ada.perform(.createHabit("E", for: family.max))
    try family.ada.perform(.restore(habits[0]))
    try family.ada.perform(.archive(habits[2], false))
    #expect(family.ada.habits(of: family.max).map(\.name) == ["A", "C", "D", "E"])
  }

  @Test("HAB-10: two phones that create habits at the same time agree on the order")
  func newHabitsAtOnce() throws {
    var family = try KitchenFamily()
    try family.ada.perform(.createHabit("A", for: family.max))
    family.exchange()
    var tablet = try family.openPhone(of: family.ada.person)
    try family.ada.perform(.createHabit("B", for: family.max))
    try tablet.perform(.createHabit("C", for: family.max))
    family.exchange()
    tablet.exchange(with: &family.server)
    family.exchange()
    let shown = family.ada.habits(of: family.max).map(\.name)
    #expect(shown == tablet.habits(of: family.max).map(\.name))
    #expect(shown.first == "A" && Set(shown) == ["A", "B", "C"])
  }

  @Test("HAB-10: success is counted over any period, within the days of the habit")
  func success() throws {
    var family = try KitchenFamily()
    let habit = try family.ada.perform(.createHabit("Read", for: family.max))
    let first = family.ada.today
    for day in 0..<10 {
      if day != 4 { try family.ada.perform(.mark(habit)) }
      if day < 9 { family.kitchen.pass(hours: 24) }
    }
    func success(_ from: Int, _ through: Int) -> [Int]? {
      let found = family.ada.success(
        of: habit, from: first.adding(days: from), through: first.adding(days: through))
      return found.map { [$0.done, $0.days] }
    }
    #expect(success(0, 9) == [9, 10])
    #expect(success(3, 5) == [2, 3])
    #expect(success(4, 4) == [0, 1])
    #expect(success(-30, 1) == [2, 2])
    #expect(success(8, 40) == [2, 2])
    #expect(success(5, 4) == [0, 0])
    #expect(success(11, 20) == [0, 0])
    let whole = family.ada.success(
      of: habit, from: LocalDay(number: .min), through: LocalDay(number: .max))
    #expect(whole?.days == 10)
  }

  @Test("HAB-10: a phone 26 hours ahead marks today, and not a day that has not begun")
  func clockAhead() throws {
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    let clock = kitchen.clock
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin, clock: clock)
    let habit = try ada.perform(.createHabit("Read", for: ada.person))
    ada.exchange(with: &server)
    var ahead = try server.openSession(
      of: ada.person, beside: ada, in: Kitchen.berlin, clock: { clock() + 26 * 3_600_000 })
    ahead.exchange(with: &server)
    try ahead.perform(.mark(habit))
    ahead.exchange(with: &server)
    ada.exchange(with: &server)
    #expect(ada.isDone(habit, on: ada.today) == true)
    for day in 1...2 { #expect(ada.isDone(habit, on: ada.today.adding(days: day)) == false) }
    #expect(ahead.refusals.isEmpty)
  }

  @Test("NUT-15: nutrients that no dish has are refused with the bounds, and nothing is logged")
  func impossibleNutrients() throws {
    var family = try KitchenFamily()
    let dishes = [
      Dish("Minus", kilocalories: -1), Dish("Feast", kilocalories: 7_000),
      Dish("Meat", kilocalories: 1, proteinGrams: 820),
      Dish("Bran", kilocalories: 1, fiberGrams: 205),
      Dish("Nothing known", kilocalories: .nan), Dish("Sugar", kilocalories: 1, sugarGrams: -0.2),
    ]
    for dish in dishes {
      #expect(throws: Refusal.nutrientsOutOfRange) {
        try family.ada.perform(.logMeal(.dinner, dishes: [dish], for: family.max))
      }
    }
    let day = family.ada.diary(of: family.max, on: family.ada.today)
    #expect(day?.kilocalories == 0)
    let most = Dish("Most", kilocalories: 6_553.5, proteinGrams: 819.1, fiberGrams: 204.7)
    try family.ada.perform(.logMeal(.dinner, dishes: [most], for: family.max))
    #expect(family.ada.diary(of: family.max, on: family.ada.today)?.kilocalories == 6_553.5)
  }

  @Test("FAM-11: an impossible weight is refused and nothing crashes")
  func bodies() throws {
    var family = try KitchenFamily()
    for centimeters in [-1, 0.1, 410, 1e30, .nan, .infinity] {
      #expect(throws: Refusal.profileValueImpossible) {
        try family.ada.perform(.setHeight(of: family.max, centimeters: centimeters))
      }
    }
    try family.ada.perform(.setHeight(of: family.max, centimeters: 143.5))
  }
}
