import Base
import Synchronization
import SystemLibrary

/// The network between clients and a real server: a proxy for each replica, on one thread.
final class EngineNetwork: Sendable {
  /// What it is made for.
  struct Settings: Sendable {
    var replicaCount: Int
    var serverPort: UInt16
    var speed: Int
    var network: EnginePlan.Network
    var randomness: Randomness
  }

  /// What the network does at the moment.
  struct State: Sendable, Equatable {
    /// Which replicas have a network.
    var isUp: [Bool]
    var isServerUp = false
    var isHealed = false
  }

  /// Something that it did.
  struct Note: Sendable {
    /// In nanoseconds of the machine's clock.
    var time: Int64
    /// Nil for the server.
    var replica: Int?
    var text: String
    var fault: EngineFault?
    var isRoutine = false
  }

  /// A server that is killed when a request that may write reaches it.
  struct Killing: Sendable {
    var group: pid_t
    /// How long after the request.
    var after: Int64
    /// When it is killed without one.
    var latest: Int64
  }

  /// What both threads see.
  struct Board: Sendable {
    var ports: [UInt16]?
    var state: State
    /// Replicas whose connections are cut, once.
    var cuts: Set<Int> = []
    var killing: Killing?
    var notes: [Note] = []
    /// Whether nothing is in flight.
    var isQuiet = true
    var exchangeCount = 0
    /// Rises with each order, and what was carried out.
    var ordered = 0
    var done = 0
    var stops = false
    var hasStopped = false
  }

  final class Shared: Sendable {
    let board: Mutex<Board>

    init(_ state: State) { board = Mutex(Board(state: state)) }
  }

  private let shared: Shared
  private let bell: Int32
  /// The ports of the replicas.
  let ports: [UInt16]

  init(_ settings: Settings) throws(EngineFailure) {
    let state = State(isUp: Array(repeating: true, count: settings.replicaCount))
    let shared = Shared(state)
    self.shared = shared
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .server("the network cannot be started: no more files") }
    let (ear, bell) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    self.bell = bell
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) {
      let traffic = EngineTraffic(settings, shared, ear: ear)
      shared.board.withLock { $0.ports = traffic?.ports ?? [] }
      traffic?.run()
      close(ear)
      shared.board.withLock { $0.hasStopped = true }
    }
    if problem != 0 { shared.board.withLock { $0.ports = [] } }
    var found: [UInt16]?
    repeat {
      found = shared.board.withLock { $0.ports }
      if found == nil { usleep(100) }
    } while found == nil
    ports = found ?? []
    guard !ports.isEmpty else {
      close(bell)
      throw .server("the network cannot be started: there is no free port or no thread")
    }
  }

  var state: State { shared.board.withLock { $0.state } }

  /// Changes what the network does, and returns when it does it.
  func order(_ change: @Sendable (inout Board) -> Void) {
    let number = shared.board.withLock { board in
      change(&board)
      board.ordered += 1
      return board.ordered
    }
    ring()
    while shared.board.withLock({ $0.done < number && !$0.hasStopped }) { usleep(100) }
  }

  /// What it did since the last time.
  func takeNotes() -> [Note] {
    shared.board.withLock { board in
      defer { board.notes = [] }
      return board.notes
    }
  }

  var isQuiet: Bool { shared.board.withLock { $0.isQuiet } }
  /// Whether a server is about to be killed.
  var isKilling: Bool { shared.board.withLock { $0.killing != nil } }
  var exchangeCount: Int { shared.board.withLock { $0.exchangeCount } }

  /// Ends all connections, and the thread.
  func stop() {
    shared.board.withLock { $0.stops = true }
    ring()
    while !shared.board.withLock({ $0.hasStopped }) { usleep(100) }
    close(bell)
  }

  private func ring() {
    var byte: UInt8 = 1
    _ = write(bell, &byte, 1)
  }

  /// Nanoseconds of a clock that only goes forward.
  static var clock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
