import CEpoll
import SystemLibrary

/// Passes the bytes of connections on, and treats them as a bad network does. One thread.
///
/// Each connection has two buffers of a fixed size, which are made when the first one needs its
/// place, and used again.
final class ChaosProxy {
  /// What the network does at the moment.
  struct Faults {
    var delayNanoseconds: Int64 = 0
    var bytesPerSecond = 0
    var drops = false
    var resets = false
    var shuts: ChaosPlan.Direction?
  }

  private var route: ProxyRoute
  private let queue: Int32
  /// The port stays while no connection is accepted.
  private let reservation: ReservedPort
  private var listener: Int32 = -1
  private let connections: UnsafeMutablePointer<ProxyConnection>
  private let capacity: Int
  /// Places that were used, and have no connection now.
  private var free: [Int] = []
  /// Those that became free while events for them may still be in the batch.
  private var freed: [Int] = []
  private var usedCount = 0
  private let ready: UnsafeMutablePointer<epoll_ready>
  private let scratch: UnsafeMutableRawBufferPointer
  private(set) var faults = Faults()
  /// When bytes that are held leave.
  private var wakes = Int64.max
  /// How many bytes may leave in each direction, and when that was last counted.
  private var allowance = (toServer: 0.0, toClient: 0.0, time: Int64(0))
  private var firstServed = 0

  private static let readyMax = 256
  private static let listenerNumber = UInt.max
  /// A throttled connection sends at most so much before the next one's turn.
  private var quantum: Int { max(1_448, faults.bytesPerSecond / 500) }

  /// Nil if it cannot listen.
  init?(to upstream: SocketAddress, connectionsMax: Int) {
    guard let reservation = ReservedPort() else { return nil }
    route = ProxyRoute(upstream: upstream)
    self.reservation = reservation
    capacity = connectionsMax
    connections = .allocate(capacity: connectionsMax)
    ready = .allocate(capacity: Self.readyMax)
    scratch = .allocate(byteCount: 64 << 10, alignment: 16)
    queue = epoll_open()
    guard accepts(true) else { return nil }
  }

  deinit {
    connections.deinitialize(count: usedCount)
    connections.deallocate()
    ready.deallocate()
    scratch.deallocate()
    if listener >= 0 { close(listener) }
    close(queue)
  }

  var port: UInt16 { reservation.port }

  // MARK: Listening

  /// Accepts connections from now on, or refuses them. False if that fails.
  @discardableResult func accepts(_ isWanted: Bool) -> Bool {
    if !isWanted {
      if listener >= 0 { close(listener) }
      listener = -1
      return true
    }
    guard listener < 0 else { return true }
    guard let descriptor = reservation.listen() else { return false }
    listener = descriptor
    _ = epoll_watch(queue, listener, epoll_readable, Self.listenerNumber)
    return true
  }

  private func accept() {
    while true {
      // A client that finds no place waits in the queue of the system.
      guard !free.isEmpty || usedCount < capacity else {
        _ = epoll_rewatch(queue, listener, 0, Self.listenerNumber)
        return
      }
      let client = socket_accept(listener)
      guard client >= 0 else { return }
      guard !faults.resets, case .success(let server) = route.upstream.connect() else {
        reset(client)
        continue
      }
      _ = socket_set_no_delay(client)
      _ = socket_set_no_delay(server)
      open(client, server)
    }
  }

