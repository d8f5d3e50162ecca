import Synchronization
import SystemLibrary

/// Sends a load to whichever of two servers serves, as a balancer does that asks both for '/ready'.
/// It has a thread of its own.
final class StandByRouter: Sendable {
  private let current = Atomic<Int>(0)
  private let stops = Atomic<Bool>(false)
  private let hasStopped = Atomic<Bool>(false)

  /// So often both are asked.
  private static let pauseMicroseconds: UInt32 = 20_000
  private static let patienceMilliseconds: Int32 = 200
  /// So long the connections to the server that was replaced stay: it may have their requests, and
  /// what it answers then is what a load has to see.
  private static let partingNanoseconds: Int64 = 1_000_000_000

  /// The first of the servers serves, as far as is known.
  init(of servers: [SocketAddress], _ proxy: ProxyThread) throws(LoadError) {
    let request = Array(
      "GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    let isReady = { @Sendable (place: Int) in
      ServerWatch.answer(
        to: request, from: servers[place], patienceMilliseconds: Self.patienceMilliseconds,
        isWhole: false)?
        .hasPrefix("HTTP/1.1 200 ") ?? false
    }
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) { [self] in
      var partsAt = Int64.max
      while !stops.load(ordering: .acquiring) {
        let (serving, other) = (self.serving, 1 - self.serving)
        if !isReady(serving) && isReady(other) {
          proxy.direct(to: servers[other])
          current.store(other, ordering: .releasing)
          partsAt = MonotonicClock.now + Self.partingNanoseconds
        }
        if MonotonicClock.now >= partsAt {
          proxy.partFromOthers()
          partsAt = .max
        }
        usleep(Self.pauseMicroseconds)
      }
      hasStopped.store(true, ordering: .releasing)
    }
    guard problem == 0 else {
      throw LoadError(message: "No thread can be started for the stand-by of '--chaos'.")
    }
  }

  /// The place of the server that serves.
  var serving: Int { current.load(ordering: .acquiring) }

  func stop() {
    stops.store(true, ordering: .releasing)
    while !hasStopped.load(ordering: .acquiring) { usleep(1_000) }
  }
}
