import Base
import Chronology
import DomainCore
import Environment
import SQLiteStores
import SimulatedDisk
public import SyncCore

/// The server of a world and what runs next to it: its clock, its outages, its journal, and the
/// list of phones that it notifies.
///
/// It owns what the service knows. The world passes in which devices and people exist.
public struct Backend: ~Copyable {
  @usableFromInline var durable: DurableServer<BackendStorage>
  var clock = SimulatedClock()
  /// Whether the server keeps a journal, and with it may fail over.
  let keepsJournal: Bool
  /// When the journal's transactions were.
  private let times: JournalTimes
  private let disks: WorldDisks?
  /// Whether the journal has lost what was in it, which only a broken storage does: then the server
  /// goes on in memory, and writes nothing any more.
  private(set) var hasLostJournal = false
  /// When the server can be reached again after an outage.
  private(set) var isUpFrom = Instant(milliseconds: .min)
  /// Which phones the server notifies when their group's feed grows.
  var subscriptions = Subscriptions()
  /// The rows that the last request produced.
  private(set) var decided = FlatArray<FeedRow>()
  let anchor = AddressOnlyMarker()

  init(_ settings: ServerSettings, keepsJournal: Bool, disks: WorldDisks?) {
    self.keepsJournal = keepsJournal
    self.disks = disks
    times = JournalTimes()
    guard let begun = Self.opened(disks, keepsJournal: keepsJournal, times, settings) else {
      preconditionFailure("a server can begin on an empty disk")
    }
    durable = begun
  }

  /// The server's core.
  @inlinable public var server: Server {
    @inline(__always) _read { yield durable.core }
  }

  /// COST-1: what the server has used.
  var meter: CostMeter {
    @inline(__always) _read { yield durable.meter }
    @inline(__always) _modify { yield &durable.meter }
  }

  /// What the server's clock shows.
  @inline(__always) func time(at now: Instant) -> Instant { clock.shows(now) }

  @inline(__always) func isUp(at now: Instant) -> Bool { now >= isUpFrom }

  /// The server is unreachable until `time`.
  mutating func goDown(until time: Instant) { isUpFrom = max(isUpFrom, time) }

  // MARK: Requests

  /// Has the server respond to a request. Afterwards `decided` holds the rows that it produced.
  @inline(__always) mutating func respond(
    _ requests: borrowing Requests, _ request: UInt32, into responses: inout Responses,
    _ response: UInt32, at serverTime: Instant, now: Instant
  ) throws(StorageError) {
    decided.removeAll()
    times.now = now
    try durable.respond(requests[request], now: serverTime, into: &responses[response]) { row, _ in
      decided.append(row)
    }
  }

  /// Reads from the server what a request produced whose response was lost with its process.
  mutating func readDecided(by site: Int, in scope: Int, from feed: Int, _ refusedBefore: UInt32) {
    decided.removeAll()
    for position in feed..<max(feed, server.scopes[scope].feed.count) {
      decided.append(server.scopes[scope].feed[position])
    }
    if server.sites[site].refusedCount > refusedBefore, let row = server.refusal(of: UInt32(site)) {
      decided.append(row)
    }
  }

  // MARK: What comes outside of requests

  /// Has the server do something; if its storage fails, it is opened again and asked again.
  private mutating func ask<Result>(
    at now: Instant,
    _ body: (inout DurableServer<BackendStorage>) throws(StorageError) -> Result
  ) -> Result {
    times.now = now
    let known = ServerSize(server)
    for _ in 0..<Self.triesMax {
      do throws(StorageError) {
        return try body(&durable)
      } catch {
        reopen { ServerSize($0).has(known) }
      }
    }
    preconditionFailure("a disk fails at one call")
  }

  mutating func openAccount(_ kind: AccountKind, at now: Instant) -> AccountHandle {
    ask(at: now) { (server) throws(StorageError) in try server.openAccount(kind) }
  }

  /// Opens a scope whose first state is `state`.
  mutating func openScope(
    _ state: consuming ScopeState, rowsExpected: Int, at now: Instant
  ) -> UInt32 {
    if disks != nil {
      return ask(at: now) { (server) throws(StorageError) in
        try server.open(state.copy(), rowsExpected: rowsExpected)
      }
    }
    times.now = now
    do throws(StorageError) {
      return try durable.open(state, rowsExpected: rowsExpected)
    } catch {
      preconditionFailure("memory does not fail: \(error)")
    }
  }

  /// NOT-5: pushes to a device go to the account that is signed in there.
  mutating func register(_ token: DeviceToken, for account: AccountHandle, at now: Instant) {
    ask(at: now) { (server) throws(StorageError) in try server.register(token, for: account) }
  }

  /// OFF-3: gives an install a new site.
  mutating func register(
    scope: UInt32, member: MemberHandle, account: AccountHandle, install: InstallNonce,
    claiming claimed: UInt32?, at now: Instant
  ) -> UInt32 {
    ask(at: now) { (server) throws(StorageError) in
      try server.register(
        scope: scope, member: member, account: account, install: install, claiming: claimed)
    }
  }

  /// FAM-7: deletes an account with everything that it owns.
  mutating func delete(_ account: AccountHandle, at now: Instant) {
    let serverTime = time(at: now)
    ask(at: now) { (server) throws(StorageError) in
      guard server.core.directory.closed(account) != .accountDeleted else { return }
      try server.deleteAccount(account, now: serverTime)
    }
  }

  // MARK: Members and operations

  /// Whether the server has an account as a member of a scope. After a failover the server may have
  /// given the place to another account.
  func has(_ member: MemberHandle, _ account: AccountHandle, in scope: Int) -> Bool {
    if server.scopes[scope].state.member(member).entity == .none { return true }
    return (0..<server.sites.count).contains {
      Int(server.sites[$0].scope) == scope && server.sites[$0].member == member
        && server.sites[$0].account == account
    }
  }

