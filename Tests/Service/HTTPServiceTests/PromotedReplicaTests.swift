import Chronology
import Foundation
import PostgreSQLTestKit
import ServiceTestKit
import SyncCore
import SystemLibrary
import TestKit
import Testing

@Suite(
  "A service over a replica of PostgreSQL that was promoted", .serialized,
  .enabled(if: PostgreSQLCluster.isPossible, "PostgreSQL is not installed"))
struct PromotedReplicaTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon

  private static func started(
    _ cluster: PostgreSQLCluster, _ options: [String] = []
  ) throws -> RunningService {
    let service = try RunningService(
      ["--store", "postgres:\(cluster.parameters)", "--clock", "manual"] + options)
    let deadline = Date() + 30
    while (try? service.carrier.send(Sending("GET", "/ready")).status) != 200 {
      try #require(Date() < deadline, "the service is not ready: \(service.log)")
      usleep(20_000)
    }
    try service.carrier.setClock(start)
    return service
  }

  private static func entryCount(of service: RunningService) throws -> Int {
    let text = String(
      decoding: try service.carrier.send(Sending("GET", "/metrics")).body, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("shakeout_journal_entries ") }
    return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
  }

  /// The journal loses its last entries, as if they had not reached the replica.
  private static func cut(_ cluster: PostgreSQLCluster, to count: Int) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "psql", "--quiet", cluster.parameters, "--command",
      "DELETE FROM shakeout_journal WHERE number >= \(count)",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test("P2: phones hand over again what had not reached the replica")
  func promoted() throws {
    let cluster = try PostgreSQLCluster()
    var service = try Self.started(cluster)
    let anna = try Person(1, over: service.carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]), keepsOwnRows: true)
    func drink(_ count: Int) {
      for place in 0..<count { #expect(phone.drink(UInt16(10 + place), at: Self.start)) }
    }
    drink(3)
    try phone.synchronize(at: Self.start)
    let reached = try Self.entryCount(of: service)
    drink(4)
    try phone.synchronize(at: Self.start)
    #expect(try Self.entryCount(of: service) > reached)
    #expect(service.end(by: SIGTERM) == 0)

    try Self.cut(cluster, to: reached)
    service = try Self.started(cluster, ["--restored"])
    let back = Person(1, over: service.carrier)
    back.adopt(anna.token, anna.account)
    phone.person = back
    try phone.synchronize(at: Self.start)
    #expect(phone.replica.store.head.incarnation == 1)
    #expect(phone.replica.store.pendingCount == 0 && phone.replica.store.position == 7)
    #expect(service.end(by: SIGTERM) == 0)
  }
}
