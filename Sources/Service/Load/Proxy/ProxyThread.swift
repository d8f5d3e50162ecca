import Synchronization
import SystemLibrary

/// A proxy on a thread of its own that follows the events of a plan.
final class ProxyThread: Sendable {
  let address: SocketAddress
  private let state: State

  private final class State: Sendable {
    let port = Atomic<Int>(-1)
    let processor = Atomic<Int64>(0)
    let isCalm = Atomic<Bool>(false)
    let stops = Atomic<Bool>(false)
    let hasStopped = Atomic<Bool>(false)
    let route: Mutex<ProxyRoute>

    init(_ route: ProxyRoute) { self.route = Mutex(route) }
  }

  /// Listens on the loopback interface, instead of a server.
  init(
    to upstream: SocketAddress, _ events: [ChaosPlan.Event], _ clock: ChaosClock,
    connectionsMax: Int
  ) throws(LoadError) {
    let state = State(ProxyRoute(upstream: upstream))
    self.state = state
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) {
      defer { state.hasStopped.store(true, ordering: .releasing) }
      guard let proxy = ChaosProxy(to: upstream, connectionsMax: connectionsMax) else {
        return state.port.store(0, ordering: .releasing)
      }
      state.port.store(Int(proxy.port), ordering: .releasing)
      var weather = NetworkWeather(events, clock)
      while !state.stops.load(ordering: .acquiring) {
        let now = MonotonicClock.now
        weather.follow(proxy, at: now)
        proxy.follow(state.route.withLock(\.self))
        if clock.isOver { state.isCalm.store(true, ordering: .releasing) }
        state.processor.store(Self.threadNanoseconds, ordering: .relaxed)
        let pause = now + 20_000_000
        repeat {
          proxy.turn(until: min(pause, weather.changes))
        } while MonotonicClock.now < min(pause, weather.changes) && !clock.isOver
      }
    }
    let hasThread = problem == 0
    while hasThread && state.port.load(ordering: .acquiring) < 0 { usleep(100) }
    let port = state.port.load(ordering: .acquiring)
    guard hasThread, port > 0 else {
      throw LoadError(message: "The proxy for the events of '--chaos' cannot be started.")
    }
    address = .loopback(port: UInt16(port))
  }

  /// Whether the load is over and the network does nothing any more.
  var isCalm: Bool { state.isCalm.load(ordering: .acquiring) }

  var processorSeconds: Double { Double(state.processor.load(ordering: .relaxed)) / 1e9 }

  /// New connections lead to another server from now on.
  func direct(to upstream: SocketAddress) {
    state.route.withLock { route in
      route.upstream = upstream
      route.number += 1
    }
  }

  /// Ends the connections that lead elsewhere than new ones do.
  func partFromOthers() { state.route.withLock { $0.firstKept = $0.number } }

  func stop() {
    state.stops.store(true, ordering: .releasing)
    while !state.hasStopped.load(ordering: .acquiring) { usleep(100) }
  }

  private static var threadNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Where connections lead.
struct ProxyRoute {
  var upstream: SocketAddress
  /// Rises with each change.
  var number = 0
  /// Connections of earlier routes are ended.
  var firstKept = 0
}

/// What the network does at each time, by the events of a plan.
struct NetworkWeather {
  private let events: [(place: Int, event: ChaosPlan.Event)]
  private let clock: ChaosClock
  private var active: Set<Int> = []
  private var past: Set<Int> = []
  /// When something changes next, as far as that is known.
  private(set) var changes = Int64.max

  init(_ events: [ChaosPlan.Event], _ clock: ChaosClock) {
    self.events = events.enumerated().filter { $0.element.kind.subject == .network }
      .map { (place: $0.offset, event: $0.element) }
    self.clock = clock
  }

  /// Begins and ends what is due.
  mutating func follow(_ proxy: ChaosProxy, at now: Int64) {
    guard clock.instant(of: 0) != nil || clock.isOver else {
      // The load begins at any moment.
      changes = now + 2_000_000
      return
    }
    let isOver = clock.isOver
    var isChanged = false
    changes = .max
    for (place, event) in events where !past.contains(place) {
      let (begins, ends) = (clock.instant(of: event.at), clock.instant(of: event.end))
      guard let begins, let ends, !isOver || active.contains(place) else { continue }
      if active.contains(place) {
        if isOver || ends <= now {
          active.remove(place)
          past.insert(place)
          clock.noteEnd(of: place)
          isChanged = true
        } else {
          changes = min(changes, ends)
        }
      } else if begins <= now {
        clock.noteBegin(of: place)
        if event.kind == .reset { proxy.resetAll() }
        active.insert(place)
        isChanged = true
        changes = min(changes, ends)
      } else {
        changes = min(changes, begins)
      }
    }
    if isChanged { apply(to: proxy, at: now) }
  }

  private func apply(to proxy: ChaosProxy, at now: Int64) {
    var faults = ChaosProxy.Faults()
    var accepts = true
    for (_, event) in events.filter({ active.contains($0.place) }) {
      switch event.kind {
      case .delay: faults.delayNanoseconds = Int64(event.milliseconds) * 1_000_000
      case .throttle: faults.bytesPerSecond = event.bytesPerSecond
      case .drop: faults.drops = true
      case .reset: faults.resets = true
      case .halfClose: faults.shuts = event.direction
      case .refuse: accepts = false
      case .kill, .stop, .restart, .restore, .takeover, .slowDisk, .fullDisk, .run: break
      }
    }
    proxy.accepts(accepts)
    proxy.change(faults, at: now)
  }
}