  /// The scopes in which an account has or had a site.
  func scopes(of account: AccountHandle) -> [UInt32] {
    (0..<server.sites.count).compactMap {
      server.sites[$0].account == account ? server.sites[$0].scope : nil
    }
  }

  /// The kind of an operation in the log.
  func kind(ofOperation sequence: UInt32, at site: UInt32, in scope: Int) -> FactKind? {
    for place in 0..<server.scopes[scope].feed.count {
      let operation = server.scopes[scope].feed[place].operation
      if operation.site == site && operation.sequence == sequence { return operation.fact.kind }
    }
    return nil
  }

  // MARK: Phones that are notified

  /// P12: whether the server knows a site as a member's.
  func mayReceive(_ site: UInt32) -> Bool {
    Int(site) < server.sites.count && !server.sites[Int(site)].isNewcomer
  }

  /// GRP-8, P12: the server notifies a member's phone from the first site or response that it gives
  /// it until it reports that the owner has left the group.
  mutating func updateSubscription(_ site: UInt32, to group: UInt32, responded kind: ResponseKind) {
    switch kind {
    case .page, .snapshot:
      guard mayReceive(site), !subscriptions.isOnline(site) else { return }
      subscriptions.connect(site, to: group)
    case .purge: subscriptions.disconnect(site)
    default: return
    }
  }

  /// The sites that the server notifies when `author` adds to a group's feed.
  func readers(of group: UInt32, except author: UInt32) -> FlatArray<UInt32> {
    var sites = FlatArray<UInt32>()
    subscriptions.wake(readersOf: group, except: author) { sites.append($0) }
    return sites
  }

  // MARK: Starting again

  private static var triesMax: Int { 4 }

  /// Opens the server; if its disk fails meanwhile, again. Nil if its journal cannot be read.
  private static func opened(
    _ disks: WorldDisks?, keepsJournal: Bool, _ times: JournalTimes, _ settings: ServerSettings
  ) -> DurableServer<BackendStorage>? {
    for _ in 0..<triesMax {
      disks?.server.restart()
      disks?.server.kill(process: 0)
      do throws(StorageError) {
        let storage =
          if let disks {
            try BackendStorage(at: disks.journalPlace, times: times)
          } else if keepsJournal {
            BackendStorage([], times: times)
          } else {
            BackendStorage()
          }
        return try DurableServer.open(storage, settings: settings)
      } catch {
        // Its end is missing: what is there is compared with what was.
        if case .damaged = error, let disks {
          try? SQLiteServerStorage.acceptShorterLog(at: disks.journalPlace)
        }
      }
    }
    return nil
  }

  /// The server's process has ended, and another one opens its journal. `isWhole` is asked whether
  /// that has what it must. If not, the former server goes on, because a world cannot with one that
  /// has forgotten families, and what was lost is reported.
  mutating func reopen(_ isWhole: (borrowing Server) -> Bool) {
    guard let disks, !hasLostJournal else { return }
    guard
      var begun = Self.opened(disks, keepsJournal: keepsJournal, times, server.settings),
      isWhole(begun.core)
    else {
      hasLostJournal = true
      durable.goOn(over: BackendStorage())
      return
    }
    swap(&begun.meter, &durable.meter)
    durable = begun
    times.adoptRead()
  }

  /// Something happens to the server's disk. Returns whether the server has to start again.
  func meet(_ fault: DiskFaultStep) -> Bool {
    guard let drive = disks?.server, !hasLostJournal else { return false }
    if fault.kind == .powerCut && fault.call == 0 {
      drive.cutPower()
      return true
    }
    drive.meet(fault)
    return false
  }

  /// Whether something of the server's drive may fail now.
  var isAtRisk: Bool {
    guard !hasLostJournal, let drive = disks?.server else { return false }
    return drive.isArmed || drive.isDown
  }

  /// A request or a step begins, which may write on the server's drive.
  func beginWriting(_ address: UInt64) {
    disks?.server.begin(step: UInt32(truncatingIfNeeded: address ^ address >> 32))
  }

  /// The server fails over to a replica of its journal that has nothing after `time`.
  mutating func failOver(to time: Instant, at now: Instant) {
    guard keepsJournal, !hasLostJournal else { return }
    times.cut(after: time)
    times.now = now
    var failure = StorageError.empty
    for _ in 0..<Self.triesMax {
      disks?.server.restart()
      do throws(StorageError) {
        return try failOver()
      } catch {
        failure = error
        let known = ServerSize(server)
        reopen { ServerSize($0).has(known) }
        if hasLostJournal { return }
        times.cut(after: time)
      }
    }
    preconditionFailure("the server can replay its own journal: \(failure)")
  }

  private mutating func failOver() throws(StorageError) {
    let entries = try durable.journal(first: times.count)
    var storage =
      if let disks {
        try BackendStorage(at: disks.nextJournalPlace(), times: times)
      } else {
        BackendStorage([], times: times)
      }
    try storage.fill(entries)
    var begun = try DurableServer.failOver(
      to: storage, as: server.incarnation + 1, settings: server.settings)
    swap(&begun.meter, &durable.meter)
    durable = begun
    disks?.adoptNextJournal()
  }
}

/// How much a server knows: all of it stays, whatever else changes.
private struct ServerSize {
  private let scopes: Int
  private let sites: Int
  private let accounts: Int

  init(_ server: borrowing Server) {
    scopes = server.scopes.count
    sites = server.sites.count
    accounts = server.directory.accounts.count
  }

  func has(_ other: ServerSize) -> Bool {
    scopes >= other.scopes && sites >= other.sites && accounts >= other.accounts
  }
}
