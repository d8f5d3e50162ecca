public import Base
import Datasets
import JSONText
import Population
import Scenarios
import SimulatedWorld
import Simulator

/// The result of a shard.
public struct ShardOutcome: Sendable {
  /// The batches that it holds, and how many the run has.
  public var batches: Range<Int>
  public var batchCount: Int
  public var people: Int
  /// The number of violations of properties, and the first of them as sentences.
  public var violationCount: Int
  public var violations: [String]
}

/// Some batches of a run, simulated here and written to a file for `shakeout assemble`.
public struct ShardExecution {
  private let request: RunRequest
  private let source: SimulatedBatches
  public let identity: ShardIdentity
  private let isStopped: @Sendable () -> Bool

  /// The run whose batches are wanted. Its name, its folders and the path of its plan are not used.
  public init(
    _ request: RunRequest,
    isStopped: @escaping @Sendable () -> Bool = { Interruption.isRequested }
  ) {
    self.request = request
    self.isStopped = isStopped
    source = SimulatedBatches(request)
    identity = ShardIdentity(request, batchCount: source.batchCount)
  }

  /// What all shards of the run must agree on, for `init(job:)`.
  public var job: String { JSONWriter(.pretty).text(identity.json) }

  /// The request of a job that another process wrote, with its scenario and options.
  public static func request(
    ofJob bytes: [UInt8], named name: String, threads: Int, program: ProgramIdentity
  ) throws(ShardError) -> RunRequest {
    let json: JSONNode
    do throws(JSONError) {
      json = try JSONReader().read(bytes)
    } catch {
      throw ShardError("\(name): \(error)")
    }
    let identity = try ShardIdentity(json, in: name)
    try identity.checkProgram(in: name)
    return RunRequest(of: identity, threads: threads, out: ".", name: "shard", program: program)
  }

  /// Simulates batches and writes them; calls `advanced` after each. A regular file appears when it
  /// is whole.
  public func run(
    _ batches: Range<Int>, to path: String, advanced: (RunProgressReport) -> Void = { _ in }
  ) throws(RunError) -> ShardOutcome {
    precondition(
      batches.lowerBound >= 0 && batches.upperBound <= identity.batchCount,
      "only batches of the run can be simulated")
    do {
      return try write(batches, to: path, advanced)
    } catch {
      throw RunError(any: error)
    }
  }

  private func write(
    _ batches: Range<Int>, to path: String, _ advanced: (RunProgressReport) -> Void
  ) throws -> ShardOutcome {
    let (start, isStopped) = (Machine.seconds, isStopped)
    let file = try OutputFile(at: path)
    var writer = try ShardWriter(file, identity, batches: batches)
    var totals = SimulationTotals()
    var index = batches.lowerBound
    let share = Double(batches.count) / Double(max(1, identity.batchCount))
    let people = Int((Double(request.scenario.people) * share).rounded())
    try source.deliver(
      batches, checkpoint: { if isStopped() { throw RunError.interrupted } },
      take: { next, batch in
        try writer.append(BatchFrame(totals: next, batch: batch), index: index)
        totals.add(next)
        index += 1
        let done = Int(totals.counters.people)
        advanced(
          RunProgressReport(
            people: done, peopleTotal: max(people, done), seconds: Machine.seconds - start))
      })
    if isStopped() { throw RunError.interrupted }
    try writer.finish()
    try file.publish()
    return ShardOutcome(
      batches: batches, batchCount: identity.batchCount, people: Int(totals.counters.people),
      violationCount: Int(totals.violationCount), violations: totals.violations.map(\.sentence))
  }
}

extension RunRequest {
  /// The request of an assembly, or of a shard, of a run with an identity.
  public init(
    of identity: ShardIdentity, threads: Int, out: String, name: String, force: Bool = false,
    record: Record? = nil, program: ProgramIdentity
  ) {
    self.init(
      scenario: identity.scenario, threads: threads, out: out, name: name, force: force,
      record: record, program: program)
    personDaysPerBatch = identity.personDaysPerBatch
    recordsBias = identity.recordsBias
    checksEveryScope = identity.checksEveryScope
    recordedPlan = identity.recordedPlan
  }
}
