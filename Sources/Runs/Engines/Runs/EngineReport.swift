public import Base
public import JSONText
import Reporting
import RunPipeline
import Stress

/// The result of a stress run with an engine.
public struct EngineReport: Sendable {
  public static let schemaVersion = 2

  public let hello: EngineHello
  public var program = ProgramIdentity.unstated
  public var command = ""
  /// The folder in which the commands ran.
  public var folder = ""
  public var seeds = 0
  public var seconds = 0.0
  /// The time that was spent with seeds, without shrinking.
  public var engineSeconds = 0.0
  public var calls = 0
  public var seedCalls = 0
  public var messages = 0
  public var writes = 0
  public var acknowledged = 0
  public var refused = 0
  public var uncertain = 0
  public var checks: [EngineProperty: Int] = [:]
  public var failures: [EngineFailureReport] = []
  /// Why the run could not go on: a mistake of the adapter.
  public var problem: String?
  public var allowed: Set<EngineFault> = []
  /// In how many seeds each kind of fault was drawn, and occurred.
  public var drawn: [EngineFault: Int] = [:]
  public var occurred: [EngineFault: Int] = [:]
  /// The digests of all transcripts, folded in their order.
  public var digest = Digest128.zero
  /// Whether seeds gave the same transcript again; nil if none ran.
  public var isDeterministic: Bool?
  /// The server of a run in real time.
  public var realTime: EngineRealTime?
  /// How many seeds were too slow once, and not when they were run again, in real time.
  public var unconfirmed = 0
  public var isInterrupted = false
  public var stoppedAfterFailures = false

  init(_ hello: EngineHello) { self.hello = hello }

  mutating func add(_ outcome: EngineOutcome, drawn: Set<EngineFault>) {
    seeds += 1
    seedCalls += outcome.calls
    messages += outcome.messages
    writes += outcome.writes
    acknowledged += outcome.acknowledged
    refused += outcome.refused
    uncertain += outcome.uncertain
    for (property, count) in outcome.checks { checks[property, default: 0] += count }
    for fault in drawn { self.drawn[fault, default: 0] += 1 }
    for fault in outcome.faults.keys { occurred[fault, default: 0] += 1 }
    digest.fold(outcome.digest)
  }

  /// Why the run shows too little; nil if it does not.
  public var inconclusiveReason: String? {
    if problem != nil { return nil }
    if seeds == 0 { return "No seed ran: the result is inconclusive." }
    if acknowledged == 0 {
      return "The engine acknowledged no write: the result is inconclusive."
    }
    if checks[.convergence] ?? 0 == 0 {
      return "No replica could be read: the result is inconclusive."
    }
    return nil
  }

  /// The failures by signature, the most frequent first.
  public var groups: [(signature: String, failures: [EngineFailureReport])] {
    failures.groupedBySignature(\.signature)
  }

  /// The properties that this engine must keep and that no test has exercised.
  private var notExercised: [EngineProperty] {
    let reported: Set<EngineProperty> = [.backupSafety, .cloneSafety, .liveness]
    return EngineProperty.allCases.filter {
      hello.hasWhatIsNeeded(for: $0) && !reported.contains($0) && checks[$0] ?? 0 == 0
    }
  }

  /// The summary; what failed comes last.
  public var text: String {
    let perSecond = engineSeconds > 0 ? Int(Double(seedCalls) / engineSeconds) : 0
    let carried = realTime == nil ? "messages" : "requests"
    var lines = [
      "\(hello.name) \(hello.version): \(Timeline.counted(seeds, "seed", "seeds")), "
        + "\(grouped(writes)) writes (\(grouped(acknowledged)) acknowledged, "
        + "\(grouped(refused)) refused, \(grouped(uncertain)) uncertain), "
        + "\(grouped(messages)) \(carried), \(grouped(seedCalls)) calls in \(tenths(seconds)) s "
        + "(\(grouped(perSecond)) calls a second), \(grouped(failures.count)) failed."
    ]
    let faults = EngineFault.allCases.filter { allowed.contains($0) }.map { fault in
      "\(fault.rawValue) \(grouped(occurred[fault] ?? 0))"
    }
    if !faults.isEmpty {
      lines.append("Seeds in which a fault occurred: \(faults.joined(separator: ", ")).")
    }
    let idle = notExercised.map(\.rawValue)
    if !idle.isEmpty { lines.append("Not exercised: \(idle.joined(separator: ", ")).") }
    if let realTime {
      lines.append(
        "In real time, at \(realTime.speed) times its speed, with the server "
          + "\(ShellQuoting.quoted(realTime.server)): a seed need not go the same way again.")
    } else {
      lines.append("Transcript digest \(digest) (equal digests: equal transcripts).")
    }
    if unconfirmed > 0 {
      lines.append(
        "\(Timeline.counted(unconfirmed, "seed was", "seeds were")) too slow once, and not when "
          + "run again; that is not counted as a failure.")
    }
    if isDeterministic == false {
      lines.append(
        "A seed gave another transcript when it was run again: the engine draws or reads a "
          + "clock by itself. Failures may not show again, and shrinking may end early.")
    }
    if stoppedAfterFailures {
      lines.append(
        "Stopped after \(Timeline.counted(failures.count, "failure", "failures")), as "
          + "'--max-failures' requires.")
    }
    if isInterrupted { lines.append("Interrupted: these are the results so far.") }
    if let inconclusiveReason { lines.append(inconclusiveReason) }
    return lines.joined(separator: "\n") + "\n" + failureText
  }

