import Synchronization
import SystemLibrary

/// A `TrivialResponder` on a thread of its own, for tests in the same process.
public final class ResponderThread: Sendable {
  private let state = State()

  private final class State: Sendable {
    let port = Atomic<Int>(-1)
    let stops = Atomic<Bool>(false)
    let hasStopped = Atomic<Bool>(false)
    let requests = Atomic<Int>(0)
    /// How long it answers nothing from now on, in microseconds.
    let pause = Atomic<Int>(0)
  }

  /// Starts it on a free port of the loopback interface. Nil if it cannot.
  public init?(answer: TrivialResponder.FixedResponse = .init(), requestsPerConnection: Int = 0) {
    let state = state
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) {
      guard
        let responder = TrivialResponder(
          answer: answer, requestsPerConnection: requestsPerConnection)
      else { return state.port.store(0, ordering: .releasing) }
      state.port.store(Int(responder.port), ordering: .releasing)
      while !state.stops.load(ordering: .relaxed) {
        let pause = state.pause.exchange(0, ordering: .relaxed)
        if pause > 0 { usleep(UInt32(pause)) }
        responder.serve(nanoseconds: 5_000_000)
      }
      state.requests.store(responder.requestCount, ordering: .relaxed)
      state.hasStopped.store(true, ordering: .releasing)
    }
    guard problem == 0 else { return nil }
    while state.port.load(ordering: .acquiring) < 0 { usleep(1_000) }
    if state.port.load(ordering: .relaxed) == 0 { return nil }
  }

  deinit { state.stops.store(true, ordering: .relaxed) }

  public var url: String { "http://127.0.0.1:\(state.port.load(ordering: .relaxed))" }

  /// Lets it answer nothing for so many seconds from now on.
  public func pause(seconds: Double) {
    state.pause.store(Int(seconds * 1e6), ordering: .relaxed)
  }

  /// Ends it, and returns how many requests it has answered.
  public func stop() -> Int {
    state.stops.store(true, ordering: .relaxed)
    while !state.hasStopped.load(ordering: .acquiring) { usleep(1_000) }
    return state.requests.load(ordering: .relaxed)
  }
}
