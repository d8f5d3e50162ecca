import Chronology
import HTTPService
import JSONText
import ServiceTestKit
import SystemLibrary
import TestKit
import Testing

@Suite("The service over HTTP", .serialized)
struct EndpointTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon

  @Test("every endpoint answers over one connection")
  func endpoints() throws {
    let service = try LocalService { $0.clock = .manual }
    let carrier = service.carrier
    try carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let family = try anna.createFamily()
    #expect(family.status == 201 && family.headers["content-type"] == "application/json")
    let phone = try Phone(anna, family)
    #expect(phone.createHabit("Reading", at: Self.start))
    #expect(try phone.exchange(at: Self.start) == 200)
    #expect(try anna.send("GET", "/v1/news").status == 200)
    #expect(try anna.send("PUT", "/v1/devices/00000000000000aa").status == 204)
    #expect(try anna.send("DELETE", "/v1/devices/00000000000000aa").status == 204)
    #expect(try anna.send("GET", "/v1/invitations/0-00000000000000aa").status == 404)
    let group = try anna.send("POST", "/v1/groups", key: "g", json: ["code": "00000000000000aa"])
    #expect(group.status == 201)
    #expect(try anna.send("POST", "/v1/scopes/0/sites", json: [:]) == family)
    let claim: JSONNode = ["claim": .string(Person.digits(5))]
    #expect(try anna.send("PUT", "/v1/scopes/0/members/1/claim", json: claim).status == 204)
    let export = try anna.send("GET", "/v1/export")
    #expect(String(decoding: export.body, as: UTF8.self).contains("Reading"))
    #expect(try carrier.send(Sending("GET", "/health")).status == 200)
    #expect(try carrier.send(Sending("GET", "/ready")).status == 200)
    #expect(try anna.send("DELETE", "/v1/sessions/current").status == 204)
    #expect(try anna.send("GET", "/v1/export").status == 401)
    try anna.signIn()
    #expect(try anna.send("DELETE", "/v1/account").status == 204)
    let metrics = try carrier.send(Sending("GET", "/metrics"))
    let text = String(decoding: metrics.body, as: UTF8.self)
    #expect(
      text.contains("shakeout_requests_total{route=\"POST /v1/exchange\",status=\"200\"} 1\n"))
    #expect(text.contains("shakeout_open_connections 1\n"))
    service.stop()
  }

  @Test("each metric has a sentence and a type before its values")
  func metricsHaveHelp() throws {
    let service = try LocalService()
    let metrics = try service.carrier.send(Sending("GET", "/metrics"))
    let lines = String(decoding: metrics.body, as: UTF8.self).split(separator: "\n")
    let names = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
    #expect(names.count == 13 && Set(names).count == 13, "\(names)")
    for name in names {
      let place = try #require(lines.firstIndex { $0.hasPrefix("# TYPE \(name) ") })
      let help = lines[max(0, place - 1)]
      #expect(help.hasPrefix("# HELP \(name) ") && help.hasSuffix("."), "\(help)")
      let next = lines.dropFirst(place + 1).first
      // A counter of nothing has no value yet.
      #expect(next.map { $0.hasPrefix(name) || name.hasSuffix("requests_total") } ?? false)
    }
    service.stop()
  }

  @Test("an exchange has an answer in the form and with the type of its request")
  func forms() throws {
    let service = try LocalService { $0.clock = .manual }
    let carrier = service.carrier
    try carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    #expect(try anna.createFamily().status == 201)
    // Site 0 of install 1 asks for 100 rows, in both forms.
    let install: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
    let asked: [[UInt8]] = [
      [2, 1, 0x20, 1, 0x30, 100, 0x69] + install, [3, 1 | 8 << 2, 0, 0, 0, 100, 0] + install,
    ]
    for (version, bytes) in zip(1...2, asked) {
      let reply = try anna.exchange(bytes)
      #expect(reply.status == 200 && reply.body.first == bytes[0])
      let type = "application/vnd.shakeout.wire;v=\(version)"
      #expect(reply.headers["content-type"] == type)
    }
    let other = try carrier.send(
      Sending(
        "POST", "/v1/exchange", token: anna.token, type: "application/vnd.shakeout.wire;v=3",
        body: asked[0]))
    #expect(other.status == 415 && other.detail.contains("wire;v=1' or 'application/vnd"))
    service.stop()
  }

  @Test("what is wrong with a request gets its status and a sentence")
  func problems() throws {
    let service = try LocalService { $0.bodyBytesMax = 2_000 }
    let carrier = service.carrier
    func status(_ head: String, _ body: String = "") throws -> (Int, String) {
      try carrier.write(Array("\(head)\r\nHost: a\r\n\r\n\(body)".utf8))
      let reply = try carrier.read()
      #expect(reply.headers["content-type"] == "application/problem+json")
      #expect(reply.detail.hasSuffix(".") && reply.json["status"]?.integer() == reply.status)
      return (reply.status, reply.problem)
    }
    let type = "Content-Type: application/json"
    #expect(try status("GET /nothing HTTP/1.1") == (404, "path-unknown"))
    #expect(try status("PATCH /v1/news HTTP/1.1") == (405, "method-unknown"))
    #expect(try status("GET /v1/news HTTP/1.1") == (401, "token-missing"))
    #expect(try status("GET /v1/news?wait=61 HTTP/1.1") == (400, "parameter-invalid"))
    #expect(try status("GET /v1/export HTTP/1.1\r\nAuthorization: Basic YQ==").0 == 401)
    #expect(try status("POST /v1/accounts HTTP/1.1\r\n\(type)") == (411, "length-needed"))
    #expect(
      try status("POST /v1/accounts HTTP/1.1\r\n\(type)\r\nContent-Length: 2", "{}").0 == 400)
    #expect(
      try status("POST /v1/accounts HTTP/1.1\r\nContent-Type: a/b\r\nContent-Length: 2", "{}")
        == (415, "type-unknown"))
    #expect(
      try status("POST /v1/accounts HTTP/1.1\r\n\(type)\r\nContent-Length: 2001").0 == 413)
    #expect(
      try status("POST /v1/exchange HTTP/1.1\r\nTransfer-Encoding: chunked").0 == 411)
    #expect(try status("PUT /v1/clock HTTP/1.1\r\n\(type)\r\nContent-Length: 2", "{}").0 == 404)
    service.stop()
  }

  @Test("a head that is too long is refused, and the service goes on")
  func longHead() throws {
    let service = try LocalService()
    let carrier = service.carrier
    let long = String(repeating: "a", count: 60_000)
    try? carrier.write(Array("GET /health HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n".utf8))
    let reply = try? carrier.read()
    #expect(reply == nil || reply?.status == 431 || reply?.status == 413)
    #expect(try service.carrier.send(Sending("GET", "/health")).status == 200)
    service.stop()
  }

  @Test("a client that sends too much is asked to come again, and others are not")
  func limits() throws {
    let service = try LocalService {
      $0.clientRate = 1
      $0.clientBurst = 8
    }
    let carrier = service.carrier
    let anna = try Person(1, over: carrier).signUp()
    var statuses: [Int] = []
    for _ in 0..<12 { statuses.append(try anna.send("GET", "/v1/export").status) }
    #expect(statuses.prefix(8).allSatisfy { $0 == 200 } && statuses.last == 429)
    let refused = try anna.send("GET", "/v1/export")
    #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
    #expect(try carrier.send(Sending("GET", "/v1/export")).status == 401)
    service.stop()
  }

  /// Has 40 connections ask at once, 20 times, with a token that is unknown; returns the answers by
  /// their status.
  private static func herd(at service: LocalService) throws -> [Int: Int] {
    let carriers = (0..<40).map { _ in service.carrier }
    let head = "GET /v1/export HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
    var counts: [Int: Int] = [:]
    for _ in 0..<20 {
      for carrier in carriers {
        try carrier.write(Array("\(head)\(Person.digits(1))\r\n\r\n".utf8))
      }
      for carrier in carriers {
        let reply = try carrier.read()
        counts[reply.status, default: 0] += 1
        if reply.status == 503 { #expect(reply.headers["retry-after"] == "1") }
      }
    }
    return counts
  }

  @Test("over memory no request waits for another: each is a batch of its own")
  func oneByOne() throws {
    let service = try LocalService { $0.queueMax = 1 }
    #expect(try Self.herd(at: service) == [401: 800])
    let metrics = try service.carrier.send(Sending("GET", "/metrics")).body
    let text = String(decoding: metrics, as: UTF8.self)
    #expect(text.contains("shakeout_batch_requests_bucket{le=\"1\"} 800\n"), "\(text)")
    service.stop()
  }

  @Test("more requests than may wait are refused at once, and what waits is answered")
  func overload() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/families.sqlite"
    let service = try LocalService {
      $0.queueMax = 1
      $0.store = .sqlite(path: path)
    }
    let counts = try Self.herd(at: service)
    #expect(counts[401, default: 0] > 0 && counts[503, default: 0] > 0, "\(counts)")
    #expect(counts.values.reduce(0, +) == 800)
    #expect(counts.keys.allSatisfy { $0 == 401 || $0 == 503 }, "\(counts)")
    service.stop()
  }
}
