import Chronology
import DomainCore
import Foundation
import HTTPService
import JSONText
import ServiceTestKit
import TestKit
import Testing

@Suite("Waiting for news over HTTP", .serialized)
struct NewsTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon

  private static func request(since cursor: String, _ token: String) -> [UInt8] {
    Array(
      ("GET /v1/news?cursor=\(cursor)&wait=30 HTTP/1.1\r\nHost: a\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n").utf8)
  }

  private let folder = try! TemporaryFolder()

  /// Over memory each request is decided as it is read, over a file all that have arrived together.
  private func service(
    inFile: Bool, _ change: @Sendable @escaping (inout ServiceSettings) -> Void = { _ in }
  ) throws -> LocalService {
    let path = "\(folder.path)/families.sqlite"
    return try LocalService {
      if inFile { $0.store = .sqlite(path: path) }
      change(&$0)
    }
  }

  @Test("a wait ends in time while requests arrive during every transaction")
  func endsUnderLoad() throws {
    try folder.write("slow 40", to: "faults")
    let service = try RunningService([
      "--store", "sqlite:\(folder.path)/busy.sqlite", "--disk-faults", "\(folder.path)/faults",
    ])
    let anna = try Person(1, over: service.carrier).signUp()
    let cursor = try anna.send("GET", "/v1/news?wait=0").json["cursor"]?.string ?? ""
    let clients = BusyClients(of: 32, at: service.port, pauseMilliseconds: 60)
    defer { clients.end() }
    usleep(300_000)
    let begun = ContinuousClock.now
    let reply = try anna.send("GET", "/v1/news?cursor=\(cursor)&wait=1")
    #expect(reply.status == 204 && ContinuousClock.now - begun < .seconds(3))
    usleep(300_000)
    #expect(clients.failed == 0 && clients.opened > 50, "\(clients.opened), \(clients.failed)")
  }

  @Test(
    "a device that waits is woken by the push of another within a second", arguments: [false, true])
  func wakes(inFile: Bool) throws {
    let service = try service(inFile: inFile) { $0.clock = .manual }
    let carrier = service.carrier
    try carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let ben = try Person(2, over: service.carrier).signUp()
    let first = try Phone(anna, anna.createFamily(["parent", "parent"]))
    _ = try ben.send(
      "POST", "/v1/scopes/0/sites", json: ["member": 1, "claim": .string(Person.claim(of: 1))])
    let cursor = try ben.send("GET", "/v1/news?wait=0").json["cursor"]?.string ?? ""
    let waiting = service.carrier
    try waiting.write(Self.request(since: cursor, ben.token))
    var tries = 0
    while tries < 200 {
      let metrics = try carrier.send(Sending("GET", "/metrics")).body
      if String(decoding: metrics, as: UTF8.self).contains("shakeout_waiting_devices 1\n") { break }
      tries += 1
      usleep(5_000)
    }
    #expect(tries < 200)
    #expect(first.drink(80, at: Self.start))
    let begun = Date()
    #expect(try first.exchange(at: Self.start) == 200)
    let news = try waiting.read()
    #expect(news.status == 200 && news.json["scopes"]?.elements == [0])
    #expect(Date().timeIntervalSince(begun) < 1)
    service.stop()
  }

  @Test(
    "a device that waits gets 204 when its time is over, and when the service stops",
    arguments: [false, true])
  func ends(inFile: Bool) throws {
    let service = try service(inFile: inFile)
    let anna = try Person(1, over: service.carrier).signUp()
    _ = try anna.createFamily(["parent"], firstDay: "\(LocalDay.today)")
    let cursor = try anna.send("GET", "/v1/news?wait=0").json["cursor"]?.string ?? ""
    let begun = Date()
    #expect(try anna.send("GET", "/v1/news?cursor=\(cursor)&wait=1").status == 204)
    #expect((0.9..<3).contains(Date().timeIntervalSince(begun)))
    let waiting = service.carrier
    try waiting.write(Self.request(since: cursor, anna.token))
    usleep(200_000)
    service.stop()
    #expect(try waiting.read().status == 204)
  }
}

extension LocalDay {
  static var today: LocalDay {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)).utcDay
  }
}
