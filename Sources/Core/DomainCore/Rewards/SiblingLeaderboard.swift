import Base

/// REW-6: a child's rank among its siblings.
public struct SiblingRank: BitwiseCopyable, Hashable, Sendable {
  public var rank: Int
  public var member: MemberHandle
  public var points: Int
}
