import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

/// A family on durable installs, with a server that has a journal.
final class Fleet {
  final class Phone {
    var install: Mounted
    let member: MemberHandle
    /// By how much its clock is ahead.
    var clockError: Int64 = 0

    init(_ install: consuming Mounted, _ member: MemberHandle) {
      self.install = install
      self.member = member
    }

    var pending: [SyncCore.Operation] { install.replica.pendingOperations }
    var rejections: [FeedRow] { install.replica.rejectedRows }
  }

  typealias Log = SimulatedServerStorage.Log
  static let settings = ServerSettings(clockSkewBoundMilliseconds: World.clockSkewBound)

  var log: Log
  var server: DurableServer<SimulatedServerStorage>
  var phones: [Phone] = []
  var now = World.firstDay.at(hour: 8)
  /// The number of journal transactions when all were registered.
  private(set) var founded = 0
  private var names = NameTable()
  private var request = Request()
  private var response = Response()

  /// `fault` meets the server's journal.
  init(fault: StorageFault = StorageFault()) throws {
    log = Log(fault: fault)
    server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Self.settings)
    let scope = try server.open(ScopeGenesis(of: World.founded()))
    for member in [World.mother, World.father, World.mother] {
      let account = try server.openAccount()
      let site = try server.register(scope: scope, member: member, account: account)
      phones.append(Phone(try Mounted(site: site), member))
    }
    founded = Int(log.revision)
  }

  /// The same fleet, as it would continue from its media, with another server.
  init(_ other: Fleet, server log: Log, as incarnation: UInt32?) throws {
    self.log = log
    let storage = SimulatedServerStorage(on: log)
    if let incarnation {
      server = try DurableServer.failOver(to: storage, as: incarnation, settings: Self.settings)
    } else {
      server = try DurableServer.open(storage, settings: Self.settings)
    }
    for phone in other.phones {
      let copy = SimulatedReplicaStorage.Log(
        phone.install.log, transactions: Int(phone.install.log.revision))
      let again = Phone(try Mounted(beside: copy), phone.member)
      again.install.replica.sequenceDecided = phone.install.replica.sequenceDecided
      phones.append(again)
    }
    now = other.now
  }

  var feed: [FeedRow] { server.core.rows(of: 0) }

  @discardableResult
  func submits(
    _ phone: Int, _ commands: Command...
  ) throws -> Result<SyncCore.Operation, RefusalError> {
    now += Span.minute
    let shown = now + phones[phone].clockError
    return try phones[phone].install.replica.commit(
      commands, author: phones[phone].member, day: shown.utcDay, zone: .utc, now: shown)
  }

  func name(_ name: String) -> HabitName { names.habitName(name) }

  func drinks(_ phone: Int) throws {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    _ = try submits(phone, .logWater(for: phones[phone].member, glass)).get()
  }

  @discardableResult
  func exchange(_ phone: Int, isLost: Bool = false, page: UInt32 = 100) throws -> ApplyResult? {
    now += Span.second
    let shown = now + phones[phone].clockError
    phones[phone].install.replica.fill(
      &request, pushOperationsMax: 100, pageRowsMax: page, now: shown)
    try server.respond(request, now: now, into: &response) { _, _ in }
    return isLost ? nil : try phones[phone].install.replica.apply(response)
  }

  func settle() throws {
    for _ in 0..<4 {
      for phone in phones.indices { try exchange(phone) }
    }
  }

  /// The phones' own operations without rejections: the pending and the confirmed ones.
  func known() throws -> [SyncCore.Operation] {
    var known: [SyncCore.Operation] = []
    for phone in phones {
      var rows = FlatArray<FeedRow>()
      var unknown = UnknownFields()
      var storage = SimulatedReplicaStorage(on: phone.install.log)
      try storage.readRows(from: 0, into: &rows, unknown: &unknown)
      let site = phone.install.replica.site
      for row in rows.withElements({ Array($0) })
      where row.operation.site == site && !row.verdict.isRejected {
        known.append(row.operation)
      }
      known += phone.pending
    }
    return known
  }

  /// A day with everything that makes a failover hard: rejections, a transaction, a lost response,
  /// a half-read response, and an unsent operation.
  func lives() throws {
    try submits(
      0, .createHabit(for: World.mother, name: name("a"), category: .empty, icon: 0, rank: 0))
    let habit = phones[0].pending[0].fact.identity
    try settle()
    let done = Command.setCompletion(
      of: habit, owner: World.mother, on: World.firstDay, done: true)
    for _ in 0..<2 { try drinks(1) }
    try exchange(1)
    try submits(2, done, .renameHabit(habit, of: World.mother, to: name("b")))
    try drinks(2)
    try exchange(2)
    // The phone does not know yet that its tablet has deleted the habit.
    try submits(2, .deleteHabit(habit, of: World.mother))
    try exchange(2)
    try submits(0, .renameHabit(habit, of: World.mother, to: name("c")), done)
    try drinks(0)
    try exchange(0)
    try drinks(0)
    try exchange(0, isLost: true)
    try drinks(1)
    try exchange(1, page: 1)
    try drinks(0)
    try drinks(1)
    try drinks(1)
  }
}

