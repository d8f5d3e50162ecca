import Base
import Synchronization
import SystemLibrary

/// What the thread of the network does: it accepts connections, passes bytes on, and loses, delays
/// and repeats exchanges.
final class EngineTraffic {
  /// The port of a replica.
  private struct Door {
    let port: UInt16
    /// Keeps the port while no one listens at it.
    let reservation: Int32
    /// -1 while connections are refused.
    var listener: Int32 = -1
    var exchangeCount = 0
  }

  /// What a file of `poll` belongs to.
  private enum Subject {
    case ear
    case door(Int)
    case client(EngineConnection)
    case server(EngineConnection)
    case copy(Int)
  }

  private static let connectionsMax = 256
  /// So long the server may take to answer a request that came once more.
  private static let copyNanoseconds: Int64 = 2_000_000_000

  private let settings: EngineNetwork.Settings
  private let shared: EngineNetwork.Shared
  private let ear: Int32
  private var doors: [Door] = []
  private var connections: [EngineConnection] = []
  private var copies: [EngineCopy] = []
  private var state: EngineNetwork.State
  private var killing: EngineNetwork.Killing?
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var now: Int64 = 0

  /// Nil if there is no port.
  init?(_ settings: EngineNetwork.Settings, _ shared: EngineNetwork.Shared, ear: Int32) {
    self.settings = settings
    self.shared = shared
    self.ear = ear
    state = EngineNetwork.State(isUp: Array(repeating: true, count: settings.replicaCount))
    for _ in 0..<settings.replicaCount {
      guard let port = Loopback.freePort(),
        let reservation = Loopback.bound(to: port, isShared: true)
      else {
        closeDoors()
        return nil
      }
      doors.append(Door(port: port, reservation: reservation))
    }
  }

  var ports: [UInt16] { doors.map(\.port) }

  func run() {
    while turn() {}
    for connection in connections { connection.close(resets: true) }
    for copy in copies where copy.descriptor >= 0 { Loopback.reset(copy.descriptor) }
    closeDoors()
  }

  private func closeDoors() {
    for door in doors {
      if door.listener >= 0 { close(door.listener) }
      close(door.reservation)
    }
    doors = []
  }

  /// Waits until there is something to do, and does it. False when it is over.
  private func turn() -> Bool {
    var (files, subjects) = watched()
    let wait = max(0, min(nextDue - EngineNetwork.clock, 1_000_000_000))
    _ = poll(&files, nfds_t(files.count), Int32((wait + 999_999) / 1_000_000))
    now = EngineNetwork.clock
    var byte = [UInt8](repeating: 0, count: 64)
    while read(ear, &byte, byte.count) > 0 {}
    for (file, subject) in zip(files, subjects) where file.revents != 0 {
      handle(subject, file.revents)
    }
    // Only now, so that no file that was handled is another one meanwhile.
    guard obey() else { return false }
    flush()
    sendCopies()
    killIfDue()
    connections.removeAll(where: \.isClosed)
    copies.removeAll { $0.closes <= now && $0.descriptor < 0 }
    let isQuiet =
      copies.isEmpty && !connections.contains { $0.toServer.count + $0.toClient.count > 0 }
    shared.board.withLock { $0.isQuiet = isQuiet }
    return true
  }

  private func watched() -> (files: [pollfd], subjects: [Subject]) {
    var files = [pollfd(fd: ear, events: Int16(POLLIN), revents: 0)]
    var subjects = [Subject.ear]
    func watch(_ descriptor: Int32, _ events: Int32, _ subject: Subject) {
      files.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
      subjects.append(subject)
    }
    for place in doors.indices where doors[place].listener >= 0 {
      watch(doors[place].listener, Int32(POLLIN), .door(place))
    }
    for connection in connections {
      var (client, server): (Int32, Int32) = (0, 0)
      if connection.toServer.hasRoom { client |= Int32(POLLIN) }
      if connection.toClient.isBlocked { client |= Int32(POLLOUT) }
      if connection.toClient.hasRoom, !connection.isConnecting { server |= Int32(POLLIN) }
      if connection.toServer.isBlocked || connection.isConnecting { server |= Int32(POLLOUT) }
      // A socket that is watched for nothing still reports that it is broken, again and again.
      if client != 0 { watch(connection.client, client, .client(connection)) }
      if server != 0 { watch(connection.server, server, .server(connection)) }
    }
    for place in copies.indices where copies[place].descriptor >= 0 {
      watch(copies[place].descriptor, Int32(POLLIN), .copy(place))
    }
    return (files, subjects)
  }

