import Base
public import Chronology
public import Environment
public import DomainCore
import Scenarios

// The external services that families use: calendars, health stores, dining halls, photo analysis.
extension Behavior {
  // MARK: Calendars

  public func linksCalendar(_ household: UInt32) -> Bool {
    randomness.draw(
      PopulationRandomPurpose.calendar, who: RandomSubject.household(household), day: 0
    )
    .chance(Probability(activities.calendarLinkFraction))
  }

  public func calendarMode(_ household: UInt32) -> CalendarMode {
    let draw = randomness.draw(
      PopulationRandomPurpose.calendarMode, who: RandomSubject.household(household), day: 0)
    return CalendarMode(named: activities.calendarModes[draw.index(in: calendarModes)].name)
  }

  /// The maximum number of calendar edits on a day.
  public static var calendarEditsPerDayMax: Int { 2 }

  public func calendarEdit(_ household: UInt32, on day: LocalDay, number: Int) -> CalendarEdit? {
    let (who, slot) = (RandomSubject.household(household), UInt16(number))
    let share = activities.calendarEditsPerWeek / 7 / Double(Self.calendarEditsPerDayMax)
    let decides = randomness.draw(
      PopulationRandomPurpose.calendarEdit, who: who, day: day.number, slot: slot)
    guard decides.chance(Probability(share)) else { return nil }
    let draw = randomness.draw(
      PopulationRandomPurpose.calendarDeed, who: who, day: day.number, slot: slot)
    // Moving and noting are common, the rest is not.
    let kinds: [CalendarEditKind] = [
      .move, .move, .move, .note, .note, .changeDuration, .changeDuration, .changePlace,
      .changePlace, .changeTitle,
      .changeTitle, .editDriver, .delete, .add, .add, .add,
    ]
    let sinceSeven = Int64(decides.second.choice(of: Int(15 * Span.hour)))
    return CalendarEdit(
      millisecondOfDay: Int32(7 * Span.hour + sinceSeven),
      kind: kinds[Int(draw.first.bits(4))], randomWord: draw.second)
  }

  public func asksCalendar(_ parent: Person, on day: LocalDay) -> Bool {
    draw(PopulationRandomPurpose.calendarAsked, parent, day)
      .chance(Probability(activities.calendarSyncRequestProbability))
  }

  public func disconnectsCalendar(_ parent: Person, on day: LocalDay) -> Bool {
    draw(PopulationRandomPurpose.calendarDisconnected, parent, day)
      .chance(Probability(activities.calendarDisconnectProbability))
  }

  public func restoresCancelled(_ parent: Person, on day: LocalDay) -> Bool {
    draw(PopulationRandomPurpose.calendarRestored, parent, day)
      .chance(Probability(activities.calendarRestoreProbability))
  }

  // MARK: Health stores

  public func hasHealthStore(_ person: Person) -> Bool {
    draw(PopulationRandomPurpose.healthStore, person).chance(
      Probability(activities.healthStoreFraction))
  }

  /// Whether and how the store has a workout that a person logged by hand.
  public func recorded(_ person: Person, on day: LocalDay) -> RecordedWorkout? {
    let draw = draw(PopulationRandomPurpose.healthRecorded, person, day)
    guard draw.chance(Probability(activities.healthRecordedProbability)) else { return nil }
    return recorded(person, draw.second, on: day, slot: 0)
  }

  /// A workout of a day that only the store has: its time of day, and how the store has it.
  public func recordedAlone(
    _ person: Person, on day: LocalDay
  ) -> (minuteOfDay: Int, done: PerformedWorkout, recorded: RecordedWorkout)? {
    let draw = draw(PopulationRandomPurpose.healthAlone, person, day)
    guard draw.chance(Probability(activities.healthOnlyProbability)) else { return nil }
    let minutes = 20 + Int(draw.second.bits(6))
    let done = PerformedWorkout(
      minutes: minutes, kilocalories: minutes * (6 + Int(draw.second.bits(3, from: 8))))
    return (
      6 * 60 + Int(draw.second.bits(9, from: 16)), done,
      recorded(person, draw.second.bits(32, from: 32), on: day, slot: 1)
    )
  }

  private func recorded(
    _ person: Person, _ randomWord: UInt64, on day: LocalDay, slot: UInt16
  ) -> RecordedWorkout {
    let draw = draw(PopulationRandomPurpose.healthChanged, person, day, slot: slot)
    let isChanged = draw.chance(Probability(activities.healthChangeProbability))
    // Most workouts arrive at once; one in four comes hours later, when the watch is at home.
    let isLate = randomWord.bits(2, from: 8) == 0
    return RecordedWorkout(
      startShift: Int(randomWord.bits(3)) - 3, endShift: Int(randomWord.bits(3, from: 4)) - 3,
      delay: isLate
        ? Int64(randomWord.bits(10, from: 10)) * Span.minute
        : Int64(randomWord.bits(6, from: 10)) * Span.second,
      change: !isChanged ? .none : draw.second.lowCoin ? .corrected : .deleted,
      changeDelay: Int64(draw.second.bits(12, from: 1)) * Span.minute)
  }

  // MARK: Food

  /// The dining hall, of so many, in which a person eats, if any.
  public func diningHall(_ person: Person, of halls: Int) -> Int? {
    let draw = draw(PopulationRandomPurpose.diningHall, person)
    guard draw.chance(Probability(activities.diningHallFraction)) else { return nil }
    return draw.second.choice(of: halls)
  }

  /// The random bits for a meal from the hall's menu, for every other meal.
  public func menuMeal(_ number: Int, of person: Person, on day: LocalDay) -> UInt64? {
    let draw = draw(PopulationRandomPurpose.menuMeal, person, day, slot: UInt16(number))
    return draw.first.topCoin ? draw.second : nil
  }

  public func photographs(_ person: Person) -> Bool {
    draw(PopulationRandomPurpose.photo, person).chance(Probability(activities.photoFraction))
  }

  /// The number of a meal's photo, for every other meal.
  public func photo(_ number: Int, of person: Person, on day: LocalDay) -> UInt64? {
    let draw = draw(PopulationRandomPurpose.photoMeal, person, day, slot: UInt16(number))
    return draw.first.topCoin ? draw.second : nil
  }
}

extension CalendarMode {
  /// The mode with a name from the scenario.
  init(named name: String) {
    switch name {
    case "realTime": self = .realTime
    case "hourly": self = .hourly
    case "daily": self = .daily
    case "manual": self = .manual
    default: preconditionFailure("the names of the modes stand in the table of fields")
    }
  }
}