@Suite("A server that fails over to a stale replica of its journal")
struct FailoverTests {
  @Test("is the same server when the replica is not stale")
  func restart() throws {
    let fleet = try Fleet()
    try fleet.lives()
    let again = try Fleet(fleet, server: fleet.log, as: nil)
    #expect(again.feed == fleet.feed && again.feed.count > 8)
    let result = try again.phones.indices.map { try again.exchange($0) }
    #expect(result.allSatisfy { if case .page = $0 { true } else { false } })
    #expect(result[0]!.rowsApplied > 0)
  }

  /// Every prefix, whether the server knows of the failover or not.
  @Test("gets back everything that any device still has", arguments: [UInt32?.some(1), nil])
  func everyPrefix(incarnation: UInt32?) throws {
    let fleet = try Fleet()
    try fleet.lives()
    var resent = 0
    for transactions in fleet.founded...Int(fleet.log.revision) {
      let stale = Fleet.Log(fleet.log, transactions: transactions)
      let after = try Fleet(fleet, server: stale, as: incarnation)
      let known = try after.known()
      let rejections = after.phones.map { Set($0.rejections.map(\.operation)) }
      let before = after.feed.count
      try after.settle()
      try expectHealed(after, known: known, rejections: rejections, "\(transactions)")
      resent += after.feed.count - before
      // The run continues on each of them, also after another restart.
      for phone in after.phones.indices { try after.drinks(phone) }
      let later = try Fleet(after, server: stale, as: nil)
      try later.settle()
      try expectHealed(later, known: [], rejections: rejections, "\(transactions), later")
    }
    #expect(resent > 50)
  }

  private func expectHealed(
    _ fleet: Fleet, known: [SyncCore.Operation], rejections: [Set<SyncCore.Operation>],
    _ what: Comment
  ) throws {
    for (index, phone) in fleet.phones.enumerated() {
      let isSame = phone.install.replica.store.state.isIdentical(
        to: fleet.server.core.scopes[0].state)
      try #require(isSame && phone.pending.isEmpty, what)
      // Reported rejections stay reported.
      try #require(rejections[index].isSubset(of: phone.rejections.map(\.operation)), what)
    }
    var last: [UInt32: UInt32] = [:]
    for row in fleet.feed {
      let (site, sequence) = (row.operation.site, row.operation.sequence)
      try #require(sequence > last[site, default: 0], what)
      last[site] = sequence
    }
    for operation in known {
      let rows = fleet.feed.filter { $0.operation.fact.identity == operation.fact.identity }
      try #require(rows.count == 1, what)
      try #require(rows[0].operation.fact.payload == operation.fact.payload, what)
      if rows[0].verdict.isRejected {
        let author = fleet.phones.first { $0.install.replica.site == operation.site }!
        let isReported = author.rejections.contains {
          $0.operation.fact.identity == operation.fact.identity && $0.verdict.refusal != nil
        }
        try #require(isReported, what)
      }
    }
  }

  /// A device without operations detects it by its position alone, or by the digest of the rows.
  @Test("is detected by a device that has only read the lost rows", arguments: [false, true])
  func readers(othersGoOn: Bool) throws {
    let fleet = try Fleet()
    for phone in 0..<2 {
      try fleet.drinks(phone)
      try fleet.exchange(phone)
    }
    try fleet.exchange(2)
    let stale = Fleet.Log(fleet.log, transactions: fleet.founded)
    let after = try Fleet(fleet, server: stale, as: nil)
    if othersGoOn {
      // Two rows again, of which one differs.
      try after.drinks(1)
      for _ in 0..<2 { try after.exchange(1) }
      #expect(after.feed.count == 2)
    }
    let result = try after.exchange(2)
    #expect(result == .snapshot(rows: othersGoOn ? 2 : 0))
    try after.settle()
    #expect(after.feed.count == (othersGoOn ? 3 : 2))
    for phone in after.phones {
      let isSame = phone.install.replica.store.state.isIdentical(
        to: after.server.core.scopes[0].state)
      #expect(isSame)
    }
  }

