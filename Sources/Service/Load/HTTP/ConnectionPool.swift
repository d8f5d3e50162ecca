import CEpoll
import SystemLibrary

/// How a request ended.
enum RequestOutcome {
  /// A response came. Its body is valid during the call only.
  case response(status: Int, body: UnsafeRawBufferPointer, retryAfterSeconds: Int?)
  case failed(RequestFailure)
}

/// Why a request has no response.
public enum RequestFailure: String, CaseIterable, Sendable {
  /// No connection could be made.
  case refused
  /// The connection broke before the response was complete.
  case broken
  /// The response took too long.
  case timeout
  /// The bytes were no HTTP response.
  case malformed
  /// The load ended before its time, and nothing was wrong yet.
  case unanswered
}

/// Receives how requests ended.
protocol RequestOwner {
  mutating func finished(_ token: Int, _ outcome: RequestOutcome)
  /// A connection has become idle, and a request that has waited for one can leave at once: not
  /// after all other responses that have come with this one.
  mutating func connectionIsFree(_ pool: ConnectionPool)
}

extension RequestOwner {
  mutating func connectionIsFree(_ pool: ConnectionPool) {}
}

/// A fixed number of keep-alive connections to one server, on one thread that waits for all of them
/// at once. A connection carries one request at a time.
final class ConnectionPool {
  private let address: SocketAddress
  private let timeoutNanoseconds: Int64
  private let queue: Int32
  private let connections: UnsafeMutablePointer<Connection>
  let count: Int
  /// The idle connections, the one that has been idle longest first.
  private var idle = Ring<Int32>()
  private var timeouts = Ring<Timeout>()
  private var ready: UnsafeMutablePointer<epoll_ready>
  /// How many requests are under way.
  private(set) var busyCount = 0
  private var closedCount = 0
  /// When a closed connection is opened next.
  private var opensNext = Int64.max
  /// How often no connection could be made.
  private(set) var refusedCount = 0
  /// The last error in making one.
  private(set) var refusal: ConnectionProblem?

  private struct Timeout {
    var connection: Int32
    var request: UInt32
    var time: Int64
  }

  private static let readyMax = 256
  private static let reopenNanoseconds: Int64 = 50_000_000

  /// - Parameter proxy: where it connects to, if that is not the target.
  init(
    to target: HTTPTarget, through proxy: SocketAddress? = nil, connections count: Int,
    timeoutSeconds: Double
  ) throws(HTTPTarget.Problem) {
    address = if let proxy { proxy } else { try target.address() }
    timeoutNanoseconds = MonotonicClock.nanoseconds(timeoutSeconds)
    queue = epoll_open()
    self.count = count
    connections = .allocate(capacity: count)
    for index in 0..<count { (connections + index).initialize(to: Connection()) }
    ready = .allocate(capacity: Self.readyMax)
    closedCount = count
    opensNext = 0
  }

  deinit {
    connections.deinitialize(count: count)
    connections.deallocate()
    ready.deallocate()
    close(queue)
  }

  /// Whether a connection is free for a request now.
  var hasIdle: Bool { !idle.isEmpty }

  var idleCount: Int { idle.count }

  /// Whether no connection is there, and none can be made.
  var isApart: Bool { idle.count == 0 && busyCount == 0 && refusal != nil }

  // MARK: Opening

  /// Opens the closed connections whose time has come.
  func openClosed(at now: Int64) {
    guard closedCount > 0, opensNext <= now else { return }
    opensNext = .max
    for index in 0..<count where connections[index].state == .closed {
      if connections[index].opensAt <= now { open(index, at: now) }
      if connections[index].state == .closed {
        opensNext = min(opensNext, connections[index].opensAt)
      }
    }
  }

