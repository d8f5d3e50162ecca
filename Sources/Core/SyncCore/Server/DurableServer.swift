public import Base
public import Chronology
public import DomainCore

/// A server that restarts: everything in a response is in its journal before the response leaves.
///
/// Its core is the fold of the journal, and can be rebuilt from it at any time. After a storage
/// error the core may be ahead of the journal, so the server responds to nothing until it is opened
/// again.
///
/// Over a storage that keeps nothing (`isDurable`), it is its core and costs no more.
public struct DurableServer<Storage: ServerStorage & ~Copyable>: ~Copyable {
  @usableFromInline var fold: Server
  /// The rows that result from the current requests.
  private var decided = FlatArray<FeedRow>()
  /// Their positions in the feeds that the sites read.
  private var places = FlatArray<UInt32>()
  /// For each request of a batch, where its rows end.
  private var ends = FlatArray<Int>()
  /// What the current requests have to leave in the journal.
  private var entries: [JournalEntry] = []
  /// Whether it no longer responds: each request asks, and only the reason depends on the storage.
  private var hasFailed = false
  /// Whether what it is asked waits for the end of a batch to be written.
  private var isBatching = false
  /// How far a site's session may be extended before the journal has to say so. A server that
  /// restarts may then ask for a sign-in that much earlier than the rule says (FAM-8), and an
  /// exchange that brings nothing leaves nothing in the journal. Zero: each extension is written.
  public var contactMilliseconds: Int64 = 0
  // Last, because their sizes depend on the storage: where anything behind them is would have to be
  // found out at each use.
  @usableFromInline var storage: Storage
  /// Why it no longer responds.
  private var failure: Storage.Failure?

  /// Everything that it has decided.
  @inlinable public var core: Server {
    @inline(__always) _read { yield fold }
  }

  private init(core: consuming Server, storage: consuming Storage) {
    fold = core
    self.storage = storage
  }

  // MARK: Opening

  /// A server with the content of its journal: a new one if that is empty. O(entries).
  ///
  /// `noting` gets each entry that was applied, for a carrier that keeps its own records there.
  public static func open(
    _ storage: consuming Storage, settings: ServerSettings,
    noting: (JournalEntry) -> Void = { _ in }
  ) throws(Storage.Failure) -> DurableServer {
    var core = Server(settings: settings)
    var isSound = true
    try storage.forEach { entry in
      isSound = core.replay(entry)
      if isSound { noting(entry) }
      return isSound
    }
    guard isSound else { throw Storage.failure(.damaged(.journal)) }
    _ = core.takeErasedFields()
    let lost = core.entriesOfLostTexts()
    var server = DurableServer(core: core, storage: storage)
    for entry in lost { try server.note(entry) }
    return server
  }

  /// A server that fails over to a stale replica of a journal, which may lack the last responses.
  /// `incarnation` is greater than that of every server before it.
  public static func failOver(
    to storage: consuming Storage, as incarnation: UInt32, settings: ServerSettings
  ) throws(Storage.Failure) -> DurableServer {
    var server = try open(storage, settings: settings)
    try server.note(.incarnation(incarnation))
    return server
  }

  /// Begins the next incarnation, over a journal that turns out to be a stale replica of itself.
  public mutating func beginIncarnation() throws(Storage.Failure) {
    try note(.incarnation(core.incarnation + 1))
  }

  /// Goes on with what it has decided over another storage, which has none of it: for simulations,
  /// where devices still refer to what a server has lost that should have kept it.
  public mutating func goOn(over storage: consuming Storage) {
    self.storage = storage
    failure = nil
    hasFailed = false
  }

  /// The first entries of the journal: what a replica of it has that lags behind.
  public mutating func journal(first count: Int) throws(Storage.Failure) -> [JournalEntry] {
    try storage.entries(first: count)
  }

  /// COST-1: the use of a document store. It is no part of the journal.
  @inlinable public var meter: CostMeter {
    _read { yield fold.meter }
    _modify { yield &fold.meter }
  }

  // MARK: Commands

  /// Appends an entry to the journal and performs it. An impossible entry is not appended.
  private mutating func note(_ entry: JournalEntry) throws(Storage.Failure) {
    if isBatching {
      perform(entry)
      if storage.isDurable { entries.append(entry) }
      return
    }
    guard storage.isDurable else { return perform(entry) }
    try attempt { (server) throws(Storage.Failure) in
      try server.storage.append(entry)
      server.perform(entry)
      try server.eraseFields()
    }
  }

  private mutating func perform(_ entry: JournalEntry) {
    precondition(fold.replay(entry), "a server can perform its own entries")
  }

  /// Opens an account.
  public mutating func openAccount(
    _ kind: AccountKind = .person
  ) throws(Storage.Failure) -> AccountHandle {
    try note(.accountOpened(kind))
    return AccountHandle(UInt32(core.directory.accounts.count - 1))
  }

