import SystemLibrary

/// One direction of a connection through the proxy: the bytes that have come and not left.
struct EngineStream {
  private var parts: [(bytes: [UInt8], due: Int64)] = []
  private var first = 0
  private(set) var count = 0
  /// The source has sent its end.
  var isEnded = false
  /// The destination knows of it.
  var isShut = false
  /// The destination takes nothing at the moment.
  private(set) var isBlocked = false

  /// So much is kept before the source has to wait.
  private static let capacity = 1 << 18

  var hasRoom: Bool { !isEnded && count < Self.capacity }

  /// When the next bytes may leave; nil if there are none, or no one takes them.
  var nextDue: Int64? { isBlocked ? nil : parts.first?.due }

  /// Bytes have come, and may leave at an instant, but not before those that came before them.
  mutating func append(_ bytes: ArraySlice<UInt8>, due: Int64) {
    parts.append((Array(bytes), max(due, parts.last?.due ?? 0)))
    count += bytes.count
  }

  /// Sends what is due. False if the destination is gone.
  mutating func pass(to descriptor: Int32, at now: Int64) -> Bool {
    isBlocked = false
    while let part = parts.first, part.due <= now {
      let sent = part.bytes[first...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent >= 0 else {
        isBlocked = errno == EAGAIN || errno == EINTR
        return isBlocked
      }
      count -= sent
      first += sent
      if first == part.bytes.count {
        parts.removeFirst()
        first = 0
      }
    }
    if parts.isEmpty, isEnded, !isShut {
      isShut = true
      shutdown(descriptor, Int32(SHUT_WR))
    }
    return true
  }
}

/// A connection of a client to the proxy, and the one of the proxy to the server for it.
final class EngineConnection {
  let replica: Int
  let client: Int32
  let server: Int32
  var isConnecting = true
  var isClosed = false
  var toServer = EngineStream()
  var toClient = EngineStream()
  /// What happens to the present exchange; nil before the first.
  var exchange: EngineExchange?
  /// The request of the present exchange, if it may have to be sent again.
  var request: [UInt8] = []
  /// Whether the present request changes nothing, as far as its first bytes say.
  var isReading = false
  /// Whether the server has begun to answer.
  var isAnswered = true

  static let requestByteCountMax = 1 << 20

  init(replica: Int, client: Int32, server: Int32) {
    self.replica = replica
    self.client = client
    self.server = server
  }

  /// Closes both ends; with `resets`, they see an error.
  func close(resets: Bool) {
    guard !isClosed else { return }
    isClosed = true
    for descriptor in [client, server] {
      if resets { Loopback.reset(descriptor) } else { _ = SystemLibrary.close(descriptor) }
    }
  }

  deinit { close(resets: true) }
}

/// A request that arrives once more, on a connection of its own.
struct EngineCopy {
  var replica: Int
  var bytes: [UInt8]
  /// When it is sent, and when its connection is closed at the latest.
  var due: Int64
  var closes = Int64.max
  /// -1 before it is sent.
  var descriptor: Int32 = -1
}
