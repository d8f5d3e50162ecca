import Base

/// A replay of the reproduction of an engine.
public struct EngineReplay: Sendable {
  public let reproduction: EngineReproduction
  public let outcome: EngineOutcome
  private let hello: EngineHello
  /// How many times it was run: more than once in real time, until it fails.
  public private(set) var runs = 1
  /// So often a test in real time is run until it fails.
  public static let runsMax = 5

  /// Runs a reproduction as the failure was found, or with other commands, which run in the current
  /// folder, and with another time for a reply.
  public init(
    _ reproduction: EngineReproduction, command: String? = nil, server: String? = nil,
    callSeconds: Double? = nil,
    transcript: (@Sendable (_ line: [UInt8], _ isReply: Bool) -> Void)? = nil,
    start: (() throws(EngineFailure) -> any EngineLink)? = nil
  ) throws(EngineFailure) {
    self.reproduction = reproduction
    var request = reproduction.request
    if let command {
      request.command = command
      request.folder = nil
    }
    if let server {
      request.realTime?.server = server
      request.realTime?.folder = nil
    }
    if let callSeconds { request.callSeconds = callSeconds }
    let runner = try EngineRunner(start ?? request.start, realTime: request.realTime)
    defer { runner.dismiss() }
    hello = runner.hello
    guard hello.shape == reproduction.plan.shape else {
      throw .misspoke(
        "The engine has the shape '\(hello.shape.rawValue)', and the reproduction is of one with "
          + "the shape '\(reproduction.plan.shape.rawValue)'.")
    }
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    options.transcript = transcript
    options.waitsForLate = reproduction.signature.property == .boundedStaleness
    var outcome = runner.run(reproduction.plan, options)
    while request.realTime != nil, runs < Self.runsMax, outcome.failure == nil,
      !outcome.violations.contains(where: { $0.signature == reproduction.signature })
    {
      runs += 1
      outcome = runner.run(reproduction.plan, options, isFresh: true)
    }
    if let failure = outcome.failure { throw failure }
    self.outcome = outcome
  }

  public var stillFails: Bool { violation != nil }

  private var violation: EngineViolation? {
    outcome.violations.first { $0.signature == reproduction.signature }
  }

  /// The timeline, a line for each event.
  public var timeline: String { outcome.timeline.map { "\($0.line)\n" }.joined() }

  /// The timeline as an HTML page.
  public var page: String {
    EngineTimelinePage(
      outcome.timeline, of: reproduction.plan.names,
      title: "\(hello.name) \(hello.version), seed \(reproduction.seed)", verdict: verdict
    ).text
  }

  /// The result in words.
  public var verdict: String { plainVerdict + (remark.map { "  \($0)\n" } ?? "") }

  /// What there is to know about a test in real time.
  private var remark: String? {
    guard let realTime = reproduction.realTime else { return nil }
    let found = reproduction.repeats.map { " When it was found: \($0.sentence)" } ?? ""
    let how =
      stillFails
      ? "It failed in run \(runs) of at most \(Self.runsMax)"
      : "It did not fail in \(runs) runs"
    return "\(how), in real time at \(realTime.speed) times its speed.\(found)"
  }

  /// As the run that found it has called it.
  private var signature: String {
    "\(reproduction.property.rawValue): \(reproduction.signature.what)"
  }

  private var plainVerdict: String {
    if let violation {
      return "\(signature)\n  \(EngineText.sentence(violation.detail))\n"
    }
    let others = outcome.violations.map {
      "\n\($0.signature)\n  \(EngineText.sentence($0.detail))"
    }.joined()
    return "It no longer fails in this way: \(signature)\(others)\n"
  }
}
