import Base
public import Chronology

/// What somebody saw of a session that may annoy them.
public struct SeenTrouble: BitwiseCopyable, Sendable {
  public var isOffline = false
  /// Whether something of an earlier session has not arrived yet.
  public var isWaiting = false
  /// How much of what they said had been rejected by now.
  public var rejected: Int32 = 0

  public init() {}

  /// The share of the way to full trouble.
  func share(since rejected: Int32) -> Double {
    if self.rejected > rejected { return 0.6 }
    return isOffline ? 0.15 : isWaiting ? 0.3 : 0
  }
}

// How people take what is done to them.
extension LifeCourse {
  // MARK: Reminders

  /// Whether a day has a reminder, how it is taken, and what yesterday's have left behind.
  func remind(_ person: Person, _ mind: inout Mind, at home: Home, on day: LocalDay) {
    let perWeek =
      home.treatment == .prompts
      ? max(reactions.promptsPerWeek, interventions.promptsPerWeek) : reactions.promptsPerWeek
    mind.prompt = .none
    guard perWeek > 0, person.traits.takesPrompts, !mind.hasRefusedPrompts else { return }
    let draw = randomness.draw(
      PopulationDecision.prompt, who: Who.person(person.index), day: day.number)
    guard draw.unit < perWeek / 7 else {
      mind.usedToPrompts -= reactions.promptFadeShare * mind.usedToPrompts
      return
    }
    let misfit =
      reactions.promptMisfitShare
      * (home.treatment == .reminderTimes ? interventions.misfitFactor : 1)
    mind.prompt = Self.unit(draw.second) < misfit ? .misfit : .fit
    if mind.prompt == .misfit, Self.unit(draw.second << 32) < reactions.promptRefusedShare {
      mind.hasRefusedPrompts = true
    }
  }

  /// Thirty-two bits as a number from 0 to 1.
  private static func unit(_ bits: UInt64) -> Double {
    Double(bits >> 32) * 0x1p-32
  }

  /// The probability of opening the app with today's reminder; seen, it is one more that one is
  /// used to.
  func lifted(_ probability: Double, _ mind: inout Mind) -> Double {
    guard mind.prompt != .none else { return probability }
    let lift = mind.prompt == .fit ? reactions.promptLift * (1 - mind.usedToPrompts) : 0
    mind.usedToPrompts += reactions.promptGainShare * (1 - mind.usedToPrompts)
    return min(1, probability * (1 + lift))
  }

  // MARK: Trouble

  /// Somebody opens the app and sees how it is.
  public func notice(_ trouble: SeenTrouble, _ mind: inout Mind) {
    mind.trouble += trouble.share(since: mind.rejected) * (1 - mind.trouble)
    mind.rejected = trouble.rejected
  }

  /// The app was ended under somebody's fingers.
  public func crash(_ mind: inout Mind) {
    mind.trouble += 0.4 * (1 - mind.trouble)
  }

  /// The app on somebody's phone begins anew.
  public func startOver(_ mind: inout Mind) {
    mind.trouble = 1
  }

  // MARK: Groups

  /// Whether it moves anybody how balanced their group is.
  public var looksAtBalance: Bool {
    reactions.groupTrainingLift > 0 && reactions.groupBalanceShare > 0
  }

  /// Whether it moves anybody today that a rank is near.
  public func looksAtRanks(on day: LocalDay) -> Bool {
    day.weekday >= 5 && reactions.groupLateLift > 0
  }

  /// How many times as often as otherwise somebody trains today who is in a group with others.
  public func trainingFactor(balance: Double, isNearRank: Bool, on day: LocalDay) -> Double {
    let share = 1 - reactions.groupBalanceShare * (1 - balance)
    let late = looksAtRanks(on: day) && isNearRank ? reactions.groupLateLift : 0
    return 1 + reactions.groupTrainingLift * share + late
  }

  /// How balanced those are who have done something: 1 where all have done the same, near 0 where
  /// one of them did nearly all, and 0 where there are no two. It is what Gini's coefficient, over
  /// pairs of two different people, leaves of 1.
  public static func balance(of values: [UInt32]) -> Double {
    let total = values.reduce(0) { $0 + Double($1) }
    guard values.count > 1, total > 0 else { return 0 }
    var apart = 0.0
    for place in values.indices {
      for other in values[..<place] { apart += abs(Double(values[place]) - Double(other)) }
    }
    return 1 - apart / (total * Double(values.count - 1))
  }

  /// Whether an invitation brings somebody into a group who would not join of their own.
  public func isInvited(_ person: Person, at home: Home) -> Bool {
    home.treatment == .invitations
      && randomness.draw(PopulationDecision.invited, who: Who.person(person.index), day: 0)
        .chance(Probability(interventions.invitedShare))
  }
}
