/// The coverage that a stress run must reach before its result counts.
public struct CoverageParameters: Sendable, Equatable {
  public var afterSeeds = 0
  public var operationKindsMin = 0
  public var combinationsMin = 0

  init() {}
}
