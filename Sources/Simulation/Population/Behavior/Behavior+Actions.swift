import Base
public import Chronology
import DomainCore
import Scenarios

/// What a person occasionally does with habits.
public enum ManagementAction: Int, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  case create = 1
  case edit = 2
  case reorder = 3
  case archive = 4
  case delete = 5
  case deleteAndRestore = 6
}

// The actions of a session. Each action belongs to one session of the day, chosen by its own draw,
// so that the sessions together have every action once.
extension Behavior {
  static func managementWeights(_ parameters: BehaviorParameters) -> [Double] {
    let deleted = parameters.habitDeleteProbability
    let shares = [
      parameters.habitCreateProbability, parameters.habitEditProbability,
      parameters.habitReorderProbability,
      parameters.habitArchiveProbability, deleted * (1 - parameters.habitRestoreProbability),
      deleted * parameters.habitRestoreProbability,
    ]
    return [max(0, 1 - shares.reduce(0, +))] + shares
  }

  /// The session of its owner's day in which a habit is done, if it is.
  func session(
    ofHabit number: Int, _ subject: Person, on day: LocalDay, of sessions: Int
  ) -> Int? {
    let draw = randomness.draw(
      PopulationRandomPurpose.habitDone, who: RandomSubject.person(subject.index), day: day.number,
      slot: UInt16(truncatingIfNeeded: number))
    let chance = subject.traits.conscientiousness.map { Probability($0) } ?? habitDone
    return draw.chance(chance) ? Self.session(of: draw, sessions) : nil
  }

  /// The share of the habits due on an active day that a person does.
  public func habitDoneProbability(_ person: Person) -> Double {
    person.traits.conscientiousness ?? parameters.habitDoneProbability
  }

