import ShakeoutCore
import SimulatedDisk
import Testing

@testable import SQLiteStores

@Suite("OFF-3: an app's session in SQLite that knows its install")
struct InstalledSessionTests {
  private static let berlin = Zone(named: "Europe/Berlin")!

  /// A server with a family, and the bytes that register another install of its mother.
  private final class Home {
    let now = Instant("2026-03-10T15:00:00Z")!
    let disk = Disk(seed: 1)
    var server: FamilyServer
    var mother: Session<MemoryStorage>

    init() throws {
      let now = self.now
      server = FamilyServer(clock: { now })
      mother = try server.createFamily(
        by: Person(name: "Ada", born: LocalDay(year: 1988, month: 4, day: 12)),
        in: InstalledSessionTests.berlin)
      mother.exchange(with: &server)
    }

    func register() throws -> Registration {
      try Registration(
        server.register(mother.person, beside: mother, in: InstalledSessionTests.berlin))
    }

    func place(_ drive: Drive) -> StorePlace {
      StorePlace(
        database: "\(drive.name)/family.db", beside: "\(drive.name)/family",
        fileSystem: disk.name)
    }

    /// Opens the storage of a drive, as an app does when it starts.
    func opened(
      _ drive: Drive, drawing nonce: UInt64, of registration: borrowing Registration
    ) throws -> Session<SQLiteReplicaStorage> {
      let (place, now) = (place(drive), self.now)
      return try Session(
        opening: SQLiteReplicaStorage(at: place), of: registration,
        zone: InstalledSessionTests.berlin, as: InstallFile.nonce(at: place) { nonce },
        clock: { now })
    }

    /// Does what the driver says until it waits; returns how often it registered.
    func runs(
      _ driver: inout ExchangeDriver, _ session: inout Session<SQLiteReplicaStorage>
    ) throws -> Int {
      var registrations = 0
      driver.want()
      while true {
        switch driver.next(at: now) {
        case .send:
          let call = try driver.begin(&session)
          try driver.take(server.respond(to: call.bytes), answering: call, by: &session)
        case .register:
          registrations += 1
          try driver.register(&session, as: register())
          driver.want()
        case .wait: return registrations
        }
      }
    }
  }

  @Test("a backup on a new phone hands over what waits, and both phones go on")
  func restored() throws {
    let home = try Home()
    let old = home.disk.makeDrive("old", number: 1)
    let registration = try home.register()
    let (place, now) = (home.place(old), home.now)
    do {
      var phone = try Session(
        registration, in: SQLiteReplicaStorage(at: place), zone: Self.berlin,
        as: InstallFile.nonce(at: place) { 7 }, clock: { now })
      var driver = ExchangeDriver(random: { 0 })
      #expect(try home.runs(&driver, &phone) == 0)
      _ = try phone.attempt(.createHabit("Reading", for: phone.person)).get()
    }
    // A backup has the database and nothing beside it.
    let new = home.disk.makeDrive("new", number: 2)
    new.become(old)
    for name in new.names where !name.hasPrefix("family.db") { new.remove(name) }

    var restored = try home.opened(new, drawing: 9, of: registration)
    if case .success = try restored.attempt(.createHabit("Chess", for: restored.person)) {
      Issue.record("a copy of another install accepts what is new")
    }
    var driver = ExchangeDriver(random: { 0 })
    #expect(try home.runs(&driver, &restored) == 1)
    _ = try restored.attempt(.createHabit("Chess", for: restored.person)).get()
    #expect(try home.runs(&driver, &restored) == 0)
    #expect(restored.status() == .synced)

    var phone = try home.opened(old, drawing: 11, of: registration)
    var another = ExchangeDriver(random: { 0 })
    #expect(try home.runs(&another, &phone) == 0)
    _ = try phone.attempt(.createHabit("Walking", for: phone.person)).get()
    #expect(try home.runs(&another, &phone) == 0)
    home.mother.exchange(with: &home.server)
    let names = home.mother.habits(of: home.mother.person).map(\.name).sorted()
    #expect(names == ["Chess", "Reading", "Walking"])
    #expect(phone.status() == .synced && phone.refusals.isEmpty)
  }
}
