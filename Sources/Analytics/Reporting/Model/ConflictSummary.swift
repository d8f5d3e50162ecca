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
  public var logsReplayed: Int64

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
