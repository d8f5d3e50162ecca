import Base
import Chronology
import DomainCore
import Environment
public import SyncCore

/// The server of a world and what runs next to it: its clock, its outages, its journal, and the
/// list of phones that it notifies.
///
/// It owns what the service knows. The world passes in which devices and people exist.
public struct Backend: ~Copyable {
  public internal(set) var server: Server
  var clock = SimulatedClock()
  /// The log of the server's decisions, kept if the server may have to fail over.
  private(set) var journal: ServerJournal?
  /// When the server can be reached again after an outage.
  private(set) var isUpFrom = Instant(milliseconds: .min)
  /// Which phones the server notifies when their group's feed grows.
  var subscriptions = Subscriptions()
  /// The rows that the last request produced.
  private(set) var decided = FlatArray<FeedRow>()
  let anchor = AddressOnlyMarker()

  init(_ settings: ServerSettings, keepsJournal: Bool) {
    server = Server(settings: settings)
    journal = keepsJournal ? ServerJournal() : nil
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
    _ response: UInt32, at serverTime: Instant
  ) {
    decided.removeAll()
    server.respond(requests[request], now: serverTime, into: &responses[response]) { row, _ in
      decided.append(row)
    }
  }

  // MARK: What comes outside of requests

  mutating func openAccount(_ kind: AccountKind, at now: Instant) -> AccountHandle {
    journal?.append([.accountOpened(kind)], at: now)
    return server.directory.open(kind)
  }

  /// Opens a scope whose first state is `state`.
  mutating func openScope(
    _ state: consuming ScopeState, rowsExpected: Int, at now: Instant
  ) -> UInt32 {
    if journal != nil {
      let genesis = ScopeGenesis(of: state)
      let opened: SyncCore.JournalEntry = .scopeOpened(
        members: genesis.members.withElements { Array($0) }, firstDay: genesis.firstDay,
        dayCapacity: genesis.dayCapacity)
      journal?.append([opened], at: now)
    }
    return server.open(Scope(state: state, rowsExpected: rowsExpected))
  }

  /// NOT-5: pushes to a device go to the account that is signed in there.
  mutating func register(_ token: DeviceToken, for account: AccountHandle, at now: Instant) {
    journal?.append([.tokenRegistered(token, account)], at: now)
    server.directory.register(token, for: account)
  }

  /// OFF-3: gives an install a new site.
  mutating func register(
    scope: UInt32, member: MemberHandle, account: AccountHandle, install: InstallNonce,
    claiming claimed: UInt32?, at now: Instant
  ) -> UInt32 {
    let site = server.register(
      scope: scope, member: member, account: account, install: install, claiming: claimed)
    journal?.append(
      [.siteRegistered(site, scope: scope, member, account, install)], at: now)
    return site
  }

  /// FAM-7: deletes an account with everything that it owns.
  mutating func delete(_ account: AccountHandle, at now: Instant) {
    guard server.directory.closed(account) != .accountDeleted else { return }
    let serverTime = time(at: now)
    journal?.append([.accountDeleted(account, serverTime)], at: now)
    server.deleteAccount(account, now: serverTime)
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

  // MARK: Failing over

  /// The server's record of a site, if it keeps a journal.
  func siteRecord(_ site: Int) -> SiteRecord? {
    journal != nil && site < server.sites.count ? server.sites[site] : nil
  }

  /// Appends the results of a request to the journal.
  mutating func enter(
    _ site: UInt32, since before: SiteRecord, from position: Int, at now: Instant
  ) {
    if decided.isEmpty && server.sites[Int(site)] == before { return }
    var places = FlatArray<UInt32>()
    for index in 0..<decided.count { places.append(UInt32(position + index)) }
    let entries = server.entries(
      for: site, since: before, decided, at: places, now: time(at: now))
    journal?.append(entries, at: now)
  }

  /// The server fails over to a replica of its journal that has nothing after `time`.
  mutating func failOver(to time: Instant, at now: Instant) {
    guard var log = journal else { return }
    // Moves the only copy out, so that cutting it does not copy it.
    journal = nil
    log.cut(after: time)
    let incarnation: SyncCore.JournalEntry = .incarnation(server.incarnation + 1)
    var begun = Server(settings: server.settings)
    log.append([incarnation], at: now)
    // By index: an entry is large, and an iterator would copy it.
    for place in log.entries.indices {
      precondition(begun.replay(log.entries[place]), "the server can replay its own journal")
    }
    journal = log
    swap(&begun.meter, &server.meter)
    server = begun
  }
}
