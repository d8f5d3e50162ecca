/// REW-5: something real that a parent gives for points.
public struct Reward: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var title: TextHandle
  public var price: Int32
  /// What is withdrawn stays so, and what was claimed of it stays claimed.
  public var isWithdrawn = false
}

/// REW-5: that somebody took a reward, and what it cost them.
public struct RewardClaim: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var reward: Entity
  public var person: MemberHandle
  public var price: Int32
  /// A parent took it back, and the points with it.
  public var isCancelled = false

  var cause: PointCause { PointCause(.claim, entity, of: person) }
}
