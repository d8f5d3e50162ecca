import Base
public import Chronology
import DomainCore
public import Scenarios

/// How people lapse, become dormant and return, and what makes them open the app: the mechanism.
///
/// A person's behavior follows from their own traits and history; every number comes from the
/// scenario.
public final class LifecycleModel: Sendable {
  let randomness: Randomness
  let behavior: BehaviorParameters
  let parameters: LifecycleParameters
  let reactions: ReactionParameters
  let interventions: InterventionParameters
  private let homes: HomeParameters
  private let shocks: HouseholdShocks
  private let yearRound: Seasonality
  private let novelty: [Double]
  /// By days with the app, from the first night on; the last one applies to all later days.
  private let lapses: [Double]
  /// By days away.
  private let returns: [Double]
  private let leavesDormant: Probability
  private let streakLossDecay: Double
  private let frustrationDecay: Double

  /// Nil in a scenario without lapses.
  public init?(_ scenario: Scenario) {
    guard scenario.lifecycle.enabled else { return nil }
    randomness = Randomness(seed: scenario.seed)
    behavior = scenario.behavior
    parameters = scenario.lifecycle
    reactions = scenario.reactions
    interventions = scenario.interventions
    homes = scenario.homes
    shocks = HouseholdShocks(scenario)
    yearRound = Seasonality(scenario)
    let (behavior, own) = (behavior, parameters)
    novelty = (0..<Self.daysMax).map { day in
      behavior.openLogitNovelty * Mathematics.power(0.5, Double(day) / behavior.noveltyHalfLifeDays)
    }
    lapses = (0..<Self.daysMax).map { night in
      own.lapseHazardDaily
        + own.lapseHazardFirst * Self.fall(Double(night) / own.lapseDaysScale, own.lapsePower)
    }
    returns = (0..<Self.daysMax).map { day in
      own.returnHazardFirst * Self.fall(Double(day) / own.returnDaysScale, own.returnPower)
    }
    leavesDormant = Probability(own.leaveHazardDormant)
    streakLossDecay = Mathematics.power(0.5, 1 / own.streakLossHalfLifeDays)
    frustrationDecay = Mathematics.power(0.5, 1 / scenario.reactions.frustrationHalfLifeDays)
  }

  /// How many days are distinguished.
  private static var daysMax: Int { 512 }

  /// Falls from 1 like a power of time once a unit of it has passed.
  private static func fall(_ time: Double, _ power: Double) -> Double {
    Mathematics.power(1 + time, -power)
  }

  private static func value(_ table: [Double], _ day: Int32) -> Double {
    table[min(Int(day), daysMax - 1)]
  }

  // MARK: The day

  /// Starts a new day of a household, before its people wake up.
  public func begin(_ day: LocalDay, of household: UInt32, _ home: inout HouseholdState) {
    shocks.begin(day, of: household, &home)
  }

  /// Updates a person's state by yesterday, and decides whether they become dormant, return or
  /// leave.
  public func wakeUp(
    _ person: Person, _ state: inout PersonState, _ engagement: inout EngagementState,
    at home: HouseholdState,
    on day: LocalDay
  ) {
    engagement.householdActiveShare = home.householdActiveShare(excluding: state.wasActive)
    engagement.isInvited = isInvited(person, at: home)
    moveOn(person, &state, &engagement, isRepaired: home.treatment == .streakRepair)
    remind(person, &engagement, at: home, on: day)
    // A person cannot lapse before they have started.
    guard engagement.lifeDays > 0 else { return }
    let draw = randomness.draw(
      PopulationRandomPurpose.turn, who: RandomSubject.person(person.index), day: day.number)
    if engagement.phase == .dormant {
      rest(person, &state, &engagement, draw, on: day)
    } else if draw.unit < min(1, lapseHazard(person, engagement)) {
      goDormant(&engagement)
    }
  }

  /// Habit, streak and phase after a day that has ended.
  func moveOn(
    _ person: Person, _ state: inout PersonState, _ engagement: inout EngagementState,
    isRepaired: Bool = false
  ) {
    engagement.streakLossEffect *= streakLossDecay
    engagement.frustration *= frustrationDecay
    if state.wasActive {
      state.habitStrength += person.traits.habitGain * (1 - state.habitStrength)
      state.activeDays += 1
      engagement.daysAway = 0
      engagement.hasRepair = state.activeDays >= 3
      engagement.lifeDays += 1
      if engagement.phase == .lapsing { engagement.phase = .active }
    } else {
      state.habitStrength -= behavior.habitDecayFraction * state.habitStrength
      if isRepaired && engagement.hasRepair {
        engagement.hasRepair = false
      } else {
        if state.activeDays > 0 {
          engagement.streakLossEffect = max(
            engagement.streakLossEffect, Double(min(state.activeDays, 7)) / 7)
        }
        state.activeDays = 0
      }
      if engagement.lifeDays > 0 {
        engagement.lifeDays += 1
        engagement.daysAway += 1
      }
    }
    state.wasActive = false
    turn(&engagement)
  }