  @Test("P8: is followed by no response of the former server")
  func lateResponses() throws {
    let fleet = try Fleet()
    try fleet.lives()
    let stale = Fleet.Log(fleet.log, transactions: fleet.founded + 2)
    let after = try Fleet(fleet, server: stale, as: 1)
    var request = Request()
    var late = Response()
    for phone in after.phones.indices {
      after.phones[phone].install.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      try fleet.server.respond(request, now: fleet.now, into: &late) { _, _ in }
      let result = try after.exchange(phone)
      guard case .snapshot = result else {
        Issue.record("a phone missed the failover: \(String(describing: result))")
        continue
      }
      let ignored = try after.phones[phone].install.replica.apply(late).ignored
      #expect(ignored == .otherEpoch)
    }
    try after.settle()
    #expect(after.phones.allSatisfy { $0.pending.isEmpty })
  }

  @Test("P2: ignores requests for the former server, whose authors have received verdicts since")
  func lateRequests() throws {
    let fleet = try Fleet()
    try fleet.submits(
      0, .createHabit(for: World.mother, name: fleet.name("a"), category: .empty, icon: 0, rank: 0))
    let habit = fleet.phones[0].pending[0].fact.identity
    try fleet.settle()
    let copied = Int(fleet.log.revision)
    try fleet.submits(2, .deleteHabit(habit, of: World.mother))
    try fleet.exchange(2)
    try fleet.submits(0, .renameHabit(habit, of: World.mother, to: fleet.name("b")))
    var late = Request()
    fleet.phones[0].install.replica.fill(&late, pushOperationsMax: 100, pageRowsMax: 100)
    try fleet.settle()
    #expect(fleet.phones[0].rejections.count == 1)
    // The deletion is lost, and so is the rejection of the late name; but it was already reported.
    let stale = Fleet.Log(fleet.log, transactions: copied)
    let after = try Fleet(fleet, server: stale, as: 1)
    var response = Response()
    for isHeardOf in [false, true] {
      if isHeardOf { try after.exchange(0) }
      let before = after.feed.count
      try after.server.respond(late, now: after.now, into: &response) { _, _ in }
      #expect(after.feed.count == before)
    }
    try after.settle()
    #expect(after.phones[0].rejections.count == 1)
    #expect(after.phones.allSatisfy { $0.pending.isEmpty })
  }

  @Test("P2: gets back the rest of a transaction of which a part was rejected")
  func brokenTransaction() throws {
    let fleet = try Fleet()
    try fleet.submits(
      0, .createHabit(for: World.mother, name: fleet.name("a"), category: .empty, icon: 0, rank: 0))
    let habit = fleet.phones[0].pending[0].fact.identity
    try fleet.settle()
    try fleet.submits(2, .deleteHabit(habit, of: World.mother))
    try fleet.exchange(2)
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    let drinks = Command.logWater(for: World.mother, glass)
    try fleet.submits(0, drinks, .renameHabit(habit, of: World.mother, to: fleet.name("b")), drinks)
    try fleet.settle()
    #expect(fleet.phones[0].rejections.map(\.operation.sequence) == [3])
    let stale = Fleet.Log(fleet.log, transactions: fleet.founded)
    let after = try Fleet(fleet, server: stale, as: 1)
    try after.settle()
    let sequences = after.feed.filter { $0.operation.site == 0 }.map(\.operation.sequence)
    #expect(sequences == [1, 2, 4] && after.phones.allSatisfy { $0.pending.isEmpty })
    #expect(after.phones[0].rejections.map(\.operation.sequence) == [3])
  }

  @Test(
    "HAB-3: gets back on its day an operation of a clock that was days off", arguments: [-6, 1])
  func wrongClock(days: Int64) throws {
    let fleet = try Fleet()
    fleet.now += 10 * Span.day
    fleet.phones[1].clockError = days * Span.day
    try fleet.drinks(1)
    let day = fleet.phones[1].pending[0].fact.day
    try fleet.settle()
    #expect(fleet.feed.map(\.operation.fact.day) == [day] && fleet.phones[1].rejections.isEmpty)
    let stale = Fleet.Log(fleet.log, transactions: fleet.founded)
    let after = try Fleet(fleet, server: stale, as: 1)
    // The user has set the clock right since.
    try after.settle()
    #expect(after.feed.map(\.operation.fact.day) == [day] && after.phones[1].rejections.isEmpty)
  }

