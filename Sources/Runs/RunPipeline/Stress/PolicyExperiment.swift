public import JSONText
import Plans
import Population
import Scenarios
public import Properties
import Simulator
import Stress
import SimulatedWorld

/// What a conflict policy has come to over a number of seeds, and in which of them.
public struct PolicyLosses: Sendable {
  public let policy: String
  public var seeds = 0
  public var operations: Int64 = 0
  /// Fields that were written only because whole records are.
  public var carried: Int64 = 0
  /// What took the place of something that its author did not know of.
  public var lostUpdates = LostUpdateCounts()
  /// For each property, how often it was broken.
  public var violations: [Property: UInt64] = [:]
  /// By what was lost, the first seeds that show it.
  public var shownBy: [PolicyLoss: [UInt64]] = [:]

  init(_ policy: String) { self.policy = policy }

  public func count(_ loss: PolicyLoss) -> Int64 {
    switch loss {
    case .lostUpdates: lostUpdates.unseen
    case .brokenStreaks: lostUpdates.brokenStreaks
    case .minutesShownThenLost: lostUpdates.shownMinutes
    case .duplicates: Int64(violations[.exactlyOnce] ?? 0)
    case .capsExceeded: Int64(violations[.caps] ?? 0)
    }
  }

  /// The properties that were broken, in their order.
  public var broken: [(property: Property, count: UInt64)] {
    Property.allCases.compactMap { property in
      violations[property].flatMap { $0 > 0 ? (property, $0) : nil }
    }
  }

  mutating func add(_ seed: UInt64, _ next: PolicyLosses) {
    for loss in PolicyLoss.allCases where next.count(loss) > 0 {
      if shownBy[loss, default: []].count < 5 { shownBy[loss, default: []].append(seed) }
    }
    seeds += 1
    operations += next.operations
    carried += next.carried
    lostUpdates.add(next.lostUpdates)
    for (property, count) in next.violations { violations[property, default: 0] += count }
  }
}

/// What somebody can lose by a policy.
public enum PolicyLoss: CaseIterable, Sendable {
  case lostUpdates, duplicates, brokenStreaks, capsExceeded, minutesShownThenLost

  public var words: String {
    switch self {
    case .lostUpdates: "overwritten unseen"
    case .duplicates: "duplicates"
    case .brokenStreaks: "broken streaks"
    case .capsExceeded: "caps exceeded"
    case .minutesShownThenLost: "minutes shown in vain"
    }
  }
}

/// Lives the same taps under the same faults by every conflict policy.
///
/// A seed is lived once under the default, and becomes a plan, so that nobody decides anything any
/// more: what differs is what devices and server make of the same steps.
public struct PolicyExperiment: Sendable {
  private let request: StressRequest

  public init(_ request: StressRequest) { self.request = request }

  /// By the policies in their order; `advanced` is told how many seeds were lived.
  public func run(advanced: (Int) -> Void) throws -> [PolicyLosses] {
    let request = request
    var totals = SyncParameters.policyNames.map { PolicyLosses($0) }
    try WorkerPool.run(
      count: (request.seedCount ?? 0) * request.scenarios.count, threads: request.jobs,
      makeWorker: { 0 },
      work: { _, number -> [PolicyLosses] in
        guard let task = request.task(number), !Interruption.isRequested else { return [] }
        return try Self.simulated(request.scenario(task))
      },
      take: { number, losses in
        guard let task = request.task(number) else { return }
        for (place, next) in losses.enumerated() { totals[place].add(task.seed, next) }
        advanced(number + 1)
      })
    return totals
  }

  /// One seed, under each of the policies.
  static func simulated(_ scenario: Scenario) -> [PolicyLosses] {
    var plan = SeedRun.plan(scenario, programVersion: ProgramVersion.text)
    return SyncParameters.policyNames.map { policy in
      plan.scenario.sync.choosePolicy(policy)
      let run = PlannedRun(plan)
      var losses = PolicyLosses(policy)
      for index in plan.communities.indices {
        let community = run.simulated(index)
        losses.operations += community.world.events.counters.operations
        losses.carried += community.world.events.counters.carried
        losses.lostUpdates.add(community.world.events.monitor.lostUpdates.counts)
        for property in Property.allCases {
          let count = community.world.events.monitor.shared.tally.violationCount(of: property)
          if count > 0 { losses.violations[property, default: 0] += count }
        }
      }
      return losses
    }
  }
}

/// What the policies have come to, as a table and as an object.
public struct PolicyReport: Sendable {
  public static let schemaVersion = 1

  public let losses: [PolicyLosses]
  public let swarmHash: String

  public init(_ losses: [PolicyLosses], swarmHash: String) {
    self.losses = losses
    self.swarmHash = swarmHash
  }

  /// Two tables as in a document: what was lost, and which properties were broken.
  public var text: String {
    var lines = [
      "| policy | operations | fields carried | replaced, not knowing | "
        + PolicyLoss.allCases.map(\.words).joined(separator: " | ") + " | seeds that show it |",
      "|---|" + String(repeating: "---|", count: 4 + PolicyLoss.allCases.count),
    ]
    for one in losses {
      var cells = ["`\(one.policy)`", "\(one.operations)", "\(one.carried)"]
      cells.append("\(one.lostUpdates.concurrent)")
      cells += PolicyLoss.allCases.map { "\(one.count($0))" }
      let seeds = Set(one.shownBy.values.joined()).sorted().prefix(5).map { "\($0)" }
      cells.append(seeds.isEmpty ? "–" : seeds.joined(separator: ", "))
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    let properties = Property.allCases.filter { property in
      losses.contains { $0.violations[property] != nil }
    }
    if properties.isEmpty {
      lines += ["", "No property was broken under any of them."]
    } else {
      lines += [
        "", "| broken | " + losses.map { "`\($0.policy)`" }.joined(separator: " | ") + " |",
      ]
      lines.append("|---|" + String(repeating: "---|", count: losses.count))
      for property in properties {
        let cells = losses.map { "\($0.violations[property] ?? 0)" }
        lines.append("| \(property.id) | " + cells.joined(separator: " | ") + " |")
      }
    }
    let seeds = Timeline.counted(losses.first?.seeds ?? 0, "seed", "seeds")
    lines += ["", "\(seeds), swarm \(swarmHash.prefix(12))."]
    return lines.joined(separator: "\n") + "\n"
  }

  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion), "swarm": .string(swarmHash),
      "policies": .array(
        losses.map { one in
          var fields: [(String, JSONNode)] = [
            ("policy", .string(one.policy)), ("seeds", .integer(one.seeds)),
            ("operations", .integer(one.operations)), ("carried", .integer(one.carried)),
            ("concurrentWrites", .integer(one.lostUpdates.concurrent)),
            ("overwrittenUnseen", .integer(one.lostUpdates.unseen)),
            ("duplicates", .integer(one.count(.duplicates))),
            ("brokenStreaks", .integer(one.lostUpdates.brokenStreaks)),
            ("capsExceeded", .integer(one.count(.capsExceeded))),
            ("minutesShownThenLost", .integer(one.lostUpdates.shownMinutes)),
          ]
          fields.append(
            (
              "violated",
              .object(one.broken.map { ($0.property.id, .integer($0.count)) })
            ))
          fields.append(
            (
              "exampleSeeds",
              .array(
                Set(one.shownBy.values.joined()).sorted().map { .integer($0) })
            ))
          return .object(fields)
        }),
    ]
  }
}
