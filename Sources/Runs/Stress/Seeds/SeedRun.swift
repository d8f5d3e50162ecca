public import Base
public import DomainCore
public import Environment
public import Scenarios
import Population
public import Properties
import Simulator
public import SimulatedWorld

/// The outcome of a seed's run.
public struct SeedOutcome: Sendable, Equatable {
  public var seed: UInt64
  /// A digest of everything that happened.
  public var digest: Digest128
  /// The first violations, in the order in which they were found.
  public var violations: [Violation]
  public var checks: [Property: UInt64]
  public var operations: Int64
  public var messages: Int64
  public var personDays: Int64
  /// The coverage points that operations reached.
  public var coveragePoints: Set<CoveragePoint>
  /// How often each fault has occurred.
  public var faults: [FaultOccurrence: Int] = [:]
  /// The comparison with the control run, where there was one.
  public var controlRun: ControlComparison?

  public init(seed: UInt64) {
    self.seed = seed
    digest = .zero
    violations = []
    checks = [:]
    (operations, messages, personDays) = (0, 0, 0)
    coveragePoints = []
  }
}

/// A kind of operation in a sync state.
public struct CoveragePoint: Hashable, Sendable {
  public var kind: FactKind
  public var state: SyncState

  public init(_ kind: FactKind, _ state: SyncState) {
    self.kind = kind
    self.state = state
  }
}

/// Runs a seed, all in memory.
public enum SeedRun {
  /// With `reportsLostUpdates`, a lost update counts like a violation. Without `foldsLogs`, the
  /// logs are not folded again at the end, for a run of which only the digest is compared.
  public static func simulated(
    _ scenario: Scenario, withControlRun: Bool = false, reportsLostUpdates: Bool = false,
    foldsLogs: Bool = true
  ) -> SeedOutcome {
    let simulation = Simulation(
      scenario, reportsLostUpdates: reportsLostUpdates, checksEveryScope: true,
      foldsLogs: foldsLogs)
    var outcome = SeedOutcome(seed: scenario.seed)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(
        index, recording: withControlRun ? .stepsAndCoverage : .coveragePoints)
      outcome.add(community)
      if withControlRun {
        outcome.controlRun = outcome.controlRun ?? ControlComparison()
        outcome.controlRun?.add(
          ControlRun.compared(
            community, simulation.withoutFaults(community, recording: .steps)))
      }
    }
    outcome.violations += outcome.controlRun?.violations ?? []
    return outcome
  }
}

extension SeedOutcome {
  mutating func add(_ community: borrowing Community) {
    digest.fold(community.digest)
    violations += community.violations
    for property in Property.allCases {
      checks[property, default: 0] += community.world.events.monitor.shared.tally.checks(
        of: property)
    }
    operations += community.world.events.counters.operations
    messages += community.world.events.counters.messages
    personDays += community.world.events.counters.personDays
    guard let met = community.world.events.coveragePoints else { return }
    for fault in FaultOccurrence.allCases where met.count(fault) > 0 {
      faults[fault, default: 0] += met.count(fault)
    }
    for kind in FactKind.allCases {
      for state in SyncState.allCases where met.count(kind, state) > 0 {
        coveragePoints.insert(CoveragePoint(kind, state))
      }
    }
  }
}