  /// Opens a scope and returns its number.
  public mutating func open(_ genesis: borrowing ScopeGenesis) throws(Storage.Failure) -> UInt32 {
    precondition(genesis.isPossible, "a server can perform its own entries")
    return try open(genesis.founded())
  }

  /// The same, by the first state of the scope. `rowsExpected` is how long its feed may become.
  public mutating func open(
    _ state: consuming ScopeState, rowsExpected: Int = 0
  ) throws(Storage.Failure) -> UInt32 {
    if storage.isDurable {
      let genesis = ScopeGenesis(of: state)
      let entry = JournalEntry.scopeOpened(
        members: genesis.members.withElements { Array($0) }, firstDay: genesis.firstDay,
        dayCapacity: genesis.dayCapacity)
      if isBatching {
        entries.append(entry)
      } else {
        try attempt { (server) throws(Storage.Failure) in try server.storage.append(entry) }
      }
    }
    return fold.open(Scope(state: state, rowsExpected: rowsExpected))
  }

  /// OFF-3: registers an install of a member and returns its number, as `Server.register`.
  public mutating func register(
    scope: UInt32, member: MemberHandle, account: AccountHandle = .none,
    install: InstallNonce = .none, claiming claimed: UInt32? = nil
  ) throws(Storage.Failure) -> UInt32 {
    if let known = core.site(of: install, account, in: scope, as: member, claiming: claimed) {
      return known
    }
    let site = core.freeSite(claiming: claimed)
    try note(.siteRegistered(site, scope: scope, member, account, install))
    return site
  }

  /// GRP-11: sets the birthday of an account's owner.
  public mutating func setBirth(
    of account: AccountHandle, to born: LocalDay
  ) throws(Storage.Failure) {
    try note(.accountBirth(account, born))
  }

  /// GRP-11: a parent allows the owner of an account to share in groups, or revokes it.
  public mutating func allowSharing(
    of account: AccountHandle, _ allowed: Bool
  ) throws(Storage.Failure) {
    try note(.sharingAllowed(account, allowed))
  }

  /// FAM-7: deletes an account with everything it owns.
  public mutating func deleteAccount(
    _ account: AccountHandle, now: Instant
  ) throws(Storage.Failure) {
    try note(.accountDeleted(account, now))
  }

  /// FAM-7, GRP-2: deletes a family or group with everything in it.
  public mutating func deleteScope(_ scope: UInt32, now: Instant) throws(Storage.Failure) {
    try note(.scopeDeleted(scope, now))
  }

  /// FAM-7: erases a member's data from a scope that continues without them.
  public mutating func erase(
    _ member: MemberHandle, from scope: UInt32, now: Instant
  ) throws(Storage.Failure) {
    try note(.memberErased(member, scope: scope, now))
  }

  /// NOT-5: a user has signed in on a phone.
  public mutating func register(
    _ token: DeviceToken, for account: AccountHandle
  ) throws(Storage.Failure) {
    try note(.tokenRegistered(token, account))
  }

  /// NOT-5: a user has signed out on a phone.
  public mutating func drop(_ token: DeviceToken) throws(Storage.Failure) {
    try note(.tokenDropped(token))
  }

  /// Keeps what only the carrier reads, in the order in which it was given.
  public mutating func keep(_ content: [UInt8]) throws(Storage.Failure) {
    try note(.carrier(content))
  }

  // MARK: Batches

  /// Begins a batch: everything that the server is asked before `commitBatch` is decided at once,
  /// in its order, and written then as one transaction. Until that has returned nothing of it may
  /// leave the server. After an error the server is opened again.
  public mutating func beginBatch() throws(Storage.Failure) {
    precondition(!isBatching, "one batch at a time")
    if hasFailed { try throwFailure() }
    beginRequests()
    isBatching = true
  }

  /// One round trip within a batch. `committed` gets the rows before they are written.
  public mutating func decideInBatch(
    _ request: borrowing Request, now: Instant, into response: inout Response,
    committed: (FeedRow, UInt32) -> Void
  ) {
    precondition(isBatching, "a request is decided within a batch")
    let first = decided.count
    decide(request, now: now, into: &response)
    for index in first..<decided.count { committed(decided[index], places[index]) }
  }

  /// Writes what the batch leaves in the journal, and returns how many entries that were.
  public mutating func commitBatch() throws(Storage.Failure) -> Int {
    precondition(isBatching, "a batch ends after it has begun")
    isBatching = false
    try keepEntries()
    return entries.count
  }

  // MARK: Requests

  /// FAM-7: all data of an account's owner, as `Server.export`.
  public mutating func export(_ account: AccountHandle, now: Instant) -> String {
    fold.export(account, now: now)
  }

  /// GRP-3: what an account sees when it opens an invitation, as `Server.preview`.
  public mutating func preview(
    of scope: UInt32, presenting code: GroupCode, to account: AccountHandle, now: Instant
  ) -> GroupPreview {
    fold.preview(of: scope, presenting: code, to: account, now: now)
  }

