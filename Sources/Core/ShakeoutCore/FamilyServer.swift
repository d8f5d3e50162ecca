import Base
public import Chronology
public import DomainCore
public import SyncCore

/// The other end of a session: decides each operation again, and distributes it to all members.
///
/// Here it runs in the same process, for tests and previews and for apps without a service.
public struct FamilyServer: ~Copyable {
  let clock: () -> Instant
  var server: Server
  /// The members with an account, in the order of their first sessions.
  var accounts: [AccountPlace] = []
  /// What the server does by itself.
  var service = Service()

  /// A server without families, with `clock` as its time source.
  public init(clock: @escaping () -> Instant) {
    self.clock = plausible(clock)
    server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: 60_000))
  }

  /// FAM-1: creates a family with its first parent, and opens the parent's session in memory.
  ///
  /// The family's history begins a year ago, so that entries can be made late. FAM-15: a parent
  /// with an account gives it; otherwise they get one.
  public mutating func createFamily(
    by parent: Person, in zone: Zone, texts: Texts = Texts(), as account: AccountID? = nil,
    clock: (() -> Instant)? = nil
  ) throws(Refusal) -> Session<MemoryStorage> {
    if let account, Int(account.handle.raw) >= server.directory.accounts.count {
      throw .accountNeeded
    }
    var members = FlatArray<Member>()
    members.append(Member(role: .parent, born: parent.born))
    let firstDay = zone.localDay(at: self.clock()).adding(days: -365)
    let genesis = ScopeGenesis(members: members, firstDay: firstDay)
    let family = server.open(Scope(state: genesis.founded()))
    let first = MemberHandle(0)
    var session = open(
      family, for: first, account: try self.account(of: first, in: family, as: account),
      from: genesis, in: zone, texts: texts, clock: clock ?? self.clock)
    let id = session.person
    try session.perform(.rename(id, to: parent.name))
    if let sex = parent.sex { try session.perform(.setSex(of: id, to: sex)) }
    if let kilograms = parent.kilograms {
      try session.perform(.setWeight(of: id, kilograms: kilograms))
    }
    if let centimeters = parent.centimeters {
      try session.perform(.setHeight(of: id, centimeters: centimeters))
    }
    bringSettings(
      of: self.account(of: session).handle, to: first, in: family, texts: texts, zone: zone)
    return session
  }

  /// OFF-3: opens a member's session on another install: a new phone, or a child's first. It has no
  /// data before its first exchange.
  ///
  /// FAM-15: the first session of a member may be given the account that they have already; their
  /// notification settings are those of the account from then on.
  public mutating func openSession(
    of person: MemberID, beside session: borrowing Session<MemoryStorage>, in zone: Zone,
    as account: AccountID? = nil, clock: (() -> Instant)? = nil
  ) throws(Refusal) -> Session<MemoryStorage> {
    let family = session.replica.scope
    guard let handle = person.handle(in: server.scopes[Int(family)].state) else {
      throw .subjectUnknown
    }
    let account = try self.account(of: handle, in: family, as: account)
    bringSettings(of: account, to: handle, in: family, texts: session.texts, zone: zone)
    return open(
      family, for: handle, account: account, from: genesis(of: family), in: zone,
      texts: session.texts, clock: clock ?? self.clock)
  }

  /// What every install of a scope starts with.
  func genesis(of scope: UInt32) -> ScopeGenesis {
    ScopeGenesis(
      members: server.scopes[Int(scope)].founders.copy(),
      firstDay: server.scopes[Int(scope)].state.firstDay)
  }

  /// A session of a member on an install of their own.
  mutating func open(
    _ family: UInt32, for person: MemberHandle, account: AccountHandle,
    from genesis: borrowing ScopeGenesis, in zone: Zone, texts: Texts,
    clock: @escaping () -> Instant
  ) -> Session<MemoryStorage> {
    let site = server.register(scope: family, member: person, account: account)
    let replica = Replica<MemoryStorage>(site: site, scope: family, state: genesis.founded())
    return Session(replica, author: person, texts: texts, zone: zone, clock: clock)
  }
}

extension Replica where Storage: ~Copyable {
  /// Sends pending operations and applies those of others, until both sides are up to date.
  mutating func exchangeAll(
    with server: inout FamilyServer, deviceTime: Instant
  ) throws(Storage.Failure) -> Int {
    var link = PerfectLink()
    var applied = 0
    repeat {
      let step = try link.exchange(
        &self, with: &server.server, now: server.clock(), deviceTime: deviceTime)
      applied += step.rowsApplied
      guard step.hasAdvanced else { break }
    } while hasUnsent || link.response.header.hasMore
    return applied
  }
}

extension Session where Storage: ~Copyable {
  /// Sends pending operations and applies those of others, until both sides are up to date.
  ///
  /// Returns the number of applied rows, own and others'.
  @discardableResult
  public mutating func exchange(with server: inout FamilyServer) throws(Storage.Failure) -> Int {
    try meetDay()
    var applied = try replica.exchangeAll(with: &server, deviceTime: clock())
    lastServerContact = clock()
    let sent = replica.store.sequence
    try meetDay()
    let hasMore = server.follow(replica.scope, texts: texts, zone: zone)
    if hasMore || replica.store.sequence != sent {
      applied += try replica.exchangeAll(with: &server, deviceTime: clock())
    }
    return applied
  }

  /// FAM-8: the person signs in again after thirty days without contact. Pending operations are
  /// kept.
  public mutating func signIn(with server: inout FamilyServer) throws(Storage.Failure) {
    var link = PerfectLink()
    try link.signIn(&replica, with: &server.server, now: server.clock())
  }

  /// OFF-2: the sync status between this session and the server.
  public func status(isOnline: Bool = true) -> SyncStatus { replica.status(isOnline: isOnline) }

  /// OFF-2: why the server rejected operations of this session, oldest first.
  public var refusals: [Refusal] { replica.rejections.map(\.reason) }
}
