import CEpoll
import SystemLibrary

/// Answers every HTTP request with the same few bytes: what is left is the cost of the client.
///
/// It has one thread and reads no more of a request than where it ends.
public final class TrivialResponder {
  /// What it answers with.
  public struct FixedResponse: Sendable {
    let bytes: [UInt8]

    /// A body of this many letters.
    public init(bodyCount: Int = 128, status: String = "200 OK", fields: String = "") {
      let head =
        "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\n\(fields)"
        + "Content-Length: \(bodyCount)\r\n\r\n"
      bytes = Array(head.utf8) + Array(repeating: UInt8(ascii: "x"), count: bodyCount)
    }

    /// Bytes as they are, whether or not they are a response.
    public init(raw: String) { bytes = Array(raw.utf8) }
  }

  /// The port on the loopback interface.
  public let port: UInt16
  private let listener: Int32
  private let queue: Int32
  private let answer: FixedResponse
  /// The requests so far.
  public private(set) var requestCount = 0
  /// After so many requests it closes each connection; 0 never.
  private let requestsPerConnection: Int
  private var requests: [Int32: Int] = [:]
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var unread: [Int32: [UInt8]] = [:]

  /// Listens on a port, or on any free one. Nil if it cannot.
  public init?(
    port: UInt16 = 0, answer: FixedResponse = FixedResponse(), requestsPerConnection: Int = 0
  ) {
    self.answer = answer
    self.requestsPerConnection = requestsPerConnection
    let listener = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    self.listener = listener
    queue = epoll_open()
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4_096) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    self.port = UInt16(bigEndian: address.sin_port)
    guard isBound, queue >= 0 else {
      close(listener)
      return nil
    }
    _ = epoll_watch(queue, listener, epoll_readable, UInt(listener))
  }

  deinit {
    for descriptor in requests.keys { close(descriptor) }
    close(listener)
    close(queue)
  }

  /// Answers the requests that arrive, and waits for them at most so long.
  public func serve(nanoseconds: Int) {
    let ready = UnsafeMutablePointer<epoll_ready>.allocate(capacity: 256)
    defer { ready.deallocate() }
    let found = epoll_wait_nanoseconds(queue, ready, 256, nanoseconds)
    for place in 0..<max(0, Int(found)) {
      let descriptor = Int32(ready[place].number)
      if descriptor == listener { accept() } else { answer(descriptor) }
    }
  }

  private func accept() {
    while true {
      let descriptor = socket_accept(listener)
      guard descriptor >= 0 else { return }
      _ = socket_set_no_delay(descriptor)
      requests[descriptor] = 0
      _ = epoll_watch(queue, descriptor, epoll_readable, UInt(descriptor))
    }
  }

  private func shut(_ descriptor: Int32) {
    requests[descriptor] = nil
    unread[descriptor] = nil
    close(descriptor)
  }

  private func answer(_ descriptor: Int32) {
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else {
      if count == 0 || errno != EAGAIN { shut(descriptor) }
      return
    }
    // Nearly always a request comes whole.
    var whole = 0
    if unread.isEmpty || unread[descriptor] == nil {
      let (requests, used) = buffer.withUnsafeBytes {
        Self.requests(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      whole = requests
      if used < count { unread[descriptor] = Array(buffer[used..<count]) }
    } else {
      var bytes = unread[descriptor] ?? []
      bytes += buffer[..<count]
      let (requests, used) = bytes.withUnsafeBytes { Self.requests(in: $0) }
      whole = requests
      unread[descriptor] = used == bytes.count ? nil : Array(bytes[used...])
    }
    for _ in 0..<whole { respond(descriptor) }
  }

  private func respond(_ descriptor: Int32) {
    guard requestsPerConnection == 0 || requests[descriptor] != nil else { return }
    requestCount += 1
    answer.bytes.withUnsafeBytes {
      _ = send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard requestsPerConnection > 0 else { return }
    requests[descriptor, default: 0] += 1
    if requests[descriptor, default: 0] >= requestsPerConnection { shut(descriptor) }
  }

  /// How many whole requests there are, and how many bytes they take.
  private static func requests(in bytes: UnsafeRawBufferPointer) -> (count: Int, used: Int) {
    var (count, used) = (0, 0)
    while let head = headEnd(bytes, from: used) {
      let end = head + contentLength(bytes, used, head)
      guard end <= bytes.count else { break }
      count += 1
      used = end
    }
    return (count, used)
  }

  private static func headEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start + 3
    while index < bytes.count {
      if bytes[index] == 0x0A && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  /// The length of the body; only a POST has one.
  private static func contentLength(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) -> Int {
    guard bytes[start] == UInt8(ascii: "P") else { return 0 }
    let head = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    for line in head.split(separator: "\r\n") where line.hasPrefix("content-length:") {
      return Int(line.dropFirst(15).filter { $0 != " " }) ?? 0
    }
    return 0
  }
}
