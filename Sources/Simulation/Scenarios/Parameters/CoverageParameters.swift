/// What a stress run must have seen before it has shown anything.
public struct CoverageParameters: Sendable, Equatable {
  public var afterSeeds = 0
  public var operationKindsMin = 0
  public var combinationsMin = 0

  init() {}
}
