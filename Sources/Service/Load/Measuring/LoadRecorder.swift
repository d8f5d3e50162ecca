import Reporting
import Scenarios
import SystemLibrary

/// Measures a load while it runs. It has a fixed size, however long the load takes.
struct LoadRecorder {
  /// From the intended instant of a request to its response.
  var latency = LatencyHistogram()
  /// From the sending of a request to its response.
  var service = LatencyHistogram()
  /// How much later than intended the sender has turned to an arrival.
  var lateness = LatencyHistogram()
  /// How long arrivals waited for a connection, when all had a request under way.
  var waiting = LatencyHistogram()
  /// From the intended instant of a person's action until it was saved on the phone, and until an
  /// answer of the server covered it.
  private var saved = LatencyHistogram()
  private var durable = LatencyHistogram()
  /// From the intended instant of an action until another phone, whose app is open, shows it.
  private var shown = LatencyHistogram()
  /// From the instant at which a phone should have signed in until it had everything.
  private var complete = LatencyHistogram()
  /// Whether arrivals are people with phones.
  var hasPeople = false
  private(set) var intended: Int64 = 0
  private(set) var sent: Int64 = 0
  private(set) var answered: Int64 = 0
  private var failures: [RequestFailure: Int64] = [:]
  private var statuses: [Int: Int64] = [:]
  private(set) var intervals: [LoadReport.Interval] = []

  /// When the measured time begins; what was intended before is not counted.
  let start: Int64
  let intervalNanoseconds: Int64
  /// When the load ended before its time; nil if it did not.
  private(set) var cutAt: Int64?
  private var current = LoadReport.Interval()
  private var steps: [StepRecorder] = []
  private var currentLatency = LatencyHistogram()
  private var currentLateness = LatencyHistogram()

  /// So many intervals a report has at most.
  private static let intervalsMax = 600.0

  /// - Parameters:
  ///   - start: when the measured time begins.
  ///   - seconds: how long it is.
  ///   - steps: those of the profile, from `begin` on.
  init(
    start: Int64, seconds: Double, steps: [RateProfile.Step] = [], from begin: Int64 = 0
  ) {
    self.start = start
    self.steps = steps.map { StepRecorder($0, from: begin) }
    let length = max(1, (seconds / Self.intervalsMax).rounded(.up))
    intervalNanoseconds = MonotonicClock.nanoseconds(length)
  }

  /// The load ends before its time: what follows is not of the measured time.
  mutating func cut(at now: Int64) { cutAt = now }

  // MARK: What happens

  /// The sender turns to an arrival.
  @inline(__always)
  mutating func arrived(intended time: Int64, at now: Int64) {
    current.intended += 1
    let late = (now - time) / 1_000
    currentLateness.record(late)
    guard time >= start else { return }
    intended += 1
    lateness.record(late)
  }

  /// A request leaves for the arrival of that intended time, to which the sender turned earlier.
  @inline(__always)
  mutating func sent(intended time: Int64, turned: Int64, at now: Int64) {
    current.sent += 1
    guard time >= start else { return }
    sent += 1
    waiting.record((now - turned) / 1_000)
  }

  /// A response has come.
  @inline(__always)
  mutating func answered(intended time: Int64, sent: Int64, status: Int, at now: Int64) {
    let isError = status >= 400
    let latency = (now - time) / 1_000
    currentLatency.record(latency)
    current.answered += 1
    if isError { current.failed += 1 }
    guard time >= start else { return }
    answered += 1
    self.latency.record(latency)
    service.record((now - sent) / 1_000)
    if isError { statuses[status, default: 0] += 1 }
    noteStep(intended: time, latency: latency, isGood: !isError, at: now)
  }

  /// What was answered within a step counts for its goodput, whenever it should have been sent.
  private mutating func noteStep(intended: Int64, latency: Int64, isGood: Bool, at now: Int64) {
    for index in steps.indices {
      if steps[index].contains(intended) { steps[index].latency.record(latency) }
      if isGood && steps[index].contains(now) { steps[index].good += 1 }
    }
  }

  /// There is no response. How long it was waited for counts as its latency: the real one would
  /// have been longer.
  mutating func failed(intended time: Int64, _ failure: RequestFailure, at now: Int64) {
    current.failed += 1
    guard time >= start else { return }
    latency.record((now - time) / 1_000)
    failures[failure, default: 0] += 1
    noteStep(intended: time, latency: (now - time) / 1_000, isGood: false, at: now)
  }

  // MARK: People

  /// A person's action is saved on their phone.
  mutating func saved(intended time: Int64, at now: Int64) {
    if time >= start { saved.record((now - time) / 1_000) }
  }