  @Test(
    "a pending operation about a member whom the server has lost shows nothing, and is rejected")
  func lostMember() throws {
    let fleet = try Fleet()
    let observer = MemberAddition(role: .observer, born: World.firstDay.adding(days: -9_000))
    _ = try fleet.submits(0, .addMember(observer, by: World.mother)).get()
    try fleet.settle()
    let count = fleet.phones[1].install.replica.store.state.memberCount
    let lost = MemberHandle(UInt16(count - 1))
    _ = try fleet.submits(1, .removeMember(lost)).get()
    let stale = Fleet.Log(fleet.log, transactions: fleet.founded)
    let after = try Fleet(fleet, server: stale, as: 1)
    // The removal is in flight again when the phone learns that there is no such member.
    #expect(try after.exchange(1, isLost: true) == nil)
    let base = after.phones[1].install.replica.store.state.copy()
    var shown = after.server.core.scopes[0].state.copy()
    let before = shown.digest
    shown.foldPending(fleet.phones[1].pending[0].fact)
    #expect(shown.digest == before && shown.memberCount == count - 1)
    var known = base.copy()
    known.foldPending(fleet.phones[1].pending[0].fact)
    #expect(!known.member(lost).isActive && base.member(lost).isActive)
    try after.settle()
    #expect(after.phones.allSatisfy { $0.pending.isEmpty })
  }

  @Test("P8: reuses no epoch of another incarnation, even when it does not know that it is stale")
  func numbersOfFeeds() throws {
    let fleet = try Fleet()
    var after = fleet
    for count in 1...4 {
      try after.drinks(0)
      try after.settle()
      #expect(after.feed.count == count && after.phones.allSatisfy { $0.pending.isEmpty })
      // The same old replica again, which knows of no feed but the first.
      let stale = Fleet.Log(fleet.log, transactions: fleet.founded)
      after = try Fleet(after, server: stale, as: nil)
      let result = try after.exchange(1)
      #expect(result == .snapshot(rows: 0), "at once, and under a later epoch")
    }
  }

  @Test("FAM-8: restarts the count of sign-ins, and devices accept it")
  func signIns() throws {
    let fleet = try Fleet()
    try fleet.settle()
    let early = Int(fleet.log.revision)
    fleet.now += 31 * Span.day
    let asked = try fleet.exchange(0)
    #expect(asked == .needsSignIn)
    var request = Request()
    var response = Response()
    fleet.phones[0].install.replica.fillSignIn(&request)
    try fleet.server.respond(request, now: fleet.now, into: &response) { _, _ in }
    let signedIn = try fleet.phones[0].install.replica.apply(response)
    #expect(signedIn == .signedIn)
    let stale = Fleet.Log(fleet.log, transactions: early)
    let after = try Fleet(fleet, server: stale, as: 1)
    let again = try after.exchange(0)
    #expect(again == .needsSignIn, "the sign-in was lost, too")
    let isNeeded = after.phones[0].install.replica.signIn.isNeeded
    #expect(isNeeded)
  }

  @Test("FAM-8: a lapse from before a sign-in asks no one again, also after a restart of the app")
  func lateWordAfterRestart() throws {
    let fleet = try Fleet()
    try fleet.settle()
    fleet.now += 31 * Span.day
    var request = Request()
    var late = Response()
    var response = Response()
    fleet.phones[0].install.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    try fleet.server.respond(request, now: fleet.now, into: &late) { _, _ in }
    fleet.phones[0].install.replica.fillSignIn(&request)
    try fleet.server.respond(request, now: fleet.now, into: &response) { _, _ in }
    _ = try fleet.phones[0].install.replica.apply(response)
    var found = try fleet.phones[0].install.reopened()
    let result = try found.replica.apply(late)
    let isNeeded = found.replica.signIn.isNeeded
    #expect(result == .ignored(.stale) && !isNeeded)
  }

  @Test("a store that is older than its site does not crash on the server's data")
  func olderStore() throws {
    let fleet = try Fleet()
    try fleet.drinks(0)
    let backup = SimulatedReplicaStorage.Log(
      fleet.phones[0].install.log, transactions: Int(fleet.phones[0].install.log.revision))
    try fleet.exchange(0)
    try fleet.drinks(0)
    try fleet.exchange(0)
    var old = try Mounted(beside: backup)
    _ = try old.drinks()
    _ = try old.drinks()
    _ = try old.drinks()
    var request = Request()
    var response = Response()
    for _ in 0..<3 {
      old.replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      try fleet.server.respond(request, now: fleet.now, into: &response) { _, _ in }
      _ = try old.replica.apply(response)
    }
    // Another install uses this one's number; nothing of it is lost meanwhile.
    #expect(Set(fleet.feed.map(\.operation.fact.identity)).count == fleet.feed.count)
  }
}
