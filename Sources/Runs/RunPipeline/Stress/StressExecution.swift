import Environment
import Base
import Datasets
import JSONText
import Population
import Scenarios
import Properties
import Simulator
import Stress
import SystemLibrary

/// Runs seeds in worker processes until a limit is reached, and shrinks the failures.
public struct StressExecution {
  /// The processor time after which a seed counts as a timeout. A seed usually takes 0.05 seconds.
  private static let seedSecondsMax = 60.0

  let request: StressRequest
  private let isStopped: @Sendable () -> Bool

  public init(
    _ request: StressRequest,
    isStopped: @escaping @Sendable () -> Bool = { Interruption.isRequested }
  ) {
    self.request = request
    self.isStopped = isStopped
  }

  /// Stops the pool: no more seeds shall run.
  private struct StopRequested: Error {}

  /// Calls `advanced` after each seed and `failed` for each failure.
  public func run(
    advanced: (StressProgress) -> Void, failed: (StressFailure) -> Void
  ) throws -> StressReport {
    let begun = Machine.seconds
    var report = StressReport(
      coverage: Coverage(kinds: faultKinds), swarmHash: request.swarm.hash)
    report.program = request.program
    report.jobs = request.jobs
    report.failsOnLostUpdates = request.failsOnLostUpdates
    report.policies = request.scenarios.map(\.sync.policyName)
    report.stores = request.scenarios.map(\.storage.kind)
    report.scenarios = request.scenarios.map(\.name)
    // The coverage minimum assumes all fault kinds, so it does not apply to a subset of them.
    if request.allowed == nil {
      report.thresholds = request.scenarios.map { ($0.name, $0.coverage) }
    }
    report.expectsFaults = request.allowed.map { !$0.isEmpty } ?? true
    var digests: [StressRequest.Task: Digest128] = [:]
    var folded = Digest128.zero
    let outcomes = try request.outcomesTo.map { try OutputFile(at: $0) }
    try results(since: begun) { task, ending in
      if let line = ending.line(of: task) { try outcomes?.append(Array((line + "\n").utf8)) }
      switch ending {
      case .notStarted: throw StopRequested()
      case .simulated(let outcome):
        digests[task] = outcome.digest
        folded.fold(outcome.digest)
        take(outcome, task, into: &report)
        if let failure = failure(of: task, outcome) { report.failures.append(failure) }
      case .failed(let kind): report.failures.append(failure(of: task, kind))
      }
      report.seeds += 1
      if let last = report.failures.last, last.draw.seed == task.seed { failed(last) }
      advanced(
        StressProgress(
          seeds: report.seeds, total: seedCount, failures: report.failures.count,
          seconds: Machine.seconds - begun))
      if report.failures.count >= request.failuresMax {
        report.stoppedAfterFailures = report.seeds < seedCount ?? .max
        throw StopRequested()
      }
    }
    try outcomes?.publish()
    report.seedSeconds = Machine.seconds - begun
    report.digest = folded.description
    if request.outcomesFrom != nil {
      report.seconds = Machine.seconds - begun
      return report
    }
    let again = seedsToRerun(digests, hasFailed: !report.failures.isEmpty)
    if !again.isEmpty && !isStopped() {
      let differing = try differing(from: again, into: &report, advanced: advanced)
      for task in differing {
        report.failures.append(failure(of: task, .differs(try firstDifference(in: task))))
        failed(report.failures[report.failures.count - 1])
      }
    }
    report.isInterrupted = isStopped()
    try shrink(&report)
    report.seconds = Machine.seconds - begun
    return report
  }

  /// The number of seeds to run; nil if only time limits it.
  private var seedCount: Int? { request.seedCount.map { $0 * request.scenarios.count } }

  private var faultKinds: [String] {
    let names = request.swarm.kinds.filter { kind in
      kind.isAlways || request.allowed?.contains(kind.name) ?? true
    }.filter { kind in
      !kind.needsDisks || request.scenarios.contains { $0.storage.kind != .memory }
    }
    return [Coverage.noFault] + names.filter { !$0.isAlways }.map(\.name)
  }

  private func take(
    _ outcome: SeedOutcome, _ task: StressRequest.Task, into report: inout StressReport
  ) {
    report.operations += outcome.operations
    report.messages += outcome.messages
    report.personDays += outcome.personDays
    if let controlRun = outcome.controlRun {
      report.controlRuns += 1
      report.controlRun.add(controlRun)
    }
    for (property, count) in outcome.checks { report.checks[property, default: 0] += count }
    let always = Set(request.swarm.kinds.filter(\.isAlways).map(\.name))
    let drawn = request.draw(task).kinds.filter { !always.contains($0.name) }
    if report.coverage.add(outcome, drawn: drawn) { report.seedsWithFaults += 1 }
  }

