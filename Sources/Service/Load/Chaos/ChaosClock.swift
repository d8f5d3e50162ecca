import Reporting
import Synchronization
import SystemLibrary

/// When the events of a load begin and end, shared by the threads that cause them and the load.
final class ChaosClock: Sendable {
  /// What has happened to an event.
  struct Record {
    var begun: Int64?
    var ended: Int64?
  }

  private struct State {
    var records: [Record]
    var problem: String?
  }

  /// When the measured time begins; zero while that is not known.
  private let start = Atomic<Int64>(0)
  /// No event begins any more, and what lasts ends.
  private let over = Atomic<Bool>(false)
  private let state: Mutex<State>

  init(events count: Int) {
    state = Mutex(State(records: Array(repeating: Record(), count: count)))
  }

  func begin(at time: Int64) { start.store(time, ordering: .releasing) }
  func end() { over.store(true, ordering: .releasing) }

  var isOver: Bool { over.load(ordering: .acquiring) }

  /// The instant of a second of the measured time; nil while that is not known.
  func instant(of seconds: Double) -> Int64? {
    let begun = start.load(ordering: .acquiring)
    return begun == 0 ? nil : begun + MonotonicClock.nanoseconds(seconds)
  }

  /// Waits for a second of the measured time; false if the load is over before.
  func wait(for seconds: Double) -> Bool {
    while !isOver {
      let left = instant(of: seconds).map { $0 - MonotonicClock.now } ?? .max
      if left <= 0 { return true }
      usleep(UInt32(min(max(left / 1_000, 1), 5_000)))
    }
    return false
  }

  // MARK: What happened

  func noteBegin(of event: Int) {
    state.withLock { $0.records[event].begun = MonotonicClock.now }
  }

  /// Only the first end counts.
  func noteEnd(of event: Int) {
    state.withLock { $0.records[event].ended = $0.records[event].ended ?? MonotonicClock.now }
  }

  func fail(_ problem: String) { state.withLock { $0.problem = $0.problem ?? problem } }

  /// What went wrong with an event, as a sentence.
  var problem: String? { state.withLock { $0.problem } }

  /// Whether an event was going on after an instant.
  func hasDisturbed(since time: Int64) -> Bool {
    state.withLock { state in
      state.records.contains { $0.begun != nil && ($0.ended ?? .max) > time }
    }
  }

  func reports(_ events: [ChaosPlan.Event]) -> [LoadReport.Event] {
    let begun = start.load(ordering: .acquiring)
    let records = state.withLock { $0.records }
    let seconds = { (time: Int64?) in time.map { Double($0 - begun) / 1e9 } }
    return zip(events, records).map { event, record in
      LoadReport.Event(
        name: event.kind.rawValue, text: event.text, planned: event.at,
        begin: seconds(record.begun), end: seconds(record.ended))
    }
  }
}
