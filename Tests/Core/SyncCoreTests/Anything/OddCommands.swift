import Base
import Chronology
import DomainCore

@testable import SyncCore

/// Commands as an app makes them, with both plausible and impossible values.
struct OddCommands {
  var samples: SampleMessages
  let today: LocalDay
  /// Existing entities to write about; and entities that never existed.
  var made: [Entity] = [Entity(raw: 0), Entity(raw: .max)]

  init(seed: UInt64, today: LocalDay) {
    samples = SampleMessages(seed: seed)
    self.today = today
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[samples.below(elements.count)]
  }

  mutating func member() -> MemberHandle {
    samples.below(30) == 0
      ? MemberHandle(samples.number()) : MemberHandle(UInt16(samples.below(6)))
  }

  /// An existing entity, mostly one of the last.
  mutating func entity() -> Entity {
    guard samples.below(8) > 0 else { return made[samples.below(made.count)] }
    return made[max(0, made.count - 1 - samples.below(40))]
  }

  mutating func day() -> LocalDay {
    switch samples.below(12) {
    case 0: LocalDay(number: .max)
    case 1: LocalDay(number: .min)
    case 2: LocalDay(number: samples.number())
    case 3: today.adding(days: 4_000)
    default: today.adding(days: samples.below(50) - 25)
    }
  }

  mutating func small(_ bound: Int) -> Int {
    samples.below(6) > 0
      ? samples.below(bound) : pick([0, -1, 900, 4_100, 70_000, 1 << 31, .max, .min])
  }

  mutating func short(_ bound: Int) -> UInt16 { UInt16(truncatingIfNeeded: small(bound)) }
  mutating func byte(_ bound: Int) -> UInt8 { UInt8(truncatingIfNeeded: small(bound)) }
  mutating func count(_ bound: Int) -> UInt32 { UInt32(truncatingIfNeeded: small(bound)) }

  mutating func text() -> TextHandle {
    samples.below(6) > 0 ? TextHandle(UInt32(1 + samples.below(40))) : TextHandle(samples.number())
  }

  mutating func zone() -> Zone { Zone.all[samples.below(Zone.all.count)] }

  mutating func instant() -> Instant {
    Instant(
      milliseconds: samples.below(6) > 0
        ? Int64(today.number) * Span.day + Int64(samples.below(200)) * Span.hour
        : samples.number())
  }

  mutating func cases<Choice: CaseIterable>(_: Choice.Type = Choice.self) -> Choice {
    pick(Array(Choice.allCases))
  }

  mutating func flag() -> Bool { samples.flag() }

  /// A command of any area.
  mutating func next() -> Command {
    switch samples.below(9) {
    case 0: anything()
    case 1: ofFamily()
    case 2: ofHabit()
    case 3: ofNutrition()
    case 4: ofSchedule()
    case 5: ofOccurrence()
    case 6: ofGoalOrReward()
    case 7: ofTraining()
    default: ofSchoolOrNotification()
    }
  }

  /// A fact of manipulated software: any kind with any payload.
  private mutating func anything() -> Command {
    var command = Command(
      pick(FactKind.allCases), subject: member(), entity: entity(),
      payload: Payload(samples.word(on: today), samples.word(on: today)))
    // A member who removes or demotes themselves may submit nothing more.
    if command.kind.mayEndAccess || command.kind == .memberRoleSet { command.kind = .mealLogged }
    return command
  }

  private mutating func ofFamily() -> Command {
    let person = member()
    switch samples.below(7) {
    case 0:
      let addition = MemberAddition(
        role: cases(), born: day(), name: text(), sex: cases(), weightGrams: count(90_000),
        heightMillimeters: count(2_400))
      return .addMember(addition, by: person)
    case 1: return .setWeight(of: person, on: day(), grams: count(90_000))
    case 2: return .setHeight(of: person, on: day(), millimeters: count(2_400))
    case 3: return .setBorn(day(), of: person)
    case 4: return .setSex(cases(), of: person)
    case 5: return .setConsent(for: person, given: flag())
    default: return .setChildMayLog(person, to: flag())
    }
  }

  private mutating func ofHabit() -> Command {
    let owner = member()
    switch samples.below(8) {
    case 0:
      return .createHabit(
        for: owner, name: HabitName(text: text(), folded: text()), category: text(),
        icon: short(20), rank: count(20))
    case 1: return .startHabit(entity(), of: owner, on: day())
    case 2: return .rankHabit(entity(), of: owner, at: count(20))
    case 3: return .archiveHabit(entity(), of: owner, flag())
    case 4: return samples.below(9) == 0 ? .deleteHabit(entity(), of: owner) : next()
    case 5: return .restoreHabit(entity(), of: owner)
    default: return .setCompletion(of: entity(), owner: owner, on: day(), done: flag())
    }
  }

  private mutating func nutrients() -> Nutrients {
    func amount(_ samples: inout SampleMessages) -> Double {
      switch samples.below(8) {
      case 0: Double(bitPattern: samples.number())
      case 1: -1
      default: Double(samples.below(900))
      }
    }
    return Nutrients(
      kilocalories: amount(&samples), protein: amount(&samples), carbohydrate: amount(&samples),
      fat: amount(&samples), fiber: amount(&samples), sugar: amount(&samples),
      vegetables: amount(&samples))
  }

  mutating func meal() -> MealPortion {
    switch samples.below(3) {
    case 0:
      return MealPortion(
        cases(), stating: nutrients(),
        from: MealOrigin(cases(), hall: byte(4), item: short(20)))
    case 1:
      let menu = DiningMenu(
        hall: byte(4), day: day(), items: [DiningMenu.Item(name: text(), serving: nutrients())])
      return menu.meal(cases(), item: small(2), quarters: short(8))
    default:
      func item(_ odd: inout OddCommands) -> MealItem {
        MealItem(food: odd.short(24), quarters: odd.short(8))
      }
      return MealPortion(
        cases(), isContinuation: flag(), item(&self), item(&self), item(&self))
    }
  }

  private mutating func ofNutrition() -> Command {
    let person = member()
    switch samples.below(7) {
    case 0, 1: return .logMeal(for: person, meal())
    case 2: return .setFavoriteMeal(for: person, slot: byte(4), meal())
    case 3:
      return .logWater(
        for: person,
        WaterAmount(tenthOunces: short(200), source: cases(), minuteOfDay: short(1_440)))
    case 4: return .setNutritionTarget(of: person, TargetAmount(cases(), count(30_000)))
    case 5:
      return .applyNutritionTemplate(
        TemplateRange(template: entity(), first: day(), last: day()), to: person)
    default: return .setNutritionTemplate(entity(), by: person, TargetAmount(cases(), count(9_000)))
    }
  }
}
