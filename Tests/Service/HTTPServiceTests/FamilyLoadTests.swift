import Base
import DomainCore
import Foundation
import HTTPService
import JSONText
import ServiceTestKit
import SyncCore
import Synchronization
import SystemLibrary
import TestKit
import Testing

@Suite("Families sent by 'shakeout load'", .serialized)
struct FamilyLoadTests {
  /// Runs the built program; returns its exit status and what it printed.
  static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = try BuiltProgram.url("shakeout")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Sends a small load; its JSON, too.
  private static func load(
    _ port: UInt16, _ options: String...
  ) throws -> (code: Int32, output: String, json: JSONNode) {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "load.json")
    let ending = try run(
      [
        "load", "calm", "--people", "24", "--days", "5", "--target", "http://127.0.0.1:\(port)",
        "--rate", "250", "--duration", "3", "--connections", "8", "--abort-below", "0", "--json",
        file.path,
      ] + options)
    let bytes = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    return (ending.code, ending.output, (try? JSONReader().read(bytes)) ?? .null)
  }

  private static func count(_ name: String, _ json: JSONNode) -> Int {
    json["people"]?[name]?.integer(as: Int.self) ?? -1
  }

  @Test("a service that keeps what it acknowledges is found to have lost nothing")
  func honest() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port, "--fail-if", "durable.p50>10s", "--fail-if", "errors>0")
    #expect(ending.code == 0, "\(ending.output)")
    let json = ending.json
    #expect(Self.count("families", json) > 3 && Self.count("devices", json) > 8)
    #expect(Self.count("checkedFamilies", json) == Self.count("families", json))
    #expect(Self.count("operations", json) > 50 && Self.count("undrained", json) == 0)
    // A row for each operation, whether it was accepted or not.
    #expect(Self.count("rows", json) >= Self.count("operations", json))
    #expect(json["violations"]?.elements?.count == 0)
    let series = json["series"]?.elements ?? []
    let durable = try #require(series.first { $0["name"]?.string == "durable" })
    #expect(durable["count"]?.integer(as: Int.self) ?? 0 >= Self.count("operations", json))
    #expect(ending.output.contains("nothing lost"), "\(ending.output)")
  }

  @Test("a service that acknowledges an operation and loses it is found out: exit status 70")
  func lostOperation() throws {
    let service = try LocalService()
    defer { service.stop() }
    let proxy = try LosingProxy(to: service.port, after: 20)
    defer { proxy.stop() }
    let ending = try Self.load(proxy.port, "--drain", "4")
    let lost = try #require(proxy.lost, "nothing was lost: \(ending.output)")
    #expect(ending.code == 70, "\(ending.output)")
    let violations = (ending.json["violations"]?.elements ?? []).compactMap(\.string)
    #expect(
      violations.contains {
        $0.contains("operation \(lost.sequence) of site \(lost.site)")
          && $0.contains("is in no feed")
      }, "\(violations)")
    // The author's copy has a row more than the feed, whose digests count that row.
    #expect(violations.contains { $0.contains("site \(lost.site) got the answer") })
    #expect(violations.contains { $0.contains("the last row has") }, "\(violations)")
    #expect(ending.output.contains("Violated: "), "\(ending.output)")
  }

  @Test("a service that has forgotten everything is found out, though it answers")
  func forgotten() throws {
    let first = try LocalService()
    let port = first.port
    let restart = Mutex<LocalService?>(nil)
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) {
      // Not before some phones have sent something.
      let line = #"route="POST /v1/exchange",status="200"} "#
      for _ in 0..<600 {
        Thread.sleep(forTimeInterval: 0.05)
        let metrics = (try? first.carrier.send(Sending("GET", "/metrics")))?.body ?? []
        let text = String(decoding: metrics, as: UTF8.self)
        let count = text.components(separatedBy: line).dropFirst().first?.prefix { $0 != "\n" }
        if count.flatMap({ Int($0) }) ?? 0 > 50 { break }
      }
      first.stop()
      let second = try? LocalService { $0.port = port }
      restart.withLock { $0 = second }
    }
    try #require(problem == 0)
    let ending = try Self.load(port, "--drain", "1", "--timeout", "2")
    defer { restart.withLock { $0 }?.stop() }
    #expect(ending.code == 70, "\(ending.output)")
    #expect(ending.output.contains("no new install of a member can read"), "\(ending.output)")
  }

  @Test("the options of equal requests refuse a scenario, and those of people need one")
  func usage() throws {
    let both = try Self.load(1, "--path", "/x")
    #expect(both.code == 64 && both.output.contains("'--path' and '--body'"), "\(both.output)")
    for options in [["--people", "5"], ["--fail-if", "durable.p99>1s"], ["--drain", "3"]] {
      let ending = try Self.run(["load", "--target", "http://127.0.0.1:1"] + options)
      #expect(ending.code == 64 && ending.output.contains("needs a scenario"), "\(ending.output)")
    }
    let unknown = try Self.run(["load", "clam", "--target", "http://127.0.0.1:1"])
    #expect(unknown.code == 65 && unknown.output.contains("'calm'"), "\(unknown.output)")
  }
}

