public import Base
import Chronology
public import Environment
public import JSONText
import Population
import Reporting
public import Scenarios
public import Properties
public import Stress

/// The result of a stress run.
public struct StressReport: Sendable {
  public static let schemaVersion = 5

  /// The program that ran the seeds.
  public var program = ProgramIdentity.unstated
  public var seeds = 0
  /// The time from start to end, with reruns and shrinking.
  public var seconds = 0.0
  /// The time that the seeds took, without their reruns.
  public var seedSeconds = 0.0
  /// The names of the scenarios, and for each its conflict policy and what its replicas rest on.
  public var scenarios: [String] = []
  public var policies: [String] = []
  public var stores: [StorageKind] = []
  public var jobs = 1
  public var operations: Int64 = 0
  public var messages: Int64 = 0
  public var personDays: Int64 = 0
  public var checks: [Property: UInt64] = [:]
  public var failures: [StressFailure] = []
  public var coverage: Coverage
  /// The number of fault-free control runs, and what they showed.
  public var controlRuns = 0
  public var controlRun = ControlComparison()
  public var swarmHash: String
  /// The digests of all seeds, folded in their order.
  public var digest = ""
  /// The number of seeds in which a drawn fault kind was triggered.
  public var seedsWithFaults = 0
  /// Whether seeds could draw any fault kind.
  public var expectsFaults = true
  public var isInterrupted = false
  /// Whether the run stopped at the maximum number of failures.
  public var stoppedAfterFailures = false
  /// The number of reruns, and of those that differ.
  public var rerun: (seeds: Int, differing: Int)?
  /// The minimum coverage of each scenario.
  public var thresholds: [(scenario: String, coverage: CoverageParameters)] = []

  /// Whether a seed with a lost update fails.
  public var failsOnLostUpdates = false

  /// Why the result is inconclusive; nil if it is not.
  public var inconclusiveReason: String? {
    if seeds == 0 { return "No seed ran: the result is inconclusive." }
    if operations == 0 { return "No operation was submitted: the result is inconclusive." }
    if !coverage.hasExchanged {
      return "No operation reached the server: the result is inconclusive."
    }
    if expectsFaults && seedsWithFaults == 0 {
      return "No fault was triggered in any seed: the result is inconclusive. Run more seeds."
    }
    if let quiet = coverage.neverTriggered.first {
      return "'\(quiet)' was drawn in \(coverage.drawn[quiet] ?? 0) seeds and triggered in none: "
        + "coverage is below the required minimum."
    }
    let submitted = coverage.kindsSubmitted
    for (scenario, least) in thresholds where seeds >= least.afterSeeds {
      if submitted < least.operationKindsMin {
        return "\(submitted) operation kinds were submitted, and '\(scenario)' requires "
          + "\(least.operationKindsMin): coverage is below the required minimum."
      }
      if coverage.reached < least.combinationsMin {
        return "\(coverage.reached) combinations were reached, and '\(scenario)' requires "
          + "\(least.combinationsMin): coverage is below the required minimum."
      }
    }
    return nil
  }

  /// The failures by signature, the most frequent first.
  public var groups: [(signature: String, failures: [StressFailure])] {
    failures.groupedBySignature(\.signature)
  }

  /// The properties over all seeds: what was never checked has not passed.
  private var propertySummary: PropertySummary {
    PropertySummary(
      Property.allCases.map { property in
        PropertyResult(
          id: property.id, description: property.guarantee,
          checks: Int64(checks[property] ?? 0),
          violations: Int64(failures.count { $0.violation?.property == property }))
      })
  }

