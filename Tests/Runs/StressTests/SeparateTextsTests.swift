import Base
import DomainCore
import Environment
import Foundation
import Plans
import Population
import Properties
import Scenarios
import SimulatedWorld
import Simulator
import Stress
import SyncCore
import Testing

@Suite("Replicas and server with tables of texts of their own")
struct SeparateTextsTests {
  /// Scenarios with what tables are about, deletions too.
  private static func scenario(seed: UInt64) throws -> Scenario {
    try SmallSeed.troubledScenario(seed: seed).setting([
      "installs.sharedSignInsPerDeviceYear=60", "network.responseDamageProbability=0.1",
      "contention.contendedSessionProbability=0.4", "contention.actionsPerSessionMax=5",
      "contention.simultaneousKinds=3", "contention.transactionProbability=0.2",
      "contention.accountDeletionProbability=\(seed % 4 < 2 ? 1 : 0)",
      "behavior.leaveHazardDaily=0.03",
    ])
  }

  private static var planCount: UInt64 {
    ProcessInfo.processInfo.environment["PARITY_PLANS"].flatMap { UInt64($0) } ?? 4
  }

  @Test("do step by step what they do with one table, and in SQLite what they do in memory")
  func parity() throws {
    var (texts, lost) = (0, 0)
    for seed in 1...Self.planCount {
      var plan = SeedRun.plan(try Self.scenario(seed: seed))
      let shared = Results(of: plan)
      plan.scenario.sync.separateTexts = true
      let separate = Results(of: plan)
      plan.scenario.storage.kind = .sqlite
      let stored = Results(of: plan)
      #expect(shared.violations + separate.violations + stored.violations == [], "seed \(seed)")
      #expect(stored.difference(from: separate) == nil, "seed \(seed)")
      #expect(separate.digests == stored.digests, "seed \(seed)")
      #expect(shared.trace.count > 100)
      texts += separate.texts
      // A group that had ended and is there again after a failover has lost its words for good.
      if separate.hasLostWords {
        lost += 1
        continue
      }
      #expect(separate.difference(from: shared) == nil, "seed \(seed)")
      #expect(shared.exports == separate.exports, "seed \(seed)")
      #expect(shared.states == separate.states, "seed \(seed)")
    }
    #expect(texts > 10 && lost <= Int(Self.planCount) / 50)
  }
}

/// What a plan has led to, by the letters of all texts: with the handles of its own table.
private struct Results {
  var trace: [String] = []
  /// Each family and group as an app exports it.
  var exports: [String] = []
  /// Their states at the end.
  var states: [Digest128] = []
  var digests: [Digest128] = []
  /// How many texts the server's own tables have.
  var texts = 0
  var violations: [Violation] = []
  /// Whether a row has three dots for a name, whose letters were erased and not restored.
  var hasLostWords = false

  init(of plan: Plan) {
    let run = PlannedRun(plan)
    for index in plan.communities.indices {
      let community = run.simulated(index, recording: .trace)
      trace += (community.world.events.trace ?? []).map { Self.words(of: $0) }
      digests.append(community.digest)
      violations += community.violations
      for scope in 0..<community.world.backend.server.scopes.count {
        read(community.world.backend.server.scopes[scope], plan.texts)
      }
    }
  }

  private mutating func read(_ scope: borrowing Scope, _ texts: NameTable) {
    self.texts += scope.texts?.all.count ?? 0
    if scope.texts?.known(Array("…".utf8), .name) != nil { hasLostWords = true }
    var state = scope.founded()
    var export = ScopeExport(of: scope.state, person: nil, names: texts)
    for position in 0..<scope.feed.count {
      let row = scope.feed[position]
      if row.verdict.isRejected { continue }
      var fact = row.operation.fact
      if let own = scope.texts {
        fact = fact.inOtherTable(letters: own.bytes(of:)) { text, _ in
          texts.known(text) ?? TextHandle(.max)
        }
      }
      state.apply(fact, committed: row.committed)
      export.add(fact, committed: row.committed)
    }
    states.append(state.digest)
    exports.append(export.json)
    if scope.texts == nil && !scope.isDeleted { states[states.count - 1] = scope.state.digest }
  }

  /// The digests in rows are about handles, and so are payloads that an app cannot read.
  private static func words(of event: TraceEvent) -> String {
    switch event.what {
    case .decided(var row, let scope, let position):
      row.digest = .zero
      return "\(event.time) \(TraceEvent.Kind.decided(row, scope: scope, position: position))"
    case .applied(let replica, let message, let result, var rows):
      for place in rows.indices {
        rows[place].digest = .zero
        if rows[place].operation.fact.kind == .unknown {
          rows[place].operation.fact.payload = Payload()
        }
      }
      let event = TraceEvent.Kind.applied(replica: replica, message: message, result, rows)
      return "\(event)"
    default: return "\(event)"
    }
  }

  /// The first event that differs.
  func difference(from other: Results) -> String? {
    if let (own, others) = zip(trace, other.trace).first(where: { $0 != $1 }) {
      return "\(own) and not \(others)"
    }
    return trace.count == other.trace.count
      ? nil : "\(trace.count) events and not \(other.trace.count)"
  }
}