  /// Whether a mark was a mistake and is undone at once.
  public func undoesCompletion(_ number: Int, of subject: Person, on day: LocalDay) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.habitUndone, who: RandomSubject.person(subject.index),
      day: day.number,
      slot: UInt16(truncatingIfNeeded: number)
    ).chance(habitUndone)
  }

  /// Whether a finger taps twice in a session, by the action and the person it is for.
  public func tapsTwice(
    _ author: Person, on day: LocalDay, session: Int, verb: UInt8, place: Int, number: Int
  ) -> Bool {
    let tap = session << 24 | Int(verb) << 16 | (place & 63) << 10 | number & 1023
    return randomness.draw(
      PopulationRandomPurpose.tapsTwice,
      who: RandomSubject.person(author.index) ^ UInt64(tap) << 24,
      day: day.number
    ).chance(doubleTap)
  }

  /// Whether a person sets the clock back to keep a streak.
  public func setsClockBackForStreak(_ person: Person, on day: LocalDay) -> Bool {
    guard streakSaved > .never else { return false }
    return randomness.draw(
      PopulationRandomPurpose.setsClockBackForStreak, who: RandomSubject.person(person.index),
      day: day.number
    ).chance(streakSaved)
  }

  /// Whether a family, or the neighborhood that begins with it, joins at the same second instead of
  /// one by one.
  public func joinsSimultaneously(_ household: UInt32) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.joinsSimultaneously, who: RandomSubject.household(household), day: 0
    ).chance(together)
  }

  /// Whether the habits of a session are marked all at once (HAB-9).
  public func completesInBulk(_ person: Person, on day: LocalDay, session: Int) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.bulkCompleted, who: RandomSubject.person(person.index),
      day: day.number,
      slot: UInt16(session)
    ).chance(bulkCompleted)
  }

  /// How many meals a person logs on an active day.
  func mealCount(_ subject: Person, on day: LocalDay) -> Int {
    randomness.draw(
      PopulationRandomPurpose.mealCount, who: RandomSubject.person(subject.index), day: day.number
    )
    .index(in: mealCounts)
  }

  /// The session in which the meal of that number is logged, and the random bits for its content.
  func meal(
    _ number: Int, _ subject: Person, on day: LocalDay, of sessions: Int
  ) -> (session: Int, randomWord: UInt64) {
    let draw = randomness.draw(
      PopulationRandomPurpose.meal, who: RandomSubject.person(subject.index), day: day.number,
      slot: UInt16(number))
    return (Self.session(of: draw, sessions), draw.first)
  }

  static func meal(_ number: Int, _ randomWord: UInt64) -> MealPortion {
    let kind = MealKind(rawValue: UInt8(min(number, 3))) ?? .snack
    return MealPortion(
      kind, item(randomWord), item(randomWord >> 16),
      randomWord.topCoin ? .none : item(randomWord >> 32))
  }

  /// Whether a meal is logged from the favorites in one tap.
  public func isFavorite(_ number: Int, of subject: Person, on day: LocalDay) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.favoriteMeal, who: RandomSubject.person(subject.index),
      day: day.number,
      slot: UInt16(number)
    ).chance(favoriteMeal)
  }

  /// How many times a person logs water on an active day.
  func waterCount(_ subject: Person, on day: LocalDay) -> Int {
    randomness.draw(
      PopulationRandomPurpose.waterCount, who: RandomSubject.person(subject.index), day: day.number
    )
    .index(in: waterCounts)
  }

  /// The session in which the drink of that number is logged, and the random bits for its content.
  func water(
    _ number: Int, _ subject: Person, on day: LocalDay, of sessions: Int
  ) -> (session: Int, randomWord: UInt64) {
    let draw = randomness.draw(
      PopulationRandomPurpose.water, who: RandomSubject.person(subject.index), day: day.number,
      slot: UInt16(number))
    return (Self.session(of: draw, sessions), draw.first)
  }

  func water(_ randomWord: UInt64, thirst: Double, minuteOfDay: Int) -> WaterAmount {
    let amount = waterTenthOunces.value(randomWord)
    return WaterAmount(
      tenthOunces: thirst == 1
        ? UInt16(amount) : UInt16(max(1, min(1000, (Double(amount) * thirst).rounded()))),
      source: WaterSource(rawValue: UInt8(randomWord.bits(2))) ?? .other,
      minuteOfDay: UInt16(minuteOfDay))
  }

  /// The check-in of a day, if there is one, and its session.
  func checkIn(
    _ subject: Person, isIll: Bool = false, on day: LocalDay, of sessions: Int
  ) -> (session: Int, score: WellnessScore)? {
    let draw = randomness.draw(
      PopulationRandomPurpose.checkIn, who: RandomSubject.person(subject.index), day: day.number)
    guard draw.chance(checkIn) else { return nil }
    if levels.enabled {
      return (Self.session(of: draw, sessions), score(subject, isIll: isIll, on: day))
    }
    let score = WellnessScore(
      mental: UInt8(4 + draw.second.bits(2) + draw.second.bits(2, from: 2)),
      physical: UInt8(4 + draw.second.bits(2, from: 4) + draw.second.bits(2, from: 6)))
    return (Self.session(of: draw, sessions), score)
  }

  /// What a parent does with a person's habits in the first session of a day.
  public func management(_ person: Person, on day: LocalDay) -> ManagementAction {
    let draw = randomness.draw(
      PopulationRandomPurpose.management, who: RandomSubject.person(person.index), day: day.number)
    return ManagementAction(rawValue: draw.index(in: management)) ?? .none
  }

  /// A random index of the habit that a management action is about.
  public func managementTarget(_ person: Person, on day: LocalDay, below count: Int) -> Int {
    let draw = randomness.draw(
      PopulationRandomPurpose.managementTarget, who: RandomSubject.person(person.index),
      day: day.number)
    return Int(draw.integer(below: UInt32(count)))
  }

  /// A habit's name, as an index below `count`.
  public func habitName(_ person: Person, on day: LocalDay, number: Int, of count: Int) -> Int {
    let draw = randomness.draw(
      PopulationRandomPurpose.habitName, who: RandomSubject.person(person.index), day: day.number,
      slot: UInt16(truncatingIfNeeded: number))
    return Int(draw.integer(below: UInt32(count)))
  }

  /// The time of day at which a dormant device first syncs in the background, fixed for each
  /// device.
  public func refreshMillisecond(device: UInt64) -> Int64 {
    let draw = randomness.draw(PopulationRandomPurpose.refreshPhase, who: device, day: 0)
    return Int64(draw.integer(below: UInt64(Span.day)))
  }

  /// The session of the day to which an action belongs.
  ///
  /// The top bits of the second word select it; the first word and the low bits remain for the
  /// rest.
  private static func session(of draw: RandomBits, _ sessions: Int) -> Int {
    Int(draw.second.scaled(below: UInt64(sessions)))
  }

  /// A food of the catalog in an amount of a quarter to two servings, from sixteen bits.
  private static func item(_ randomWord: UInt64) -> MealItem {
    MealItem(
      food: UInt16(randomWord.bits(8) * UInt64(FoodTable.count) >> 8),
      quarters: 1 + UInt16(randomWord.bits(3, from: 8)))
  }
}
