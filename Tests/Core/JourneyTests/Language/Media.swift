import Base
import Chronology
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit
import Testing

/// The media of a stage's server and devices, and the record of acknowledged operations.
///
/// The checks here are independent: they know operations and rows, and nothing of how an engine
/// stores them.
final class Media {
  let fault: StorageFault
  let comparesWithMemory: Bool
  private let rehearsal: Rehearsal?
  /// Where the server's journal lies.
  let medium: Medium
  /// How many transactions the journal had when the last scope, site or account was made.
  private(set) var founded = 0
  var server: DurableServer<StageServerStorage>
  /// Simulated disks instead of simulated media.
  private let disk: Disk?
  private let diskRun: DiskRun?
  private var mediumCount: UInt32 = 0
  private var step: UInt32 = 0
  /// The operations acknowledged to users.
  private var saved: [Operation] = []
  /// The violations, each beginning with the property.
  private var broken: [String] = []

  static let settings = ServerSettings(clockSkewBoundMilliseconds: 5 * Span.minute)

  init(_ rehearsal: Rehearsal?) {
    self.rehearsal = rehearsal
    comparesWithMemory = rehearsal?.fault == .never
    fault = rehearsal?.fault.made() ?? StorageFault()
    diskRun = rehearsal?.fault.madeDiskRun()
    if let diskRun {
      let disk = Disk(seed: diskRun.seed)
      medium = Medium(disk, "server", number: 0, for: .server, diskRun)
      self.disk = disk
    } else {
      medium = Medium(SimulatedServerStorage.Log(fault: fault))
      disk = nil
    }
    server = Self.opened(medium)
  }

  /// A medium for a new install.
  func makeMedium() -> Medium {
    mediumCount += 1
    guard let disk, let diskRun else { return Medium(SimulatedReplicaStorage.Log(fault: fault)) }
    return Medium(
      disk, "copy\(mediumCount)", number: mediumCount, for: .replica, diskRun)
  }

  /// The number of the next tap or message.
  func nextStep() -> UInt32 {
    step += 1
    return step
  }

  /// How many transactions the journal has, where it is a simulated log.
  private var transactions: Int { Int(medium.serverLog?.revision ?? 0) }

  func note(_ holds: Bool, _ what: String) {
    if !holds && !broken.contains(what) { broken.append(what) }
  }

  // MARK: The server

  /// Opens the server; one that is stopped while it opens, or finds no room, is started again.
  private static func opened(_ medium: Medium) -> DurableServer<StageServerStorage> {
    for _ in 0..<2 {
      do throws(StorageError) {
        return try DurableServer.open(medium.serverStorage(), settings: settings)
      } catch {
        if case .damaged = error { break }
      }
    }
    preconditionFailure("a server can no longer be opened")
  }

  /// Restarts the server from its journal.
  func restart() { server = Self.opened(medium) }

  /// Makes the server create something with a number, exactly once.
  private func make(
    _ count: (borrowing Server) -> Int,
    _ make: (inout DurableServer<StageServerStorage>) throws(StorageError) -> Void
  ) -> UInt32 {
    let before = count(server.core)
    while count(server.core) == before {
      do throws(StorageError) { try make(&server) } catch { restart() }
    }
    founded = transactions
    return UInt32(before)
  }

  /// An account of an adult, with the birthday entered when it is opened.
  func openAccount() -> AccountHandle {
    let account = AccountHandle(
      make({ $0.directory.accounts.count }) { (server) throws(StorageError) in
        _ = try server.openAccount()
      })
    while server.core.directory.accounts[Int(account.raw)].born == nil {
      do throws(StorageError) {
        try server.setBirth(of: account, to: LocalDay(year: 1985, month: 5, day: 4))
      } catch {
        restart()
      }
    }
    founded = transactions
    return account
  }

  func open(_ genesis: borrowing ScopeGenesis) -> UInt32 {
    let genesis = genesis.copied()
    return make({ $0.scopes.count }) { (server) throws(StorageError) in
      _ = try server.open(genesis)
    }
  }

  func register(scope: UInt32, member: MemberHandle, account: AccountHandle) -> UInt32 {
    make({ $0.sites.count }) { (server) throws(StorageError) in
      _ = try server.register(scope: scope, member: member, account: account)
    }
  }

