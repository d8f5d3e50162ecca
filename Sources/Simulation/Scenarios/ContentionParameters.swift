public import Base
public import Chronology

/// How far people get into each other's way: whole families that are at the same few things at
/// once, on all their devices.
///
/// Nobody lives so. Of two writes to one field hardly any meet in a month of a family, and a
/// mistake in how they are settled is seen only where they do.
public struct ContentionParameters: Sendable, Equatable {
  public var contendedSessionProbability = 0.0
  public var actionsPerSessionMax = 0
  public var simultaneousKinds = 0
  public var daysPerSubject = 0
  public var transactionProbability = 0.0
  public var groupLeaveProbability = 0.0
  public var groupRejoinProbability = 0.0
  public var accountDeletionProbability = 0.0
  public var minorsInGroupsFraction = 0.0

  init() {}

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["contention", "contendedSessionProbability"], \.contention.contendedSessionProbability,
      .share, 0,
      "Share of a person's sessions in which they do what the whole family is at just then", .chosen
    ),
    ScenarioField(
      ["contention", "actionsPerSessionMax"], \.contention.actionsPerSessionMax, .whole(1...100), 6,
      "How many such things somebody does in a session at most", .chosen),
    ScenarioField(
      ["contention", "simultaneousKinds"], \.contention.simultaneousKinds, .whole(1...50), 3,
      "Of how many kinds the things are that a family is at", .chosen),
    ScenarioField(
      ["contention", "daysPerSubject"], \.contention.daysPerSubject, .whole(1...3650), 3,
      "For how many days a family stays at the same things", .chosen),
    ScenarioField(
      ["contention", "transactionProbability"], \.contention.transactionProbability, .share, 0.1,
      "Share of such things that are said with another one, as one transaction", .chosen),
    ScenarioField(
      ["contention", "groupLeaveProbability"], \.contention.groupLeaveProbability, .share, 0,
      "Share of the days on which somebody leaves their group for no reason", .chosen),
    ScenarioField(
      ["contention", "groupRejoinProbability"], \.contention.groupRejoinProbability, .share, 0,
      "Share of the days on which somebody who is no longer in their group joins it once more",
      .chosen),
    ScenarioField(
      ["contention", "accountDeletionProbability"], \.contention.accountDeletionProbability, .share,
      0,
      "Share of those who leave the app for good who delete their account with it", .chosen),
    ScenarioField(
      ["contention", "minorsInGroupsFraction"], \.contention.minorsInGroupsFraction, .share, 0,
      "Share of the children and athletes who join the group of their neighborhood", .chosen),
  ]
}

extension Behavior {
  /// What somebody does in a session of what their family is at, in order.
  public func contention(
    _ person: Person, in household: UInt32, on day: LocalDay, session: Int
  ) -> ContentionPlan? {
    let slot = UInt16(session) << 8
    let draw = draw(PopulationRandomPurpose.contention, person, day, slot: slot)
    guard draw.chance(Probability(contention.contendedSessionProbability)) else { return nil }
    let count = 1 + draw.second.choice(of: contention.actionsPerSessionMax)
    let period = day.number / Int32(contention.daysPerSubject)
    return ContentionPlan(
      subject: randomness.draw(
        PopulationRandomPurpose.contendedSubject, who: RandomSubject.household(household),
        day: period),
      simultaneousKinds: contention.simultaneousKinds,
      things: (0..<count).map { number in
        let own = self.draw(
          PopulationRandomPurpose.contention, person, day, slot: slot | UInt16(1 + number))
        let isTogether =
          own.first.choice(of: 1_000) < Int(contention.transactionProbability * 1_000)
        return ContentionPlan.ContendedAction(draw: own, isTogether: isTogether)
      })
  }
}

/// What somebody does in a session of what their whole family is at.
public struct ContentionPlan: Sendable {
  /// By which the family's devices choose the same things.
  public var subject: RandomBits
  public var simultaneousKinds: Int
  public var things: [ContendedAction]

  /// One of the things, and whether it is said with the next one.
  public struct ContendedAction: Sendable {
    public var draw: RandomBits
    public var isTogether: Bool
  }
}
