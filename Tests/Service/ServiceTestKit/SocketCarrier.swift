public import Chronology
import JSONText
import SystemLibrary

/// One connection to a service, which is kept and opened again when it has ended.
public final class SocketCarrier: Carrier {
  /// The connection has ended before an answer was complete.
  public struct Ended: Error {}

  private let port: UInt16
  private var descriptor: Int32 = -1
  private var received: [UInt8] = []

  public init(port: UInt16) { self.port = port }

  deinit { disconnect() }

  public func disconnect() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    received = []
  }

  public func setClock(_ now: Instant) throws {
    let reply = try send(
      Sending("PUT", "/v1/clock", json: ["milliseconds": .integer(now.milliseconds)]))
    guard reply.status == 204 else { throw Ended() }
  }

  public func send(_ sending: Sending) throws -> Reply {
    var head = "\(sending.method) \(sending.path) HTTP/1.1\r\nHost: localhost\r\n"
    if let token = sending.token { head += "Authorization: Bearer \(token)\r\n" }
    if let key = sending.key { head += "Idempotency-Key: \(key)\r\n" }
    if let body = sending.body {
      head += "Content-Type: \(sending.type)\r\nContent-Length: \(body.count)\r\n"
    }
    try write(Array("\(head)\r\n".utf8) + (sending.body ?? []))
    return try read()
  }

  /// Sends any bytes.
  public func write(_ bytes: [UInt8]) throws {
    if descriptor < 0 { try connect() }
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        SystemLibrary.send(
          descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        disconnect()
        throw Ended()
      }
      sent += count
    }
  }

  private func connect() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        SystemLibrary.connect(descriptor, $0, size)
      }
    }
    guard result == 0 else {
      disconnect()
      throw Ended()
    }
    // A service that does not answer fails a test, and does not stop it.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Reads an answer to its end.
  public func read() throws -> Reply {
    var headEnd: Int?
    while true {
      headEnd = headEnd ?? Self.headEnd(received)
      if let headEnd, let reply = Self.reply(received, headEnd) {
        received.removeFirst(headEnd + reply.body.count)
        if reply.headers["connection"]?.lowercased() == "close" { disconnect() }
        return reply
      }
      try fill()
    }
  }

  private func fill() throws {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else {
      disconnect()
      throw Ended()
    }
    received += piece[..<count]
  }

  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(end) }.map { $0 + 4 }
  }

  /// The answer in some bytes, if it is complete.
  private static func reply(_ bytes: [UInt8], _ headEnd: Int) -> Reply? {
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
    }
    let length = status == 204 ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
    guard bytes.count >= headEnd + length else { return nil }
    return Reply(
      status: status, headers: headers, body: Array(bytes[headEnd..<headEnd + length]))
  }
}
