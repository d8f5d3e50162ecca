import Base
import DomainCore
import SimulatedDisk
import SyncCore
import Testing

@testable import SQLiteStores

@Suite("A replica's storage in SQLite")
struct ReplicaStorageTests {
  let home = Household()

  @Test("is found as it was left, at every step, also after the power was cut")
  func reopened() throws {
    let drive = home.drive()
    let place = home.place(drive)
    let beside = home.disk.makeDrive("beside", number: 1)
    var phone = try home.found(at: place, site: home.register(Household.mother))
    var step: UInt32 = 0
    try home.lives(&phone) { phone in
      let expected = Contents(phone)
      let again = try home.opened(at: place)
      #expect(Contents(again) == expected)
      beside.become(drive)
      beside.cutPower()
      let later = try home.opened(at: home.place(beside))
      #expect(Contents(later) == expected)
      step += 1
      drive.begin(step: step)
    }
    let (epoch, rejected) = (phone.store.epoch, phone.rejectedCount)
    #expect(epoch == 2 && rejected == 4)
  }

  @Test("is the same as one in memory, step by step")
  func parity() throws {
    let other = Household()
    var memory = Replica(
      site: other.register(Household.mother), scope: 0, state: Household.genesis.founded(),
      keepsOwnRows: true)
    var expected: [Contents] = []
    try other.lives(&memory) { expected.append(Contents($0)) }
    var phone = try home.found(
      at: home.place(home.drive()), site: home.register(Household.mother))
    var found: [Contents] = []
    try home.lives(&phone) { found.append(Contents($0)) }
    #expect(found == expected && found.count > 9)
  }

  @Test("OFF-1: gives an app and its widget unique numbers, and shows each what the other saves")
  func shared() throws {
    let place = home.place(home.drive())
    var app = try home.found(at: place, site: home.register(Household.mother))
    var widget = try home.opened(at: place)
    try home.drink(&app)
    try home.drink(&widget)
    try home.drink(&app)
    var pending = Contents(app).pending.map(\.sequence)
    #expect(pending == [1, 2, 3])
    try home.exchange(&widget)
    pending = Contents(widget).pending.map(\.sequence)
    // It had not looked since the second tap, and so has sent what it knew of.
    #expect(pending == [3])
    try app.refresh()
    #expect(Contents(app) == Contents(widget))
  }

  @Test("waits for another process that is saving, and says so when that takes too long")
  func busy() throws {
    let place = home.place(home.drive())
    var app = try home.found(at: place, site: home.register(Household.mother))
    var storage = try SQLiteReplicaStorage(at: place)
    try storage.begin()
    #expect(throws: StorageError.busy) { try home.drink(&app) }
    var pending = app.store.pendingCount
    #expect(pending == 0)
    storage.rollBack()
    try home.drink(&app)
    pending = app.store.pendingCount
    #expect(pending == 1)
  }

  @Test("is as before a transaction for which there was no room, and goes on when there is")
  func full() throws {
    let drive = home.drive()
    let place = home.place(drive)
    var phone = try home.found(at: place, site: home.register(Household.mother))
    for _ in 0..<5 { try home.drink(&phone) }
    drive.capacity = 0
    let before = Contents(phone)
    for _ in 0..<3 {
      #expect(throws: StorageError.full) { try home.drink(&phone) }
      #expect(Contents(phone) == before)
    }
    drive.capacity = .max
    try home.drink(&phone)
    drive.cutPower()
    let found = try home.opened(at: place)
    let pending = found.store.pendingCount
    #expect(pending == 6)
  }

  @Test("copies its log back now and then, so that it stays short", arguments: [10, 1_000])
  func log(limit: Int) throws {
    let drive = home.drive()
    var place = home.place(drive)
    place.logFramesMax = limit
    var phone = try home.found(at: place, site: home.register(Household.mother))
    var longest = 0
    for _ in 0..<4_000 {
      try home.drink(&phone)
      if phone.store.pendingCount >= 50 { try home.exchange(&phone) }
      longest = max(longest, drive.bytes(of: "replica.db-wal").count)
    }
    let framesMax = longest / 1_048
    #expect(framesMax > limit && framesMax < limit + 200)
  }
}

