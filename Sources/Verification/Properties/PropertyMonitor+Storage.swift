public import Chronology
import DomainCore
public import SyncCore

// What restarts and storages that fail mean for the properties (P22, P26).
extension PropertyMonitor {
  /// An app has crashed, and has restarted from its storage.
  ///
  /// It may have stopped while it was writing; its disk may have changed what it stores.
  public mutating func restarted<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, from before: RestartChecker,
    mayHaveWritten: Bool = false, isDiskHonest: Bool = true, at now: Instant
  ) {
    before.check(
      replica, mayHaveWritten: mayHaveWritten,
      as: isDiskHonest ? .restartEquivalence : .storageHonesty, at: now, &shared)
  }

  /// The server has ended, and another process has opened its journal.
  public mutating func serverRestarted(
    _ server: borrowing Server, from before: ServerRestartChecker, at now: Instant
  ) {
    before.check(server, at: now, &shared)
  }

  /// The server's journal has lost what was in it, although its disk has kept its word.
  public mutating func serverHasLost(at now: Instant) {
    shared.tally.count(.restartEquivalence)
    shared.tally.report(
      Violation(
        .restartEquivalence, at: now, scope: 0, site: 0, sequence: 0,
        what: "a server has lost a part of its journal", expected: nil, found: nil))
  }

  /// A device whose disk has kept its word has found its data damaged: it had not saved what it
  /// said (P22).
  public mutating func foundDamaged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    shared.tally.count(.restartEquivalence)
    shared.reportSite(
      .restartEquivalence, replica.site, replica.scope, now,
      "an app finds damaged what it has saved on an honest disk")
  }

  /// A device has found its data damaged, and has kept what was whole: `replica`, or nothing. It
  /// reports how many of the operations that waited are lost, or that no one can know.
  public mutating func salvaged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, ofSite site: UInt32, pendingLost: Int?, at now: Instant
  ) {
    SalvageChecker.check(replica, ofSite: site, pendingLost: pendingLost, at: now, &shared)
    mayLackFields(replica, of: site)
  }

  /// The same for the copy of a replica, from a backup: what it has lost another install may have.
  public mutating func salvagedCopy<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, ofSite site: UInt32, at now: Instant
  ) {
    SalvageChecker.checkCopy(replica, ofSite: site, at: now, &shared)
    mayLackFields(replica, of: site)
  }

  /// A replica comes from a disk that has changed what was on it. It may be from before a
  /// transaction that has added fields to its pending operations, and is whole.
  public mutating func mayLackFields<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, of salvaged: UInt32? = nil
  ) {
    let site = salvaged ?? replica.site
    for index in 0..<replica.store.pendingCount {
      let sequence = replica.store.pending(index).sequence
      if !replica.store.hasUnknownFields(ofOperation: sequence) {
        versions.hasLostNewFields(site, sequence)
      }
    }
  }

  /// A device has ended while it was saving, and its next install hands over what it had saved
  /// after `sequence`; no one was shown that it was saved.
  public mutating func savedUnseen<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, since sequence: UInt32, at now: Instant
  ) {
    for index in 0..<replica.store.pendingCount {
      let operation = replica.store.pending(index)
      guard operation.sequence > sequence,
        sessionOrder.checkNumbered(operation, at: now, &shared)
      else { continue }
      shared.ledger.committed(
        operation, in: replica.store.texts, isKept: shared.checksSteps(of: operation.scope),
        at: now)
      // It may have ended after it had added the fields of the next version, too.
      if replica.store.hasUnknownFields(ofOperation: operation.sequence) {
        versions.committedWithNewFields(operation.site, operation.sequence)
      }
    }
  }
}
