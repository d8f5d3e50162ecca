import Base

/// Runs a plan with an engine: it is the engine's clock, its network, its disk and its users.
///
/// All that it does follows from the plan and from what the engine replies, so the same engine
/// gives the same transcript.
public final class EngineWorld {
  /// What a run records in addition to its outcome.
  public struct Options: Sendable {
    public var recordsTimeline = false
    public var recordsHistory = false
    /// Whether to go on after the staleness has passed, to tell what is late from what is lost.
    public var waitsForLate = true
    /// Where an engine that keeps files has them.
    public var folder: EngineFolder?
    /// Gets the lines of calls and replies.
    public var transcript: (@Sendable (_ line: [UInt8], _ isReply: Bool) -> Void)?

    public init() {}
  }

  enum Event {
    case step(Int)
    case open(replica: Int, opening: Int, state: Reopening)
    case arrival(to: Int, from: Int, key: UInt64, [UInt8])
    case wake(replica: Int, number: Int, cause: UInt64)
    /// The network is there, or the app came to the front.
    case online(replica: Int, opening: Int, cause: UInt64)
    case save(replica: Int, opening: Int)
    /// Of a real server that was killed.
    case serverStart(after: Int, isKilled: Bool)
    case round(Int)
    /// The partition of a step is over.
    case partitionEnd(step: Int)
  }

  /// What a replica is opened with.
  enum Reopening {
    case new
    /// With files that may be newer than the last save, if `keepsFiles`.
    case saved(keepsFiles: Bool)
    case backup
    /// With so many of the bytes that were saved, and with all of them when it refuses these.
    case cut(length: Int)
  }

  /// More calls than any engine needs for a test; one that sends or wakes without end reaches it.
  static let callsMax = 20_000
  static let epoch = 1_767_225_600_000

  let plan: EnginePlan
  let hello: EngineHello
  let link: any EngineLink
  let options: Options
  /// The server, the network and the clock of a test in real time.
  let stage: EngineStage?
  let randomness: Randomness
  var replicas: [EngineReplica]
  var checker: EngineChecker
  var queue = EventQueue<Event>()
  var now = 0
  /// The keys that the plan writes.
  let keys: [EngineKey]
  var outcome = EngineOutcome()
  var callID = 0
  /// The `apply` of the checker by the id of the call.
  var appliesOfCalls: [Int: Int] = [:]
  var partitions: [EnginePartition] = []
  var isHealed = false
  var messagesInFlight = 0
  /// What was wrong when the staleness had passed.
  var problemsAtDeadline: [EngineViolation] = []
  var places: [String: Int] = [:]
  /// The number of the server among the replicas.
  let server: Int?

  /// Runs a plan, and returns the outcome.
  public static func run(
    _ plan: EnginePlan, with link: any EngineLink, _ hello: EngineHello,
    _ options: Options = Options()
  ) -> EngineOutcome {
    run(plan, with: link, hello, options, on: nil)
  }

  static func run(
    _ plan: EnginePlan, with link: any EngineLink, _ hello: EngineHello, _ options: Options,
    on stage: EngineStage?
  ) -> EngineOutcome {
    let world = EngineWorld(plan, link, hello, options, stage)
    do throws(Stop) {
      try world.run()
    } catch {
      world.note(error)
    }
    return world.finished()
  }

  /// Why a run ends early.
  enum Stop: Error {
    case failure(EngineFailure, EngineCall, replica: Int?)
    /// The engine has failed in a way that is a violation, which was reported.
    case violated
  }

  private init(
    _ plan: EnginePlan, _ link: any EngineLink, _ hello: EngineHello, _ options: Options,
    _ stage: EngineStage?
  ) {
    self.plan = plan
    self.link = link
    self.hello = hello
    self.options = options
    self.stage = stage
    randomness = Randomness(seed: plan.seed)
    let names = plan.names
    server = plan.shape == .clientServer ? names.count - 1 : nil
    checker = EngineChecker(names: names, disclaimed: hello.disclaimed)
    let saved = Self.savedReplicas(of: plan, server: server, hello)
    replicas = names.enumerated().map { place, name in
      EngineReplica(
        name: name,
        role: plan.shape == .peers ? .peer : name == EnginePlan.server ? .server : .client,
        skew: plan.skews[name] ?? 0, isSaved: saved.contains(place))
    }
    for (place, name) in names.enumerated() { places[name] = place }
    var written: Set<EngineKey> = []
    for step in plan.steps {
      if case .write(let intents) = step.action { written.formUnion(intents.map(\.key)) }
    }
    keys = written.sorted()
  }

  private static func savedReplicas(
    of plan: EnginePlan, server: Int?, _ hello: EngineHello
  ) -> Set<Int> {
    guard hello.persistence != .nothing else { return [] }
    var saved: Set<Int> = []
    for step in plan.steps {
      switch step.action {
      case .backup, .restore, .clone, .crash, .cut:
        saved.insert(step.replica == 0 ? server ?? 0 : step.replica - 1)
      default: break
      }
    }
    return saved
  }

  // MARK: The run

  private func run() throws(Stop) {
    let present = replicas.indices.filter { !plan.absent.contains($0 + 1) || $0 == server }
    stage?.begin()
    // A real server is no replica of the adapter.
    let hosted = present.filter { $0 != server || stage == nil }
    try perform(.begin(seed: plan.seed & (1 << 53 - 1), replicas: hosted.map { replicas[$0].name }))
    if let server, stage == nil { try open(server, .new) }
    for replica in present where replica < plan.replicaCount { try open(replica, .new) }
    for (place, step) in plan.steps.enumerated() { queue.add(.step(place), at: step.time) }
    queue.add(.round(0), at: plan.length)
    while let (time, event) = queue.take() {
      try reach(time)
      try perform(event)
      try followStage()
      if isFinished { break }
    }
    try perform(.end)
  }

