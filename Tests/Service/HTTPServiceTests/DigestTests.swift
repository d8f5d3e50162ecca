import Base
import Chronology
import DomainCore
import HTTPService
import JSONText
import PostgreSQLStores
import PostgreSQLTestKit
import SQLiteStores
import ServiceCore
import ServiceTestKit
import SyncCore
import TestKit
import Testing

@Suite("One driver, every carrier and storage", .serialized)
struct DigestTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon

  @Test(
    "a call and a socket, memory, SQLite and PostgreSQL lead to the same states, answers and positions"
  )
  func digests() throws {
    let folder = try TemporaryFolder()
    var found: [String: [String]] = [:]
    found["call, memory"] = try Self.drive(
      CallCarrier(
        try FamilyService.open(
          MemoryServerStorage(), limits: ServiceLimits(), drawSecret: Self.tokens())))
    found["call, SQLite"] = try Self.drive(
      CallCarrier(
        try FamilyService.open(
          try SQLiteServerStorage(at: StorePlace(database: "\(folder.path)/call")),
          limits: ServiceLimits(), drawSecret: Self.tokens())))
    let memory = try LocalService { $0.clock = .manual }
    found["HTTP, memory"] = try Self.drive(memory.carrier)
    memory.stop()
    let path = "\(folder.path)/http"
    let database = try LocalService {
      $0.clock = .manual
      $0.store = .sqlite(path: path)
    }
    found["HTTP, SQLite"] = try Self.drive(database.carrier)
    database.stop()
    if PostgreSQLCluster.isPossible {
      let cluster = try PostgreSQLCluster()
      let parameters = cluster.parameters
      let called = PostgreSQLServerStorage(
        try PostgreSQLWriter(parameters, patienceSeconds: 4) { 0 }, pause: { false })
      found["call, PostgreSQL"] = try Self.drive(
        CallCarrier(
          try FamilyService.open(
            called, limits: ServiceLimits(), drawSecret: Self.tokens())))
      let second = try PostgreSQLCluster()
      let others = second.parameters
      let service = try LocalService {
        $0.clock = .manual
        $0.store = .postgres(others)
      }
      let carrier = service.carrier
      while try carrier.send(Sending("GET", "/ready")).status != 200 {}
      found["HTTP, PostgreSQL"] = try Self.drive(carrier)
      service.stop()
      _ = consume cluster
      _ = consume second
    }
    let reference = try #require(found["call, memory"])
    #expect(reference.count > 300)
    for (name, digests) in found { #expect(digests == reference, "\(name) differs") }
  }

  private static func tokens() -> () -> Secret {
    var count: UInt64 = 0
    return {
      count += 1
      return Secret(Person.digits(1 << 40 + count))!
    }
  }

  /// A few families for a few days, one request under way; returns the digest of each copy after
  /// each exchange.
  private static func drive(_ carrier: some Carrier) throws -> [String] {
    try carrier.setClock(start)
    var phones: [Phone] = []
    for family in 0..<4 as Range<UInt64> {
      let parent = try Person(1 + 10 * family, over: carrier).signUp()
      let site = try parent.createFamily(["parent", "child"])
      phones.append(try Phone(parent, site))
      let child = try Person(2 + 10 * family, over: carrier).signUp(born: "2014-02-03")
      phones.append(
        try Phone(
          child,
          child.send(
            "POST", "/v1/scopes/\(site.number("scope"))/sites",
            json: ["member": 1, "claim": .string(Person.claim(of: 1))])))
    }
    var dice = Dice(seed: 3)
    var digests: [String] = []
    var now = start
    for step in 0..<400 {
      now = now + Int64(dice.roll(600)) * Span.second
      let phone = phones[dice.roll(phones.count)]
      if dice.flip() { _ = phone.drink(UInt16(10 + dice.roll(90)), at: now) }
      if dice.chance(1, in: 10) { _ = phone.createHabit("Habit \(step)", at: now) }
      try carrier.setClock(now)
      let status = try phone.exchange(at: now)
      digests.append(
        "\(status) \(phone.replica.store.state.digest) \(phone.replica.store.position)")
    }
    return digests
  }
}
