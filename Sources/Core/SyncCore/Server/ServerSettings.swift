/// Settings of the server's clock and limits.
public struct ServerSettings: BitwiseCopyable, Hashable, Sendable {
  /// How far ahead of the server's clock a stamp may lie before it is restamped.
  public var clockSkewBoundMilliseconds: Int64

  /// The order in which the server puts accepted operations.
  public var policy: ConflictPolicy

  /// Whether each scope has a table of its texts, and operations bring theirs; otherwise all
  /// holders of a run share one table.
  public var hasOwnTexts: Bool

  @inlinable public init(
    clockSkewBoundMilliseconds: Int64, policy: ConflictPolicy = .fieldwise,
    hasOwnTexts: Bool = false
  ) {
    self.hasOwnTexts = hasOwnTexts
    self.policy = policy
    self.clockSkewBoundMilliseconds = clockSkewBoundMilliseconds
  }
}
