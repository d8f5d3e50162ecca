/// Conflicts: whole families that edit the same few records at the same time, on all their devices.
///
/// Real families rarely do. In a month of a family hardly any two writes to one field conflict, and
/// an error in conflict resolution only shows where they do.
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
      "Share of a person's sessions in which they edit the records that the whole family is "
        + "editing", .chosen
    ),
    ScenarioField(
      ["contention", "actionsPerSessionMax"], \.contention.actionsPerSessionMax, .whole(1...100), 6,
      "Maximum number of such edits in a session", .chosen),
    ScenarioField(
      ["contention", "simultaneousKinds"], \.contention.simultaneousKinds, .whole(1...50), 3,
      "How many kinds of records a family edits at the same time", .chosen),
    ScenarioField(
      ["contention", "daysPerSubject"], \.contention.daysPerSubject, .whole(1...3650), 3,
      "For how many days a family edits the same records", .chosen),
    ScenarioField(
      ["contention", "transactionProbability"], \.contention.transactionProbability, .share, 0.1,
      "Share of such edits that are submitted together with another one in one transaction",
      .chosen),
    ScenarioField(
      ["contention", "groupLeaveProbability"], \.contention.groupLeaveProbability, .share, 0,
      "Share of the days on which a person leaves their group for no reason", .chosen),
    ScenarioField(
      ["contention", "groupRejoinProbability"], \.contention.groupRejoinProbability, .share, 0,
      "Share of the days on which a person who has left their group rejoins it", .chosen),
    ScenarioField(
      ["contention", "accountDeletionProbability"], \.contention.accountDeletionProbability, .share,
      0,
      "Share of the people who leave the app for good who delete their account", .chosen),
    ScenarioField(
      ["contention", "minorsInGroupsFraction"], \.contention.minorsInGroupsFraction, .share, 0,
      "Share of the children and athletes who join the group of their neighborhood", .chosen),
  ]
}