  /// The summary of the run; what failed, and the commands to go on with, come last.
  public func text(withCoverage: Bool = false) -> String {
    var lines = withCoverage ? [coverage.text] : []
    let perHour = seedSeconds > 0 ? Int(Double(seeds) / seedSeconds / Double(jobs) * 3_600) : 0
    lines.append(
      "\(Timeline.counted(seeds, "seed", "seeds"))\(source), \(grouped(personDays)) person-days, "
        + "\(grouped(operations)) operations, \(grouped(messages)) messages "
        + "in \(tenths(seconds)) s (\(grouped(perHour)) seeds per hour and process), "
        + "\(grouped(failures.count)) failed."
    )
    if !withCoverage {
      lines.append(
        "Covered \(grouped(coverage.reached)) of \(grouped(coverage.possible)) combinations of "
          + "fault kind, operation kind and sync state; '--coverage' shows which.")
    }
    lines.append(propertySummary.headline + ".")
    if controlRuns > 0 { lines.append(controlRun.text(seeds: controlRuns)) }
    lines.append(
      "Swarm file SHA \(swarmHash.prefix(12)), result digest \(digest) "
        + "(equal digests: equal results).")
    if let rerun {
      let count = Timeline.counted(rerun.seeds, "seed", "seeds")
      lines.append(
        rerun.differing == 0
          ? "\(count) rerun: identical."
          : "\(count) rerun: \(grouped(rerun.differing)) different.")
    }
    if stoppedAfterFailures {
      let count = Timeline.counted(failures.count, "failure", "failures")
      lines.append("Stopped after \(count), as '--max-failures' requires.")
    }
    if isInterrupted { lines.append("Interrupted: these are the results so far.") }
    if let inconclusiveReason { lines.append(inconclusiveReason) }
    return lines.joined(separator: "\n") + "\n" + failureText
  }

  /// The first failure of each signature in full, the most frequent last, where a reader looks.
  public var failureText: String {
    groups.reversed().map { group in
      let seeds = group.failures.prefix(8).map { "\($0.draw.seed)" }.joined(separator: ", ")
      let more = group.failures.count > 8 ? ", …" : ""
      let count = Timeline.counted(group.failures.count, "seed fails", "seeds fail")
      return "\n\(count) in this way: \(seeds)\(more)\n\(group.failures[0].text)"
    }.joined()
  }

  /// The scenarios and the policies that they ran under, where they are known.
  private var source: String {
    guard !scenarios.isEmpty else { return "" }
    let names = scenarios.map { "'\($0)'" }.joined(separator: ", ")
    var seen: [String] = []
    for policy in policies where !seen.contains(policy) { seen.append(policy) }
    let disks = stores.contains(.sqlite) ? ", SQLite on simulated disks" : ""
    return " of \(names) (policy \(seen.joined(separator: ", "))\(disks))"
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion), "version": .string(program.version),
      "commit": .string(program.commit), "sources": .string(program.sources),
      "seeds": .integer(seeds),
      "scenarios": .array(scenarios.map { .string($0) }),
      "policies": .array(policies.map { .string($0) }),
      "stores": .array(stores.map { .string($0.rawValue) }),
      "seconds": .number(seconds), "seedSeconds": .number(seedSeconds), "jobs": .integer(jobs),
      "operations": .integer(operations),
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

  /// The run as a JUnit suite: a case per property, which fails with all of its violations. A seed
  /// that could not be checked is an error.
  public var junit: String {
    var others = failures
    let idle = Set(propertySummary.notExercised.map(\.id))
    var cases: [JUnitDocument.Case] = []
    func add(_ name: String, _ found: [StressFailure], isIdle: Bool = false) {
      others.removeAll { failure in found.contains { $0.command == failure.command } }
      let text = found.map(\.text).joined(separator: "\n")
      let clean: JUnitDocument.Case.Outcome =
        isIdle ? .skipped(message: "not exercised") : .passed
      cases.append(
        JUnitDocument.Case(
          className: className, name: name,
          found.first.map { .failed(message: $0.signature, text: text) } ?? clean))
    }
    for property in Property.allCases {
      add(
        "\(property.id) \(property.guarantee)",
        failures.filter { $0.signature.hasPrefix("\(property.id): ") },
        isIdle: idle.contains(property.id))
    }
    if failsOnLostUpdates {
      add("no update is lost", failures.filter { $0.signature.hasPrefix("lost-update: ") })
    }
    add("P21 a rerun of a seed is identical", failures.filter { $0.signature.hasPrefix("P21: ") })
    let text = others.map(\.text).joined(separator: "\n")
    cases.append(
      JUnitDocument.Case(
        className: className, name: "every seed finishes", seconds: seconds,
        others.first.map { .errored(message: $0.signature, text: text) } ?? .passed))
    cases.append(
      JUnitDocument.Case(
        className: className, name: "coverage reaches the required minimum",
        inconclusiveReason.map { .failed(message: $0) } ?? .passed))
    return JUnitDocument(suite: "shakeout stress", seconds: seconds, cases: cases).text
  }

  private var className: String { (["stress"] + scenarios).joined(separator: " ") }
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
