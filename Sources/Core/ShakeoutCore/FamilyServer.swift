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
    server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: 60_000, hasOwnTexts: true))
  }

  /// FAM-1: creates a family with its first parent, and opens the parent's session in memory.
  ///
  /// The family's history begins a year ago, so that entries can be made late. FAM-15: a parent
  /// with an account gives it; otherwise they get one.
  public mutating func createFamily(
    by parent: Person, in zone: Zone, as account: AccountID? = nil,
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
      from: genesis, in: zone, clock: clock ?? self.clock)
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
      of: self.account(of: session).handle, to: first, in: family, zone: zone)
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
    bringSettings(of: account, to: handle, in: family, zone: zone)
    return open(
      family, for: handle, account: account, from: genesis(of: family), in: zone,
      clock: clock ?? self.clock)
  }

  /// The same for an install in another process: bytes from which it makes its `Session`.
  public mutating func register(
    _ person: MemberID, beside session: borrowing Session<MemoryStorage>, in zone: Zone,
    as account: AccountID? = nil
  ) throws(Refusal) -> [UInt8] {
    let family = session.replica.scope
    guard let handle = person.handle(in: server.scopes[Int(family)].state) else {
      throw .subjectUnknown
    }
    let account = try self.account(of: handle, in: family, as: account)
    bringSettings(of: account, to: handle, in: family, zone: zone)
    let site = server.register(scope: family, member: handle, account: account)
    return Registration(site: site, scope: family, member: handle, genesis: genesis(of: family))
      .encoded()
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
    from genesis: borrowing ScopeGenesis, in zone: Zone,
    clock: @escaping () -> Instant
  ) -> Session<MemoryStorage> {
    let site = server.register(scope: family, member: person, account: account)
    let replica = Replica<MemoryStorage>(
      site: site, scope: family, state: genesis.founded(), texts: ScopeTexts())
    return Session(replica, author: person, zone: zone, clock: clock)
  }
}
