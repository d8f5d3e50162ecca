import Population
public import Scenarios
import SimulatedWorld
import Simulator

/// How many bytes the messages of a scenario have, all of them counted.
public struct MessageBytesMeasure: Sendable {
  private let bytes: MessageBytes
  /// What people submitted.
  public let operations: Int64
  public let violations: UInt64

  /// Runs the scenario in memory, with every message as bytes.
  public init(_ scenario: Scenario, threads: Int) throws {
    var scenario = scenario
    scenario.sync.separateTexts = true
    var totals = SimulationTotals()
    try PopulationRun(scenario, threads: threads).run(
      makeScratch: { 0 }, observe: { _, _ in }, conclude: { $0 },
      checkpoint: { if Interruption.isRequested { throw ScenarioComparison.Problem.interrupted } },
      take: { next, _ in totals.add(next) })
    bytes = totals.counters.bytes
    operations = totals.counters.operations
    violations = totals.violationCount
  }

  public var requests: Int64 { bytes.requests }
  public var requestBytes: Int64 { bytes.inRequests }
  /// In requests; one that is sent again counts again.
  public var requestOperations: Int64 { bytes.operations }
  public var responses: Int64 { bytes.responses }
  public var responseBytes: Int64 { bytes.inResponses }
  public var responseRows: Int64 { bytes.rows }

  /// All bytes, for each operation that people submitted.
  public var perOperation: Double {
    Double(bytes.inRequests + bytes.inResponses) / Double(max(1, operations))
  }
}
