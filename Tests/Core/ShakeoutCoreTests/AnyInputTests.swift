import Foundation
import ShakeoutCore
import TestKit
import Testing

/// The same numbers on every machine, including extreme ones.
private struct OddNumbers {
  var dice: Dice

  mutating func next(below bound: Int) -> Int { dice.roll(bound) }

  mutating func amount() -> Double {
    let odd = [0, -1, 0.05, 1e-300, 1e300, .infinity, -.infinity, .nan, 900, 4_100, 70_000, 1e19]
    return next(below: 2) == 0 ? odd[next(below: odd.count)] : Double(next(below: 4_000)) / 10
  }

  mutating func whole() -> Int {
    let odd = [0, -1, 24, 60, 1_440, 70_000, 1 << 31, 1 << 32, .max, .min]
    return next(below: 2) == 0 ? odd[next(below: odd.count)] : next(below: 200)
  }

  mutating func day(around today: LocalDay) -> LocalDay {
    switch next(below: 8) {
    case 0: LocalDay(number: .max)
    case 1: LocalDay(number: .min)
    case 2: LocalDay(number: 0)
    case 3: today.adding(days: 4_000)
    default: today.adding(days: next(below: 60) - 40)
    }
  }

  mutating func text() -> String {
    ["", " ", "Reading", "reading", "\u{0}", String(repeating: "é", count: 400)][next(below: 6)]
  }
}

extension OddNumbers {
  fileprivate mutating func meal(
    _ portions: [Portion], for member: MemberID, around today: LocalDay
  ) -> Action<EntryID> {
    var dishes: [Dish] = []
    for _ in 0..<next(below: 3) {
      dishes.append(Dish(text(), portion: text(), kilocalories: amount()))
    }
    let time = next(below: 2) == 0 ? nil : MealTime(day(around: today))
    return .logMeal(.dinner, portions, dishes: dishes, for: member, at: time, notes: text())
  }
}

@Suite("Any input of a session")
struct AnyInputTests {
  /// The possible subjects of actions: what was made, and what never was.
  private struct Known {
    var members: [MemberID]
    var habits: [HabitID] = []
    var goals: [GoalID] = []
    var sports: [SportID] = []
    var classes: [ClassID] = []
    var rewards: [RewardID] = []
    var bonuses: [BonusID] = []
    var entries: [EntryID] = []
    var courses: [CourseID] = []
    var schoolwork: [SchoolworkID] = []
    var sessions: [SessionID] = []
  }