/// Stands before a service and makes it one that loses a row after its author got the answer: from
/// then on no one else finds the row in the feed.
private final class LosingProxy: Sendable {
  let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  struct LostRow {
    var scope: UInt32
    var position: UInt32
    var site: UInt32
    var sequence: UInt32
  }

  private struct State {
    /// How many pushes pass before.
    var pushesLeft: Int
    var lost: LostRow?
  }

  var lost: LostRow? { state.withLock(\.lost) }

  init(to service: UInt16, after pushes: Int) throws {
    state = Mutex(State(pushesLeft: pushes))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    try #require(bound)
    port = UInt16(bigEndian: address.sin_port)
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        _ = HostSystem.startThread(stackByteCount: 8 << 20) { [self] in
          serve(client, SocketCarrier(port: service))
        }
      }
    }
    try #require(problem == 0)
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Passes the requests of one connection on.
  private func serve(_ client: Int32, _ carrier: SocketCarrier) {
    defer { close(client) }
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      while let sending = Self.request(&received) {
        guard let reply = try? answer(sending, carrier) else { return }
        let head =
          "HTTP/1.1 \(reply.status) Answer\r\nContent-Type: application/octet-stream\r\n"
          + "Content-Length: \(reply.body.count)\r\n\r\n"
        let bytes = Array(head.utf8) + reply.body
        guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
      }
      let count = recv(client, &piece, piece.count, 0)
      guard count > 0 else { return }
      received += piece[..<count]
    }
  }

  private func answer(_ sending: Sending, _ carrier: SocketCarrier) throws -> Reply {
    guard sending.path == "/v1/exchange", let body = sending.body else {
      return try carrier.send(sending)
    }
    var request = Request()
    var response = Response()
    var writer = WireWriter()
    try body.withUnsafeBufferPointer { bytes throws(WireError) in try request.decode(bytes) }
    let row = hidden(from: request.header)
    var changed = sending
    if let row, request.header.position > row.position {
      request.header.position += 1
      request.encode(into: &writer)
      changed.body = writer.bytes.withElements { Array($0) }
    }
    var reply = try carrier.send(changed)
    guard reply.status == 200 else { return reply }
    try reply.body.withUnsafeBufferPointer { bytes throws(WireError) in
      try response.decode(bytes)
    }
    guard let row else {
      if !request.operations.isEmpty { choose(response) }
      return reply
    }
    Self.hide(row.position, in: &response)
    response.encode(into: &writer)
    reply.body = writer.bytes.withElements { Array($0) }
    return reply
  }

  /// The row that the sender of a request must not see. Its author has seen it.
  private func hidden(from header: RequestHeader) -> LostRow? {
    lost.flatMap { $0.scope == header.scope && $0.site != header.site ? $0 : nil }
  }

  /// Loses the last row of an answer, once, if that is the author's own.
  private func choose(_ response: borrowing Response) {
    let (header, count) = (response.header, response.rows.count)
    guard header.kind == .page, count > 0, header.to == header.end else { return }
    let operation = response.rows[count - 1].operation
    // What belongs together would be split.
    let isAlone = count < 2 || response.rows[count - 2].operation.followers == 0
    guard operation.fact.version.site == header.site, isAlone else { return }
    state.withLock { state in
      state.pushesLeft -= 1
      guard state.pushesLeft < 0, state.lost == nil else { return }
      state.lost = LostRow(
        scope: header.scope, position: header.to - 1, site: header.site,
        sequence: operation.sequence)
    }
  }

  /// Makes a page that of a feed without the row at a position.
  private static func hide(_ position: UInt32, in response: inout Response) {
    let page = response.header
    var rows = FlatArray<FeedRow>()
    var unknown = UnknownFields()
    for index in 0..<response.rows.count where page.from + UInt32(index) != position {
      unknown.keep(response.unknown.ofRow(index), ofRow: rows.count)
      rows.append(response.rows[index])
    }
    response.rows = rows
    response.unknown = unknown
    if page.from > position { response.header.from -= 1 }
    if page.to > position { response.header.to -= 1 }
    if page.end > position { response.header.end -= 1 }
  }

  /// Takes a whole request from the beginning of some bytes.
  private static func request(_ bytes: inout [UInt8]) -> Sending? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4,
      let place = (0...bytes.count - 4).first(where: { bytes[$0..<$0 + 4].elementsEqual(end) })
    else { return nil }
    let lines = String(decoding: bytes[..<place], as: UTF8.self).split(separator: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
    }
    let length = fields["content-length"].flatMap { Int($0) } ?? 0
    let start = place + 4
    guard bytes.count >= start + length else { return nil }
    let body = Array(bytes[start..<start + length])
    bytes.removeFirst(start + length)
    return Sending(
      words[0], words[1],
      token: fields["authorization"]?.split(separator: " ").last.map(String.init),
      key: fields["idempotency-key"], type: fields["content-type"] ?? "", body: body)
  }
}