  /// Delivers the results of all seeds in their order, from workers or from a file.
  private func results(
    since begun: Double, take: (StressRequest.Task, SeedResult) throws -> Void
  ) throws {
    do {
      guard let path = request.outcomesFrom else { return try pool(since: begun, take: take) }
      let lines = try FileSource.bytes(of: path, .seedOutcomes).split(separator: 10)
      for (number, line) in lines.enumerated() {
        guard let task = request.task(number), let result = SeedResult(line: line, of: task) else {
          let wanted = request.task(number).map {
            "seed \($0.seed) of '\(request.scenarios[$0.scenario].name)'"
          }
          throw SeedOutcomesError(
            "\(path), line \(number + 1): this is not the outcome of "
              + "\(wanted ?? "a seed of this request"), which comes next.")
        }
        try take(task, result)
      }
      if let total = seedCount, lines.count < total {
        throw SeedOutcomesError(
          "\(path) ends after \(lines.count) outcomes, and the request has \(total) seeds.")
      }
    } catch is StopRequested {
    } catch let error as FileSource.ReadingError {
      throw SeedOutcomesError("\(request.outcomesFrom ?? ""): \(error)")
    }
  }

  // MARK: Processes

  /// The worker process of a thread, started when needed and again after it ended.
  private struct WorkerHandle: ~Copyable {
    let command: [String]
    var process: WorkerProcess?

    deinit { process?.dismiss() }

    mutating func perform(_ request: WorkerRequest, seconds: Double) throws -> WorkerProcess.Reply {
      let running = try process ?? WorkerProcess(command)
      process = running
      let reply = running.perform(request, seconds: seconds)
      if case .response = reply { return reply }
      process = nil
      return reply
    }
  }

  private func pool(
    since begun: Double, take: (StressRequest.Task, SeedResult) throws -> Void
  ) throws {
    let request = request
    let isStopped = isStopped
    try WorkerPool.run(
      count: seedCount ?? .max, threads: request.jobs,
      makeWorker: { WorkerHandle(command: request.command) },
      work: { worker, number -> (StressRequest.Task, SeedResult)? in
        // Beyond the last seed there is nothing to run.
        guard let task = request.task(number) else { return nil }
        let isLate = request.minutes.map { Machine.seconds - begun > $0 * 60 } ?? false
        if isLate || isStopped() { return (task, .notStarted) }
        return (task, try Self.run(task, &worker))
      },
      take: { _, result in
        guard let result else { throw StopRequested() }
        try take(result.0, result.1)
      })
  }

  private static func run(
    _ task: StressRequest.Task, _ worker: inout WorkerHandle, _ verb: WorkerRequest.Job = .run
  ) throws -> SeedResult {
    switch try worker.perform(WorkerRequest(verb, task), seconds: seedSecondsMax) {
    case .response(let json):
      if let outcome = SeedOutcome(json) { return .simulated(outcome) }
      return .failed(.invalid(json["error"]?.string ?? "unreadable worker output"))
    case .ended(let words): return .failed(.crashed(words))
    case .silent: return .failed(.timedOut)
    }
  }

  // MARK: Failures

  private func failure(
    of task: StressRequest.Task, _ outcome: SeedOutcome
  ) -> StressFailure? {
    guard let first = outcome.violations.first else { return nil }
    let sentences = outcome.violations.prefix(4).map(\.sentence)
    var failure = failure(of: task, .violated(Array(sentences)))
    failure.signature = Signature(first).description
    failure.violation = first
    return failure
  }

  private func failure(
    of task: StressRequest.Task, _ kind: StressFailure.Kind
  ) -> StressFailure {
    let signature =
      switch kind {
      case .violated(let violations): violations.first ?? ""
      case .crashed(let words): "crash: \(words.split(separator: "\n").first ?? "")"
      case .timedOut: "timeout: the seed did not finish within \(Int(Self.seedSecondsMax)) s"
      case .differs: "P21: a rerun of the seed differs"
      case .invalid: "invalid: the seed could not run"
      }
    let scenario = request.scenarios[task.scenario]
    // A difference shows only in a rerun.
    var differs = false
    if case .differs = kind { differs = true }
    return StressFailure(
      scenario: scenario.name, draw: request.draw(task), kind: kind, signature: signature,
      command: request.rerunCommand(task, checksDeterminism: differs))
  }

  // MARK: Shrinking

  /// Shrinks the first failure of each signature. Without time for it, the whole plan of the
  /// community that fails is written.
  private func shrink(_ report: inout StressReport) throws {
    var seen: Set<String> = []
    for place in report.failures.indices {
      guard case .violated = report.failures[place].kind, !isStopped(),
        seen.insert(report.failures[place].signature).inserted
      else { continue }
      try shrink(&report.failures[place])
    }
  }