  /// The first failure of each signature in full, the most frequent last.
  public var failureText: String {
    (failures.isEmpty ? "" : "\(folderText)\n")
      + groups.reversed().map { group in
        let seeds = group.failures.prefix(8).map { "\($0.seed)" }.joined(separator: ", ")
        let more = group.failures.count > 8 ? ", …" : ""
        let count = Timeline.counted(group.failures.count, "seed fails", "seeds fail")
        return "\n\(count) in this way: \(seeds)\(more)\n\(group.failures[0].text)"
      }.joined()
  }

  /// Where the commands of failures run: who reads a report elsewhere cannot see it.
  private var folderText: String { "The commands below are for the folder \(folder)." }

  private func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  public var json: JSONNode {
    let inRealTime: [(String, JSONNode)] =
      realTime.map { realTime in
        [
          ("server", .string(realTime.server)), ("speed", .integer(realTime.speed)),
          ("unconfirmed", .integer(unconfirmed)),
        ]
      } ?? []
    return .object((members.members ?? []).map { ($0.key, $0.node) } + inRealTime)
  }

  private var members: JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion), "version": .string(program.version),
      "commit": .string(program.commit), "sources": .string(program.sources),
      "engine": .string(hello.name), "engineVersion": .string(hello.version),
      "command": .string(command), "directory": .string(folder),
      "shape": .string(hello.shape.rawValue),
      "types": .array(
        (hello.types.map(\.rawValue) + (hello.hasTransactions ? ["transaction"] : []))
          .map { .string($0) }),
      "seeds": .integer(seeds), "seconds": .number(seconds), "writes": .integer(writes),
      "acknowledged": .integer(acknowledged), "refused": .integer(refused),
      "uncertain": .integer(uncertain), "messages": .integer(messages),
      "calls": .integer(seedCalls), "digest": .string(digest.description),
      "deterministic": isDeterministic.map { .boolean($0) } ?? .null,
      "drawn": counts(drawn), "occurred": counts(occurred),
      "checks": .object(
        EngineProperty.allCases.map { ($0.rawValue, .integer(checks[$0] ?? 0)) }),
      "failures": .array(failures.map(\.json)), "interrupted": .boolean(isInterrupted),
      "stoppedAfterFailures": .boolean(stoppedAfterFailures),
      "problem": problem.map { .string($0) } ?? .null,
      "inconclusiveReason": inconclusiveReason.map { .string($0) } ?? .null,
    ]
  }

  private func counts(_ counts: [EngineFault: Int]) -> JSONNode {
    .object(EngineFault.allCases.map { ($0.rawValue, .integer(counts[$0] ?? 0)) })
  }

  /// The run as a JUnit suite: a case per property.
  public var junit: String {
    let idle = Set(notExercised)
    var cases = EngineProperty.allCases.map { property in
      let found = failures.filter { $0.property == property }
      let clean: JUnitDocument.Case.Outcome =
        hello.disclaimed.contains(property)
        ? .skipped(message: "the engine does not guarantee it")
        : idle.contains(property) ? .skipped(message: "not exercised") : .passed
      return JUnitDocument.Case(
        className: "stress \(hello.name)", name: "\(property.rawValue): \(property.guarantee)",
        found.first.map { first in
          .failed(
            message: first.signature,
            text: ([folderText] + found.map(\.text)).joined(separator: "\n"))
        } ?? clean)
    }
    cases.append(
      JUnitDocument.Case(
        className: "stress \(hello.name)", name: "every seed finishes", seconds: seconds,
        problem.map { .errored(message: $0) } ?? .passed))
    return JUnitDocument(suite: "shakeout stress --engine", seconds: seconds, cases: cases).text
  }
}
