import Base
public import Chronology
import DomainCore

/// How people lapse, rest and come back, and what makes them open the app: the mechanism.
///
/// What somebody does follows from their traits and from what they have lived, both of which are
/// theirs; every number in it comes from the scenario.
public final class LifeCourse: Sendable {
  let randomness: Randomness
  let behaviour: BehaviourParameters
  let parameters: LifecycleParameters
  let reactions: ReactionParameters
  let interventions: InterventionParameters
  private let homes: HomeParameters
  private let shocks: HomeShocks
  private let yearRound: YearRound
  private let novelty: [Double]
  /// By days of a life, from the first night on; the last stands for all that follow.
  private let lapses: [Double]
  /// By days away.
  private let returns: [Double]
  private let leavesDormant: Probability
  private let painLeft: Double
  private let troubleLeft: Double

  /// Nothing where nobody lapses.
  public init?(_ scenario: Scenario) {
    guard scenario.lifecycle.isLived else { return nil }
    randomness = Randomness(seed: scenario.seed)
    behaviour = scenario.behaviour
    parameters = scenario.lifecycle
    reactions = scenario.reactions
    interventions = scenario.interventions
    homes = scenario.homes
    shocks = HomeShocks(scenario)
    yearRound = YearRound(scenario)
    let (behaviour, own) = (behaviour, parameters)
    novelty = (0..<Self.daysMax).map { day in
      behaviour.openLogitNovelty * Mathematics.power(0.5, Double(day) / behaviour.noveltyDaysHalf)
    }
    lapses = (0..<Self.daysMax).map { night in
      own.lapseHazardDaily
        + own.lapseHazardFirst * Self.fall(Double(night) / own.lapseDaysScale, own.lapsePower)
    }
    returns = (0..<Self.daysMax).map { day in
      own.returnHazardFirst * Self.fall(Double(day) / own.returnDaysScale, own.returnPower)
    }
    leavesDormant = Probability(own.leaveHazardDormant)
    painLeft = Mathematics.power(0.5, 1 / own.painDaysHalf)
    troubleLeft = Mathematics.power(0.5, 1 / scenario.reactions.troubleDaysHalf)
  }

  /// How many days are told apart.
  private static var daysMax: Int { 512 }

  /// From 1 on down, like a power of time as soon as a unit of it has passed.
  private static func fall(_ time: Double, _ power: Double) -> Double {
    Mathematics.power(1 + time, -power)
  }

  private static func value(_ table: [Double], _ day: Int32) -> Double {
    table[min(Int(day), daysMax - 1)]
  }

  // MARK: The day

  /// A new day comes over a household, before anybody there wakes up.
  public func begin(_ day: LocalDay, of household: UInt32, _ home: inout Home) {
    shocks.begin(day, of: household, &home)
  }

  /// What yesterday did to somebody, and whether they put the app away, take it up again or leave.
  public func wakeUp(
    _ person: Person, _ state: inout PersonState, _ mind: inout Mind, at home: Home,
    on day: LocalDay
  ) {
    mind.company = home.company(besides: state.wasActive)
    mind.isInvited = isInvited(person, at: home)
    moveOn(person, &state, &mind, isRepaired: home.treatment == .streakRepair)
    remind(person, &mind, at: home, on: day)
    // Nobody lapses before they have begun.
    guard mind.lifeDays > 0 else { return }
    let draw = randomness.draw(
      PopulationDecision.turn, who: Who.person(person.index), day: day.number)
    if mind.phase == .dormant {
      rest(person, &state, &mind, draw, on: day)
    } else if draw.unit < min(1, lapseHazard(person, mind)) {
      putAway(&mind)
    }
  }

  /// Habit, streak and phase after a day that is over.
  func moveOn(
    _ person: Person, _ state: inout PersonState, _ mind: inout Mind, isRepaired: Bool = false
  ) {
    mind.pain *= painLeft
    mind.trouble *= troubleLeft
    if state.wasActive {
      state.habitStrength += person.traits.habitGain * (1 - state.habitStrength)
      state.activeDays += 1
      mind.daysAway = 0
      mind.hasRepair = state.activeDays >= 3
      mind.lifeDays += 1
      if mind.phase == .lapsing { mind.phase = .active }
    } else {
      state.habitStrength -= behaviour.habitDecayShare * state.habitStrength
      if isRepaired && mind.hasRepair {
        mind.hasRepair = false
      } else {
        if state.activeDays > 0 {
          mind.pain = max(mind.pain, Double(min(state.activeDays, 7)) / 7)
        }
        state.activeDays = 0
      }
      if mind.lifeDays > 0 {
        mind.lifeDays += 1
        mind.daysAway += 1
      }
    }
    state.wasActive = false
    turn(&mind)
  }

