import Base
import Chronology
import DomainCore
import SyncCore

@testable import Properties

/// What a watch does at one of its events, asked for by itself.
extension PropertyMonitor {
  /// Replays a scope's log; without founders, the founders are the members that no row has added.
  mutating func tellAgain(
    scope: UInt32, founders: [Member]? = nil, on server: borrowing Server, at now: Instant
  ) {
    derivedState.checkReplay(
      scope: scope, founders: founders ?? LogReplay.founders(of: server.scopes[Int(scope)].state),
      on: server, at: now, &shared)
  }

  /// Checks a row's stamp as if it were the next one of its site.
  mutating func looksAtStamp(of row: FeedRow, scope: UInt32, at now: Instant) {
    causality.checkLoggedInOrder(row, scope: scope, at: now, &shared)
    clockSafety.checkStampBounded(row, after: causality, scope: scope, at: now, &shared)
    causality.noteLogged(row, scope: scope, isInLog: true)
  }

  mutating func looksAtTap(of row: FeedRow, scope: UInt32, at now: Instant) {
    clockSafety.checkTapBounded(row, scope: scope, at: now, &shared)
  }

  mutating func takesSeat(_ row: FeedRow, scope: UInt32, at now: Instant) {
    seats.checkTaken(row, scope: scope, at: now, &shared)
  }

  mutating func looksAtStreaks(
    scope: UInt32, today: LocalDay, on server: borrowing Server, at now: Instant
  ) {
    derivedState.checkStreaks(scope: scope, today: today, on: server, at: now, &shared)
  }

  mutating func checksReturnedUndecided(
    _ replica: borrowing Replica<MemoryReplicaStorage>, at now: Instant
  ) {
    acknowledgedWrites.checkReturnedUndecided(replica, at: now, &shared)
  }

  mutating func looksWhetherBack(
    _ replica: borrowing Replica<MemoryReplicaStorage>, at now: Instant
  ) {
    monotonicReads.checkMovedOn(replica, at: now, &shared)
  }

  mutating func samplesPending(
    _ replica: borrowing Replica<MemoryReplicaStorage>, on server: borrowing Server, at now: Instant
  ) {
    pendingFolded.checkPending(replica, versions, on: server, at: now, &shared)
  }
}
