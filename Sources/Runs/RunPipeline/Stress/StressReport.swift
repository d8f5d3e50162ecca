import Chronology
public import JSONText
import Population
public import Scenarios
public import Properties
public import Stress

/// What a stress run has come to.
public struct StressReport: Sendable {
  public static let schemaVersion = 2

  public var seeds = 0
  public var seconds = 0.0
  public var jobs = 1
  public var operations: Int64 = 0
  public var messages: Int64 = 0
  public var personDays: Int64 = 0
  public var checks: [Property: UInt64] = [:]
  public var failures: [StressFailure] = []
  public var coverage: Coverage
  /// How many seeds were lived again in calm, and what that has shown.
  public var controlRuns = 0
  public var controlRun = ControlComparison()
  public var swarmHash: String
  /// The digests of all seeds, folded in their order.
  public var digest = ""
  /// How many seeds have met any trouble beyond what all have.
  public var seedsWithFaults = 0
  /// Whether any trouble could have been drawn.
  public var expectsFaults = true
  public var isInterrupted = false
  /// Whether so many seeds have failed that no other was begun.
  public var stoppedAfterFailures = false
  /// How many seeds were lived a second time, and how many of them not in the same way.
  public var rerun: (seeds: Int, differing: Int)?
  /// What each scenario says must have been seen.
  public var thresholds: [(scenario: String, coverage: CoverageParameters)] = []

  /// Why the run has shown nothing, if it has not.
  public var inconclusiveReason: String? {
    if seeds == 0 { return "No seed was lived: this run has shown nothing." }
    if operations == 0 { return "Nobody said anything: this run has shown nothing." }
    if !coverage.hasExchanged {
      return "Nothing that was said has reached the server: this run has shown nothing."
    }
    if expectsFaults && seedsWithFaults == 0 {
      return "No seed has met any trouble: this run has shown nothing. Live more seeds."
    }
    if let quiet = coverage.neverTriggered.first {
      return "'\(quiet)' was drawn in \(coverage.drawn[quiet] ?? 0) seeds and struck in none: "
        + "this run has not shown what it should."
    }
    let said = coverage.kindsSubmitted
    for (scenario, least) in thresholds where seeds >= least.afterSeeds {
      if said < least.operationKindsMin {
        return "Only \(said) of the \(least.operationKindsMin) kinds of operation were said that "
          + "'\(scenario)' asks for: this run has not shown what it should."
      }
      if coverage.reached < least.combinationsMin {
        return "Only \(coverage.reached) of the \(least.combinationsMin) situations were reached "
          + "that '\(scenario)' asks for: this run has not shown what it should."
      }
    }
    return nil
  }

  /// The failures of each signature, the commonest first; of each the first seeds.
  public var groups: [(signature: String, failures: [StressFailure])] {
    var groups: [(signature: String, failures: [StressFailure])] = []
    for failure in failures {
      if let place = groups.firstIndex(where: { $0.signature == failure.signature }) {
        groups[place].failures.append(failure)
      } else {
        groups.append((failure.signature, [failure]))
      }
    }
    return groups.enumerated()
      .sorted { ($1.element.failures.count, $0.offset) < ($0.element.failures.count, $1.offset) }
      .map(\.element)
  }

