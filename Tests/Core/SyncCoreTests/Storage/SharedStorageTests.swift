import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

/// A replica on a simulated medium, and the medium.
struct Mounted: ~Copyable {
  let log: SimulatedReplicaStorage.Log
  var replica: Replica<SimulatedReplicaStorage>

  static let me = World.mother

  init(
    fault: StorageFault = StorageFault(), site: UInt32 = 0, install: InstallNonce = .none
  ) throws(StorageError) {
    log = SimulatedReplicaStorage.Log(fault: fault)
    replica = try Replica(
      site: site, scope: 0, genesis: ScopeGenesis(of: World.founded()),
      storage: SimulatedReplicaStorage(on: log), install: install)
  }

  /// Another process that has the same medium open.
  init(beside log: SimulatedReplicaStorage.Log) throws(StorageError) {
    self.log = log
    replica = try Replica.open(SimulatedReplicaStorage(on: log))
  }

  mutating func does(_ commands: Command...) throws(StorageError) -> Result<Operation, RefusalError>
  {
    try replica.commit(
      commands, author: Self.me, day: World.firstDay, zone: .utc,
      now: World.firstDay.at(hour: 8))
  }

  mutating func drinks(_ tenthOunces: UInt16 = 80) throws(StorageError) -> Operation? {
    let glass = WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 600)
    return try? does(.logWater(for: Self.me, glass)).get()
  }

  var water: UInt32 { replica.nutrients(of: Self.me, on: World.firstDay).waterTenthOunces }

  var pending: [UInt32] {
    replica.pendingOperations.map(\.sequence)
  }

  /// The medium as it would be found if everything stopped here.
  func reopened() throws(StorageError) -> Mounted { try Mounted(beside: log) }
}

@Suite("A storage that two processes share, an app and its widget")
struct SharedStorageTests {
  let world = World()

  @Test("gives every operation a unique number, and each process shows the other's saves")
  func numbers() throws {
    let site = world.server.register(scope: world.family, member: World.mother)
    var app = try Mounted(site: site)
    var widget = try Mounted(beside: app.log)
    let first = try app.drinks()
    var shown = widget.water
    #expect(first?.sequence == 1 && shown == 0, "it has not refreshed yet")
    let second = try widget.drinks()
    shown = widget.water
    #expect(second?.sequence == 2 && shown == 160)
    try app.replica.refresh()
    shown = app.water
    let pending = app.pending
    #expect(shown == 160 && pending == [1, 2])
    // Stamps follow each other too: the first process is first everywhere.
    let stamps = (0..<2).map { app.replica.store.pending($0).fact.version.stamp }
    #expect(stamps[0] < stamps[1])
  }

  @Test("applies a response to a request of either")
  func responses() throws {
    let site = world.server.register(scope: world.family, member: World.mother)
    var app = try Mounted(site: site)
    var widget = try Mounted(beside: app.log)
    _ = try app.drinks()
    _ = try widget.drinks()
    try world.link.exchange(&app.replica, with: &world.server, now: world.now)
    var pending = app.pending
    #expect(pending == [2] && world.feed.count == 1, "it has sent the operations that it knew of")
    try world.link.exchange(&widget.replica, with: &world.server, now: world.now)
    pending = widget.pending
    #expect(pending.isEmpty && world.feed.count == 2)
    try app.replica.refresh()
    pending = app.pending
    let shown = app.water
    #expect(pending.isEmpty && shown == 160)
    let isSame = app.replica.store.state.isIdentical(to: world.server.scopes[0].state)
    #expect(isSame)
  }

  @Test("survives one of them being killed in the middle of saving")
  func killed() throws {
    for call in 1...20 {
      let fault = StorageFault(.stopsBefore(.half), atCall: call)
      guard var app = try? Mounted(fault: fault) else { continue }
      var saved = 0
      for _ in 0..<4 where (try? app.drinks()) != nil { saved += 1 }
      var widget = try app.reopened()
      let (pending, shown) = (widget.pending, widget.water)
      #expect(pending.count == saved && shown == UInt32(saved * 80))
      let next = try widget.drinks()
      #expect(next?.sequence == UInt32(saved + 1))
    }
  }
}

@Suite("A replica whose storage fails")
struct FailingStorageTests {
  let world = World()

  @Test("loses a whole transaction or nothing of it", arguments: 1...12)
  func transaction(call: Int) throws {
    for kind in [StorageFault.Kind.stopsBefore(.half), .stopsAfter(.half), .isFull] {
      let fault = StorageFault(kind, atCall: call)
      guard var phone = try? Mounted(fault: fault) else { continue }
      let meals = (0..<3).map {
        Command.logMeal(
          for: Mounted.me,
          MealPortion(.dinner, isContinuation: $0 > 0, MealItem(food: 1, quarters: 4)))
      }
      let outcome = try? phone.replica.commit(
        meals, author: Mounted.me, day: World.firstDay, zone: .utc,
        now: World.firstDay.at(hour: 8))
      var found = try phone.reopened()
      var pending = found.pending
      #expect(pending == [1, 2, 3] || (pending == [] && outcome == nil))
      // An unrelated tap is a separate transaction, and a refused one is only refused.
      let refused = try found.does(.deleteHabit(Entity(site: 9, sequence: 9), of: Mounted.me))
      #expect(refused == .failure(RefusalError(.habitUnknown)))
      let tap = try #require(try found.drinks())
      pending = found.pending
      #expect(tap.followers == 0 && pending.last == tap.sequence)
      let asked = found.replica.asked().operations
      #expect(asked.map(\.sequence) == pending)
    }
  }

