import Base
import Chronology
import DomainCore
import Environment
public import SyncCore

/// The server of a world, and what runs beside it: its clock, its outages, its journal, and the
/// list of the phones that it calls.
///
/// Owns what the service knows. Which devices and people there are it is told.
public struct Backend: ~Copyable {
  public internal(set) var server: Server
  var clock = SimulatedClock()
  /// What the server has decided, where it may have to fail over.
  private(set) var journal: ServerJournal?
  /// When the server can be reached again, if it went down.
  private(set) var isUpFrom = Instant(milliseconds: .min)
  /// Which phones the server calls when their group has news.
  var subscriptions = Subscriptions()
  /// The rows that came of the request that was answered last.
  private(set) var decided = FlatArray<FeedRow>()
  let anchor = AddressOnlyMarker()

  init(_ settings: ServerSettings, keepsJournal: Bool) {
    server = Server(settings: settings)
    journal = keepsJournal ? ServerJournal() : nil
  }

  /// What the server's clock shows.
  @inline(__always) func time(at now: Instant) -> Instant { clock.shows(now) }

  @inline(__always) func isUp(at now: Instant) -> Bool { now >= isUpFrom }

  /// Nobody can reach the server until then.
  mutating func goDown(until time: Instant) { isUpFrom = max(isUpFrom, time) }

  // MARK: Requests

  /// Has the server answer a request. `decided` has the rows then that came of it.
  @inline(__always) mutating func respond(
    _ requests: borrowing Requests, _ request: UInt32, into responses: inout Answers,
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

  /// Opens a scope, founded as `state` is.
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

  /// NOT-5: the account that is signed in on a device gets the pushes that go there.
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

  /// FAM-7: an account goes with everything that it owns.
  mutating func delete(_ account: AccountHandle, at now: Instant) {
    guard server.directory.closed(account) != .accountDeleted else { return }
    let serverTime = time(at: now)
    journal?.append([.accountDeleted(account, serverTime)], at: now)
    server.deleteAccount(account, now: serverTime)
  }

  // MARK: Who is who

  /// Whether the server has an account as a member of a scope. A server that has failed over may
  /// have given the place to somebody else since.
  func has(_ member: MemberHandle, _ account: AccountHandle, in scope: Int) -> Bool {
    if server.scopes[scope].state.member(member).entity == .none { return true }
    return (0..<server.sites.count).contains {
      Int(server.sites[$0].scope) == scope && server.sites[$0].member == member
        && server.sites[$0].account == account
    }
  }

  /// What an operation in the log says.
  func kind(ofOperation sequence: UInt32, at site: UInt32, in scope: Int) -> FactKind? {
    for place in 0..<server.scopes[scope].feed.count {
      let operation = server.scopes[scope].feed[place].operation
      if operation.site == site && operation.sequence == sequence { return operation.fact.kind }
    }
    return nil
  }

  // MARK: Phones that are called

  /// P12: whether the server knows a site as a member's.
  func mayHear(_ site: UInt32) -> Bool {
    Int(site) < server.sites.count && !server.sites[Int(site)].isNewcomer
  }

  /// GRP-8, P12: the server calls a member's phone from the first number or answer that it has
  /// given it until it tells it that its owner is out.
  mutating func noteLine(_ site: UInt32, to group: UInt32, responded kind: ResponseKind) {
    switch kind {
    case .page, .snapshot:
      guard mayHear(site), !subscriptions.isOnline(site) else { return }
      subscriptions.connect(site, to: group)
    case .purge: subscriptions.disconnect(site)
    default: return
    }
  }

  /// The sites that the server calls when a group has news from `author`.
  func readers(of group: UInt32, except author: UInt32) -> FlatArray<UInt32> {
    var sites = FlatArray<UInt32>()
    subscriptions.wake(readersOf: group, except: author) { sites.append($0) }
    return sites
  }

  // MARK: Failing over

  /// What the server knows of a site, where it keeps a journal.
  func siteRecord(_ site: Int) -> SiteRecord? {
    journal != nil && site < server.sites.count ? server.sites[site] : nil
  }

  /// Enters what has come of a request into the journal.
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

  /// The server fails over to a copy of its journal, which has nothing that is younger than `time`.
  mutating func failOver(to time: Instant, at now: Instant) {
    guard var log = journal else { return }
    // It is the only copy, and need not be doubled to be cut.
    journal = nil
    log.cut(after: time)
    let anew: SyncCore.JournalEntry = .incarnation(server.incarnation + 1)
    var begun = Server(settings: server.settings)
    log.append([anew], at: now)
    // By their places: an entry is large, and an iterator would hand out copies.
    for place in log.entries.indices {
      precondition(begun.replay(log.entries[place]), "what was decided can be decided again")
    }
    journal = log
    swap(&begun.meter, &server.meter)
    server = begun
  }
}
