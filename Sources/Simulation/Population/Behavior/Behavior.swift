public import Base
public import Chronology
public import Scenarios

/// The state of a person that lasts from day to day.
public struct PersonState: BitwiseCopyable, Sendable {
  /// The strength of the habit of using the app, from 0 to 1.
  public var habitStrength: Double = 0
  /// Active days in a row, up to yesterday.
  public var activeDays: Int32 = 0
  /// Whether the person was active on the day before the one being planned.
  public var wasActive = false
  public var hasLeft = false
  /// Days since the person joined.
  public var tenure: Int32 = 0

  public init() {}
}

/// When a person uses the app on a day: up to eight sessions, in order.
public struct DayPlan: BitwiseCopyable, Hashable, Sendable {
  public var sessionCount: Int = 0
  /// The millisecond of the local day at which each session begins.
  public var starts: SIMD8<Int32> = .zero

  @inlinable public init() {}

  public static var sessionsMax: Int { 8 }
}

/// How people behave: the mechanism; every number in it comes from the scenario.
///
/// All of it is drawn by address, so a person's behavior on a day can be computed in any order, on
/// any thread, once or twice. A class, because every call would copy a kilobyte otherwise.
public final class Behavior: Sendable {
  public let randomness: Randomness
  let parameters: BehaviorParameters
  let activities: ActivityParameters
  let contention: ContentionParameters
  /// Whether whole families ever change the same few records at once.
  public let isContended: Bool
  /// By days of tenure, until the novelty is gone.
  let leaves: [Probability]
  let novelty: [Double]
  let sessionCounts: DiscreteTable
  let sessionMilliseconds: QuantileTable
  let habitDone: Probability
  let habitUndone: Probability
  let doubleTap: Probability
  /// Whether double taps can happen.
  public let mayTapTwice: Bool
  /// Whether people can join at the same second.
  public let mayGoTogether: Bool
  let streakSaved: Probability
  let together: Probability
  let bulkCompleted: Probability
  let mealCounts: DiscreteTable
  let favoriteMeal: Probability
  let waterCounts: DiscreteTable
  let waterTenthOunces: QuantileTable
  let checkIn: Probability
  let management: DiscreteTable
  let calendarModes: DiscreteTable
  let levels: LevelParameters
  /// Nil if sessions are spread evenly over the day.
  private let hours: SessionHours?

  public init(_ scenario: Scenario) {
    randomness = Randomness(seed: scenario.seed)
    parameters = scenario.behavior
    activities = scenario.activities
    contention = scenario.contention
    isContended = contention.contendedSessionProbability > 0
    levels = scenario.levels
    hours = SessionHours(scenario)
    let fading = (0..<Self.noveltyDays).map { day in
      Mathematics.power(0.5, Double(day) / scenario.behavior.noveltyHalfLifeDays)
    }
    novelty = fading.map { $0 * scenario.behavior.openLogitNovelty }
    leaves = fading.map {
      let factor = 1 + $0 * scenario.behavior.leaveHazardFactorEarly
      return Probability(min(1, scenario.behavior.leaveHazardDaily * factor))
    }
    // At least one session, and a random number of further ones.
    sessionCounts = Self.counts(
      0...DayPlan.sessionsMax - 1, mean: parameters.sessionsPerActiveDayMean - 1, parameters)
    sessionMilliseconds = QuantileTable(
      median: parameters.sessionSecondsMedian * 1000, sigma: 0.7,
      max: Double(Self.sessionMillisecondsMax))
    habitDone = Probability(parameters.habitDoneProbability)
    habitUndone = Probability(parameters.habitUndoProbability)
    doubleTap = Probability(parameters.doubleTapProbability)
    mayTapTwice = doubleTap > .never
    streakSaved = Probability(parameters.clockSetBackProbability)
    together = Probability(parameters.simultaneousJoinProbability)
    mayGoTogether = together > .never
    bulkCompleted = Probability(parameters.bulkCompletionProbability)
    mealCounts = Self.counts(0...8, mean: parameters.mealsPerActiveDayMean, parameters)
    favoriteMeal = Probability(parameters.favoriteMealProbability)
    waterCounts = Self.counts(0...16, mean: parameters.watersPerActiveDayMean, parameters)
    waterTenthOunces = QuantileTable(
      median: parameters.waterOuncesMedian * 10, sigma: 0.4, max: 1_000)
    checkIn = Probability(parameters.checkInProbability)
    management = DiscreteTable(weights: Self.managementWeights(parameters))
    calendarModes = DiscreteTable(weights: activities.calendarModes.map(\.weight))
  }

  /// A Poisson distribution truncated to a range, as a table.
  private static func counts(
    _ range: ClosedRange<Int>, mean: Double, _ parameters: BehaviorParameters
  ) -> DiscreteTable {
    let poisson =
      parameters.preserveMeans
      ? TruncatedPoisson(mean: mean, over: range) : TruncatedPoisson(mean: mean)
    return DiscreteTable(weights: TruncatedPoisson.masses(rate: poisson.rate, count: range.count))
  }