  @Test("shows only what it has saved when there is no room")
  func noRoom() throws {
    var phone = try Mounted(fault: StorageFault(.isFull, atCall: 8))
    var thrown: StorageError?
    do throws(StorageError) {
      _ = try phone.does(.checkIn(for: Mounted.me, .sample))
    } catch {
      thrown = error
    }
    let (shown, pending) = (
      phone.replica.checkIn(of: Mounted.me, on: World.firstDay), phone.pending
    )
    #expect(thrown == .full && shown == nil && pending.isEmpty)
    let tap = try phone.drinks()
    let water = phone.water
    #expect(tap?.sequence == 1 && water == 80)
  }

  @Test(
    "shows nothing that it could not save when the storage has failed",
    arguments: [false, true])
  func goneAway(isAlone: Bool) throws {
    var phone = try Mounted(fault: StorageFault(.stopsBefore(.everything), atCall: 8))
    let checkIn = Command.checkIn(for: Mounted.me, .sample)
    var thrown: StorageError?
    do throws(StorageError) {
      if isAlone {
        _ = try phone.replica.commit(
          checkIn, author: Mounted.me, day: World.firstDay, zone: .utc, now: world.now)
      } else {
        _ = try phone.does(checkIn)
      }
    } catch {
      thrown = error
    }
    let (shown, pending) = (
      phone.replica.checkIn(of: Mounted.me, on: World.firstDay), phone.pending
    )
    #expect(thrown == .stopped && shown == nil && pending.isEmpty)
  }

  @Test("does not apply half a snapshot when there is no room", arguments: 1...48)
  func snapshot(call: Int) throws {
    let fault = StorageFault(.isFull, atCall: call)
    guard var phone = try? Mounted(fault: fault) else { return }
    var saved = 0
    for incarnation in 0...2 as ClosedRange<UInt32> {
      // A server that has lost everything but its members.
      var server = Server(settings: Fleet.settings)
      _ = server.open(Scope(state: World.founded()))
      _ = server.register(scope: 0, member: Mounted.me)
      if incarnation > 0 { _ = server.replay(.incarnation(incarnation)) }
      if (try? phone.drinks()) != nil { saved += 1 }
      for _ in 0..<4 {
        _ = try? world.link.exchange(&phone.replica, with: &server, now: world.now)
        let found = try phone.reopened()
        let isSame = phone.replica.store.state.isIdentical(to: found.replica.store.state)
        let (head, pending) = (phone.replica.store.head, phone.pending)
        #expect(isSame && head == found.replica.store.head && pending == found.pending)
      }
      let (rows, pending) = (server.scopes[0].feed.count, phone.pending)
      #expect(rows == saved && pending.isEmpty)
    }
    #expect(saved >= 2)
  }

  @Test("does not apply half a response", arguments: 1...19)
  func respond(call: Int) throws {
    let world = World()
    let tablet = world.device(of: World.father)
    for _ in 0..<3 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
    let site = world.server.register(scope: world.family, member: World.mother)
    let fault = StorageFault(.stopsAfter(.half), atCall: call)
    guard var phone = try? Mounted(fault: fault, site: site) else { return }
    let hasSaved = (try? phone.drinks()) != nil
    _ = try? world.link.exchange(&phone.replica, with: &world.server, now: world.now)
    var found = try phone.reopened()
    let position = Int(found.replica.store.position)
    let pending = found.pending
    #expect(position == 0 || (position == 4 && pending.isEmpty))
    #expect(!hasSaved || pending == [1] || position == 4)
    for _ in 0..<2 {
      try world.link.exchange(&found.replica, with: &world.server, now: world.now)
    }
    let isSame = found.replica.store.state.isIdentical(to: world.server.scopes[0].state)
    #expect(isSame && found.replica.store.pendingCount == 0)
  }

  @Test("is not opened from an empty storage, nor from contradictory records")
  func contradictions() throws {
    let empty = SimulatedReplicaStorage.Log()
    #expect(throws: StorageError.empty) {
      _ = try Replica.open(SimulatedReplicaStorage(on: empty))
    }
    func damaged(
      _ damage: StorageError.Damage,
      _ write: (inout SimulatedReplicaStorage) throws(StorageError) -> Void
    ) throws {
      var phone = try Mounted()
      _ = try phone.drinks()
      var storage = SimulatedReplicaStorage(on: phone.log)
      try storage.transaction(write)
      let log = phone.log
      #expect(throws: StorageError.damaged(damage)) {
        _ = try Replica.open(SimulatedReplicaStorage(on: log))
      }
    }
    try damaged(.outbox) { (storage) throws(StorageError) in
      try storage.removePending(through: 1)
      var head = ReplicaHead(site: 0, scope: 0)
      head.sequence = 0
      try storage.append(pending: .sample, unknown: UnknownFields())
      try storage.write(head)
    }
    try damaged(.rows) { (storage) throws(StorageError) in
      var head = ReplicaHead(site: 0, scope: 0)
      (head.sequence, head.position) = (1, 7)
      try storage.write(head)
    }
    try damaged(.genesis) { (storage) throws(StorageError) in
      try storage.restart(from: ScopeGenesis(firstDay: LocalDay(number: -1)))
      try storage.write(ReplicaHead(site: 0, scope: 0))
    }
  }
}

extension WellnessScore {
  static var sample: WellnessScore { WellnessScore(mental: 7, physical: 8) }
}

extension SyncCore.Operation {
  /// An operation that was never submitted.
  static var sample: SyncCore.Operation {
    let fact = Fact(
      command: .checkIn(for: World.mother, .sample), version: Version(stamp: 1, site: 0),
      sequence: 9, author: World.mother, day: World.firstDay, zone: .utc)
    return SyncCore.Operation(fact: fact, basis: 0, scope: 0, followers: 0)
  }
}
