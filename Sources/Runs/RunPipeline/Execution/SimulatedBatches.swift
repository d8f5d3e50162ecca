import DomainCore
import Plans
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// The batches of a run as this process simulates them, from a population or a plan.
struct SimulatedBatches: BatchSource {
  private let scenario: Scenario
  private let run: PopulationRun
  private let keeping: ObserverOptions
  private let planHead: [UInt8]?

  init(_ request: RunRequest) {
    scenario = request.scenario
    var keeping = ObserverOptions(clusters: HouseholdClusters(request.scenario))
    if let plan = request.plan {
      planHead = nil
      if request.recordsBias {
        let writer = PlanWriter(texts: plan.texts)
        keeping.planWriter = writer
        keeping.biasPlanHead = Self.head(by: writer, plan.calendarTexts, request)
      }
      run = PopulationRun(
        plan, threads: request.threads, personDaysPerBatch: request.personDaysPerBatch,
        recording: request.recordsBias ? .stepsAndDeliveries : .nothing,
        checksEveryScope: request.checksEveryScope)
      self.keeping = keeping
      return
    }
    let simulation = Simulation(
      request.scenario, checksEveryScope: request.checksEveryScope)
    let recordsPlan = request.recordedPlan != .nothing
    var recording = request.recordedPlan.recording
    var planHead: [UInt8]?
    if recordsPlan || request.recordsBias {
      let writer = PlanWriter(texts: simulation.texts)
      let head = Self.head(by: writer, simulation.settings.calendarTexts, request)
      keeping.planWriter = writer
      keeping.recordsPlan = recordsPlan
      if recordsPlan { planHead = head } else { recording = .steps }
      if request.recordsBias { keeping.biasPlanHead = head }
    }
    run = PopulationRun(
      simulation, threads: request.threads, personDaysPerBatch: request.personDaysPerBatch,
      recording: recording)
    self.keeping = keeping
    self.planHead = planHead
  }

  var batchCount: Int { run.batchCount }

  func head(_ request: RunRequest) -> [UInt8]? { planHead }

  func deliver(
    from first: Int, checkpoint: @escaping @Sendable () throws -> Void,
    take: (SimulationTotals, BatchOutcome) throws -> Void
  ) throws {
    try deliver(first..<run.batchCount, checkpoint: checkpoint, take: take)
  }

  /// The same for some of the batches.
  func deliver(
    _ batches: Range<Int>, checkpoint: @escaping @Sendable () throws -> Void,
    take: (SimulationTotals, BatchOutcome) throws -> Void
  ) throws {
    let (scenario, keeping) = (scenario, keeping)
    try run.run(
      from: batches.lowerBound, before: batches.upperBound,
      makeScratch: { BatchObserver(scenario, keeping: keeping) },
      observe: { scratch, community in try scratch.observe(community) },
      conclude: { scratch in try scratch.conclude() },
      checkpoint: checkpoint, take: take)
  }

  /// The first lines of the plan of a population.
  static func head(of request: RunRequest) -> [UInt8] {
    let simulation = Simulation(request.scenario)
    return head(
      by: PlanWriter(texts: simulation.texts), simulation.settings.calendarTexts, request)
  }

  private static func head(
    by writer: PlanWriter, _ calendarTexts: [TextHandle], _ request: RunRequest
  ) -> [UInt8] {
    writer.head(
      of: request.scenario, calendarTexts: calendarTexts, program: request.program)
  }
}
