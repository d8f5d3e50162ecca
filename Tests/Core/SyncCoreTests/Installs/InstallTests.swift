import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

/// A mother's phones, whose installs may be copied, over a network without faults.
final class Household {
  final class Phone {
    var replica: Replica<SimulatedReplicaStorage>
    let log: SimulatedReplicaStorage.Log
    let account: AccountHandle
    let member: MemberHandle

    init(
      _ replica: consuming Replica<SimulatedReplicaStorage>, on log: SimulatedReplicaStorage.Log,
      _ account: AccountHandle, _ member: MemberHandle
    ) {
      self.replica = replica
      self.log = log
      self.account = account
      self.member = member
    }

    var pending: [SyncCore.Operation] {
      replica.pendingOperations
    }
    var water: UInt32 { replica.nutrients(of: member, on: World.firstDay).waterTenthOunces }
    var rejections: [FeedRow] { replica.rejectedRows }
  }

  let world = World()
  let mother: AccountHandle
  private var nonces: UInt64 = 0
  /// The operations acknowledged on each phone.
  private(set) var saved: [SyncCore.Operation] = []

  init() {
    mother = world.server.directory.open(.person)
  }

  func nonce() -> InstallNonce {
    nonces += 1
    return InstallNonce(raw: nonces)
  }

  /// A new install, which has nothing.
  func install(
    of account: AccountHandle? = nil, as member: MemberHandle = World.mother,
    nonce: InstallNonce? = nil
  ) throws -> Phone {
    let (account, nonce) = (account ?? mother, nonce ?? self.nonce())
    let site = world.server.register(
      scope: world.family, member: member, account: account, install: nonce)
    let log = SimulatedReplicaStorage.Log()
    let replica = try Replica(
      site: site, scope: world.family, genesis: ScopeGenesis(of: World.founded()),
      storage: SimulatedReplicaStorage(on: log), install: nonce)
    return Phone(replica, on: log, account, member)
  }

  /// The content of a phone's backup now.
  func backup(of phone: Phone) -> SimulatedReplicaStorage.Log {
    SimulatedReplicaStorage.Log(phone.log, transactions: Int(phone.log.revision))
  }

  /// The app is installed from a backup.
  func restore(
    _ backup: SimulatedReplicaStorage.Log, of phone: Phone, as nonce: InstallNonce? = nil
  ) throws -> Phone {
    let log = SimulatedReplicaStorage.Log(backup, transactions: Int(backup.revision))
    let replica = try Replica.open(
      SimulatedReplicaStorage(on: log), as: nonce ?? self.nonce())
    return Phone(replica, on: log, phone.account, phone.member)
  }

  @discardableResult
  func drinks(_ phone: Phone) throws -> SyncCore.Operation {
    world.now += Span.minute
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    let operation = try phone.replica.commit(
      .logWater(for: phone.member, glass), author: phone.member, day: World.firstDay, zone: .utc,
      now: world.now
    ).get()
    saved.append(operation)
    return operation
  }

  /// Exchanges, and registers where an install needs its own number.
  @discardableResult
  func exchange(_ phone: Phone) throws -> ApplyResult {
    world.now += Span.second
    let result = try world.link.exchange(&phone.replica, with: &world.server, now: world.now)
    if phone.replica.needsSite || result == .ignored(.siteUnknown) {
      let site = world.server.register(
        scope: world.family, member: phone.member, account: phone.account,
        install: phone.replica.install,
        claiming: phone.replica.isForeign ? nil : phone.replica.site)
      try phone.replica.register(as: site)
    }
    return result
  }

  func settle(_ phones: Phone...) throws {
    for _ in 0..<4 { for phone in phones { try exchange(phone) } }
  }

  /// P1, P2, P4: every acknowledged operation is in the log once, in the order of its site.
  func expectAllThere(but lost: [SyncCore.Operation] = []) {
    var last: [UInt32: UInt32] = [:]
    for row in world.feed {
      #expect(row.operation.sequence == last[row.operation.site, default: 0] + 1, "P4")
      last[row.operation.site] = row.operation.sequence
    }
    for operation in saved where !lost.contains(operation) {
      let rows = world.feed.filter { $0.operation.fact.identity == operation.fact.identity }
      #expect(rows.count == 1 && rows[0].operation.fact.payload == operation.fact.payload)
      #expect(rows.first?.verdict.isRejected == false, "P2")
    }
    #expect(world.feed.count == saved.count - lost.count)
  }

