import Reporting
import Synchronization
import SystemLibrary

/// A server that a load has started, as chaos sees it. Its address stays the same.
public protocol ChaosServer: Sendable {
  /// Kills it, and waits until it is gone.
  func kill()
  /// Asks it to end, and waits until it has.
  func terminate() throws(LoadError)
  /// Starts it again, and waits until it listens.
  func start() throws(LoadError)
  /// Lets it do nothing until it is resumed.
  func pause()
  func resume()
  /// Copies its store, while it runs.
  func backUp() throws(LoadError)
  /// Starts it again over that copy, which replaces its store. It was killed before.
  func restore() throws(LoadError)
  /// Lets its disk be slow, or full, as the options of `serve --disk-faults` say.
  func setDiskFaults(_ faults: String)
}

/// Runs a command of the shell and waits until it has ended, or until the function says that it is
/// too late; returns what went wrong.
public typealias ChaosCommandRunner = @Sendable (String, () -> Bool) -> String?

/// The events of a plan while a load runs: those of the network in a proxy, and of
/// the others those that exclude each other on a thread of their own.
final class RunningChaos: Sendable {
  private let plan: ChaosPlan
  private let clock: ChaosClock
  private let proxy: ProxyThread?
  /// With a stand-by: which of both servers serves.
  private let router: StandByRouter?
  /// How many copies of the store were taken.
  private let backupCount = Atomic<Int>(0)
  /// The threads that may still do something.
  private let threadCount = Atomic<Int>(0)
  /// The processor time of the proxy when the load began and when it was over.
  private let proxyTime = Mutex<(begin: Double, end: Double?)>((0, nil))

  /// - Parameter connections: how many the load opens.
  init(
    _ plan: ChaosPlan, _ server: (any ChaosServer)?, standBy: LoadSettings.StandBy? = nil,
    _ runCommand: ChaosCommandRunner?, to target: SocketAddress, connections: Int
  ) throws(LoadError) {
    self.plan = plan
    clock = ChaosClock(events: plan.events.count)
    // Those that no one awaits any more close later, and the audit has its own.
    proxy =
      plan.needsProxy
      ? try ProxyThread(to: target, plan.events, clock, connectionsMax: connections * 4 + 16) : nil
    if let proxy, let standBy {
      router = try StandByRouter(of: [target, .loopback(port: standBy.port)], proxy)
    } else {
      router = nil
    }
    let servers = [server, standBy?.server].compactMap(\.self)
    for events in plan.sequences {
      try start { [self] in perform(events, on: servers, runCommand) }
    }
    if plan.restores, let server { try start { [self] in backUp(server) } }
  }

