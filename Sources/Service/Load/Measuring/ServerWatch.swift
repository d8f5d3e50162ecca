import Reporting
import Synchronization
import SystemLibrary

/// Asks a server each second what it has counted, over a connection and on a thread of its own.
///
/// It goes past the proxy. A server that is down, or does not answer within half a second, is asked
/// again later.
final class ServerWatch: Sendable {
  private let newest = Mutex<LoadReport.ServerCounters?>(nil)
  private let stops = Atomic<Bool>(false)
  private let hasStopped = Atomic<Bool>(false)

  /// Returns nil if no thread can be started.
  init?(_ target: HTTPTarget, _ address: SocketAddress) {
    let request = Array(
      ("GET \(target.prefix)/metrics HTTP/1.1\r\nHost: \(target.authority)\r\n"
        + "User-Agent: shakeout\r\nConnection: close\r\n\r\n").utf8)
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) { [self] in
      while !stops.load(ordering: .acquiring) {
        let begun = MonotonicClock.now
        if let text = Self.answer(
          to: request, from: address, patienceMilliseconds: Self.patienceMilliseconds)
        {
          let counters = Self.counters(in: text)
          newest.withLock { $0 = counters ?? $0 }
        }
        while MonotonicClock.now < begun + Self.pauseNanoseconds
          && !stops.load(ordering: .acquiring)
        {
          usleep(10_000)
        }
      }
      hasStopped.store(true, ordering: .releasing)
    }
    guard problem == 0 else { return nil }
  }

  /// What the server last said.
  var counters: LoadReport.ServerCounters? { newest.withLock { $0 } }

  func stop() {
    stops.store(true, ordering: .releasing)
    while !hasStopped.load(ordering: .acquiring) { usleep(1_000) }
  }

  // MARK: Asking

  private static let pauseNanoseconds: Int64 = 1_000_000_000
  private static let patienceMilliseconds: Int32 = 500
  private static let bytesMax = 1 << 20

  /// The bytes that a server sends until it closes the connection, or those of the first piece.
  static func answer(
    to request: [UInt8], from address: SocketAddress, patienceMilliseconds: Int32,
    isWhole: Bool = true
  ) -> String? {
    guard case .success(let socket) = address.connect() else { return nil }
    defer { close(socket) }
    let end = MonotonicClock.now + Int64(patienceMilliseconds) * 1_000_000
    guard waits(for: POLLOUT, on: socket, until: end),
      send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count < bytesMax {
      guard waits(for: POLLIN, on: socket, until: end) else { return nil }
      let count = recv(socket, &piece, piece.count, 0)
      if count == 0 || (count > 0 && !isWhole) {
        bytes += piece[..<count]
        return String(decoding: bytes, as: UTF8.self)
      }
      if count < 0 { return nil }
      bytes += piece[..<count]
    }
    return nil
  }

  private static func waits(for event: Int32, on socket: Int32, until end: Int64) -> Bool {
    var ready = pollfd(fd: socket, events: Int16(event), revents: 0)
    let left = max(0, (end - MonotonicClock.now) / 1_000_000)
    return poll(&ready, 1, Int32(left)) > 0
  }

  // MARK: Reading

  /// The counters in the text format of Prometheus; nil without the processor time, which every
  /// server of this API has.
  static func counters(in text: String) -> LoadReport.ServerCounters? {
    var counters = LoadReport.ServerCounters()
    var hasTime = false
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let blank = line.lastIndex(of: " "),
        let number = Double(line[line.index(after: blank)...])
      else { continue }
      let name = line[..<blank]
      // One for each kind of request and answer.
      if name.hasPrefix("shakeout_requests_total") { counters.requests += Int64(number) }
      switch name {
      case "process_cpu_seconds_total":
        counters.processorSeconds = number
        hasTime = true
      case "process_resident_memory_bytes": counters.residentBytes = Int64(number)
      case "shakeout_commit_seconds_sum": counters.commitSeconds = number
      case "shakeout_commit_seconds_count": counters.commits = Int64(number)
      default: break
      }
    }
    return hasTime ? counters : nil
  }
}