  /// P5: all copies equal the server's.
  func expectSame(_ phones: Phone...) {
    for phone in phones {
      let isSame = phone.replica.store.state.isIdentical(to: world.server.scopes[0].state)
      #expect(isSame && phone.pending.isEmpty)
    }
  }
}

@Suite("OFF-3: devices, installs, sites and replicas are separate")
struct InstallTests {
  let home = Household()

  @Test("a reinstall is a new site, and has the whole feed")
  func reinstall() throws {
    let phone = try home.install()
    try home.drinks(phone)
    try home.settle(phone)
    let lost = try home.drinks(phone)
    let again = try home.install()
    let sites = (phone.replica.site, again.replica.site)
    #expect(sites.0 != sites.1)
    try home.settle(again)
    try home.drinks(again)
    try home.settle(again)
    home.expectAllThere(but: [lost])
    home.expectSame(again)
  }

  @Test("a repeated registration after a lost response gives one number")
  func registersTwice() throws {
    let nonce = home.nonce()
    let first = try home.install(nonce: nonce)
    let second = try home.install(nonce: nonce)
    let sites = (first.replica.site, second.replica.site)
    #expect(sites.0 == sites.1 && home.world.server.sites.count == 1)
  }

  @Test("confirmed rows of an old backup stay, and its pending operations are already known")
  func oldBackup() throws {
    let phone = try home.install()
    try home.drinks(phone)
    try home.settle(phone)
    try home.drinks(phone)
    try home.drinks(phone)
    let backup = home.backup(of: phone)
    try home.settle(phone)
    try home.drinks(phone)
    try home.settle(phone)
    let back = try home.restore(backup, of: phone)
    let shown = back.water
    #expect(shown == 3 * 80 && back.pending.count == 2)
    let former = back.replica.site
    try home.exchange(back)
    #expect(back.pending.isEmpty && home.world.feed.count == 4, "the server has it")
    let site = back.replica.site
    #expect(site != former)
    try home.drinks(back)
    try home.settle(back)
    home.expectAllThere()
    home.expectSame(back)
  }

  @Test("P7: a copy of another install accepts no new operations before it has its own number")
  func saysNothingYet() throws {
    let phone = try home.install()
    try home.drinks(phone)
    let back = try home.restore(home.backup(of: phone), of: phone)
    #expect(throws: RefusalError(.needsConnection)) { try home.drinks(back) }
    let shown = back.water
    #expect(shown == 80, "but pending operations are shown")
    try home.exchange(back)
    try home.drinks(back)
    let more = back.water
    #expect(more == 160)
    try home.settle(back)
    home.expectAllThere()
  }

  @Test(
    "a clone and its original send the operations pending on both once", arguments: [false, true])
  func clone(cloneIsFirst: Bool) throws {
    let phone = try home.install()
    try home.drinks(phone)
    try home.settle(phone)
    for _ in 0..<3 { try home.drinks(phone) }
    let clone = try home.restore(home.backup(of: phone), of: phone)
    // The original continues before either has sent anything.
    try home.drinks(phone)
    if cloneIsFirst { try home.exchange(clone) }
    try home.exchange(phone)
    try home.exchange(clone)
    try home.drinks(clone)
    try home.drinks(phone)
    try home.settle(phone, clone)
    home.expectAllThere()
    home.expectSame(phone, clone)
    let sites = (phone.replica.site, clone.replica.site)
    #expect(sites.0 != sites.1)
  }

  @Test("rejected operations of a clone are listed on both")
  func refusedOnBoth() throws {
    let phone = try home.install()
    let habit = try home.submits(
      phone, .createHabit(for: World.mother, name: name("a"), category: .empty, icon: 0, rank: 0)
    ).fact.identity
    try home.settle(phone)
    try home.submits(phone, .renameHabit(habit, of: World.mother, to: name("b")))
    let clone = try home.restore(home.backup(of: phone), of: phone)
    let other = try home.install()
    try home.settle(other)
    try home.submits(other, .deleteHabit(habit, of: World.mother))
    try home.settle(other)
    try home.settle(clone, phone)
    #expect(clone.rejections.map(\.operation.sequence) == [2])
    #expect(phone.rejections.map(\.operation.sequence) == [2])
  }

