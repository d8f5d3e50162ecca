import Base
public import Chronology
import Scenarios

/// What a person saw in a session that may annoy them.
public struct ObservedFaults: BitwiseCopyable, Sendable {
  public var isOffline = false
  /// Whether an operation of an earlier session has not been synced yet.
  public var isWaiting = false
  /// How many of their operations had been rejected by now.
  public var rejected: Int32 = 0

  public init() {}

  /// The fraction of full frustration.
  func share(since rejected: Int32) -> Double {
    if self.rejected > rejected { return 0.6 }
    return isOffline ? 0.15 : isWaiting ? 0.3 : 0
  }
}

// How people react to reminders, frustration and groups.
extension LifecycleModel {
  // MARK: Reminders

  /// Whether a day has a reminder, how the person perceives it, and the remaining effect of
  /// yesterday's.
  func remind(
    _ person: Person, _ engagement: inout EngagementState, at home: HouseholdState, on day: LocalDay
  ) {
    let perWeek =
      home.treatment == .prompts
      ? max(reactions.promptsPerWeek, interventions.promptsPerWeek) : reactions.promptsPerWeek
    engagement.prompt = .none
    guard perWeek > 0, person.traits.allowsNotifications, !engagement.hasRefusedPrompts else {
      return
    }
    let draw = randomness.draw(
      PopulationRandomPurpose.prompt, who: RandomSubject.person(person.index), day: day.number)
    guard draw.unit < perWeek / 7 else {
      engagement.promptHabituation -=
        reactions.promptRecoveryFraction * engagement.promptHabituation
      return
    }
    let irrelevant =
      reactions.promptIrrelevantProbability
      * (home.treatment == .reminderTimes ? interventions.irrelevantPromptFactor : 1)
    engagement.prompt = Self.unit(draw.second) < irrelevant ? .irrelevant : .relevant
    if engagement.prompt == .irrelevant,
      Self.unit(draw.second << 32) < reactions.promptOptOutProbability
    {
      engagement.hasRefusedPrompts = true
    }
  }

  /// Thirty-two bits as a number from 0 to 1.
  private static func unit(_ bits: UInt64) -> Double {
    Double(bits >> 32) * 0x1p-32
  }

  /// The probability of opening the app with today's reminder; a reminder that was seen increases
  /// habituation.
  func lifted(_ probability: Double, _ engagement: inout EngagementState) -> Double {
    guard engagement.prompt != .none else { return probability }
    let lift =
      engagement.prompt == .relevant ? reactions.promptLift * (1 - engagement.promptHabituation) : 0
    engagement.promptHabituation +=
      reactions.promptHabituationFraction * (1 - engagement.promptHabituation)
    return min(1, probability * (1 + lift))
  }

  // MARK: Frustration

  /// A person opens the app and sees its state.
  public func notice(_ frustration: ObservedFaults, _ engagement: inout EngagementState) {
    engagement.frustration +=
      frustration.share(since: engagement.rejected) * (1 - engagement.frustration)
    engagement.rejected = frustration.rejected
  }

  /// The app crashed while a person used it.
  public func crash(_ engagement: inout EngagementState) {
    engagement.frustration += 0.4 * (1 - engagement.frustration)
  }

  /// The app on a person's phone starts empty.
  public func startOver(_ engagement: inout EngagementState) {
    engagement.frustration = 1
  }

  // MARK: Groups

  /// Whether the balance of a group affects people.
  public var looksAtBalance: Bool {
    reactions.groupTrainingLift > 0 && reactions.groupBalanceFraction > 0
  }

  /// Whether a rank within reach affects people today.
  public func looksAtRanks(on day: LocalDay) -> Bool {
    day.weekday >= 5 && reactions.groupLateWeekLift > 0
  }

  /// The factor of today's training for a person in a group with others.
  public func trainingFactor(balance: Double, isNearRank: Bool, on day: LocalDay) -> Double {
    let share = 1 - reactions.groupBalanceFraction * (1 - balance)
    let late = looksAtRanks(on: day) && isNearRank ? reactions.groupLateWeekLift : 0
    return 1 + reactions.groupTrainingLift * share + late
  }

  /// The balance of the values above zero: 1 if all are equal, near 0 if one has nearly everything,
  /// and 0 with fewer than two. It is 1 minus Gini's coefficient over pairs of different people.
  public static func balance(of values: [UInt32]) -> Double {
    let total = values.reduce(0) { $0 + Double($1) }
    guard values.count > 1, total > 0 else { return 0 }
    var apart = 0.0
    for place in values.indices {
      for other in values[..<place] { apart += abs(Double(values[place]) - Double(other)) }
    }
    return 1 - apart / (total * Double(values.count - 1))
  }

  /// Whether an invitation brings a person into a group who would not join on their own.
  public func isInvited(_ person: Person, at home: HouseholdState) -> Bool {
    home.treatment == .invitations
      && randomness.draw(
        PopulationRandomPurpose.invited, who: RandomSubject.person(person.index), day: 0
      )
      .chance(Probability(interventions.inviteAcceptProbability))
  }
}