  /// Does something on a thread of its own.
  private func start(_ body: @escaping @Sendable () -> Void) throws(LoadError) {
    threadCount.add(1, ordering: .relaxed)
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) { [self] in
      body()
      threadCount.subtract(1, ordering: .releasing)
    }
    guard problem != 0 else { return }
    threadCount.subtract(1, ordering: .relaxed)
    close()
    throw LoadError(message: "No thread can be started for the events of '--chaos'.")
  }

  /// Where the load connects to, if that is not the target.
  var address: SocketAddress? { proxy?.address }

  /// The processor time of the proxy during the load.
  var proxySeconds: Double? {
    proxy.map { proxy in
      proxyTime.withLock { max(0, ($0.end ?? proxy.processorSeconds) - $0.begin) }
    }
  }

  var problem: String? { clock.problem }

  /// The measured time begins at an instant.
  func begin(at time: Int64) {
    proxyTime.withLock { $0.begin = proxy?.processorSeconds ?? 0 }
    clock.begin(at: time)
  }

  func hasDisturbed(since time: Int64) -> Bool { clock.hasDisturbed(since: time) }

  /// Begins no event any more, ends those that last, and waits until the server is up again.
  func end() {
    proxyTime.withLock { $0.end = $0.end ?? proxy?.processorSeconds }
    clock.end()
    while threadCount.load(ordering: .acquiring) > 0 || !(proxy?.isCalm ?? true) { usleep(1_000) }
  }

  /// Closes the proxy, too.
  func close() {
    end()
    router?.stop()
    proxy?.stop()
  }

  var reports: [LoadReport.Event] { clock.reports(plan.events) }

  // MARK: The server and its machine

  /// Performs these events, which have one subject.
  private func perform(
    _ events: [Int], on servers: [any ChaosServer], _ runCommand: ChaosCommandRunner?
  ) {
    for index in events {
      let event = plan.events[index]
      guard clock.wait(for: event.at) else { return }
      clock.noteBegin(of: index)
      do throws(LoadError) {
        if event.kind == .run {
          try run(event.command, runCommand)
        } else if event.kind == .takeover {
          try takeOver(event.cause, of: servers, index)
        } else if let server = servers.first {
          try perform(event, on: server)
        }
      } catch {
        clock.fail(error.message)
        return
      }
      clock.noteEnd(of: index)
    }
  }

  /// A command may go on when the load ends, so that nothing is left halfway.
  private static let commandSeconds = 120.0

  private func run(_ command: String, _ runCommand: ChaosCommandRunner?) throws(LoadError) {
    let end = MonotonicClock.now + MonotonicClock.nanoseconds(Self.commandSeconds)
    if let problem = runCommand?(command, { MonotonicClock.now > end }) {
      throw LoadError(message: "the command '\(command)' of '--chaos' \(problem).")
    }
  }

  // MARK: Backups

  /// Takes the copies that the server goes on from later.
  private func backUp(_ server: any ChaosServer) {
    for event in plan.events where event.kind == .restore {
      guard clock.wait(for: event.backupAt) else { return }
      do throws(LoadError) {
        try server.backUp()
      } catch {
        clock.fail(error.message)
        return
      }
      backupCount.add(1, ordering: .releasing)
    }
  }

  /// Kills the server, and starts it again over the copy of this event.
  private func restore(_ event: ChaosPlan.Event, _ server: any ChaosServer) throws(LoadError) {
    let earlier = plan.events.count { $0.kind == .restore && $0.at < event.at }
    while backupCount.load(ordering: .acquiring) <= earlier {
      guard clock.problem == nil else { return }
      usleep(1_000)
    }
    server.kill()
    if event.seconds > 0 { _ = clock.wait(for: event.end) }
    try server.restore()
  }

  // MARK: Taking over

  /// So long a stand-by may take.
  private static let takeoverSeconds = 60.0

  /// Keeps the server that serves from it until the other one does. Then it stands by.
  private func takeOver(
    _ cause: ChaosPlan.TakeoverCause, of servers: [any ChaosServer], _ event: Int
  ) throws(LoadError) {
    guard let router, servers.count == 2 else {
      throw LoadError(message: "there is no stand-by that could take over.")
    }
    let before = router.serving
    if cause == .kill { servers[before].kill() } else { servers[before].pause() }
    let end = MonotonicClock.now + MonotonicClock.nanoseconds(Self.takeoverSeconds)
    while router.serving == before && MonotonicClock.now < end { usleep(1_000) }
    let isReplaced = router.serving != before
    if isReplaced { clock.noteEnd(of: event) }
    if cause == .kill { try servers[before].start() } else { servers[before].resume() }
    guard isReplaced else {
      throw LoadError(
        message: "the stand-by has not taken over within \(Int(Self.takeoverSeconds)) seconds.")
    }
  }

  /// The faults of the disk that go on at a second: one of each kind is possible.
  private func diskFaults(at second: Double) -> String {
    plan.events.filter { $0.kind.subject == .disk && $0.at <= second && second < $0.end }
      .map { $0.kind == .fullDisk ? "full" : "slow \($0.milliseconds)" }.joined(separator: " ")
  }

  private func perform(
    _ event: ChaosPlan.Event, on server: any ChaosServer
  ) throws(LoadError) {
    switch event.kind {
    case .kill:
      server.kill()
      if event.seconds > 0 { _ = clock.wait(for: event.end) }
      try server.start()
    case .restart:
      try server.terminate()
      try server.start()
    case .restore: try restore(event, server)
    case .stop:
      server.pause()
      _ = clock.wait(for: event.end)
      server.resume()
    case .slowDisk, .fullDisk:
      server.setDiskFaults(diskFaults(at: event.at))
      _ = clock.wait(for: event.end)
      server.setDiskFaults(clock.isOver ? "" : diskFaults(at: event.end))
    default: break
    }
  }
}