  private func open(_ index: Int, at now: Int64) {
    switch address.connect() {
    case .failure(let problem):
      refuse(index, problem, at: now)
    case .success(let descriptor):
      _ = socket_set_no_delay(descriptor)
      closedCount -= 1
      connections[index].open(descriptor)
      _ = epoll_watch(queue, descriptor, epoll_writable | epoll_readable, UInt(index))
    }
  }

  private func refuse(_ index: Int, _ problem: ConnectionProblem, at now: Int64) {
    refusedCount += 1
    refusal = problem
    connections[index].opensAt = now + Self.reopenNanoseconds
    opensNext = min(opensNext, connections[index].opensAt)
  }

  private func shut(_ index: Int) {
    if connections[index].state != .closed { closedCount += 1 }
    connections[index].shut()
    opensNext = min(opensNext, connections[index].opensAt)
  }

  // MARK: Sending

  /// Sends a request on the connection that has been idle longest; there must be one.
  func send<Owner: RequestOwner>(
    _ request: UnsafeRawBufferPointer, for token: Int, at now: Int64, _ owner: inout Owner
  ) {
    guard let number = idle.popFirst() else { preconditionFailure("no connection is idle") }
    let index = Int(number)
    connections[index].state = .busy
    connections[index].token = token
    connections[index].request &+= 1
    busyCount += 1
    timeouts.append(
      Timeout(
        connection: number, request: connections[index].request, time: now + timeoutNanoseconds))
    let sent = write(request, on: index)
    if sent < 0 { return fail(index, .broken, at: now, &owner) }
    if sent < request.count {
      connections[index].unsent = Array(request[sent...])
      _ = epoll_rewatch(
        queue, connections[index].descriptor, epoll_readable | epoll_writable, UInt(index))
    }
  }

  /// How many bytes the socket took; -1 if it is broken.
  private func write(_ bytes: UnsafeRawBufferPointer, on index: Int) -> Int {
    while true {
      let count = SystemLibrary.send(
        connections[index].descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return -1 }
    }
  }

  // MARK: Waiting

  /// Waits until something is ready, at most until a time, and handles it.
  func wait<Owner: RequestOwner>(until end: Int64, _ owner: inout Owner) {
    var now = MonotonicClock.now
    let end = min(end, opensNext, timeouts.first?.time ?? .max)
    let found = epoll_wait_nanoseconds(
      queue, ready, Int32(Self.readyMax), Int(max(0, min(end - now, 1_000_000_000))))
    now = MonotonicClock.now
    for place in 0..<max(0, Int(found)) {
      let (index, events) = (Int(ready[place].number), ready[place].events)
      handle(index, events, at: now, &owner)
    }
    expire(at: now, &owner)
    openClosed(at: now)
  }

  private func handle<Owner: RequestOwner>(
    _ index: Int, _ events: UInt32, at now: Int64, _ owner: inout Owner
  ) {
    switch connections[index].state {
    case .closed: return
    case .connecting: finishConnecting(index, at: now)
    case .idle, .busy:
      if events & epoll_writable != 0 && !connections[index].unsent.isEmpty {
        sendRest(index, at: now, &owner)
      }
      if events & (epoll_readable | epoll_failed) != 0 { receive(index, at: now, &owner) }
    }
  }

  private func finishConnecting(_ index: Int, at now: Int64) {
    let error = socket_error(connections[index].descriptor)
    guard error == 0 else {
      refuse(index, ConnectionProblem(number: error), at: now)
      return shut(index)
    }
    connections[index].state = .idle
    _ = epoll_rewatch(queue, connections[index].descriptor, epoll_readable, UInt(index))
    idle.append(Int32(index))
  }

  private func sendRest<Owner: RequestOwner>(
    _ index: Int, at now: Int64, _ owner: inout Owner
  ) {
    let rest = connections[index].unsent
    let sent = rest.withUnsafeBytes { write($0, on: index) }
    if sent < 0 { return fail(index, .broken, at: now, &owner) }
    connections[index].unsent.removeFirst(sent)
    if connections[index].unsent.isEmpty {
      _ = epoll_rewatch(queue, connections[index].descriptor, epoll_readable, UInt(index))
    }
  }

