import Simulator

/// Where the batches of a run come from, in their order.
protocol BatchSource {
  /// The first lines of the plan of a run, if its plan is recorded; the others are in the batches.
  func head(_ request: RunRequest) -> [UInt8]?

  /// Delivers the batches from one on. `checkpoint` is called often, on any thread; what it throws
  /// ends the delivery.
  func deliver(
    from first: Int, checkpoint: @escaping @Sendable () throws -> Void,
    take: (SimulationTotals, BatchOutcome) throws -> Void
  ) throws
}

/// What the plan of a run contains.
public enum PlanRecording: String, Sendable {
  case nothing
  case steps
  /// The delivery of every message as well.
  case stepsAndDeliveries

  var recording: Recording {
    switch self {
    case .nothing: .nothing
    case .steps: .steps
    case .stepsAndDeliveries: .stepsAndDeliveries
    }
  }
}
