/// REW-5: a real-world reward that a parent offers for points.
public struct Reward: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var title: TextHandle
  public var price: Int32
  /// A withdrawn reward stays withdrawn, and earlier claims of it stay valid.
  public var isWithdrawn = false
}

/// REW-5: a person's claim of a reward, and what it cost them.
public struct RewardClaim: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var reward: Entity
  public var person: MemberHandle
  public var price: Int32
  /// A parent canceled the claim, which returned the points.
  public var isCancelled = false

  var cause: PointCause { PointCause(.claim, entity, of: person) }
}
