/// What a load of the scenario's people at a real server must keep.
public struct LoadParameters: Sendable, Equatable {
  public var failIf: [LoadThreshold] = []

  init() {}
}
