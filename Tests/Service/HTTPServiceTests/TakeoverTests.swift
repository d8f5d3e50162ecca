import Chronology
import Foundation
import JSONText
import PostgreSQLTestKit
import ServiceTestKit
import SyncCore
import SystemLibrary
import TestKit
import Testing

@testable import PostgreSQLStores

@Suite(
  "A stand-by takes over", .serialized,
  .enabled(if: PostgreSQLCluster.isPossible, "PostgreSQL is not installed"))
struct TakeoverTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon

  /// Two services over one journal.
  private final class Pair {
    let cluster: PostgreSQLCluster
    let folder: TemporaryFolder
    var writer: RunningService
    var standby: RunningService

    init() throws {
      cluster = try PostgreSQLCluster()
      folder = try TemporaryFolder()
      try folder.write("{\"takeoverSeconds\": 2}", to: "settings")
      writer = try Self.service(cluster, folder)
      try Self.wait(for: writer)
      standby = try Self.service(cluster, folder)
    }

    static func service(
      _ cluster: PostgreSQLCluster, _ folder: TemporaryFolder, options: String = ""
    ) throws -> RunningService {
      try RunningService([
        "--store", "postgres:\(cluster.parameters)\(options)", "--settings",
        "\(folder.path)/settings", "--clock", "manual",
      ])
    }

    static func wait(for service: RunningService) throws {
      let deadline = Date() + 30
      while Date() < deadline {
        if (try? service.carrier.send(Sending("GET", "/ready")).status) == 200 { return }
        usleep(20_000)
      }
      Issue.record("no service is ready: \(service.log)")
    }

    /// The stand-by has taken over: another one stands by behind it.
    func replace() throws {
      try Self.wait(for: standby)
      writer = standby
      standby = try Self.service(cluster, folder)
    }
  }

  @Test("P1: nothing that was acknowledged is lost when the writer is killed while it writes")
  func kills() throws {
    let pair = try Pair()
    try pair.writer.carrier.setClock(Self.start)
    let anna = try Person(1, over: pair.writer.carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]))
    var dice = Dice(seed: 5)
    var saved = 0
    for round in 0..<3 {
      let (victim, delay) = (pair.writer.identifier, UInt32(20_000 + dice.roll(60_000)))
      Thread.detachNewThread {
        usleep(delay)
        kill(victim, SIGKILL)
      }
      while true {
        #expect(phone.drink(UInt16(10 + saved % 90), at: Self.start))
        saved += 1
        guard let status = try? phone.exchange(at: Self.start), status == 200 else { break }
      }
      let acknowledged = saved - phone.replica.store.pendingCount
      pair.writer.end(by: SIGKILL)
      try pair.replace()
      let carrier = pair.writer.carrier
      try carrier.setClock(Self.start)
      let back = Person(1, over: carrier)
      back.adopt(anna.token, anna.account)
      phone.person = back
      let audit = Person(1, over: carrier, install: UInt64(100 + round))
      try audit.signIn(as: anna.account)
      let fresh = try Phone(audit, audit.send("POST", "/v1/scopes/0/sites", json: [:]))
      try fresh.synchronize(at: Self.start)
      #expect(Int(fresh.replica.store.position) >= acknowledged, "an acknowledged row is gone")
    }
    try phone.synchronize(at: Self.start)
    #expect(Int(phone.replica.store.position) == saved && phone.replica.store.pendingCount == 0)
  }

  @Test("P12: a writer that was stopped and runs again serves nothing, and writes nothing")
  func zombies() throws {
    let pair = try Pair()
    try pair.writer.carrier.setClock(Self.start)
    let carrier = pair.writer.carrier
    let anna = try Person(1, over: carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]))
    #expect(phone.drink(80, at: Self.start))
    try phone.synchronize(at: Self.start)
    #expect(try pair.standby.carrier.send(Sending("GET", "/ready")).problem == "standing-by")
    #expect(
      try pair.standby.carrier.send(Sending("GET", "/v1/export", token: anna.token)).status == 503)
    pair.writer.signal(SIGSTOP)
    try Pair.wait(for: pair.standby)
    try pair.standby.carrier.setClock(Self.start)
    let successor = Person(1, over: pair.standby.carrier)
    successor.adopt(anna.token, anna.account)
    phone.person = successor
    #expect(phone.drink(70, at: Self.start))
    #expect(try phone.exchange(at: Self.start) == 200)
    // The one that was replaced does not know yet, and must not answer from what it remembers.
    pair.writer.signal(SIGCONT)
    let stale = try anna.send("GET", "/v1/export")
    #expect(stale.status == 503, "\(stale)")
    #expect(phone.drink(60, at: Self.start))
    phone.person = anna
    #expect(try phone.exchange(at: Self.start) == 503)
    phone.person = successor
    try phone.synchronize(at: Self.start)
    #expect(phone.replica.store.position == 3 && phone.replica.store.pendingCount == 0)
  }

  @Test("a writer that always has requests shows signs of life, and goes on writing")
  func busy() throws {
    let cluster = try PostgreSQLCluster()
    let folder = try TemporaryFolder()
    try folder.write("{\"takeoverSeconds\": 2}", to: "settings")
    // A commit takes 40 ms, in which the next requests arrive.
    let slow = " options='-c commit_delay=40000 -c commit_siblings=0'"
    let writer = try Pair.service(cluster, folder, options: slow)
    try Pair.wait(for: writer)
    let standby = try Pair.service(cluster, folder)
    let asking = try PostgreSQLConnection(cluster.parameters)
    let beat = { () throws -> Int in
      try asking.run("SELECT beat FROM shakeout_writer").first?.first??.wholeNumber ?? 0
    }
    let before = try beat()
    let clients = BusyClients(of: 32, at: writer.port, pauseMilliseconds: 60)
    sleep(5)
    let beats = try beat() - before
    clients.end()
    #expect(beats >= 5, "a sign of life is due every half second")
    #expect(clients.failed == 0 && clients.opened > 300, "\(clients.opened), \(clients.failed)")
    #expect(!writer.log.contains("storageFailed"), "\(writer.log)")
    #expect(try standby.carrier.send(Sending("GET", "/ready")).problem == "standing-by")
  }

  @Test("a transaction whose end is unknown gets no answer, and its operation is there once")
  func unknownEnds() throws {
    let cluster = try PostgreSQLCluster()
    let folder = try TemporaryFolder()
    try folder.write("{\"takeoverSeconds\": 600}", to: "settings")
    let service = try Pair.service(cluster, folder)
    try Pair.wait(for: service)
    try service.carrier.setClock(Self.start)
    let anna = try Person(1, over: service.carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]))
    #expect(phone.drink(80, at: Self.start))
    #expect(try phone.exchange(at: Self.start) == 200)
    // The connection to the database ends, and no sign of life is due that would show it before.
    try cluster.restart()
    #expect(phone.drink(70, at: Self.start))
    #expect(throws: SocketCarrier.Ended.self) { try phone.exchange(at: Self.start) }
    try Pair.wait(for: service)
    try phone.synchronize(at: Self.start)
    #expect(phone.replica.store.position == 2 && phone.replica.store.pendingCount == 0)
    #expect(service.end(by: SIGTERM) == 0)
  }

  @Test("a database that restarts ends no service")
  func databaseRestarts() throws {
    let cluster = try PostgreSQLCluster()
    let folder = try TemporaryFolder()
    try folder.write("{\"takeoverSeconds\": 2}", to: "settings")
    let service = try Pair.service(cluster, folder)
    try Pair.wait(for: service)
    try service.carrier.setClock(Self.start)
    let anna = try Person(1, over: service.carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]))
    #expect(phone.drink(80, at: Self.start))
    #expect(try phone.exchange(at: Self.start) == 200)
    try cluster.restart()
    #expect(phone.drink(70, at: Self.start))
    _ = try? phone.exchange(at: Self.start)
    try Pair.wait(for: service)
    try phone.synchronize(at: Self.start)
    #expect(phone.replica.store.position == 2)
    #expect(service.end(by: SIGTERM) == 0)
  }
}
