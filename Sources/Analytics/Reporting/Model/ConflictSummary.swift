/// The conflicting writes of a run under its policy, and how many updates were lost.
public struct ConflictSummary: Hashable, Sendable {
  /// The conflict policy of the run.
  public var policy: String
  /// Fields that a write carried along unchanged because it wrote their whole record.
  public var carried: Int64
  /// Writes that replaced another write that their author had not received.
  public var concurrent: Int64
  /// Of these, the writes that lost the later of the two intentions.
  public var lostUpdates: Int64
  /// The number of logs replayed to count these two; large runs replay only some of their logs.
  /// Without a replayed log the two counts are zero and mean nothing.
  public var logsReplayed: Int64

  /// Whether anything was counted.
  public var isCounted: Bool { logsReplayed > 0 }

  /// Such as "3 lost updates in 40 replayed logs".
  var lostUpdatesText: String {
    guard isCounted else { return "lost updates not counted: no log was replayed" }
    return NumberText.counted(lostUpdates, "lost update") + " in "
      + NumberText.counted(logsReplayed, "replayed log")
  }

  public init(
    policy: String = "fieldwise", carried: Int64 = 0, concurrent: Int64 = 0,
    lostUpdates: Int64 = 0, logsReplayed: Int64 = 0
  ) {
    self.policy = policy
    self.carried = carried
    self.concurrent = concurrent
    self.lostUpdates = lostUpdates
    self.logsReplayed = logsReplayed
  }
}