  var isFinished = false

  private func perform(_ event: Event) throws(Stop) {
    switch event {
    case .step(let place): try perform(plan.steps[place])
    case .open(let replica, let opening, let state):
      if replicas[replica].opening == opening { try open(replica, state) }
    case .arrival(let to, let from, let key, let bytes):
      try deliver(bytes, key: key, to: to, from: from)
    case .wake(let replica, let number, let cause):
      if replicas[replica].isOpen, replicas[replica].wakeNumber == number {
        try wake(replica, online: false, cause: cause)
      }
    case .online(let replica, let opening, let cause):
      if replicas[replica].isOpen, replicas[replica].opening == opening {
        try wake(replica, online: isReachable(replica), cause: cause)
      }
    case .save(let replica, let opening):
      if replicas[replica].isOpen, replicas[replica].opening == opening { try save(replica) }
    case .serverStart(let span, let isKilled): try startServer(after: span, isKilled: isKilled)
    case .round(let number): try healingRound(number)
    case .partitionEnd(let step): endPartition(step: step)
    }
  }

  private func finished() -> EngineOutcome {
    // What an early end leaves open.
    checker.reportRegressions(problemsAtEnd: [])
    outcome.violations = checker.violations.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    outcome.checks = checker.checks
    for apply in checker.applies where !apply.isEmpty {
      switch checker.writes[apply[0]].outcome {
      case .ok: outcome.acknowledged += 1
      case .refused: outcome.refused += 1
      case .pending, .unknown: outcome.uncertain += 1
      }
    }
    for place in outcome.history.indices {
      guard let apply = outcome.history[place].apply, let write = checker.applies[apply].first
      else { continue }
      outcome.history[place].outcome = checker.writes[write].outcome
    }
    finishStage()
    options.folder?.empty()
    return outcome
  }

  /// A failure is the engine's if it dies, is silent or fails, and the adapter's otherwise.
  private func note(_ stop: Stop) {
    guard case .failure(let failure, let call, let replica) = stop else { return }
    switch failure {
    case .died, .silent:
      let how = if case .died = failure { "dies" } else { "gives no reply" }
      checker.report(
        .liveness, "the engine \(how) in '\(call.name)'", failure.sentence, replica: replica,
        time: now)
      let last = failure.sentence.split(separator: "\n").last.map(String.init) ?? ""
      trace(replica ?? 0, "\(call.name) → the engine \(how): \(last)")
      if hello.disclaimed.contains(.liveness) { outcome.failure = failure }
    case .misspoke, .notStarted, .server, .interrupted: outcome.failure = failure
    }
  }

  // MARK: Calls

  func clock(_ replica: Int) -> Int { Self.epoch + now + replicas[replica].skew }

  @discardableResult
  func perform(
    _ body: EngineCall.Body, _ replica: Int? = nil, mayFail: Bool = false
  ) throws(Stop) -> EngineReply {
    callID += 1
    outcome.calls += 1
    let call = EngineCall(id: callID, body)
    guard outcome.calls < Self.callsMax else {
      checker.report(
        .boundedStaleness, "the replicas exchange messages or wake without end",
        "after \(Self.callsMax) calls there is still something to do", replica: replica, time: now)
      throw .violated
    }
    let reply: EngineReply
    do throws(EngineFailure) {
      reply = try link.perform(call)
    } catch {
      noteLines()
      noteTime()
      throw .failure(error, call, replica: replica)
    }
    noteLines()
    noteTime()
    if let error = reply.error, !mayFail, !Self.mayFail(call, error) {
      checker.report(
        .liveness, "the engine fails in '\(call.name)' (\(error.code.rawValue))",
        "'\(call.name)' failed with the error \(error.code.rawValue): \(error.text)",
        replica: replica, time: now)
      trace(replica ?? 0, "\(call.name) → error \(error.code.rawValue): \(error.text)")
      throw .violated
    }
    return reply
  }

  private static func mayFail(_ call: EngineCall, _ error: EngineError) -> Bool {
    switch call.body {
    case .apply: true
    case .read: error.code == .notSupported || error.code == .temporarilyUnavailable
    case .deliver: error.code == .malformedRequest
    default: false
    }
  }

  private func noteLines() {
    guard let lines = link.lastLines else { return }
    for (line, isReply) in [(lines.call, false), (lines.reply, true)] {
      let plain = options.folder?.withoutRoot(line) ?? line
      plain.withUnsafeBytes { outcome.digest.fold(Digest128.of(bytes: $0)) }
      options.transcript?(plain, isReply)
    }
  }

  // MARK: Timeline

  func trace(
    _ replica: Int, isRoutine: Bool = false, mark: EngineEvent.Mark? = nil,
    _ text: @autoclosure () -> String
  ) {
    trace(at: replicas[replica].name, isRoutine: isRoutine, mark: mark, text())
  }

  /// What happens between replicas.
  func traceNetwork(_ mark: EngineEvent.Mark, _ text: @autoclosure () -> String) {
    trace(at: EngineEvent.network, mark: mark, text())
  }

  private func trace(
    at place: String, isRoutine: Bool = false, mark: EngineEvent.Mark?,
    _ text: @autoclosure () -> String
  ) {
    guard options.recordsTimeline else { return }
    outcome.timeline.append(
      EngineEvent(time: now, replica: place, text: text(), isRoutine: isRoutine, mark: mark))
  }

  func count(_ fault: EngineFault) { outcome.faults[fault, default: 0] += 1 }
}
