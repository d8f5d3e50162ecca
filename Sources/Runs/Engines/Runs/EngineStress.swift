public import Base
import RunPipeline

/// What `shakeout stress --engine` is asked to do.
public struct EngineStressRequest: Sendable {
  /// The command that starts the adapter.
  public var command: String
  /// The folder in which the adapter runs; nil for the current one.
  public var folder: String?
  public var firstSeed: UInt64 = 1
  /// Nil with `minutes`.
  public var seedCount: Int?
  public var minutes: Double?
  public var faults = Set(EngineFault.allCases)
  public var failuresMax = 20
  public var shrinkSeconds = 30.0
  /// How long a reply may take.
  public var callSeconds = Self.defaultCallSeconds
  public static let defaultCallSeconds = 10.0
  public var program = ProgramIdentity.unstated
  /// The words of the command line that runs one seed again, without the seed.
  public var words: [String] = []
  public var recordsHistory = false
  /// The families that write, instead of drawn writes: a seed for each part of their lives.
  public var lives: FamilyLives?
  public var transcript: (@Sendable (_ line: [UInt8], _ isReply: Bool) -> Void)?
  /// The server that the clients of the engine talk to, if they have sockets of their own.
  public var realTime: EngineRealTime?

  public init(command: String) { self.command = command }

  /// Starts the adapter.
  public var start: () throws(EngineFailure) -> any EngineLink {
    { [command, callSeconds, folder] () throws(EngineFailure) in
      try AdapterProcess(command: command, seconds: callSeconds, in: folder)
    }
  }
}

/// Runs seeds with an engine, and shrinks what fails.
public final class EngineStress {
  let request: EngineStressRequest
  let runner: EngineRunner
  var report: EngineReport
  private let begun = Machine.seconds
  /// Whether a seed was run again in which something is saved.
  private var hasRepeatedSaves = false
  /// The histories of the seeds, if they were asked for.
  public private(set) var histories: [(seed: UInt64, entries: [EngineHistoryEntry])] = []

  /// Starts the engine; `start` does it instead of the request's command.
  public init(
    _ request: EngineStressRequest,
    start: (() throws(EngineFailure) -> any EngineLink)? = nil
  ) throws(EngineFailure) {
    self.request = request
    runner = try EngineRunner(start ?? request.start, realTime: request.realTime)
    report = EngineReport(runner.hello)
    report.program = request.program
    report.command = request.command
    report.folder = request.folder ?? EngineCommandFolder.current
    report.realTime = request.realTime
    report.allowed = request.faults.filter { $0.fits(runner.hello) }
  }

  /// Runs all seeds. `advanced` gets after each how many have run and how many have failed.
  public func run(
    advanced: (_ seeds: Int, _ failures: Int) -> Void = { _, _ in },
    failed: (EngineFailureReport) -> Void = { _ in }
  ) -> EngineReport {
    defer { runner.dismiss() }
    var seed = request.firstSeed
    while mayContinue {
      let (plan, drawn) = plan(of: seed)
      let outcome = run(plan)
      if outcome.failure == .interrupted { break }
      report.add(outcome, drawn: drawn)
      if request.recordsHistory { histories.append((seed, outcome.history)) }
      let isFirst = report.seeds == 1 || !hasRepeatedSaves && outcome.saves > 0
      if isFirst, request.realTime == nil { checkRepeated(plan, outcome) }
      if let failure = outcome.failure {
        report.problem = "seed \(seed): \(failure.sentence)"
        break
      }
      if let violation = outcome.violation,
        let failure = request.realTime == nil
          ? confirmed(violation, plan, seed, outcome) : repeated(violation, plan, seed, outcome)
      {
        report.failures.append(failure)
        failed(failure)
      }
      if report.problem != nil { break }
      advanced(report.seeds, report.failures.count)
      if seed == .max { break }
      seed += 1
    }
    report.calls = runner.calls
    report.seconds = Machine.seconds - begun
    report.isInterrupted = Interruption.isRequested
    report.stoppedAfterFailures = report.failures.count >= request.failuresMax
    return report
  }

  private func plan(of seed: UInt64) -> (plan: EnginePlan, faults: Set<EngineFault>) {
    guard let lives = request.lives else {
      return EnginePlanDraw.plan(seed: seed, for: runner.hello, allowing: request.faults)
    }
    // When all have run, they run again with other faults.
    let part = Int((seed &- 1) % UInt64(lives.count))
    return EnginePlanDraw.plan(
      seed: seed, for: runner.hello, allowing: request.faults, life: lives.parts[part])
  }

