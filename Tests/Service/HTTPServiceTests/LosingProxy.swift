import Base
import DomainCore
import ServiceTestKit
import SyncCore
import Synchronization
import SystemLibrary
import Testing

/// Stands before a service and makes it one that does something wrong.
final class LosingProxy: Sendable {
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

  /// What it does.
  enum Fault: Equatable {
    /// It loses a row after its author got the answer, once so many pushes have passed: from then
    /// on no one else finds the row in the feed.
    case losesRow(after: Int)
    /// It says that an account is deleted, and deletes none.
    case keepsAccounts
  }

  private let fault: Fault

  init(to service: UInt16, _ fault: Fault) throws {
    self.fault = fault
    var pushes = Int.max
    if case .losesRow(let count) = fault { pushes = count }
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
    if sending.method == "DELETE" && fault == .keepsAccounts { return Reply(status: 204, body: []) }
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
