public import Base
import Workload
public import Metrics
import Population
import Scenarios
public import Properties
public import SimulatedWorld

/// The totals of a batch of communities, next to the records of person-days.
public struct SimulationTotals: Sendable, Codable {
  public var counters = WorldCounters()
  public var refusals = RefusalCounts()
  public var lostUpdates = LostUpdateCounts()
  public var latencies = LatencyHistogram()
  /// COST-1: the work of the servers.
  public var backend = BackendDays()
  /// How many households have how many replicas; the index is the number of replicas.
  public var householdsByReplicas: [Int64] = []
  public var checks: [Property: UInt64] = [:]
  /// The first violations, each with its household and device.
  public var violations: [Violation] = []
  public var violationCounts: [Property: UInt64] = [:]
  /// The digests of the communities, folded in order.
  public var digest = Digest128.zero

  public init() {}

  /// Adds the next totals; the digest depends on the order, the rest does not.
  public mutating func add(_ next: SimulationTotals) {
    counters.add(next.counters)
    refusals.add(next.refusals)
    lostUpdates.add(next.lostUpdates)
    latencies.merge(next.latencies)
    backend.add(next.backend)
    for (replicas, count) in next.householdsByReplicas.enumerated() {
      add(households: count, withReplicas: replicas)
    }
    for property in Property.allCases {
      checks[property, default: 0] += next.checks[property] ?? 0
      violationCounts[property, default: 0] += next.violationCounts[property] ?? 0
    }
    keep(next.violations)
    digest.fold(next.digest)
  }

  mutating func add(_ community: borrowing Community) {
    counters.add(community.world.events.counters)
    for household in 0..<community.householdCount {
      add(households: 1, withReplicas: community.replicaCount(ofHousehold: household))
    }
    refusals.add(community.world.events.refusals)
    lostUpdates.add(community.world.events.monitor.lostUpdates.counts)
    latencies.merge(community.groundTruth.latencies)
    backend.add(community.world.backendUse)
    for property in Property.allCases {
      checks[property, default: 0] += community.world.events.monitor.shared.tally.checks(
        of: property)
      violationCounts[property, default: 0] += community.world.events.monitor.shared.tally
        .violationCount(
          of: property)
    }
    keep(community.violations)
    digest.fold(community.digest)
  }

  /// One violation causes many more; the first ones show what went wrong.
  private mutating func keep(_ next: [Violation]) {
    violations += next.prefix(max(0, 16 - violations.count))
  }

  private mutating func add(households: Int64, withReplicas replicas: Int) {
    while householdsByReplicas.count <= replicas { householdsByReplicas.append(0) }
    householdsByReplicas[replicas] += households
  }

  /// How many violations were found.
  public var violationCount: UInt64 { violationCounts.values.reduce(0, +) }
}