  private func turn(_ engagement: inout EngagementState) {
    guard engagement.isEngaged else { return }
    if engagement.lifeDays > 7, engagement.phase == .new || engagement.phase == .resurrected {
      engagement.phase = .active
    }
    if engagement.daysAway >= parameters.dormantDays {
      goDormant(&engagement)
    } else if engagement.daysAway >= parameters.lapsingDays {
      engagement.phase = .lapsing
    }
  }

  private func goDormant(_ engagement: inout EngagementState) {
    engagement.phase = .dormant
    engagement.lapses += engagement.lapses == .max ? 0 : 1
    engagement.daysAway = max(1, engagement.daysAway)
  }

  private func rest(
    _ person: Person, _ state: inout PersonState, _ engagement: inout EngagementState,
    _ draw: RandomBits,
    on day: LocalDay
  ) {
    if draw.unit < min(1, returnHazard(person, engagement, on: day)) {
      engagement.phase = .resurrected
      engagement.returns += engagement.returns == .max ? 0 : 1
      engagement.lifeDays = 0
      engagement.daysAway = 0
      engagement.streakLossEffect = 0
    } else if draw.other.chance(leavesDormant) {
      engagement.phase = .left
      state.hasLeft = true
    }
  }

  /// The probabilities that a person's phase changes.
  public struct Hazards: BitwiseCopyable, Sendable {
    public var lapse = 0.0
    public var comeback = 0.0
  }

  /// A person's hazards at the beginning of a day.
  public func hazards(_ person: Person, _ engagement: EngagementState, on day: LocalDay) -> Hazards
  {
    guard engagement.lifeDays > 0 else { return Hazards() }
    switch engagement.phase {
    case .left: return Hazards()
    case .dormant: return Hazards(comeback: min(1, returnHazard(person, engagement, on: day)))
    default: return Hazards(lapse: min(1, lapseHazard(person, engagement)))
    }
  }

  /// The probability that a person becomes dormant in the night after so many days with the app.
  func lapseHazard(_ person: Person, _ engagement: EngagementState) -> Double {
    let frustration = 1 + engagement.frustration * (reactions.lapseFactorFrustration - 1)
    let streakLossEffect = 1 + engagement.streakLossEffect * (parameters.lapseFactorStreakLoss - 1)
    return Self.value(lapses, engagement.lifeDays - 1) * person.traits.frailty * frustration
      * streakLossEffect
      * (engagement.prompt == .irrelevant ? reactions.promptLapseFactor : 1)
  }

  /// The probability that a person returns to the app.
  func returnHazard(_ person: Person, _ engagement: EngagementState, on day: LocalDay) -> Double {
    let isFresh = day.weekday == 1 || day.day == 1
    let sociability = 1 + engagement.householdActiveShare * (homes.returnFactorHouseholdActive - 1)
    let prompt = engagement.prompt == .relevant ? reactions.promptReturnFactor : 1
    let invitation = engagement.isInvited ? interventions.returnFactorInvited : 1
    return Self.value(returns, engagement.daysAway - 1) * sociability * prompt * invitation
      * (isFresh ? parameters.returnFactorFreshStart : 1)
  }

  /// The probability that a person opens the app on a day; zero while they are dormant.
  public func openProbability(
    _ person: Person, _ engagement: inout EngagementState, _ state: PersonState,
    at home: HouseholdState, on day: LocalDay
  ) -> Double {
    guard engagement.isEngaged else { return 0 }
    // Returning means opening the app.
    if engagement.phase == .resurrected && engagement.lifeDays == 0 { return 1 }
    let logit = openLogit(
      person, engagement, state, isRewarded: home.treatment == .rewards, on: day)
    return lifted(Mathematics.logistic(logit + home.openLogit), &engagement)
  }

  func openLogit(
    _ person: Person, _ engagement: EngagementState, _ state: PersonState, isRewarded: Bool = false,
    on day: LocalDay
  ) -> Double {
    let traits = person.traits
    var logit = behavior.openLogitBase + person.motivation
    logit += behavior.openLogitHabit * state.habitStrength
    var streak = behavior.openLogitStreak * Double(min(state.activeDays, 7)) / 7
    if Self.isMilestone(state.activeDays + 1) { streak += parameters.openLogitMilestone }
    if isRewarded { streak *= interventions.rewardFactor }
    logit +=
      traits.streaks * (streak + parameters.openLogitStreakLoss * engagement.streakLossEffect)
    logit += reactions.openLogitFrustration * engagement.frustration
    if engagement.hasGroup { logit += traits.sociability * reactions.openLogitGroup }
    if engagement.phase == .lapsing { logit += parameters.openLogitLapsing }
    logit += traits.sociability * homes.openLogitHouseholdActive * engagement.householdActiveShare
    logit += yearRound.logit(on: day, of: person)
    let newness = Self.value(novelty, max(0, engagement.lifeDays - 1))
    return logit + (engagement.returns > 0 ? newness * parameters.noveltyOnReturnFraction : newness)
  }

  private static func isMilestone(_ days: Int32) -> Bool {
    days == 7 || days == 14 || days == 30 || days == 50 || days == 100
  }
}
