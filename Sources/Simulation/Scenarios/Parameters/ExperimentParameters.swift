/// Switches that compare a run with its control run.
public struct ExperimentParameters: Sendable, Equatable {
  public var unrelatedDraw = false
  public var unrelatedDrawHousehold: Int?
  public var extraSyncHousehold: Int?

  init() {}
}