  /// How many days of tenure have a novelty of their own; the last one applies to all later days.
  private static var noveltyDays: Int { 128 }

  private func noveltyIndex(_ state: PersonState) -> Int {
    min(Int(state.tenure), Self.noveltyDays - 1)
  }

  // MARK: The day

  /// Updates a person's state by yesterday, and decides whether they leave for good.
  public func wakeUp(_ person: Person, _ state: inout PersonState, on day: LocalDay) {
    let draw = randomness.draw(
      PopulationRandomPurpose.leaves, who: RandomSubject.person(person.index), day: day.number)
    moveOn(&state)
    // A person cannot leave before they have started.
    if state.tenure > 0 && draw.chance(leaves[noveltyIndex(state)]) { state.hasLeft = true }
  }

  /// Habit strength grows toward 1 on an active day and fades slowly otherwise; one miss hardly
  /// counts.
  func moveOn(_ state: inout PersonState) {
    if state.wasActive {
      state.habitStrength += parameters.habitGainFraction * (1 - state.habitStrength)
      state.activeDays += 1
    } else {
      state.habitStrength -= parameters.habitDecayFraction * state.habitStrength
      state.activeDays = 0
    }
    state.wasActive = false
  }

  /// When the person uses the app on a day; no session at all on most days of a weak habit.
  public func plan(_ person: Person, _ state: PersonState, on day: LocalDay) -> DayPlan {
    plan(person, opening: openProbability(person, state, on: day), on: day)
  }

  /// The same for a person who opens the app with a given probability.
  public func plan(_ person: Person, opening: Double, on day: LocalDay) -> DayPlan {
    let who = RandomSubject.person(person.index)
    let opens = randomness.draw(PopulationRandomPurpose.opens, who: who, day: day.number)
    guard opens.chance(Probability(opening)) else { return DayPlan() }
    let count = randomness.draw(PopulationRandomPurpose.sessionCount, who: who, day: day.number)
    var plan = DayPlan()
    plan.sessionCount = count.index(in: sessionCounts) + 1
    if let hours {
      plan.starts = hours.starts(of: plan.sessionCount, person, on: day)
      return plan
    }
    for session in 0..<plan.sessionCount {
      let draw = randomness.draw(
        PopulationRandomPurpose.sessionTime, who: who, day: day.number, slot: UInt16(session))
      plan.starts[session] = Self.sessionStart(session, of: plan.sessionCount, draw)
    }
    return plan
  }

  /// The probability that a person opens the app on a day.
  func openProbability(_ person: Person, _ state: PersonState, on day: LocalDay) -> Double {
    var logit = parameters.openLogitBase + person.motivation
    logit += parameters.openLogitHabit * state.habitStrength
    logit += parameters.openLogitStreak * Double(min(state.activeDays, 7)) / 7
    let weekday = day.weekday
    if weekday >= 6 { logit += parameters.openLogitWeekend }
    if weekday == 1 { logit += parameters.openLogitMonday }
    logit += novelty[noveltyIndex(state)]
    return Mathematics.logistic(logit)
  }

  /// Sessions spread over the waking hours, 06:30 to 22:30, one in each equal part.
  static func sessionStart(_ session: Int, of count: Int, _ draw: RandomBits) -> Int32 {
    let from = Int32(6 * 60 + 30) * 60_000
    let part = Int32(16 * 60 * 60_000 / count)
    return from + Int32(session) * part + Int32(draw.integer(below: UInt32(part)))
  }

  public static var sessionMillisecondsMax: Int64 { 1_800_000 }

  /// The duration of a session: a second at least.
  public func sessionMilliseconds(_ person: Person, on day: LocalDay, session: Int) -> Int64 {
    let draw = randomness.draw(
      PopulationRandomPurpose.sessionLength, who: RandomSubject.person(person.index),
      day: day.number,
      slot: UInt16(session))
    return max(Span.second, Int64(sessionMilliseconds.value(draw.first)))
  }

  /// The person's device that a session uses: mostly the first.
  public func device(_ person: Person, on day: LocalDay, session: Int) -> Int {
    guard person.deviceCount > 1 else { return 0 }
    let draw = randomness.draw(
      PopulationRandomPurpose.sessionDevice, who: RandomSubject.person(person.index),
      day: day.number,
      slot: UInt16(session))
    return draw.integer(below: UInt32(4)) == 0
      ? 1 + draw.second.choice(of: person.deviceCount - 1) : 0
  }
}

/// A log-normal distribution at 256 equally likely quantiles, for amounts that are drawn often.
struct QuantileTable: Sendable {
  private let values: [UInt32]

  init(median: Double, sigma: Double, max: Double) {
    values = (0..<256).map { index in
      let normal = Mathematics.inverseNormal((Double(index) + 0.5) / 256)
      return UInt32(Swift.min(max, Swift.max(1, median * Mathematics.exp(sigma * normal))))
    }
  }

  /// The value that the upper bits of a draw select.
  func value(_ bits: UInt64) -> UInt32 {
    values[Int(bits >> 56)]
  }
}