  @Test(
    "an install with another's copy hands over all its pending operations before it gets a number")
  func handsOverAll() throws {
    let phone = try home.install()
    for _ in 0..<4 { try home.drinks(phone) }
    let back = try home.restore(home.backup(of: phone), of: phone)
    let former = back.replica.site
    home.world.link.limits = ExchangeLimits(pushOperationsMax: 1, pageRowsMax: 1)
    for left in [3, 2, 1] {
      try home.exchange(back)
      let site = back.replica.site
      #expect(back.pending.count == left && site == former)
    }
    try home.exchange(back)
    let site = back.replica.site
    #expect(back.pending.isEmpty && back.rejections.isEmpty && site != former)
    home.expectAllThere()
  }

  @Test(
    "pending operations of a backup return to the user permanently once the log has passed them")
  func skipped() throws {
    let phone = try home.install()
    try home.drinks(phone)
    try home.settle(phone)
    try home.drinks(phone)
    let backup = home.backup(of: phone)
    // The phone learns of the rejection, and submits the next operation; the server knows only of
    // that.
    phone.replica.store.returnPending(because: .authorUnknown)
    phone.replica.store.head.sequencePermanentlyLost = 2
    try home.drinks(phone)
    try home.settle(phone)
    #expect(home.world.feed.map(\.operation.sequence) == [1, 3])
    let back = try home.restore(backup, of: phone)
    let nonce = back.replica.install
    // Before it can register, the app is killed.
    let result = try home.world.link.exchange(
      &back.replica, with: &home.world.server, now: home.world.now)
    #expect(result == .page(rows: 1, hasMore: false))
    #expect(back.pending.isEmpty && back.rejections.map(\.operation.sequence) == [2])
    let again = try home.restore(back.log, of: phone, as: nonce)
    #expect(again.pending.isEmpty && again.rejections.map(\.operation.sequence) == [2])
    try home.settle(again)
    home.expectSame(again)
  }

  @Test("no other install writes under a site's number, whatever database it has")
  func strangers() throws {
    let phone = try home.install()
    try home.drinks(phone)
    var request = Request()
    phone.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    request.header.install = home.nonce()
    let response = Asked(request).responded(by: &home.world.server, at: home.world.now)
    #expect(response == .siteUnknown && home.world.feed.isEmpty)
    // An install that returns is recognized, whatever it was last.
    try home.settle(phone)
    #expect(home.world.feed.count == 1)
  }

  @Test("P12: an account that signs in on a phone sends nothing of the previous account's outbox")
  func accountSwitch() throws {
    let nonce = home.nonce()
    let hers = try home.install(nonce: nonce)
    for _ in 0..<3 { try home.drinks(hers) }
    let father = home.world.server.directory.open(.person)
    let his = try home.install(of: father, as: World.father, nonce: nonce)
    let sites = (hers.replica.site, his.replica.site)
    #expect(sites.0 != sites.1, "one install, two accounts, two sites")
    try home.drinks(his)
    try home.settle(his)
    #expect(home.world.feed.map(\.operation.fact.author) == [World.father])
    #expect(his.water == 80 && hers.pending.count == 3, "hers are still there")
    // She signs in again, also after a restart of the app.
    let back = try home.restore(home.backup(of: hers), of: hers, as: nonce)
    try home.settle(back, his)
    #expect(
      home.world.feed.map(\.operation.fact.author)
        == [World.father] + Array(repeating: World.mother, count: 3))
    home.expectAllThere()
    home.expectSame(back, his)
  }

  private func name(_ text: String) -> HabitName { home.world.names.habitName(text) }
}

extension Household {
  @discardableResult
  func submits(_ phone: Phone, _ command: Command) throws -> SyncCore.Operation {
    world.now += Span.minute
    return try phone.replica.commit(
      command, author: phone.member, day: World.firstDay, zone: .utc, now: world.now
    ).get()
  }
}

extension Asked {
  /// The kind of the server's response to it.
  fileprivate func responded(by server: inout Server, at now: Instant) -> ResponseKind {
    var response = Response()
    server.respond(message(), now: now, into: &response) { _, _ in }
    return response.header.kind
  }
}
