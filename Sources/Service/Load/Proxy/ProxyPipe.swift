import SystemLibrary

/// One direction of a connection through the proxy: the bytes that have come and not left, in a
/// buffer of a fixed size, and how long they are held.
struct ProxyPipe: ~Copyable {
  /// So many bytes may leave at a time, not earlier.
  private struct Hold {
    var count: Int
    var until: Int64
  }

  static let capacity = 64 << 10
  private static let holdsMax = 64

  private let bytes: UnsafeMutableRawPointer
  private let holds: UnsafeMutablePointer<Hold>
  private var start = 0
  private var end = 0
  /// The holds are in a ring.
  private var firstHold = 0
  private var holdCount = 0
  /// The source has sent its end.
  var isEnded = false
  /// The destination knows that nothing more comes.
  var isShut = false
  /// What comes is swallowed.
  var isDead = false
  /// The destination takes nothing at the moment.
  var isBlocked = false

  init() {
    bytes = .allocate(byteCount: Self.capacity, alignment: 16)
    holds = .allocate(capacity: Self.holdsMax)
  }

  deinit {
    bytes.deallocate()
    holds.deallocate()
  }

  var isEmpty: Bool { start == end }

  /// Forgets everything, for another connection.
  mutating func reset() {
    discard()
    (isEnded, isShut, isDead, isBlocked) = (false, false, false, false)
  }

  mutating func discard() {
    (start, end, firstHold, holdCount) = (0, 0, 0, 0)
  }

  /// Whether the source may be read: at the end of the buffer, not before a quarter is free, so
  /// that little is moved.
  var hasRoom: Bool { end < Self.capacity || end - start <= Self.capacity / 4 * 3 }

  /// Where bytes of the source go. Moves what is left to the beginning, when the end is reached.
  mutating func room() -> UnsafeMutableRawBufferPointer {
    if end == Self.capacity && hasRoom {
      memmove(bytes, bytes + start, end - start)
      (start, end) = (0, end - start)
    }
    return UnsafeMutableRawBufferPointer(start: bytes + end, count: Self.capacity - end)
  }

  /// So many bytes have come, and may leave at an instant.
  mutating func append(_ count: Int, heldUntil time: Int64, isHeld: Bool) {
    let before = end - start
    end += count
    guard isHeld || holdCount > 0 else { return }
    if holdCount == 0 && before > 0 { hold(before, until: 0) }
    // Bytes never overtake each other.
    let last = holdCount > 0 ? holds[(firstHold + holdCount - 1) % Self.holdsMax].until : 0
    hold(count, until: max(isHeld ? time : 0, last))
  }

  private mutating func hold(_ count: Int, until time: Int64) {
    if holdCount == Self.holdsMax {
      let last = (firstHold + holdCount - 1) % Self.holdsMax
      holds[last].count += count
      holds[last].until = max(holds[last].until, time)
      return
    }
    holds[(firstHold + holdCount) % Self.holdsMax] = Hold(count: count, until: time)
    holdCount += 1
  }

  /// The bytes that may leave now.
  func due(at now: Int64) -> UnsafeRawBufferPointer {
    var count = end - start
    if holdCount > 0 {
      count = 0
      for place in 0..<holdCount {
        let hold = holds[(firstHold + place) % Self.holdsMax]
        guard hold.until <= now else { break }
        count += hold.count
      }
    }
    return UnsafeRawBufferPointer(start: bytes + start, count: count)
  }

  /// When the next held bytes may leave.
  var nextDue: Int64? { holdCount > 0 ? holds[firstHold].until : nil }

  /// So many bytes have left.
  mutating func remove(_ count: Int) {
    start += count
    if start == end { return discard() }
    var left = count
    while left > 0 && holdCount > 0 {
      let taken = min(left, holds[firstHold].count)
      holds[firstHold].count -= taken
      left -= taken
      if holds[firstHold].count == 0 {
        firstHold = (firstHold + 1) % Self.holdsMax
        holdCount -= 1
      }
    }
  }
}

/// A connection of a client to the proxy, and the one of the proxy to the server for it.
struct ProxyConnection: ~Copyable {
  /// The sockets of the client and of the server; -1 for a place that is free.
  var client: Int32 = -1
  var server: Int32 = -1
  var isConnecting = false
  /// The number of the route that it has taken.
  var route = 0
  var toServer = ProxyPipe()
  var toClient = ProxyPipe()
  /// What the queue watches at each of them.
  var clientEvents: UInt32 = 0
  var serverEvents: UInt32 = 0

  deinit {
    if client >= 0 { close(client) }
    if server >= 0 { close(server) }
  }

  mutating func open(client: Int32, server: Int32, route: Int) {
    self.client = client
    self.server = server
    self.route = route
    isConnecting = true
    toServer.reset()
    toClient.reset()
    (clientEvents, serverEvents) = (0, 0)
  }

  /// Closes both; with `resets` both ends see an error in place of the end.
  mutating func shut(resets: Bool) {
    for descriptor in [client, server] {
      if resets {
        var linger = SystemLibrary.linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          descriptor, SOL_SOCKET, SO_LINGER, &linger,
          socklen_t(MemoryLayout<SystemLibrary.linger>.size))
      }
      close(descriptor)
    }
    (client, server) = (-1, -1)
  }
}
