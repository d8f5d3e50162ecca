import Base

/// REW-7: a trophy that a family has made up: "Most helpful at home".
public struct CustomTrophy: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var title: TextHandle
}