  // MARK: Receiving

  private func receive<Owner: RequestOwner>(
    _ index: Int, at now: Int64, _ owner: inout Owner
  ) {
    while connections[index].state == .idle || connections[index].state == .busy {
      guard connections[index].makeRoom() else { return fail(index, .malformed, at: now, &owner) }
      let free = UnsafeMutableRawBufferPointer(
        rebasing: connections[index].input[connections[index].inputCount...])
      let count = recv(connections[index].descriptor, free.baseAddress, free.count, 0)
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EAGAIN { fail(index, .broken, at: now, &owner) }
        return
      }
      connections[index].inputCount += count
      parse(index, isEnd: count == 0, at: now, &owner)
      // A short read has emptied the socket; the end of the connection is announced again.
      if count < free.count { return }
    }
  }

  private func parse<Owner: RequestOwner>(
    _ index: Int, isEnd: Bool, at now: Int64, _ owner: inout Owner
  ) {
    guard connections[index].state == .busy else {
      // An idle connection that the server closes, or on which it says what no one asked.
      drop(index, at: now)
      return
    }
    let bytes = UnsafeMutableRawBufferPointer(
      rebasing: connections[index].input[..<connections[index].inputCount])
    switch connections[index].parser.read(bytes, isEnd: isEnd) {
    case .needsMore: return
    case .malformed: fail(index, isEnd ? .broken : .malformed, at: now, &owner)
    case .complete(let response) where response.status < 200:
      if connections[index].removeResponse(response.byteCount) > 0 {
        parse(index, isEnd: isEnd, at: now, &owner)
      }
    case .complete(let response):
      finish(index, response, bytes, closes: isEnd, at: now, &owner)
    }
  }

  private func finish<Owner: RequestOwner>(
    _ index: Int, _ response: ResponseParser.Response, _ bytes: UnsafeMutableRawBufferPointer,
    closes: Bool, at now: Int64, _ owner: inout Owner
  ) {
    let token = connections[index].token
    let body = UnsafeRawBufferPointer(
      rebasing: bytes[response.bodyStart..<(response.bodyStart + response.bodyCount)])
    busyCount -= 1
    connections[index].isUsed = true
    connections[index].state = .idle
    owner.finished(
      token,
      .response(
        status: response.status, body: body, retryAfterSeconds: response.retryAfterSeconds))
    let isLeft = connections[index].removeResponse(response.byteCount) > 0
    if closes || response.closes || isLeft || !connections[index].unsent.isEmpty {
      drop(index, at: now)
    } else {
      idle.append(Int32(index))
      owner.connectionIsFree(self)
    }
  }

  /// Closes a connection without a request. It is opened again at once.
  private func drop(_ index: Int, at now: Int64) {
    idle.remove(Int32(index))
    connections[index].opensAt = connections[index].isUsed ? now : now + Self.reopenNanoseconds
    shut(index)
  }

  private func fail<Owner: RequestOwner>(
    _ index: Int, _ failure: RequestFailure, at now: Int64, _ owner: inout Owner
  ) {
    guard connections[index].state == .busy else { return drop(index, at: now) }
    let token = connections[index].token
    busyCount -= 1
    connections[index].opensAt = now
    shut(index)
    owner.finished(token, .failed(failure))
  }

  /// Gives up the requests whose time is over.
  private func expire<Owner: RequestOwner>(at now: Int64, _ owner: inout Owner) {
    while let oldest = timeouts.first {
      let index = Int(oldest.connection)
      let isUnderWay =
        connections[index].state == .busy && connections[index].request == oldest.request
      if isUnderWay {
        guard oldest.time <= now else { return }
        fail(index, .timeout, at: now, &owner)
      }
      _ = timeouts.popFirst()
    }
  }
}
