import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A family's state equals that of the reference model")
struct OracleTests {
  private static let firstDay = LocalDay(year: 2026, month: 1, day: 5)

  @Test(
    "HAB-1…HAB-8, NUT-5, TRN-6, FAM-2, FAM-3: after random histories on several devices",
    arguments: 0..<40 as Range<UInt64>)
  func histories(part: UInt64) {
    for seed in (part * 50)..<((part + 1) * 50) {
      let differences = Self.differences(in: RandomHistory(seed: seed))
      #expect(differences.isEmpty, "seed \(seed)")
    }
  }

  @Test("The random histories cover every required case")
  func coverage() {
    var met: [String: Int] = [:]
    for seed in 0..<200 as Range<UInt64> {
      let history = RandomHistory(seed: seed)
      var plain = FamilyModel()
      for event in history.events {
        let kind = "\(event.what)".prefix { $0 != "(" }
        met["\(kind) \(plain.receive(event, serverDay: history.days))", default: 0] += 1
      }
      for habit in plain.habits.values {
        if habit.lives.count > 2 { met["several lives", default: 0] += 1 }
        if habit.isAlive, plain.nameNumber(habit.key) > 1 { met["numbered", default: 0] += 1 }
        let longest = plain.statistics(habit, habit.doneDays, today: 0).longest
        if longest > 64 { met["longer than a word", default: 0] += 1 }
      }
      if plain.habits.count > 16 { met["many habits", default: 0] += 1 }
    }
    var wanted = [
      "several lives", "numbered", "longer than a word", "many habits", "create changed",
    ]
    for kind in [
      "allow", "rename", "rank", "start", "archive", "delete", "restore", "complete", "checkIn",
      "favorite",
    ] {
      wanted += ["\(kind) changed", "\(kind) superseded"]
    }
    wanted += ["meal changed", "drink changed"]
    for refused in [
      "allow subjectNotChild", "create parentNeeded", "create nameEmpty", "rename nameEmpty",
      "rename habitDeleted", "restore undoTooLate", "complete habitDeleted",
      "complete habitUnknown", "complete dayInFuture", "complete dayNotToday",
      "complete dayOutOfRange", "complete loggingNotAllowed", "start dayInFuture",
      "meal amountOutOfRange", "drink amountOutOfRange", "checkIn scoreOutOfRange",
      "favorite slotOutOfRange",
    ] {
      let words = refused.split(separator: " ")
      wanted.append("\(words[0]) refused(\"\(words[1])\")")
    }
    for situation in wanted { #expect(met[situation, default: 0] > 0, "\(situation)") }
  }

  /// The differences between the fold and the model after the same history.
  private static func differences(in history: RandomHistory) -> [String] {
    var differences: [String] = []
    var names = NameTable()
    var plain = FamilyModel()
    var state = ScopeState(
      founders: [.parent, .child, .observer, .parent], born: firstDay, firstDay: firstDay,
      dayCapacity: 1)
    let now = Instant(milliseconds: Int64(firstDay.adding(days: history.days).number) * Span.day)
    for event in history.events {
      let fact = fact(event, names: &names)
      let expected = plain.receive(event, serverDay: history.days)
      let response: FamilyModel.Response
      if let refusal = decide(fact, at: .server, now: now, on: state) {
        response = .refused("\(refusal)")
      } else {
        response = state.apply(fact) == .changed ? .changed : .superseded
      }
      if response != expected { differences.append("\(event): \(response), not \(expected)") }
    }
    compareHabits(state, plain, names, history.days, &differences)
    compareDays(state, plain, history.days, &differences)
    compareSettings(state, plain, &differences)
    return differences
  }

  private static func compareHabits(
    _ state: borrowing ScopeState, _ plain: FamilyModel, _ names: NameTable, _ days: Int,
    _ differences: inout [String]
  ) {
    if state.habitCount != plain.habits.count { differences.append("number of habits") }
    for (key, habit) in plain.habits {
      let slot = state.slot(of: entity(key))!
      let kept = state.habitAt(slot)
      if names.text(of: kept.name.value.text) != habit.name.name
        || kept.life.isAlive != habit.isAlive || kept.owner.index != UInt16(habit.owner)
        || (habit.isAlive && state.habits.nameNumber(slot) != plain.nameNumber(key))
      {
        differences.append("habit \(key)")
      }
      let done = habit.doneDays
      // Not all days for each habit, because the model iterates over every day.
      for (place, today) in [-1, 0, days / 2, 64, days - 1, days, days + 1, days + 70].enumerated()
      where (place + key.number) % 2 == 0 {
        let shown = state.habits.statistics(slot, asOf: firstDay.adding(days: today), state.shared)
        let statistics = FamilyModel.Statistics(
          current: shown.current, longest: shown.longest, total: shown.total,
          done: shown.success.map(\.done), days: shown.success.map(\.days),
          daysSinceLast: shown.daysSinceLast)
        let streak = state.streak(slot, asOf: firstDay.adding(days: today))
        if statistics != plain.statistics(habit, done, today: today)
          || streak != plain.streak(done, today: today)
        {
          differences.append("habit \(key) as of \(today): \(statistics), \(streak)")
        }
      }
    }
    for owner in 0..<4 {
      for archived in [false, true] {
        let shown = state.habits.habitsInOrder(of: MemberHandle(UInt16(owner)), archived: archived)
        if shown.map({ state.habitAt($0).entity })
          != plain.list(of: owner, archived: archived).map(entity)
        {
          differences.append("order of member \(owner)")
        }
      }
    }
  }

  private static func compareDays(
    _ state: borrowing ScopeState, _ plain: FamilyModel, _ days: Int,
    _ differences: inout [String]
  ) {
    for member in 0..<4 {
      for day in plain.days(of: member).union([0, days, days + 1]) {
        let row = state.personDay(MemberHandle(UInt16(member)), day)
        let tenthOunces = plain.drunkTenthOunces(member, day)
        let water = WaterAmount.milliliters(ofTenthOunces: row.nutrients.waterTenthOunces)
        if (0..<7).map({ Int(row.nutrients.lanes[$0]) }) != plain.eaten(member, day)
          || Int(row.nutrients.waterTenthOunces) != tenthOunces
          || abs(Double(water) - Double(tenthOunces) * 2.95735) > 0.500_001
          || (0..<4).map({ Int(row.meals[$0]) }) != plain.mealCounts(member, day)
          || (row.hasCheckIn ? [Int(row.mental), Int(row.physical)] : [])
            != plain.checkIn(member, day)
          || Int(row.actions) != plain.actionCount(member, day)
        {
          differences.append("member \(member) on day \(day): \(row)")
        }
      }
    }
  }

  private static func compareSettings(
    _ state: borrowing ScopeState, _ plain: FamilyModel, _ differences: inout [String]
  ) {
    for member in 0..<4 {
      let handle = MemberHandle(UInt16(member))
      for slot in 0..<4 {
        let meal = state.nutrition.favoriteMeal(of: handle, slot: slot)
        let kept = meal.map { [Int($0.items.0.food), Int($0.items.0.quarters)] } ?? []
        if kept != plain.favorite(member, slot) {
          differences.append("favorite \(slot) of member \(member)")
        }
      }
      if FamilyModel.isChild[member]
        && state.member(handle).mayLog.value != plain.mayLog(member, for: member)
      {
        differences.append("permission of member \(member)")
      }
    }
  }

  // MARK: One event in the core's types

  private static func entity(_ key: ModelEvent.HabitKey) -> Entity {
    Entity(site: UInt32(key.site), sequence: UInt32(key.number))
  }

  private static func fact(_ event: ModelEvent, names: inout NameTable) -> Fact {
    let stamp =
      UInt64(Int64(firstDay.number) * Span.day + Int64(event.milliseconds) + Span.day) << 16
      | UInt64(event.tick)
    return Fact(
      command: command(event, names: &names),
      version: Version(stamp: stamp, site: UInt32(event.site)), sequence: UInt32(event.number),
      author: MemberHandle(UInt16(event.author)), day: firstDay.adding(days: event.day),
      zone: .utc,
      claimed: Instant(
        milliseconds: Int64(firstDay.number) * Span.day + Int64(event.milliseconds)))
  }

  private static func command(_ event: ModelEvent, names: inout NameTable) -> Command {
    let subject = MemberHandle(UInt16(event.subject))
    switch event.what {
    case .allow(let child, let allowed):
      return .setChildMayLog(MemberHandle(UInt16(child)), to: allowed)
    case .create(let name, let rank):
      return .createHabit(
        for: subject, name: names.habitName(name), category: .empty, icon: 0, rank: UInt32(rank))
    case .rename(let key, let name):
      return .renameHabit(entity(key), of: subject, to: names.habitName(name))
    case .rank(let key, let rank):
      return .rankHabit(entity(key), of: subject, at: UInt32(rank))
    case .start(let key, let day):
      return .startHabit(entity(key), of: subject, on: firstDay.adding(days: day))
    case .archive(let key, let archived):
      return .archiveHabit(entity(key), of: subject, archived)
    case .delete(let key): return .deleteHabit(entity(key), of: subject)
    case .restore(let key): return .restoreHabit(entity(key), of: subject)
    case .complete(let key, let day, let done):
      return .setCompletion(
        of: entity(key), owner: subject, on: firstDay.adding(days: day), done: done)
    case .meal(let kind, let continues, let items):
      let packed = items.map { MealItem(food: UInt16($0.food), quarters: UInt16($0.quarters)) }
      return .logMeal(
        for: subject,
        MealPortion(
          MealKind(rawValue: UInt8(kind))!, isContinuation: continues, packed[0], packed[1],
          packed[2]))
    case .drink(let tenthOunces):
      return .logWater(
        for: subject,
        WaterAmount(tenthOunces: UInt16(tenthOunces), source: .glass, minuteOfDay: 600))
    case .checkIn(let mental, let physical):
      return .checkIn(
        for: subject, WellnessScore(mental: UInt8(mental), physical: UInt8(physical)))
    case .favorite(let slot, let food, let quarters):
      return .setFavoriteMeal(
        for: subject, slot: UInt8(slot),
        MealPortion(.snack, MealItem(food: UInt16(food), quarters: UInt16(quarters))))
    }
  }
}
