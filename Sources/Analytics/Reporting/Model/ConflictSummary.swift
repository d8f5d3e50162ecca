/// Which of two writes to one field stood, and what that cost.
public struct ConflictSummary: Hashable, Sendable {
  /// The conflict policy of the run.
  public var policy: String
  /// Fields that were only written along with others of their record.
  public var carried: Int64
  /// Writes that took the place of another that their author had not seen.
  public var concurrent: Int64
  /// Of these, how often what was meant later is gone.
  public var lostUpdates: Int64
  /// How many logs were read once more to count these two: large runs read some of theirs.
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
