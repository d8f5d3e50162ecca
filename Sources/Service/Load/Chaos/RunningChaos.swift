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
}

/// The events of a plan while a load runs: those of the server on a thread of their own, those of
/// the network in a proxy on another.
final class RunningChaos: Sendable {
  private let plan: ChaosPlan
  private let clock: ChaosClock
  private let proxy: ProxyThread?
  private let isServerDone = Atomic<Bool>(true)
  /// The processor time of the proxy when the load began and when it was over.
  private let proxyTime = Mutex<(begin: Double, end: Double?)>((0, nil))

  /// - Parameter connections: how many the load opens.
  init(
    _ plan: ChaosPlan, _ server: (any ChaosServer)?, to target: SocketAddress, connections: Int
  ) throws(LoadError) {
    self.plan = plan
    clock = ChaosClock(events: plan.events.count)
    // Those that no one awaits any more close later, and the audit has its own.
    proxy =
      plan.needsProxy
      ? try ProxyThread(to: target, plan.events, clock, connectionsMax: connections * 4 + 16) : nil
    guard plan.needsServer, let server else { return }
    isServerDone.store(false, ordering: .relaxed)
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) { [self] in
      perform(on: server)
      isServerDone.store(true, ordering: .releasing)
    }
    guard problem == 0 else {
      proxy?.stop()
      throw LoadError(message: "No thread can be started for the events of '--chaos'.")
    }
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
    while !(isServerDone.load(ordering: .acquiring) && proxy?.isCalm ?? true) { usleep(1_000) }
  }

  /// Closes the proxy, too.
  func close() {
    end()
    proxy?.stop()
  }

  var reports: [LoadReport.Event] { clock.reports(plan.events) }

  // MARK: The server

  private func perform(on server: any ChaosServer) {
    for (index, event) in plan.events.enumerated() where event.kind.needsServer {
      guard clock.wait(for: event.at) else { return }
      clock.noteBegin(of: index)
      do throws(LoadError) {
        try perform(event, on: server)
      } catch {
        clock.fail(error.message)
        return
      }
      clock.noteEnd(of: index)
    }
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
    case .stop:
      server.pause()
      _ = clock.wait(for: event.end)
      server.resume()
    default: break
    }
  }
}
