public import Base
public import Chronology

/// How far people get into each other's way: whole families that are at the same few things at
/// once, on all their devices.
///
/// Nobody lives so. Of two writes to one field hardly any meet in a month of a family, and a
/// mistake in how they are settled is seen only where they do.
public struct ContentionParameters: Sendable, Equatable {
  public var sessionShare = 0.0
  public var thingsPerSessionMax = 0
  public var kindsAtOnce = 0
  public var daysPerSubject = 0
  public var togetherShare = 0.0
  public var groupLeftShare = 0.0
  public var groupReturnShare = 0.0
  public var accountDeletedShare = 0.0
  public var youngInGroupsShare = 0.0

  init() {}

  static let fields: [ScenarioField] = [
    ScenarioField(
      ["contention", "sessionShare"], \.contention.sessionShare, .share, 0,
      "Share of a person's sessions in which they do what the whole family is at just then", .chosen
    ),
    ScenarioField(
      ["contention", "thingsPerSessionMax"], \.contention.thingsPerSessionMax, .whole(1...100), 6,
      "How many such things somebody does in a session at most", .chosen),
    ScenarioField(
      ["contention", "kindsAtOnce"], \.contention.kindsAtOnce, .whole(1...50), 3,
      "Of how many kinds the things are that a family is at", .chosen),
    ScenarioField(
      ["contention", "daysPerSubject"], \.contention.daysPerSubject, .whole(1...3650), 3,
      "For how many days a family stays at the same things", .chosen),
    ScenarioField(
      ["contention", "togetherShare"], \.contention.togetherShare, .share, 0.1,
      "Share of such things that are said with another one, as one transaction", .chosen),
    ScenarioField(
      ["contention", "groupLeftShare"], \.contention.groupLeftShare, .share, 0,
      "Share of the days on which somebody leaves their group for no reason", .chosen),
    ScenarioField(
      ["contention", "groupReturnShare"], \.contention.groupReturnShare, .share, 0,
      "Share of the days on which somebody who is no longer in their group joins it once more",
      .chosen),
    ScenarioField(
      ["contention", "accountDeletedShare"], \.contention.accountDeletedShare, .share, 0,
      "Share of those who leave the app for good who delete their account with it", .chosen),
    ScenarioField(
      ["contention", "youngInGroupsShare"], \.contention.youngInGroupsShare, .share, 0,
      "Share of the children and athletes who join the group of their neighbourhood", .chosen),
  ]
}

extension Behaviour {
  /// What somebody does in a session of what their family is at, in order.
  public func contention(
    _ person: Person, in household: UInt32, on day: LocalDay, session: Int
  ) -> ContentionPlan? {
    let slot = UInt16(session) << 8
    let draw = draw(PopulationDecision.contention, person, day, slot: slot)
    guard draw.chance(Probability(contention.sessionShare)) else { return nil }
    let count = 1 + Int(draw.second % UInt64(contention.thingsPerSessionMax))
    let period = day.number / Int32(contention.daysPerSubject)
    return ContentionPlan(
      subject: randomness.draw(
        PopulationDecision.contendedSubject, who: Who.household(household), day: period),
      kindsAtOnce: contention.kindsAtOnce,
      things: (0..<count).map { number in
        let own = self.draw(
          PopulationDecision.contention, person, day, slot: slot | UInt16(1 + number))
        let isTogether = own.first % 1_000 < UInt64(contention.togetherShare * 1_000)
        return ContentionPlan.Thing(draw: own, isTogether: isTogether)
      })
  }
}

/// What somebody does in a session of what their whole family is at.
public struct ContentionPlan: Sendable {
  /// By which the family's devices choose the same things.
  public var subject: Draw
  public var kindsAtOnce: Int
  public var things: [Thing]

  /// One of the things, and whether it is said with the next one.
  public struct Thing: Sendable {
    public var draw: Draw
    public var isTogether: Bool
  }
}