  /// An answer has covered a person's action.
  mutating func durable(intended time: Int64, at now: Int64) {
    if time >= start { durable.record((now - time) / 1_000) }
  }

  /// A response has acknowledged operations of the phone that asked.
  mutating func acknowledged() { current.acknowledging += 1 }

  /// Another phone shows a person's action.
  mutating func shown(intended time: Int64, at now: Int64) {
    if time >= start { shown.record((now - time) / 1_000) }
  }

  /// A phone that signed in has everything.
  mutating func complete(begun time: Int64, at now: Int64) {
    if time >= start { complete.record((now - time) / 1_000) }
  }

  /// An attempt has failed, and another one follows, so no latency is known yet.
  mutating func erred(_ failure: RequestFailure, at time: Int64) {
    current.failed += 1
    if time >= start { failures[failure, default: 0] += 1 }
  }

  /// The same for an answer that is an error.
  mutating func erred(status: Int, at time: Int64) {
    current.failed += 1
    if time >= start { statuses[status, default: 0] += 1 }
  }

  // MARK: Intervals

  /// Ends the interval that was under way; returns it.
  mutating func endInterval(
    at now: Int64, open: Int, waiting: Int, server: LoadReport.ServerCounters? = nil
  ) -> LoadReport.Interval {
    var ended = current
    ended.start = Double(now - intervalNanoseconds - start) / 1e9
    ended.seconds = Double(intervalNanoseconds) / 1e9
    ended.p50 = currentLatency.percentile(0.5) ?? 0
    ended.p99 = currentLatency.percentile(0.99) ?? 0
    ended.p999 = currentLatency.percentile(0.999) ?? 0
    ended.lateness = currentLateness.percentile(0.99) ?? 0
    ended.open = open
    ended.waiting = waiting
    ended.residentBytes = ProcessMemory.resident
    ended.server = server
    if ended.start >= 0 { intervals.append(ended) }
    current = LoadReport.Interval()
    currentLatency.clear()
    currentLateness.clear()
    return ended
  }

  /// Ends the interval during which the load ended, if anything happened in it.
  mutating func endLastInterval(at now: Int64, open: Int, waiting: Int) {
    guard current.intended > 0 || current.answered > 0 || current.failed > 0 else { return }
    let begun = intervals.last.map { start + Int64($0.start * 1e9) + intervalNanoseconds } ?? start
    _ = endInterval(at: begun + intervalNanoseconds, open: open, waiting: waiting)
  }

  // MARK: Results

  /// The durations of all kinds, with their names in thresholds.
  var histograms: [(name: LoadSeries, histogram: LatencyHistogram)] {
    [(.latency, latency), (.service, service), (.waiting, waiting), (.lateness, lateness)]
      + (hasPeople ? [(.saved, saved), (.durable, durable)] : [])
      + (shown.count > 0 ? [(.shown, shown)] : [])
      + (complete.count > 0 ? [(.complete, complete)] : [])
  }

  var stepReports: [LoadReport.Step] { steps.map(\.report) }

  /// Requests without a response and responses that are errors, most frequent first.
  var errors: [LoadReport.Count] {
    let all =
      failures.map { LoadReport.Count($0.key.rawValue, $0.value) }
      + statuses.map { LoadReport.Count("status \($0.key)", $0.value) }
    return all.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

/// What happened in one step of a load that rises in steps.
private struct StepRecorder {
  private let begin: Int64
  private let step: RateProfile.Step
  /// Of the arrivals in it.
  var latency = LatencyHistogram()
  /// The responses in it that are no errors.
  var good: Int64 = 0

  init(_ step: RateProfile.Step, from begin: Int64) {
    self.step = step
    self.begin = begin + MonotonicClock.nanoseconds(step.start)
  }

  func contains(_ time: Int64) -> Bool {
    time >= begin && time < begin + MonotonicClock.nanoseconds(step.seconds)
  }

  var report: LoadReport.Step {
    LoadReport.Step(
      rate: step.rate, goodput: Double(good) / step.seconds, p50: latency.percentile(0.5) ?? 0,
      p99: latency.percentile(0.99) ?? 0)
  }
}

/// The memory of this process.
enum ProcessMemory {
  /// What is in memory now, in bytes; 0 where the system does not say.
  static var resident: Int64 {
    let file = open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    guard count > 0 else { return 0 }
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int64(words[1]) ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  /// The processor time of this process so far, in seconds.
  static var processorSeconds: Double {
    let usage = HostSystem.usage
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  static var peak: Int64 { Int64(HostSystem.usage.ru_maxrss) * HostSystem.peakMemoryUnit }
}