  /// One round trip, as `Server.respond`. When it throws, the content of `response` is undefined.
  @inlinable public mutating func respond(
    _ request: borrowing Request, now: Instant, into response: inout Response,
    committed: (FeedRow, UInt32) -> Void
  ) throws(Storage.Failure) {
    guard storage.isDurable else {
      fold.respond(request, now: now, into: &response, committed: committed)
      return
    }
    try respondDurably(request, now: now, into: &response, committed: committed)
  }

  @usableFromInline mutating func respondDurably(
    _ request: borrowing Request, now: Instant, into response: inout Response,
    committed: (FeedRow, UInt32) -> Void
  ) throws(Storage.Failure) {
    if hasFailed { try throwFailure() }
    beginRequests()
    decide(request, now: now, into: &response)
    try keepEntries()
    for index in 0..<decided.count { committed(decided[index], places[index]) }
  }

  /// Group commit: decides all requests that have arrived, in their order, and then writes what
  /// they leave in the journal as one transaction. A disk syncs once for all of them.
  ///
  /// When it throws, no response may leave: each might report what the journal does not have.
  /// `committed` gets the index of the request with each row.
  public mutating func respond(
    to requests: borrowing OwnedArray<Request>, now: Instant,
    into responses: inout OwnedArray<Response>, committed: (Int, FeedRow, UInt32) -> Void
  ) throws(Storage.Failure) {
    if hasFailed { try throwFailure() }
    precondition(requests.count == responses.count, "a request has one response")
    beginRequests()
    for index in 0..<requests.count {
      decide(requests[index], now: now, into: &responses[index])
    }
    try keepEntries()
    var place = 0
    for request in 0..<ends.count {
      while place < ends[request] {
        committed(request, decided[place], places[place])
        place += 1
      }
    }
  }

  private mutating func beginRequests() {
    decided.removeAll()
    places.removeAll()
    ends.removeAll()
    entries.removeAll(keepingCapacity: true)
  }

  /// Has the core decide a request, and notes what that leaves in the journal.
  private mutating func decide(
    _ request: borrowing Request, now: Instant, into response: inout Response
  ) {
    let site = Int(request.header.site)
    let before = site < core.sites.count ? core.sites[site] : nil
    let first = decided.count
    Self.ask(&fold, request, now: now, into: &response, &decided, &places)
    ends.append(decided.count)
    guard storage.isDurable, let before else { return }
    if decided.count == first && isOnlyContact(core.sites[site], since: before) { return }
    fold.noteEntries(
      for: request.header.site, since: before, decided, at: places, from: first, now: now,
      into: &entries)
  }

  /// Whether an exchange has only extended a session, and by so little that it is not written.
  private func isOnlyContact(_ after: SiteRecord, since before: SiteRecord) -> Bool {
    guard contactMilliseconds > 0 else { return false }
    var extended = before
    extended.sessionEnds = after.sessionEnds
    return extended == after
      && before.sessionEnds.milliseconds / contactMilliseconds
        == after.sessionEnds.milliseconds / contactMilliseconds
  }

  /// A request of an unknown site leaves nothing, and needs no transaction.
  private mutating func keepEntries() throws(Storage.Failure) {
    if entries.isEmpty && core.erasedFields.isEmpty { return }
    // As `attempt` does it, which would need the type of the server at run time, at each request.
    if hasFailed { try throwFailure() }
    do throws(Storage.Failure) {
      try storage.begin()
      for index in entries.indices { try storage.append(entries[index]) }
      if !core.erasedFields.isEmpty { try eraseFields() }
      try storage.commit()
    } catch {
      throw abandoned(error)
    }
  }

  /// FAM-7, P27: what a deletion has erased goes from the journal in the same transaction.
  private mutating func eraseFields() throws(Storage.Failure) {
    let erased = fold.takeErasedFields()
    if !erased.isEmpty { try storage.erase(erased) }
  }

  private static func ask(
    _ core: inout Server, _ request: borrowing Request, now: Instant, into response: inout Response,
    _ decided: inout FlatArray<FeedRow>, _ places: inout FlatArray<UInt32>
  ) {
    core.respond(request, now: now, into: &response) { row, position in
      decided.append(row)
      places.append(position)
    }
  }

  private mutating func attempt(
    _ body: (inout DurableServer) throws(Storage.Failure) -> Void
  ) throws(Storage.Failure) {
    if hasFailed { try throwFailure() }
    do throws(Storage.Failure) {
      try storage.begin()
      try body(&self)
      try storage.commit()
    } catch {
      throw abandoned(error)
    }
  }

  /// Ends the transaction that has failed, and with it what the server responds.
  @inline(never) private mutating func abandoned(_ error: Storage.Failure) -> Storage.Failure {
    storage.rollBack()
    failure = error
    hasFailed = true
    return error
  }

  @inline(never) private func throwFailure() throws(Storage.Failure) {
    if let failure { throw failure }
  }
}