  private func shrink(_ failure: inout StressFailure) throws {
    guard let signature = Signature(text: failure.signature),
      let scenario = request.scenarios.firstIndex(where: { $0.name == failure.scenario })
    else { return }
    var worker = WorkerHandle(command: request.command)
    let task = StressRequest.Task(scenario: scenario, seed: failure.draw.seed)
    let reply = try worker.perform(
      WorkerRequest(.shrink(seconds: request.shrinkSeconds, signature), task),
      seconds: request.shrinkSeconds + Self.seedSecondsMax)
    guard case .response(let json) = reply, let text = json["reproduction"]?.string else {
      if case .response(let json) = reply, let error = json["error"]?.string {
        failure.shrinking = "not shrunk: \(error)"
      } else {
        failure.shrinking = "not shrunk: a smaller plan crashes the worker"
      }
      return
    }
    let seconds = Int((json["seconds"]?.double ?? 0).rounded())
    let trials = Timeline.counted(json["trials"]?.integer() ?? 0, "plan", "plans")
    failure.shrinking =
      request.shrinkSeconds == 0
      ? "not shrunk, as '--shrink-seconds 0' requires"
      : "shrunk in \(seconds) s, \(trials) executed"
        + (json["isMinimal"]?.boolean == true ? "" : "; time limit reached; not minimal")
    failure.explanation = json["explanation"]?.string ?? ""
    let name = Reproduction.fileName(signature, seed: failure.draw.seed)
    write(text, to: request.out == "." ? name : "\(request.out)/\(name)", of: &failure)
  }

  /// Writes the reproduction; a write error is reported but keeps the other results.
  private func write(_ text: String, to path: String, of failure: inout StressFailure) {
    do throws(FileError) {
      try FileTree.makeDirectories(request.out)
      try OutputFile(at: path).write(text)
      failure.reproduction = path
      failure.replayCommand = ShellQuoting.line([request.command[0], "replay", path, "--trace"])
    } catch {
      failure.shrinking = "\(failure.shrinking ?? ""); the smallest plan was not saved: \(error)"
    }
  }

  // MARK: Determinism

  /// The seeds to rerun (P21): one in ten, or all if requested. After a failure it reruns none by
  /// default, to report the failure sooner.
  private func seedsToRerun(
    _ digests: [StressRequest.Task: Digest128], hasFailed: Bool
  ) -> [StressRequest.Task: Digest128] {
    if request.checksDeterminism { return digests }
    return hasFailed
      ? [:] : digests.filter { $0.key.seed % UInt64(ControlRun.seedsPerControlRun) == 0 }
  }

  /// Reruns seeds in other processes and in reverse order, and returns those that differ.
  private func differing(
    from digests: [StressRequest.Task: Digest128], into report: inout StressReport,
    advanced: (StressProgress) -> Void
  ) throws -> [StressRequest.Task] {
    let (request, isStopped, begun) = (request, isStopped, Machine.seconds)
    let tasks = digests.keys.sorted { ($1.seed, $1.scenario) < ($0.seed, $0.scenario) }
    var (differing, simulated): ([StressRequest.Task], Int) = ([], 0)
    do {
      try WorkerPool.run(
        count: tasks.count, threads: request.jobs,
        makeWorker: { WorkerHandle(command: request.command) },
        work: { worker, place -> SeedResult in
          try isStopped() ? .notStarted : Self.run(tasks[place], &worker, .runWithoutControl)
        },
        take: { place, ending in
          if case .notStarted = ending { throw StopRequested() }
          simulated += 1
          advanced(
            StressProgress(
              seeds: simulated, total: tasks.count, failures: differing.count,
              seconds: Machine.seconds - begun, isSecond: true))
          if case .simulated(let outcome) = ending, outcome.digest == digests[tasks[place]] {
            return
          }
          differing.append(tasks[place])
        })
    } catch is StopRequested {}
    report.rerun = (seeds: simulated, differing: differing.count)
    return differing
  }

  /// The first event of a seed that differs between two processes.
  private func firstDifference(in task: StressRequest.Task) throws -> String {
    var first = WorkerHandle(command: request.command)
    var second = WorkerHandle(command: request.command)
    // The second process runs another seed first.
    var other = task
    other.seed &+= 1
    _ = try second.perform(WorkerRequest(.run, other), seconds: Self.seedSecondsMax)
    guard
      case .response(let one) = try first.perform(
        WorkerRequest(.trace, task), seconds: Self.seedSecondsMax),
      case .response(let two) = try second.perform(
        WorkerRequest(.trace, task), seconds: Self.seedSecondsMax),
      let left = one["digests"]?.elements, let right = two["digests"]?.elements
    else { return "the worker crashed before it could report" }
    guard
      let place = (0..<max(left.count, right.count)).first(where: { place in
        place >= left.count || place >= right.count || left[place] != right[place]
      })
    else { return "two new processes run it identically" }
    let events = try [
      first.perform(WorkerRequest(.event(place), task), seconds: Self.seedSecondsMax),
      second.perform(WorkerRequest(.event(place), task), seconds: Self.seedSecondsMax),
    ].map { reply -> String in
      if case .response(let json) = reply { return json["event"]?.string ?? "nothing" }
      return "the worker crashed"
    }
    return "event \(place) is\n  \(events[0])\nand in another process\n  \(events[1])"
  }
}