@Suite("A server's journal in SQLite")
struct ServerStorageTests {
  @Test("P2: has every decision after the power was cut, and the same server is found")
  func restart() throws {
    let disk = Disk()
    let drive = disk.makeDrive("server", number: 7)
    let place = StorePlace(database: "server/journal.db", fileSystem: disk.name)
    let settings = ServerSettings(clockSkewBoundMilliseconds: 300_000)
    var server = try DurableServer.open(SQLiteServerStorage(at: place), settings: settings)
    let scope = try server.open(Household.genesis)
    let account = try server.openAccount()
    let site = try server.register(scope: scope, member: Household.mother, account: account)
    let home = Household()
    var phone = Replica(site: site, scope: scope, state: Household.genesis.founded())
    var request = Request()
    var response = Response()
    for _ in 0..<10 {
      for _ in 0..<3 { try home.drink(&phone) }
      phone.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      try server.respond(request, now: home.now, into: &response) { _, _ in }
      _ = phone.apply(response)
      drive.cutPower()
      let expected = server.core.scopes[0].state.digest
      let rows = server.core.scopes[0].feed.count
      server = try DurableServer.open(SQLiteServerStorage(at: place), settings: settings)
      let (digest, count) = (server.core.scopes[0].state.digest, server.core.scopes[0].feed.count)
      #expect(digest == expected && count == rows)
    }
    let pending = phone.store.pendingCount
    let rows = server.core.scopes[0].feed.count
    #expect(pending == 0 && rows == 30)
  }

  @Test("P2: that was cut off is reported, and agreed to it is a stale replica that heals")
  func shorter() throws {
    let disk = Disk()
    let drive = disk.makeDrive("server", number: 7)
    let place = StorePlace(database: "server/journal.db", fileSystem: disk.name)
    let settings = ServerSettings(clockSkewBoundMilliseconds: 300_000)
    let home = Household()
    var request = Request()
    var response = Response()
    var phone = Replica(
      site: 0, scope: 0, state: Household.genesis.founded(), keepsOwnRows: true)
    func exchange(_ server: inout DurableServer<SQLiteServerStorage>) throws {
      phone.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      try server.respond(request, now: home.now, into: &response) { _, _ in }
      _ = phone.apply(response)
    }
    do {
      var server = try DurableServer.open(SQLiteServerStorage(at: place), settings: settings)
      _ = try server.open(Household.genesis)
      _ = try server.register(scope: 0, member: Household.mother)
      for _ in 0..<10 {
        try home.drink(&phone)
        try exchange(&server)
      }
    }
    let size = drive.bytes(of: "journal.db-wal").count
    drive.flip(bit: (size - 4_000) * 8, of: "journal.db-wal")
    #expect(throws: StoreOpeningError.storage(.damaged(.end), path: place.database)) {
      _ = try SQLiteServerStorage(at: place)
    }
    try SQLiteServerStorage.acceptShorterLog(at: place)
    var server = try DurableServer.failOver(
      to: SQLiteServerStorage(at: place), as: 1, settings: settings)
    let before = server.core.scopes[0].feed.count
    for _ in 0..<3 { try exchange(&server) }
    let after = server.core.scopes[0].feed.count
    #expect(before < 10 && after == 10)
  }

  @Test("is not opened as a replica's storage, nor a replica's as a journal")
  func kinds() throws {
    let home = Household()
    let place = home.place(home.drive())
    _ = try SQLiteServerStorage(at: place)
    #expect(throws: StoreOpeningError.otherProgram(path: place.database)) {
      _ = try SQLiteReplicaStorage(at: place)
    }
    let other = home.place(home.disk.makeDrive("tablet", number: 2))
    _ = try SQLiteReplicaStorage(at: other)
    #expect(throws: StoreOpeningError.otherProgram(path: other.database)) {
      _ = try SQLiteServerStorage(at: other)
    }
  }
}
