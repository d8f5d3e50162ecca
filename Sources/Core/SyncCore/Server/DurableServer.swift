import Base
public import Chronology
public import DomainCore

/// A server that restarts: everything in a response is in its journal before the response leaves.
///
/// Its core is the fold of the journal, and can be rebuilt from it at any time. After a storage
/// error the core may be ahead of the journal, so the server responds to nothing until it is opened
/// again.
public struct DurableServer<Storage: ServerStorage & ~Copyable>: ~Copyable {
  public private(set) var core: Server
  private var storage: Storage
  /// The rows that result from the current request.
  private var decided = FlatArray<FeedRow>()
  /// Their positions in the feeds that the sites read.
  private var places = FlatArray<UInt32>()
  /// Why it no longer responds.
  private var failure: Storage.Failure?

  private init(core: consuming Server, storage: consuming Storage) {
    self.core = core
    self.storage = storage
  }

  // MARK: Opening

  /// A server with the content of its journal: a new one if that is empty. O(entries).
  public static func open(
    _ storage: consuming Storage, settings: ServerSettings
  ) throws(Storage.Failure) -> DurableServer {
    var core = Server(settings: settings)
    var isSound = true
    try storage.forEach { entry in
      isSound = core.replay(entry)
      return isSound
    }
    guard isSound else { throw Storage.failure(.damaged(.journal)) }
    _ = core.takeErasedFields()
    core.dropLostTexts()
    return DurableServer(core: core, storage: storage)
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

  // MARK: Commands

  /// Appends an entry to the journal and performs it. An impossible entry is not appended.
  private mutating func note(_ entry: JournalEntry) throws(Storage.Failure) {
    try attempt { (server) throws(Storage.Failure) in
      try server.storage.append(entry)
      precondition(server.core.replay(entry), "a server can perform its own entries")
      try server.eraseFields()
    }
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
    let members = genesis.members.withElements { Array($0) }
    try note(
      .scopeOpened(
        members: members, firstDay: genesis.firstDay, dayCapacity: genesis.dayCapacity))
    return UInt32(core.scopes.count - 1)
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

  // MARK: Requests

  /// GRP-3: what an account sees when it opens an invitation, as `Server.preview`.
  public mutating func preview(
    of scope: UInt32, presenting code: GroupCode, to account: AccountHandle, now: Instant
  ) -> GroupPreview {
    core.preview(of: scope, presenting: code, to: account, now: now)
  }

  /// One round trip, as `Server.respond`. When it throws, the content of `response` is undefined.
  public mutating func respond(
    _ request: borrowing Request, now: Instant, into response: inout Response,
    committed: (FeedRow, UInt32) -> Void
  ) throws(Storage.Failure) {
    try attempt { (server) throws(Storage.Failure) in
      try server.respondAndRecord(request, now: now, into: &response)
    }
    for index in 0..<decided.count { committed(decided[index], places[index]) }
  }

  private mutating func respondAndRecord(
    _ request: borrowing Request, now: Instant, into response: inout Response
  ) throws(Storage.Failure) {
    let site = Int(request.header.site)
    let before = site < core.sites.count ? core.sites[site] : nil
    decided.removeAll()
    places.removeAll()
    Self.ask(&core, request, now: now, into: &response, &decided, &places)
    guard let before else { return }
    let entries = core.entries(
      for: request.header.site, since: before, decided, at: places, now: now)
    for entry in entries { try storage.append(entry) }
    try eraseFields()
  }

  /// FAM-7, P27: what a deletion has erased goes from the journal in the same transaction.
  private mutating func eraseFields() throws(Storage.Failure) {
    let erased = core.takeErasedFields()
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
    if let failure { throw failure }
    do throws(Storage.Failure) {
      try storage.begin()
      try body(&self)
      try storage.commit()
    } catch {
      storage.rollBack()
      failure = error
      throw error
    }
  }
}
