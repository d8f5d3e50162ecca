import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

/// Checks of a journey's devices after a failover to a stale replica at its end.
final class Aftermath {
  private final class Survivor {
    var replica: Replica<SimulatedReplicaStorage>
    /// The device's own operations without rejections.
    var known: [Operation] = []
    var reported: Set<OperationName> = []

    init(_ copy: Copy) throws(StorageError) {
      let before = copy.medium.replicaLog
      let log = SimulatedReplicaStorage.Log(before, transactions: Int(before.revision))
      replica = try Replica.open(SimulatedReplicaStorage(on: log))
      var rows = FlatArray<FeedRow>()
      var unknown = UnknownFields()
      var storage = SimulatedReplicaStorage(on: log)
      try storage.readRows(from: 0, into: &rows, unknown: &unknown)
      for index in 0..<rows.count
      where rows[index].operation.site == replica.site && !rows[index].verdict.isRejected {
        known.append(rows[index].operation)
      }
      known += replica.pendingOperations
      reported = reportedNow
    }

    var reportedNow: Set<OperationName> {
      let reported = replica.rejectedRows.filter { $0.verdict.refusal != nil }
      return Set(reported.map { OperationName($0.operation) })
    }
  }

  private var server: DurableServer<SimulatedServerStorage>
  private var survivors: [Survivor] = []
  private let now: Instant

  init(of stage: Stage, transactions: Int) {
    now = stage.now + Span.minute
    do throws(StorageError) {
      guard let journal = stage.media.medium.serverLog else {
        preconditionFailure("the server is not on a simulated log")
      }
      let log = SimulatedServerStorage.Log(journal, transactions: transactions)
      server = try DurableServer.failOver(
        to: SimulatedServerStorage(on: log), as: 1, settings: Media.settings)
      for device in stage.devices {
        for scope in device.scopes { survivors.append(try Survivor(device.copy(scope))) }
      }
    } catch {
      preconditionFailure("a written storage can be opened: \(error)")
    }
  }

  /// All devices exchange until they are up to date; then no operation that a device still had may
  /// be missing.
  func settles(_ note: (Bool, String) -> Void) {
    do throws(StorageError) {
      for _ in 0..<12 {
        for survivor in survivors { try exchange(survivor) }
      }
    } catch {
      preconditionFailure("no storage fails here: \(error)")
    }
    for survivor in survivors { look(at: survivor, note) }
    for scope in 0..<server.core.scopes.count {
      var last: [UInt32: UInt32] = [:]
      for row in server.core.rows(of: UInt32(scope)) {
        let site = row.operation.site
        note(row.operation.sequence > last[site, default: 0], "P4: rows are out of order")
        last[site] = row.operation.sequence
      }
    }
  }

  private func exchange(_ survivor: Survivor) throws(StorageError) {
    var request = Request()
    var response = Response()
    survivor.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    try server.respond(request, now: now, into: &response) { _, _ in }
    _ = try survivor.replica.apply(response)
  }

  private func look(at survivor: Survivor, _ note: (Bool, String) -> Void) {
    let (site, scope) = (Int(survivor.replica.site), Int(survivor.replica.scope))
    note(survivor.replica.store.pendingCount == 0, "P6: an outbox is stuck after a failover")
    let isIn =
      survivor.replica.revocation == nil && !server.core.sites[site].isNewcomer
      && !server.core.scopes[scope].isDeleted
    if isIn {
      let isSame = survivor.replica.store.state.isIdentical(to: server.core.scopes[scope].state)
      note(isSame, "P5: a copy is not the server's after a failover")
    }
    let reportedNow = survivor.reportedNow
    note(
      survivor.reported.isSubset(of: reportedNow) || !isIn,
      "P1: a reported rejection is forgotten after a failover")
    let rows = server.core.rows(of: survivor.replica.scope)
    for operation in survivor.known {
      let found = rows.filter { OperationName($0.operation) == OperationName(operation) }
      note(found.count <= 1, "P2: an operation has two verdicts after a failover")
      let isTaken = found.count == 1 && !found[0].verdict.isRejected
      note(
        isTaken || reportedNow.contains(OperationName(operation))
          || server.core.scopes[scope].isDeleted,
        "P2: an operation of a device is lost after a failover, and not reported")
    }
  }
}