  private func reset(_ descriptor: Int32) {
    var linger = SystemLibrary.linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger,
      socklen_t(MemoryLayout<SystemLibrary.linger>.size))
    close(descriptor)
  }

  private func open(_ client: Int32, _ server: Int32) {
    let index: Int
    if let place = free.popLast() {
      index = place
    } else {
      index = usedCount
      (connections + index).initialize(to: ProxyConnection())
      usedCount += 1
    }
    connections[index].open(client: client, server: server, route: route.number)
    connections[index].clientEvents = epoll_readable
    connections[index].serverEvents = epoll_writable
    _ = epoll_watch(queue, client, epoll_readable, UInt(index * 2))
    _ = epoll_watch(queue, server, epoll_writable, UInt(index * 2 + 1))
    if let direction = faults.shuts { shut(direction, of: index) }
  }

  private func end(_ index: Int, resets: Bool = false) {
    guard connections[index].client >= 0 else { return }
    if freed.isEmpty && free.isEmpty && usedCount == capacity && listener >= 0 {
      _ = epoll_rewatch(queue, listener, epoll_readable, Self.listenerNumber)
    }
    connections[index].shut(resets: resets)
    freed.append(index)
  }

  // MARK: Faults

  /// Changes what the network does from now on.
  func change(_ faults: Faults, at now: Int64) {
    let before = self.faults
    self.faults = faults
    if faults.bytesPerSecond != before.bytesPerSecond { allowance = (0, 0, now) }
    for index in 0..<usedCount where connections[index].client >= 0 {
      if faults.resets && !before.resets { end(index, resets: true) }
      if let direction = faults.shuts, before.shuts == nil { shut(direction, of: index) }
    }
    wakes = 0
  }

  /// Resets all connections, once.
  func resetAll() {
    for index in 0..<usedCount { end(index, resets: true) }
  }

  /// Leads new connections elsewhere, and ends those that may not stay.
  func follow(_ route: ProxyRoute) {
    let isNarrower = route.firstKept > self.route.firstKept
    self.route = route
    guard isNarrower else { return }
    for index in 0..<usedCount where connections[index].route < route.firstKept {
      end(index, resets: true)
    }
  }

  private func shut(_ direction: ChaosPlan.Direction, of index: Int) {
    switch direction {
    case .toServer:
      connections[index].toServer.discard()
      connections[index].toServer.isDead = true
      // One that is not connected yet is notified when it is.
      if !connections[index].isConnecting {
        connections[index].toServer.isShut = true
        shutdown(connections[index].server, Int32(SHUT_WR))
      }
    case .toClient:
      connections[index].toClient.discard()
      connections[index].toClient.isDead = true
      connections[index].toClient.isShut = true
      shutdown(connections[index].client, Int32(SHUT_WR))
    }
  }

  // MARK: Passing on

  /// Waits until something is ready or due, at most until a time, and handles it.
  func turn(until end: Int64) {
    var now = MonotonicClock.now
    let wait = max(0, min(min(end, wakes) - now, 1_000_000_000))
    let found = epoll_wait_nanoseconds(queue, ready, Int32(Self.readyMax), Int(wait))
    now = MonotonicClock.now
    if faults.bytesPerSecond > 0 { earn(at: now) }
    for place in 0..<max(0, Int(found)) {
      let (number, events) = (ready[place].number, ready[place].events)
      if number == Self.listenerNumber { accept() } else { handle(Int(number), events, at: now) }
    }
    if wakes <= now { serveAll(at: now) }
    free += freed
    freed.removeAll(keepingCapacity: true)
  }

  private func earn(at now: Int64) {
    let rate = Double(faults.bytesPerSecond)
    let earned = Double(now - allowance.time) / 1e9 * rate
    // What a link has not sent it cannot send later; a little evens out how often it is served.
    let most = max(rate / 50, Double(quantum))
    allowance.toServer = min(allowance.toServer + earned, most)
    allowance.toClient = min(allowance.toClient + earned, most)
    allowance.time = now
  }

  /// Gives each connection a turn, a different one first each time.
  private func serveAll(at now: Int64) {
    wakes = .max
    guard usedCount > 0 else { return }
    firstServed = (firstServed + 1) % usedCount
    for place in 0..<usedCount {
      let index = (firstServed + place) % usedCount
      guard connections[index].client >= 0, !connections[index].isConnecting else { continue }
      deliver(index, .toServer, at: now)
      if connections[index].client >= 0 { deliver(index, .toClient, at: now) }
      watch(index)
    }
  }

  private func handle(_ number: Int, _ events: UInt32, at now: Int64) {
    let index = number / 2
    guard connections[index].client >= 0 else { return }
    if events & epoll_failed != 0 { return end(index, resets: true) }
    if number % 2 == 1 && connections[index].isConnecting {
      guard socket_error(connections[index].server) == 0 else {
        return end(index, resets: true)
      }
      connections[index].isConnecting = false
      if connections[index].toServer.isDead && faults.shuts == .toServer {
        shut(.toServer, of: index)
      }
      deliver(index, .toServer, at: now)
      return watch(index)
    }
    let (own, other): (ChaosPlan.Direction, ChaosPlan.Direction) =
      number % 2 == 0 ? (.toServer, .toClient) : (.toClient, .toServer)
    if events & epoll_writable != 0 { deliver(index, other, at: now) }
    if events & epoll_readable != 0 && connections[index].client >= 0 {
      receive(index, own, at: now)
    }
    watch(index)
  }

  private func receive(_ index: Int, _ direction: ChaosPlan.Direction, at now: Int64) {
    let isToServer = direction == .toServer
    let source = isToServer ? connections[index].client : connections[index].server
    if faults.drops { kill(index) }
    let isDead =
      isToServer ? connections[index].toServer.isDead : connections[index].toClient.isDead
    let room =
      isDead
      ? scratch
      : isToServer ? connections[index].toServer.room() : connections[index].toClient.room()
    guard room.count > 0 else { return }
    let count = recv(source, room.baseAddress, room.count, 0)
    if count < 0 {
      if errno != EAGAIN && errno != EINTR { end(index, resets: true) }
      return
    }
    if count == 0 { return finish(index, direction, at: now) }
    if isDead { return }
    let (time, isHeld) = (now + faults.delayNanoseconds, faults.delayNanoseconds > 0)
    if isToServer {
      connections[index].toServer.append(count, heldUntil: time, isHeld: isHeld)
    } else {
      connections[index].toClient.append(count, heldUntil: time, isHeld: isHeld)
    }
    if isToServer && connections[index].isConnecting { return }
    deliver(index, direction, at: now)
  }

  /// From now on both directions swallow everything: what was lost cannot be made up for.
  private func kill(_ index: Int) {
    connections[index].toServer.discard()
    connections[index].toClient.discard()
    connections[index].toServer.isDead = true
    connections[index].toClient.isDead = true
  }

  /// A source has sent its end.
  private func finish(_ index: Int, _ direction: ChaosPlan.Direction, at now: Int64) {
    // No one else can come to know of the end of a connection that swallows everything.
    if connections[index].toServer.isDead || connections[index].toClient.isDead {
      return end(index)
    }
    switch direction {
    case .toServer: connections[index].toServer.isEnded = true
    case .toClient: connections[index].toClient.isEnded = true
    }
    if !connections[index].isConnecting { deliver(index, direction, at: now) }
  }

  private func deliver(_ index: Int, _ direction: ChaosPlan.Direction, at now: Int64) {
    switch direction {
    case .toServer:
      let descriptor = connections[index].server
      if !pass(&connections[index].toServer, to: descriptor, &allowance.toServer, at: now) {
        return end(index, resets: true)
      }
    case .toClient:
      let descriptor = connections[index].client
      if !pass(&connections[index].toClient, to: descriptor, &allowance.toClient, at: now) {
        return end(index, resets: true)
      }
    }
    if connections[index].toServer.isShut && connections[index].toClient.isShut { end(index) }
  }

  /// Sends what is due. False if the destination is gone.
  private func pass(
    _ pipe: inout ProxyPipe, to descriptor: Int32, _ allowed: inout Double, at now: Int64
  ) -> Bool {
    let isThrottled = faults.bytesPerSecond > 0
    while !pipe.isEmpty {
      let due = pipe.due(at: now)
      guard due.count > 0 else {
        wakes = min(wakes, pipe.nextDue ?? .max)
        return true
      }
      let most = isThrottled ? min(due.count, Int(allowed), quantum) : due.count
      guard most > 0 else {
        wakes = min(wakes, now + 1_000_000)
        return true
      }
      let count = send(descriptor, due.baseAddress, most, Int32(MSG_NOSIGNAL))
      if count < 0 {
        pipe.isBlocked = errno == EAGAIN
        return pipe.isBlocked || errno == EINTR
      }
      pipe.isBlocked = false
      pipe.remove(count)
      if isThrottled {
        allowed -= Double(count)
        if !pipe.isEmpty { wakes = min(wakes, now + 1_000_000) }
        break
      }
    }
    if pipe.isEmpty { pipe.isBlocked = false }
    if pipe.isEmpty && pipe.isEnded && !pipe.isShut {
      pipe.isShut = true
      shutdown(descriptor, Int32(SHUT_WR))
    }
    return true
  }

  /// Watches both sockets for what can be done.
  private func watch(_ index: Int) {
    guard connections[index].client >= 0 else { return }
    var client: UInt32 = 0
    var server: UInt32 = 0
    if connections[index].toServer.hasRoom && !connections[index].toServer.isEnded {
      client |= epoll_readable
    }
    if connections[index].toClient.isBlocked { client |= epoll_writable }
    if connections[index].toClient.hasRoom && !connections[index].toClient.isEnded {
      server |= epoll_readable
    }
    if connections[index].toServer.isBlocked || connections[index].isConnecting {
      server |= epoll_writable
    }
    if client != connections[index].clientEvents {
      connections[index].clientEvents = client
      _ = epoll_rewatch(queue, connections[index].client, client, UInt(index * 2))
    }
    if server != connections[index].serverEvents {
      connections[index].serverEvents = server
      _ = epoll_rewatch(queue, connections[index].server, server, UInt(index * 2 + 1))
    }
  }
}