  private var nextDue: Int64 {
    var due = killing?.latest ?? .max
    for connection in connections {
      due = min(due, connection.toClient.nextDue ?? .max)
      if !connection.isConnecting { due = min(due, connection.toServer.nextDue ?? .max) }
    }
    for copy in copies { due = min(due, copy.descriptor < 0 ? copy.due : copy.closes) }
    return due
  }

  private func handle(_ subject: Subject, _ events: Int16) {
    switch subject {
    case .ear: break
    case .door(let place): accept(place)
    case .client(let connection) where connection.isClosed: break
    case .client(let connection):
      if events & Int16(POLLIN | POLLHUP | POLLERR) != 0 { receiveRequest(connection) }
    case .server(let connection) where connection.isClosed: break
    case .server(let connection):
      if connection.isConnecting {
        guard Loopback.error(of: connection.server) == 0 else {
          return connection.close(resets: true)
        }
        connection.isConnecting = false
      } else if events & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        receiveAnswer(connection)
      }
    case .copy(let place):
      // It has begun to answer: the request was done once more.
      copies[place].closes = min(copies[place].closes, now + 50_000_000)
      if recv(copies[place].descriptor, &chunk, chunk.count, 0) <= 0 { copies[place].closes = now }
    }
  }

  // MARK: Orders

  /// Does what the other thread has ordered. False when it is to stop.
  private func obey() -> Bool {
    let (order, cuts, stops, wanted, killing) = shared.board.withLock { board in
      defer { board.cuts = [] }
      return (board.ordered, board.cuts, board.stops, board.state, board.killing)
    }
    if stops { return false }
    self.killing = killing
    state = wanted
    for place in doors.indices {
      let isOpen = state.isUp[place] && state.isServerUp
      if isOpen, doors[place].listener < 0 { doors[place].listener = listen(at: doors[place].port) }
      if !isOpen, doors[place].listener >= 0 {
        close(doors[place].listener)
        doors[place].listener = -1
      }
      if !isOpen || cuts.contains(place) { cut(place) }
    }
    if !state.isServerUp { dropCopies() }
    shared.board.withLock { $0.done = order }
    return true
  }

  private func listen(at port: UInt16) -> Int32 {
    guard let descriptor = Loopback.bound(to: port, isShared: true) else { return -1 }
    if SystemLibrary.listen(descriptor, 128) == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  private func cut(_ replica: Int) {
    for connection in connections where connection.replica == replica {
      connection.close(resets: true)
    }
  }

  private func dropCopies() {
    for copy in copies where copy.descriptor >= 0 { Loopback.reset(copy.descriptor) }
    copies = []
  }

  private func killIfDue() {
    guard let killing, killing.latest <= now else { return }
    for place in doors.indices { cut(place) }
    dropCopies()
    kill(-killing.group, SIGKILL)
    self.killing = nil
    state.isServerUp = false
    for place in doors.indices where doors[place].listener >= 0 {
      close(doors[place].listener)
      doors[place].listener = -1
    }
    shared.board.withLock {
      $0.killing = nil
      $0.state.isServerUp = false
    }
    note(nil, "is killed")
  }

  private func note(
    _ replica: Int?, _ text: String, _ fault: EngineFault? = nil, isRoutine: Bool = false
  ) {
    let note = EngineNetwork.Note(
      time: now, replica: replica, text: text, fault: fault, isRoutine: isRoutine)
    shared.board.withLock { $0.notes.append(note) }
  }

  // MARK: Bytes

  private func accept(_ place: Int) {
    while let client = Loopback.accepted(at: doors[place].listener) {
      guard connections.count < Self.connectionsMax,
        let server = Loopback.connected(to: settings.serverPort)
      else {
        Loopback.reset(client)
        continue
      }
      connections.append(EngineConnection(replica: place, client: client, server: server))
    }
  }

  private func receiveRequest(_ connection: EngineConnection) {
    let count = recv(connection.client, &chunk, chunk.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      if count < 0 { return connection.close(resets: true) }
      connection.toServer.isEnded = true
      return
    }
    if connection.isAnswered {
      begin(connection)
      connection.isReading = EngineExchange.isReading(chunk[..<count])
      if connection.exchange?.loss == .request {
        note(
          connection.replica, "a request is lost: its connection is cut before the server gets it",
          .loss)
        return connection.close(resets: true)
      }
    }
    if connection.exchange?.copyAfter != nil {
      connection.request += chunk[..<count]
      if connection.request.count > EngineConnection.requestByteCountMax {
        connection.exchange?.copyAfter = nil
      }
    }
    connection.toServer.append(
      chunk[..<count], due: later(connection.exchange?.requestDelay ?? 0))
  }

  /// What a client sends after an answer is another exchange.
  private func begin(_ connection: EngineConnection) {
    let replica = connection.replica
    doors[replica].exchangeCount += 1
    shared.board.withLock { $0.exchangeCount += 1 }
    let exchange =
      state.isHealed
      ? EngineExchange()
      : EngineExchange.draw(
        settings.network, settings.randomness, replica: replica,
        number: doors[replica].exchangeCount)
    connection.exchange = exchange
    connection.request = []
    connection.isAnswered = false
    for (what, delay) in [
      ("a request", exchange.requestDelay), ("an answer", exchange.answerDelay),
    ]
    where delay > 500 && exchange.loss == nil {
      note(replica, "\(what) takes \(delay) ms", .delays)
    }
  }

  private func receiveAnswer(_ connection: EngineConnection) {
    let count = recv(connection.server, &chunk, chunk.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      if count < 0 { return connection.close(resets: true) }
      connection.toClient.isEnded = true
      return
    }
    if !connection.isAnswered {
      connection.isAnswered = true
      if let after = connection.exchange?.copyAfter,
        EngineExchange.isWholeRequest(connection.request)
      {
        copies.append(
          EngineCopy(
            replica: connection.replica, bytes: connection.request, due: later(after)))
      }
      if connection.exchange?.loss == .answer {
        note(
          connection.replica,
          "an answer is lost: the server did the request, and its connection is "
            + "cut", .loss)
        return connection.close(resets: true)
      }
    }
    connection.toClient.append(chunk[..<count], due: later(connection.exchange?.answerDelay ?? 0))
  }

  /// The instant in so many milliseconds of the plan.
  private func later(_ milliseconds: Int) -> Int64 {
    milliseconds == 0 ? now : now + Int64(milliseconds) * 1_000_000 / Int64(settings.speed)
  }

  private func flush() {
    for connection in connections where !connection.isClosed {
      if !connection.isConnecting {
        let before = connection.toServer.count
        if !connection.toServer.pass(to: connection.server, at: now) {
          connection.close(resets: true)
          continue
        }
        if connection.toServer.count < before, !connection.isReading { hastenKilling() }
      }
      if !connection.toClient.pass(to: connection.client, at: now) {
        connection.close(resets: true)
      } else if connection.toServer.isShut, connection.toClient.isShut {
        connection.close(resets: false)
      }
    }
  }

  /// A request that may write has reached a server that is about to be killed.
  private func hastenKilling() {
    guard let killing, killing.latest > now + killing.after else { return }
    self.killing?.latest = now + killing.after
    shared.board.withLock { $0.killing?.latest = now + killing.after }
  }

  private func sendCopies() {
    for place in copies.indices {
      if copies[place].descriptor >= 0 {
        guard copies[place].closes <= now else { continue }
        close(copies[place].descriptor)
        copies[place].descriptor = -1
        continue
      }
      guard copies[place].due <= now, copies[place].closes == .max else { continue }
      sendCopy(place)
    }
  }

  private func sendCopy(_ place: Int) {
    let copy = copies[place]
    copies[place].closes = now
    guard let descriptor = Loopback.connected(to: settings.serverPort) else { return }
    // A connection of the loopback interface stands at once, and takes as much at once as a request
    // has as a rule.
    let sent = copy.bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard sent == copy.bytes.count else { return Loopback.reset(descriptor) }
    copies[place].descriptor = descriptor
    copies[place].closes = now + Self.copyNanoseconds
    note(copy.replica, "a request reaches the server a second time", .duplicates)
  }
}
