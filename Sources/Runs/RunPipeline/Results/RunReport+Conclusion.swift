import Base
import Datasets
import DomainCore
import Metrics
import Population
import Scenarios
import Properties
import Reporting
import Simulator
import SimulatedWorld

extension RunReport {
  /// Builds the report from the conclusion of a run.
  init(_ request: RunRequest, _ conclusion: RunConclusion) {
    let scenario = request.scenario
    let totals = conclusion.totals
    let counters = totals.counters
    self.init(
      scenario: scenario.name, seed: scenario.seed,
      digest: conclusion.digest.description, program: request.program,
      households: counters.households, people: counters.people, days: scenario.days,
      allowedLatenessDays: scenario.metrics.allowedLatenessDays,
      personDays: counters.personDays, operations: counters.operations,
      replicaApplies: counters.replicaApplies,
      properties: Property.allCases.map { property in
        PropertyResult(
          id: property.id, description: property.guarantee,
          checks: Int64(totals.checks[property] ?? 0),
          violations: Int64(totals.violationCounts[property] ?? 0))
      },
      checkedScopes: CheckedScopes(
        count: counters.scopes, atEachStep: counters.scopesCheckedAtEachStep),
      metricResults: conclusion.metricResults,
      dayTotals: conclusion.metrics.dayCounts,
      retentionCurve: conclusion.metrics.retentionCurve,
      latencies: [
        LatencySummary(
          title: "Saved on the device to durable on the server", histogram: totals.latencies)
      ],
      replicasPerFamily: totals.householdsByReplicas.enumerated().compactMap {
        $0.element > 0 ? ReplicaCount(replicas: $0.offset, families: $0.element) : nil
      },
      network: NetworkCounters(
        messages: counters.messages, lost: counters.messagesLost,
        duplicated: counters.messagesDuplicated, responsesDamaged: counters.responsesDamaged,
        responsesStale: counters.responsesStale, offlinePeriods: counters.offlinePeriods,
        retries: counters.retries, outages: counters.outages, failovers: counters.failovers,
        operationsLost: counters.operationsPermanentlyLost, crashes: counters.crashes),
      conflicts: ConflictSummary(
        policy: scenario.sync.policyName, carried: counters.carried,
        concurrent: totals.lostUpdates.concurrent, lostUpdates: totals.lostUpdates.unseen,
        logsReplayed: Int64(totals.checks[.logFold] ?? 0)),
      rejections: Self.rejections(totals.refusals),
      cost: CostSummary(
        totals, activeFamilyDays: conclusion.activeFamilyDays, of: scenario,
        metricResults: conclusion.metricResults),
      files: conclusion.files.map {
        DatasetFile(path: $0.path, rows: Int64($0.rows), bytes: Int64($0.bytes))
      }, biasBreakdown: conclusion.biasBreakdown)
  }

  /// The reasons that there was one refusal for or more, by their numbers.
  private static func rejections(_ counts: RefusalCounts) -> [RejectionCount] {
    Refusal.allCases.sorted { $0.rawValue < $1.rawValue }.compactMap { refusal in
      let onDevices = counts.count(of: refusal, by: .device)
      let onServer = counts.count(of: refusal, by: .server)
      guard onDevices + onServer > 0 else { return nil }
      return RejectionCount(
        reason: Int(refusal.rawValue), name: "\(refusal)", message: refusal.sentence,
        onDevices: onDevices, onServer: onServer)
    }
  }
}