  private func turn(_ mind: inout Mind) {
    guard mind.isEngaged else { return }
    if mind.lifeDays > 7, mind.phase == .new || mind.phase == .resurrected { mind.phase = .active }
    if mind.daysAway >= parameters.dormantDays {
      putAway(&mind)
    } else if mind.daysAway >= parameters.lapsingDays {
      mind.phase = .lapsing
    }
  }

  private func putAway(_ mind: inout Mind) {
    mind.phase = .dormant
    mind.lapses += mind.lapses == .max ? 0 : 1
    mind.daysAway = max(1, mind.daysAway)
  }

  private func rest(
    _ person: Person, _ state: inout PersonState, _ mind: inout Mind, _ draw: Draw,
    on day: LocalDay
  ) {
    if draw.unit < min(1, returnHazard(person, mind, on: day)) {
      mind.phase = .resurrected
      mind.returns += mind.returns == .max ? 0 : 1
      mind.lifeDays = 0
      mind.daysAway = 0
      mind.pain = 0
    } else if Draw(first: draw.second, second: 0).chance(leavesDormant) {
      mind.phase = .left
      state.hasLeft = true
    }
  }

  /// How likely somebody's phase is to turn.
  public struct Hazards: BitwiseCopyable, Sendable {
    public var lapse = 0.0
    public var comeback = 0.0
  }

  /// The hazards of somebody as a day begins.
  public func hazards(_ person: Person, _ mind: Mind, on day: LocalDay) -> Hazards {
    guard mind.lifeDays > 0 else { return Hazards() }
    switch mind.phase {
    case .left: return Hazards()
    case .dormant: return Hazards(comeback: min(1, returnHazard(person, mind, on: day)))
    default: return Hazards(lapse: min(1, lapseHazard(person, mind)))
    }
  }

  /// The probability that somebody puts the app away in the night after so many days with it.
  func lapseHazard(_ person: Person, _ mind: Mind) -> Double {
    let trouble = 1 + mind.trouble * (reactions.lapseFactorTrouble - 1)
    let pain = 1 + mind.pain * (parameters.lapseFactorPain - 1)
    return Self.value(lapses, mind.lifeDays - 1) * person.traits.frailty * trouble * pain
      * (mind.prompt == .misfit ? reactions.promptLapseFactor : 1)
  }

  /// The probability that somebody takes the app up again.
  func returnHazard(_ person: Person, _ mind: Mind, on day: LocalDay) -> Double {
    let isFresh = day.weekday == 1 || day.day == 1
    let company = 1 + mind.company * (homes.returnFactorCompany - 1)
    let prompt = mind.prompt == .fit ? reactions.promptReturnFactor : 1
    let invitation = mind.isInvited ? interventions.returnFactorInvited : 1
    return Self.value(returns, mind.daysAway - 1) * company * prompt * invitation
      * (isFresh ? parameters.returnFactorFreshStart : 1)
  }

  /// The probability that somebody opens the app on a day; none while it is put away.
  public func openProbability(
    _ person: Person, _ mind: inout Mind, _ state: PersonState, at home: Home, on day: LocalDay
  ) -> Double {
    guard mind.isEngaged else { return 0 }
    // Coming back is opening the app.
    if mind.phase == .resurrected && mind.lifeDays == 0 { return 1 }
    let logit = openLogit(person, mind, state, isRewarded: home.treatment == .rewards, on: day)
    return lifted(Mathematics.logistic(logit + home.openLogit), &mind)
  }

  func openLogit(
    _ person: Person, _ mind: Mind, _ state: PersonState, isRewarded: Bool = false,
    on day: LocalDay
  ) -> Double {
    let traits = person.traits
    var logit = behaviour.openLogitBase + person.motivation
    logit += behaviour.openLogitHabit * state.habitStrength
    var streak = behaviour.openLogitStreak * Double(min(state.activeDays, 7)) / 7
    if Self.isMilestone(state.activeDays + 1) { streak += parameters.openLogitMilestone }
    if isRewarded { streak *= interventions.rewardFactor }
    logit += traits.streaks * (streak + parameters.openLogitPain * mind.pain)
    logit += reactions.openLogitTrouble * mind.trouble
    if mind.hasGroup { logit += traits.company * reactions.openLogitGroup }
    if mind.phase == .lapsing { logit += parameters.openLogitLapsing }
    logit += traits.company * homes.openLogitCompany * mind.company
    logit += yearRound.logit(on: day, of: person)
    let newness = Self.value(novelty, max(0, mind.lifeDays - 1))
    return logit + (mind.returns > 0 ? newness * parameters.noveltyReturnedShare : newness)
  }

  private static func isMilestone(_ days: Int32) -> Bool {
    days == 7 || days == 14 || days == 30 || days == 50 || days == 100
  }
}
