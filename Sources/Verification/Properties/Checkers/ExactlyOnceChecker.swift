import Base
import Chronology
import DomainCore
import SyncCore

// P3: exactly-once effect. The state equals the fold of the log with every duplicate removed.
//
// Checked at each row (an operation enters the log once), at each page (what it confirmed has left
// the outbox, or it would be shown twice) and at quiescence by folding the log again, each
// operation only the first time it occurs. It shares the fold with the engine on purpose: the
// question is how often an operation was applied, not what it does.
//
// Folding costs as much as everything that a server did for the scope, so a large run folds only a
// random sample of scopes, which depends on the seed and the scope alone. The states of other
// scopes are compared with the devices' only, which may have the same bug.
@usableFromInline struct ExactlyOnceChecker: ~Copyable {
  @usableFromInline init() {}

  func checkRefold(
    scope: UInt32, founded: consuming ScopeState, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState, _ lostUpdates: inout LostUpdateObserver
  ) {
    // Expensive, so only in small runs.
    let replaysIncrementally = shared.replaysAll && !shared.wasErased(scope)
    var marks = IntendedCompletions()
    var refolded = founded
    var incrementalReplay = IncrementalLogReplay(scope: scope, founded: refolded)
    var lastSeen = FlatArray<UInt32>(repeating: 0, count: server.sites.count)
    var intents = IntentTimes(
      siteCount: server.sites.count, bound: server.settings.clockSkewBoundMilliseconds)
    for position in 0..<server.scopes[Int(scope)].feed.count {
      let row = server.scopes[Int(scope)].feed[position]
      let site = Int(row.operation.site)
      intents.note(row)
      guard row.operation.sequence > lastSeen[site] else { continue }
      lastSeen[site] = row.operation.sequence
      if row.verdict.isRejected { continue }
      refolded.shared.replaced = .never
      refolded.apply(row.operation.fact, committed: row.committed)
      if replaysIncrementally {
        marks.note(row.operation.fact, meant: intents[position])
        incrementalReplay.ingest(
          row, at: position, in: server.scopes[Int(scope)].feed, refolded, &shared.tally, now)
      }
      let lost = lostUpdates.note(
        refolded.shared.replaced, at: position, in: server.scopes[Int(scope)].feed, of: scope,
        intents)
      if let lost, shared.reportsLostUpdates {
        let replaced = server.scopes[Int(scope)].feed[lost].operation
        shared.tally.report(Violation(ofLost: replaced, to: row, scope: scope, at: now))
      }
    }
    lostUpdates.counts.brokenStreaks += marks.brokenStreaks
    shared.tally.count(.logFold)
    if !refolded.isIdentical(to: server.scopes[Int(scope)].state) {
      let difference = StateDifference(of: server.scopes[Int(scope)].state, from: refolded)
      shared.tally.report(
        Violation(
          .logFold, at: now, scope: scope,
          what: "the server's state is not the fold of its log without duplicates",
          expected: difference?.expected, found: difference?.found))
    }
  }
}
