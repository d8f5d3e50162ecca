import Base
public import Chronology
import DomainCore

/// What somebody does once in a while with their habits.
public enum ManagementAction: Int, BitwiseCopyable, CaseIterable, Sendable {
  case none = 0
  case create = 1
  case edit = 2
  case reorder = 3
  case archive = 4
  case delete = 5
  case deleteAndRestore = 6
}

// What is done in a session. Each thing belongs to one session of the day, chosen by its own
// draw, so that asking session by session asks for everything once.
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

  /// In which session of its owner's day a habit is done, if it is.
  func session(
    ofHabit number: Int, _ subject: Person, on day: LocalDay, of sessions: Int
  ) -> Int? {
    let draw = randomness.draw(
      PopulationRandomPurpose.habitDone, who: RandomSubject.person(subject.index), day: day.number,
      slot: UInt16(truncatingIfNeeded: number))
    let chance = subject.traits.conscientiousness.map { Probability($0) } ?? habitDone
    return draw.chance(chance) ? Self.session(of: draw, sessions) : nil
  }

  /// The share of the habits due on an active day that somebody does.
  public func habitDoneProbability(_ person: Person) -> Double {
    person.traits.conscientiousness ?? parameters.habitDoneProbability
  }

  /// Whether a mark was a slip of the finger and is taken back at once.
  public func undoesCompletion(_ number: Int, of subject: Person, on day: LocalDay) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.habitUndone, who: RandomSubject.person(subject.index),
      day: day.number,
      slot: UInt16(truncatingIfNeeded: number)
    ).chance(habitUndone)
  }

  /// Whether a finger hits twice in a session, by what of it and for whom.
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

  /// Whether somebody sets the clock back rather than lose a streak.
  public func setsClockBackForStreak(_ person: Person, on day: LocalDay) -> Bool {
    guard streakSaved > .never else { return false }
    return randomness.draw(
      PopulationRandomPurpose.setsClockBackForStreak, who: RandomSubject.person(person.index),
      day: day.number
    ).chance(streakSaved)
  }

  /// Whether a family, or the neighborhood that begins with it, does at the same second what it
  /// could do one by one.
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

  /// How many meals somebody logs on an active day.
  func mealCount(_ subject: Person, on day: LocalDay) -> Int {
    randomness.draw(
      PopulationRandomPurpose.mealCount, who: RandomSubject.person(subject.index), day: day.number
    )
    .index(in: mealCounts)
  }

  /// In which session the meal of that number is logged, and the lot that it is made by.
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

  /// Whether a meal is logged from the favourites in one tap.
  public func isFavorite(_ number: Int, of subject: Person, on day: LocalDay) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.favoriteMeal, who: RandomSubject.person(subject.index),
      day: day.number,
      slot: UInt16(number)
    ).chance(favoriteMeal)
  }

  /// How many times somebody logs water on an active day.
  func waterCount(_ subject: Person, on day: LocalDay) -> Int {
    randomness.draw(
      PopulationRandomPurpose.waterCount, who: RandomSubject.person(subject.index), day: day.number
    )
    .index(in: waterCounts)
  }

  /// In which session the drink of that number is logged, and the lot that it is made by.
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

  /// The check-in of a day, if there is one, and in which session it is made.
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

  /// What a parent does to somebody's habits in the first session of a day.
  public func management(_ person: Person, on day: LocalDay) -> ManagementAction {
    let draw = randomness.draw(
      PopulationRandomPurpose.management, who: RandomSubject.person(person.index), day: day.number)
    return ManagementAction(rawValue: draw.index(in: management)) ?? .none
  }

  /// A number that says what a management action is about.
  public func managementTarget(_ person: Person, on day: LocalDay, below count: Int) -> Int {
    let draw = randomness.draw(
      PopulationRandomPurpose.managementTarget, who: RandomSubject.person(person.index),
      day: day.number)
    return Int(draw.integer(below: UInt32(count)))
  }

  /// Which name of `count` a habit gets.
  public func habitName(_ person: Person, on day: LocalDay, number: Int, of count: Int) -> Int {
    let draw = randomness.draw(
      PopulationRandomPurpose.habitName, who: RandomSubject.person(person.index), day: day.number,
      slot: UInt16(truncatingIfNeeded: number))
    return Int(draw.integer(below: UInt32(count)))
  }

  /// When in the day a sleeping device first asks for news, a habit of the device's own.
  public func refreshMillisecond(device: UInt64) -> Int64 {
    let draw = randomness.draw(PopulationRandomPurpose.refreshPhase, who: device, day: 0)
    return Int64(draw.integer(below: UInt64(Span.day)))
  }

  /// The session of the day that a thing belongs to.
  ///
  /// The top bits of the second word choose it; the first word and the low bits stay for the rest.
  private static func session(of draw: RandomBits, _ sessions: Int) -> Int {
    Int(draw.second.scaled(below: UInt64(sessions)))
  }

  /// A food of the catalogue in an amount of a quarter to two servings, from sixteen bits.
  private static func item(_ randomWord: UInt64) -> MealItem {
    MealItem(
      food: UInt16(randomWord.bits(8) * UInt64(FoodTable.count) >> 8),
      quarters: 1 + UInt16(randomWord.bits(3, from: 8)))
  }
}