  /// The end of the run, in words.
  public var text: String {
    let perHour = seconds > 0 ? Int(Double(seeds) / seconds / Double(jobs) * 3_600) : 0
    var lines = [coverage.text]
    for group in groups {
      let seeds = group.failures.prefix(8).map { "\($0.draw.seed)" }.joined(separator: ", ")
      let more = group.failures.count > 8 ? ", …" : ""
      let count = Timeline.counted(group.failures.count, "seed", "seeds")
      lines.append("\(group.signature)\n  \(count): \(seeds)\(more)")
    }
    lines.append(
      "\(Timeline.counted(seeds, "seed", "seeds")), \(personDays) person-days, "
        + "\(operations) operations, \(messages) messages in \(tenths(seconds)) s (\(perHour) seeds an hour and process), "
        + "\(failures.count) failed.")
    if controlRuns > 0 { lines.append(controlRun.text(seeds: controlRuns)) }
    lines.append("Swarm \(swarmHash.prefix(12)), digest \(digest).")
    if let rerun {
      let count = Timeline.counted(rerun.seeds, "seed", "seeds")
      lines.append(
        rerun.differing == 0
          ? "\(count) lived twice, alike."
          : "\(count) lived twice, \(rerun.differing) of them not alike.")
    }
    if stoppedAfterFailures {
      let count = Timeline.counted(failures.count, "failure", "failures")
      lines.append("Stopped after \(count); '--max-failures' says when.")
    }
    if isInterrupted { lines.append("Interrupted: this is what is known by now.") }
    if let inconclusiveReason { lines.append(inconclusiveReason) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion), "seeds": .integer(seeds),
      "seconds": .number(seconds), "jobs": .integer(jobs), "operations": .integer(operations),
      "messages": .integer(messages), "personDays": .integer(personDays),
      "swarm": .string(swarmHash), "digest": .string(digest),
      "combinationsReached": .integer(coverage.reached),
      "combinationsPossible": .integer(coverage.possible),
      "combinationsNotReached": .object(coverage.kinds.map { ($0, notReached($0)) }),
      "drawn": .object(coverage.kinds.map { ($0, .integer(coverage.drawn[$0] ?? 0)) }),
      "triggered": .object(coverage.kinds.map { ($0, .integer(coverage.triggered[$0] ?? 0)) }),
      "kindsNeverSubmitted": .array(coverage.kindsNeverSubmitted.map { .string("\($0)") }),
      "checks": .object(
        Property.allCases.map { ($0.id, .integer(checks[$0] ?? 0)) }),
      "controlRuns": .integer(controlRuns), "controlRun": controlRun.json,
      "failures": .array(failures.map(\.json)), "interrupted": .boolean(isInterrupted),
      "stoppedAfterFailures": .boolean(stoppedAfterFailures),
      "seedsRerun": rerun.map { .integer($0.seeds) } ?? .null,
      "inconclusiveReason": inconclusiveReason.map { .string($0) } ?? .null,
    ]
  }

  private func notReached(_ faultKind: String) -> JSONNode {
    .object(
      coverage.notReached(faultKind).map { missing in
        ("\(missing.state)", .array(missing.kinds.map { .string("\($0)") }))
      })
  }

  /// The run as a test suite: a case for each property, which fails with all that broke it.
  public var junit: String {
    typealias Case = (name: String, failures: [(message: String, text: String)])
    var cases = Property.allCases.map { property -> Case in
      let broken = failures.filter { $0.signature.hasPrefix("\(property.id): ") }
      return ("\(property.id) \(property.guarantee)", broken.map { ($0.signature, $0.text) })
    }
    let others = failures.filter { failure in
      !Property.allCases.contains { failure.signature.hasPrefix("\($0.id): ") }
    }
    cases.append(
      ("every seed comes to its end, and always the same", others.map { ($0.signature, $0.text) }))
    cases.append(("the run has seen what it must", inconclusiveReason.map { [($0, $0)] } ?? []))
    let counts = "tests=\"\(cases.count)\" failures=\"\(cases.count { !$0.failures.isEmpty })\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)><testsuite name="shakeout stress" \(counts) time="\(seconds)">
      \(cases.map { Self.testCase($0.name, $0.failures) }.joined(separator: "\n"))
      </testsuite></testsuites>

      """
  }

  private static func testCase(
    _ name: String, _ failures: [(message: String, text: String)]
  ) -> String {
    let head = "<testcase name=\"\(escaped(name))\""
    guard let first = failures.first else { return head + "/>" }
    let text = failures.map(\.text).joined(separator: "\n")
    return head + "><failure message=\"\(escaped(first.message))\">\(escaped(text))"
      + "</failure></testcase>"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}

extension StressFailure {
  private var device: UInt32? { violation.flatMap { $0.site == .max ? nil : $0.site } }
  private var operation: UInt32? { violation.flatMap { $0.sequence == 0 ? nil : $0.sequence } }

  var json: JSONNode {
    [
      "signature": .string(signature),
      "property": violation.map { .string($0.property.id) } ?? .null,
      "at": violation.map { .string($0.time.description) } ?? .null,
      "household": violation.map { .integer($0.scope) } ?? .null,
      "device": device.map { .integer($0) } ?? .null,
      "operation": operation.map { .integer($0) } ?? .null,
      "operationKind": violation?.kind.map { .string($0) } ?? .null,
      "group": violation?.group.map { .integer($0) } ?? .null,
      "scenario": .string(scenario), "seed": .integer(draw.seed),
      "settings": .array(draw.settings.map { .string($0) }), "explanation": .string(explanation),
      "command": .string(command), "reproduction": reproduction.map { .string($0) } ?? .null,
    ]
  }
}