  func respond(
    _ request: borrowing Request, now: Instant, into response: inout Response
  ) throws(StorageError) {
    try server.respond(request, now: now, into: &response) { _, _ in }
    if comparesWithMemory { compare() }
  }

  /// Compares the server with one restarted from its journal.
  private func compare() {
    let opened = Self.opened(medium)
    let isSame = opened.core.hasSame(as: server.core)
    #expect(isSame, "a restarted server differs")
  }

  // MARK: Acknowledged operations

  func saw(saved operation: Operation) { saved.append(operation) }

  /// All devices are up to date: checks everything.
  func ends(on stage: Stage) {
    guard let rehearsal else { return }
    var failovers = 0
    if rehearsal.fault == .failover {
      for transactions in founded...transactions {
        Aftermath(of: stage, transactions: transactions).settles { note($0, $1) }
        failovers += 1
      }
    }
    var decided: [OperationName: Int] = [:]
    for scope in 0..<server.core.scopes.count {
      var last: [UInt32: UInt32] = [:]
      for row in server.core.rows(of: UInt32(scope)) {
        let (site, sequence) = (row.operation.site, row.operation.sequence)
        decided[OperationName(row.operation), default: 0] += 1
        note(sequence > last[site, default: 0], "P4: a site's rows are out of order")
        last[site] = sequence
      }
    }
    note(decided.values.allSatisfy { $0 == 1 }, "P2: an operation has two verdicts")
    var rejected: Set<OperationName> = []
    var inventories: [ReplicaInventory] = []
    for device in stage.devices {
      for scope in device.scopes {
        let inventory = device.copy(scope).replica.inventory
        inventories.append(inventory)
        for row in inventory.rejected { rejected.insert(OperationName(row.operation)) }
        checkCopy(inventory)
      }
    }
    for operation in saved where decided[OperationName(operation)] == nil {
      let isOver = server.core.scopes[Int(operation.scope)].isDeleted
      note(
        isOver || rejected.contains(OperationName(operation)),
        "P1: a saved operation is neither decided nor returned")
    }
    let feeds = (0..<server.core.scopes.count).map { server.core.rows(of: UInt32($0)) }
    rehearsal.ended(
      Rehearsal.Outcome(
        calls: diskRun?.trigger.calls ?? fault.calls, commits: fault.commits,
        hasTriggered: diskRun?.trigger.hasTriggered ?? fault.hasTriggered, feeds: feeds,
        inventories: inventories, lines: stage.lines, broken: broken + (diskRun?.broken ?? []),
        failovers: failovers, cuts: diskRun?.cuts ?? 0))
  }

  /// P5: same scope and position, same base.
  private func checkCopy(_ inventory: ReplicaInventory) {
    let rows = server.core.rows(of: inventory.head.scope)
    guard inventory.head.revocation == nil, !server.core.sites[Int(inventory.head.site)].isNewcomer,
      let last = rows.last
    else { return }
    note(
      Int(inventory.head.position) == rows.count && inventory.digest == last.digest,
      "P5: a copy differs from the server")
  }
}

/// The identity of an operation.
struct OperationName: Hashable {
  var site: UInt32
  var sequence: UInt32

  init(_ operation: Operation) {
    site = operation.site
    sequence = operation.sequence
  }
}

extension Server {
  /// Whether two servers have the same data.
  func hasSame(as other: borrowing Server) -> Bool {
    guard scopes.count == other.scopes.count else { return false }
    for scope in 0..<scopes.count {
      guard rows(of: UInt32(scope)) == other.rows(of: UInt32(scope)),
        scopes[scope].state.isIdentical(to: other.scopes[scope].state),
        scopes[scope].epoch == other.scopes[scope].epoch,
        scopes[scope].stampLatest == other.scopes[scope].stampLatest,
        scopes[scope].isDeleted == other.scopes[scope].isDeleted
      else { return false }
    }
    let sitesHere = sites.withElements { Array($0) }
    let sitesThere = other.sites.withElements { Array($0) }
    let accountsHere = directory.accounts.withElements { Array($0) }
    let accountsThere = other.directory.accounts.withElements { Array($0) }
    return sitesHere == sitesThere && accountsHere == accountsThere
  }
}