  private var mayContinue: Bool {
    if Interruption.isRequested || report.failures.count >= request.failuresMax { return false }
    if let count = request.seedCount { return report.seeds < count }
    return Machine.seconds - begun < 60 * (request.minutes ?? 0)
  }

  func run(_ plan: EnginePlan, isFresh: Bool = false) -> EngineOutcome {
    var options = EngineWorld.Options()
    // What happened in real time does not happen again in the same way.
    options.recordsTimeline = request.realTime != nil
    options.recordsHistory = request.recordsHistory
    if !isFresh { options.transcript = request.transcript }
    let begun = Machine.seconds
    let outcome = runner.run(plan, options, isFresh: isFresh)
    report.engineSeconds += Machine.seconds - begun
    return outcome
  }

  /// A seed that gives another transcript when it is run again in a process of its own shows an
  /// engine that reads a clock or draws by itself. The first seed is run again, and the first in
  /// which something is saved.
  private func checkRepeated(_ plan: EnginePlan, _ outcome: EngineOutcome) {
    guard outcome.failure == nil else { return }
    let again = run(plan, isFresh: true)
    report.isDeterministic = report.isDeterministic != false && again.digest == outcome.digest
    if outcome.saves > 0 { hasRepeatedSaves = true }
  }

  // MARK: Failures

  /// A failure that shows again in a fresh process, shrunk if it is the first of its kind.
  private func confirmed(
    _ violation: EngineViolation, _ plan: EnginePlan, _ seed: UInt64, _ outcome: EngineOutcome
  ) -> EngineFailureReport? {
    let again = run(plan, isFresh: true)
    guard again.violations.contains(where: { $0.signature == violation.signature }) else {
      if again.failure == .interrupted { return nil }
      report.problem =
        "seed \(seed) failed (\(violation.signature)), and does not in a fresh process: the "
        + "adapter is not deterministic, or keeps something from one test to the next. The engine "
        + "must draw from the seed of 'open' alone and read no clock, and 'begin' must forget "
        + "all replicas."
      return nil
    }
    let trial = { (plan: EnginePlan) in self.trial(plan, violation.signature) }
    let cause = EngineAttribution.cause(of: violation.signature, in: plan, run: trial)
    var failure = EngineFailureReport(
      violation: violation, property: cause?.property ?? violation.property, seed: seed,
      stepCount: plan.steps.count, plan: plan, command: request.command)
    failure.words = request.words + ["--from", "\(seed)", "--seeds", "1"]
    let isKnown = report.failures.contains { $0.signature == failure.signature }
    guard !isKnown else { return failure }
    if request.shrinkSeconds > 0 { shrink(&failure, cause, trial) }
    finish(&failure)
    return failure
  }

  private func shrink(
    _ failure: inout EngineFailureReport, _ cause: EngineAttribution.Cause?,
    _ trial: @escaping (EnginePlan) -> EngineOutcome
  ) {
    let begun = Machine.seconds
    let seconds = request.shrinkSeconds
    var shrinker = EngineShrinker(
      failure.plan, failing: failure.violation.signature, dueTo: cause,
      mayContinue: { Machine.seconds - begun < seconds && !Interruption.isRequested }, run: trial)
    shrinker.shrink()
    failure.plan = shrinker.plan
    failure.isMinimal = shrinker.isMinimal
    failure.trials = shrinker.trials
  }

  /// Adds the timeline and the reproduction of the smallest plan.
  private func finish(_ failure: inout EngineFailureReport) {
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    options.waitsForLate = failure.violation.property == .boundedStaleness
    let outcome = runner.run(failure.plan, options, isFresh: true)
    let signature = failure.violation.signature
    if let violation = outcome.violations.first(where: { $0.signature == signature }) {
      failure.violation = violation
    }
    failure.timeline = outcome.timeline
    failure.reproduction = EngineReproduction(
      of: request, hello: runner.hello, signature: signature, property: failure.property,
      seed: failure.seed, plan: failure.plan)
  }

  private func trial(_ plan: EnginePlan, _ signature: EngineSignature) -> EngineOutcome {
    var options = EngineWorld.Options()
    options.waitsForLate = signature.property == .boundedStaleness
    return runner.run(plan, options)
  }
}
