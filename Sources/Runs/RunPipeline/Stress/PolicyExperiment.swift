import Base
public import JSONText
import Plans
import Population
import Reporting
import Scenarios
public import Properties
import Simulator
import Stress
import SimulatedWorld

/// The losses under a conflict policy over a number of seeds, with example seeds.
public struct PolicyLosses: Sendable {
  public let policy: String
  public var seeds = 0
  public var operations: Int64 = 0
  /// Fields that a write carried along unchanged because it wrote their whole record.
  public var carried: Int64 = 0
  /// Writes that replaced another write that their author had not received.
  public var lostUpdates = LostUpdateCounts()
  /// The number of violations of each property.
  public var violations: [Property: UInt64] = [:]
  /// The first seeds with each kind of loss.
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

  /// The violated properties, in their order.
  public var broken: [(property: Property, count: UInt64)] {
    Property.allCases.compactMap { property in
      violations[property].flatMap { $0 > 0 ? (property, $0) : nil }
    }
  }

  /// The first seeds that show a loss of any kind.
  var exampleSeeds: [UInt64] { Array(Set(shownBy.values.joined()).sorted().prefix(5)) }

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

/// What people can lose under a policy.
public enum PolicyLoss: CaseIterable, Sendable {
  case lostUpdates, duplicates, brokenStreaks, capsExceeded, minutesShownThenLost

  public var words: String {
    switch self {
    case .lostUpdates: "lost updates"
    case .duplicates: "duplicates"
    case .brokenStreaks: "broken streaks"
    case .capsExceeded: "caps exceeded"
    case .minutesShownThenLost: "minutes shown, then rolled back"
    }
  }
}

/// Replays the same steps with the same faults under every conflict policy.
///
/// It runs each seed once under the default policy and records a plan. Replays of the plan make no
/// decisions of their own, so differences come from the policy alone.
public struct PolicyExperiment: Sendable {
  private let request: StressRequest

  public init(_ request: StressRequest) { self.request = request }

  /// Returns the losses of each policy; calls `advanced` with the number of finished seeds.
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

  /// Runs one seed under each policy.
  static func simulated(_ scenario: Scenario) -> [PolicyLosses] {
    var plan = SeedRun.plan(scenario)
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

/// The losses under each policy, as a table and as JSON.
public struct PolicyReport: Sendable {
  public static let schemaVersion = 2

  public let losses: [PolicyLosses]
  public let swarmHash: String

  public init(_ losses: [PolicyLosses], swarmHash: String) {
    self.losses = losses
    self.swarmHash = swarmHash
  }

  /// A table for a terminal: a column per policy, a row per loss and per violated property.
  public var text: String {
    var table = TextTable([.left] + losses.map { _ in .right })
    table.add(["policy"] + losses.map(\.policy))
    func add(_ name: String, _ count: (PolicyLosses) -> Int64) {
      table.add([name] + losses.map { NumberText.grouped(count($0)) })
    }
    add("operations") { $0.operations }
    add("fields carried") { $0.carried }
    add("concurrent writes") { $0.lostUpdates.concurrent }
    for loss in PolicyLoss.allCases { add(loss.words) { $0.count(loss) } }
    for property in violated {
      add("\(property.id) violated") { Int64($0.violations[property] ?? 0) }
    }
    var lines = table.lines
    if violated.isEmpty { lines += ["", "No property was violated under any policy."] }
    let shown = losses.map { ($0.policy, $0.exampleSeeds) }.filter { !$0.1.isEmpty }
    if !shown.isEmpty { lines += ["", "Example seeds:"] }
    lines += shown.map { "  \($0.0): \($0.1.map(String.init).joined(separator: ", "))" }
    return (lines + ["", source]).joined(separator: "\n") + "\n"
  }

  private var violated: [Property] {
    Property.allCases.filter { property in losses.contains { $0.violations[property] != nil } }
  }

  private var source: String {
    "\(Timeline.counted(losses.first?.seeds ?? 0, "seed", "seeds")), "
      + "swarm file SHA \(swarmHash.prefix(12))."
  }

  /// Two Markdown tables: the losses, and the violated properties.
  public var markdown: String {
    var lines = [
      "| policy | operations | fields carried | concurrent writes | "
        + PolicyLoss.allCases.map(\.words).joined(separator: " | ") + " | example seeds |",
      "|---|" + String(repeating: "---|", count: 4 + PolicyLoss.allCases.count),
    ]
    for one in losses {
      var cells = ["`\(one.policy)`"]
      cells += [one.operations, one.carried, one.lostUpdates.concurrent].map(NumberText.grouped)
      cells += PolicyLoss.allCases.map { NumberText.grouped(one.count($0)) }
      let seeds = one.exampleSeeds.map { "\($0)" }
      cells.append(seeds.isEmpty ? "–" : seeds.joined(separator: ", "))
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    if violated.isEmpty {
      lines += ["", "No property was violated under any policy."]
    } else {
      lines += [
        "", "| violated | " + losses.map { "`\($0.policy)`" }.joined(separator: " | ") + " |",
      ]
      lines.append("|---|" + String(repeating: "---|", count: losses.count))
      for property in violated {
        let cells = losses.map { grouped($0.violations[property] ?? 0) }
        lines.append("| \(property.id) | " + cells.joined(separator: " | ") + " |")
      }
    }
    lines += ["", source]
    return lines.joined(separator: "\n") + "\n"
  }

  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.schemaVersion), "swarm": .string(swarmHash),
      "policies": .array(
        losses.map { one in
          var fields: [(String, JSONNode)] = [
            ("policy", .string(one.policy)), ("seeds", .integer(one.seeds)),
            ("operations", .integer(one.operations)), ("carriedFields", .integer(one.carried)),
            ("concurrentWrites", .integer(one.lostUpdates.concurrent)),
            ("lostUpdates", .integer(one.lostUpdates.unseen)),
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