  private static let actionsOfAFamily = 1_500
  /// A few families in an unoptimized build, and `SHAKEOUT_FUZZ=10000000` for as many actions as
  /// fit into a night.
  private static let families: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["SHAKEOUT_FUZZ"].flatMap { Int($0) } ?? 0
    return 0..<UInt64(max(8, wanted / actionsOfAFamily))
  }()

  @Test("is saved or refused with a message, and never stops the process", arguments: families)
  func fuzz(seed: UInt64) throws {
    var odd = OddNumbers(dice: Dice(seed: seed))
    let kitchen = Kitchen()
    var server = FamilyServer(clock: kitchen.clock)
    var ada = try server.createFamily(by: Kitchen.ada, in: Kitchen.berlin)
    var known = Known(members: [ada.person])
    var kept = 0
    var refused: Set<Refusal> = []
    for step in 0..<Self.actionsOfAFamily {
      do {
        try Self.act(&ada, &known, &odd)
        kept += 1
      } catch let refusal as Refusal {
        refused.insert(refusal)
        #expect(!refusal.sentence.isEmpty)
      }
      if step % 50 == 0 {
        kitchen.pass(hours: Int64(odd.next(below: 30)))
        ada.exchange(with: &server)
        Self.look(ada, known, &odd)
      }
    }
    // Many odd texts show nothing, and nothing is named so (FAM-16).
    #expect(kept > 150)
    #expect(refused.count > 8)
  }

  private static func act(
    _ ada: inout Session<MemoryStorage>, _ known: inout Known, _ odd: inout OddNumbers
  ) throws {
    let today = ada.today
    let member = known.members[odd.next(below: known.members.count)]
    func any<ID>(_ ids: [ID]) throws -> ID {
      guard !ids.isEmpty else { throw Refusal.valueNotPossible }
      return ids[odd.next(below: ids.count)]
    }
    switch odd.next(below: 32) {
    case 0:
      let born = odd.day(around: today.adding(days: -4_000))
      let child = Person(
        name: odd.text(), born: born, sex: .female, kilograms: odd.amount(),
        centimeters: odd.amount())
      known.members.append(
        try ada.perform(.addMember(child, as: Role.allCases[odd.next(below: 6)])))
    case 1: try ada.perform(.allowLogging(member, odd.next(below: 2) == 0))
    case 2: try ada.perform(.consent(for: member, given: odd.next(below: 3) > 0))
    case 3:
      try ada.perform(
        .setWeight(of: member, kilograms: odd.amount(), from: odd.day(around: today)))
    case 4: try ada.perform(.setHeight(of: member, centimeters: odd.amount()))
    case 5, 6: known.habits.append(try ada.perform(.createHabit(odd.text(), for: member)))
    case 7, 8: try ada.perform(.mark(try any(known.habits), on: odd.day(around: today)))
    case 9: try ada.perform(.rename(try any(known.habits), to: odd.text()))
    case 10: try ada.perform(.delete(try any(known.habits)))
    case 11: try ada.perform(.restore(try any(known.habits)))
    case 12:
      let food = FoodID(FoodID.names[odd.next(below: FoodID.names.count)])!
      let portions = (0..<odd.next(below: 6)).map { _ in
        Portion(food, servings: odd.amount())
      }
      known.entries.append(try ada.perform(odd.meal(portions, for: member, around: today)))
    case 13:
      known.entries.append(
        try ada.perform(.logWater(ounces: odd.amount(), for: member)))
    case 14: try ada.perform(.checkIn(mental: odd.whole(), physical: odd.whole(), for: member))
    case 15:
      let (one, other) = (odd.day(around: today), odd.day(around: today))
      let season = min(one, other)...max(one, other)
      known.sports.append(try ada.perform(.createSport(odd.text(), for: member, season: season)))
    case 16:
      known.classes.append(
        try ada.perform(
          .createClass(
            of: try any(known.sports), for: member, on: odd.day(around: today),
            hour: odd.whole(), minute: odd.whole(), lasting: odd.whole())))
    case 17:
      let occurrence = OccurrenceKey(try any(known.classes), on: odd.day(around: today))
      try ada.perform(.attend(occurrence, by: member))
    case 18:
      let (one, other) = (odd.day(around: today), odd.day(around: today))
      known.goals.append(
        try ada.perform(
          .createGoal(
            odd.text(), for: member, GoalType.allCases[odd.next(below: 6)],
            reaching: odd.whole(), term: min(one, other)...max(one, other))))
    case 19: try ada.perform(.setProgress(of: try any(known.goals), to: odd.whole()))
    case 22...31: try Self.actElsewhere(&ada, &known, &odd, member)
    case 20: known.bonuses.append(try ada.perform(.awardBonus(odd.whole(), to: member)))
    default:
      known.rewards.append(try ada.perform(.offerReward(odd.text(), for: odd.whole())))
    }
  }

  /// Areas with fewer plans: food, school, training.
  private static func actElsewhere(
    _ ada: inout Session<MemoryStorage>, _ known: inout Known, _ odd: inout OddNumbers,
    _ member: MemberID
  ) throws {
    func any<ID>(_ ids: [ID]) throws -> ID {
      guard !ids.isEmpty else { throw Refusal.valueNotPossible }
      return ids[odd.next(below: ids.count)]
    }
    let day = odd.day(around: ada.today)
    switch odd.next(below: 14) {
    case 0: try ada.perform(.change(try any(known.entries), toOunces: odd.amount()))
    case 1: try ada.perform(.change(try any(known.entries), to: .snack, []))
    case 2:
      try ada.perform(
        .setTime(of: try any(known.entries), to: MealTime(day, minuteOfDay: odd.whole())))
    case 3: try ada.perform(.write(.notes, odd.text(), to: try any(known.entries)))
    case 4: try ada.perform(.delete(try any(known.entries)))
    case 5:
      try ada.perform(
        .importWater(
          sample: UInt64(odd.next(below: 9)), ounces: odd.amount(), on: day,
          minuteOfDay: odd.whole(), for: member))
    case 6: known.courses.append(try ada.perform(.createCourse(odd.text(), for: member)))
    case 7:
      known.schoolwork.append(
        try ada.perform(
          .createSchoolwork(
            odd.text(), .quiz, in: known.courses.last, due: day, minuteOfDay: odd.whole(),
            for: member)))
    case 8:
      try ada.perform(
        .setDue(of: try any(known.schoolwork), to: day, minuteOfDay: odd.whole()))
    case 9:
      known.sessions.append(
        try ada.perform(
          .createSession(
            odd.text(), .practice, for: member, on: day, minuteOfDay: odd.whole(),
            minutes: odd.whole())))
    case 10: try ada.perform(.finish(try any(known.sessions), effort: odd.whole()))
    case 11:
      try ada.perform(
        .createTemplate(
          odd.text(), .strength, for: member, on: WeekdaySet(rawValue: 85), from: day,
          through: odd.day(around: ada.today), minuteOfDay: odd.whole(), minutes: odd.whole()))
    case 12:
      try ada.perform(
        .importWorkout(
          sample: UInt64(odd.next(below: 9)), revision: odd.whole(), .other,
          from: Instant(milliseconds: Int64(odd.whole())), minutes: odd.amount(),
          kilocalories: odd.whole(), for: member))
    default:
      try ada.perform(
        .logWorkout(.other, minutes: odd.amount(), kilocalories: odd.whole(), for: member))
    }
  }

  /// Every query, about any member and any day.
  private static func look(
    _ ada: borrowing Session<MemoryStorage>, _ known: Known, _ odd: inout OddNumbers
  ) {
    for member in known.members {
      let day = odd.day(around: ada.today)
      _ = ada.diary(of: member, on: day)
      _ = ada.schedule(of: member, from: ada.today, through: ada.today.adding(days: 60))
      _ = (ada.habits(of: member), ada.goals(of: member), ada.points(of: member))
      _ = (ada.level(of: member), ada.badges(of: member), ada.member(member))
      _ = (ada.entries(of: member, from: day, through: ada.today), ada.schoolwork(of: member))
      _ = (ada.sessions(of: member, on: day), ada.workouts(of: member, on: day))
      _ = ada.sessionsToGenerate(for: member, from: day, through: ada.today)
    }
    for habit in known.habits { _ = (ada.streak(of: habit), ada.statistics(of: habit)) }
    _ = (ada.members, ada.rewards, ada.board)
  }
}
