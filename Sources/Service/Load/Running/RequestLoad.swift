public import Reporting
import Scenarios

/// The same request again and again, to any HTTP server: open arrivals, so that no response, and no
/// lack of one, delays the next arrival.
public struct RequestLoad {
  /// The target may still change before it runs.
  public var settings: LoadSettings
  private let path: String
  private let body: [UInt8]?

  /// - Parameters:
  ///   - path: what is asked for, with a slash at its beginning.
  ///   - body: what is posted; nil for a GET.
  public init(_ settings: LoadSettings, path: String, body: [UInt8]?) {
    self.settings = settings
    self.path = path
    self.body = body
  }

  private var method: String { body == nil ? "GET" : "POST" }

  private var request: [UInt8] {
    let head =
      "\(method) \(settings.target.prefix)\(path) HTTP/1.1\r\n"
      + "Host: \(settings.target.authority)\r\nUser-Agent: shakeout\r\n"
    let length = body.map { "Content-Length: \($0.count)\r\n" } ?? ""
    return Array((head + length + "\r\n").utf8) + (body ?? [])
  }

  /// Sends the load and returns what was measured.
  public func run<Observer: LoadObserver>(
    _ observer: inout Observer
  ) throws(LoadError) -> LoadReport {
    let chaos = try settings.runningChaos()
    defer { chaos?.close() }
    let pool = try ConnectionPool.opened(settings, chaos)
    let processor = ProcessMemory.processorSeconds
    let request = request
    // A server that is not ours need not have counters.
    let watch = settings.server == nil ? nil : try settings.serverWatch()
    var sender = LoadSender(settings, pool, chaos, watch) {
      RequestTraffic($0, request, slots: settings.connections)
    }
    sender.send(&observer)
    watch?.stop()
    let used = ProcessMemory.processorSeconds - processor
    chaos?.end()
    var report = sender.traffic.recorder.report(settings)
    report.title = "\(method) \(path)"
    report.abortion = chaos?.problem ?? sender.abortion
    report.note(chaos, processorSeconds: used)
    report.peakMemoryBytes = ProcessMemory.peak
    return report
  }
}

/// Equal requests: those that wait, and those under way.
private struct RequestTraffic: LoadTraffic {
  private struct Slot {
    var intended: Int64 = 0
    /// Zero for a slot that is free.
    var sent: Int64 = 0
  }

  var recorder: LoadRecorder
  private let request: [UInt8]
  private var slots: [Slot]
  private var free: [Int]
  /// Arrivals to which the sender has turned and that wait for a connection.
  private var waiting = Ring<(intended: Int64, turned: Int64)>()

  init(_ recorder: LoadRecorder, _ request: [UInt8], slots count: Int) {
    self.recorder = recorder
    self.request = request
    slots = Array(repeating: Slot(), count: count)
    free = Array(0..<count)
  }

  var waitingCount: Int { waiting.count }
  var wakes: Int64 { .max }

  mutating func wake(at now: Int64) {}

  mutating func arrive(intended time: Int64, at now: Int64) -> Bool {
    recorder.arrived(intended: time, at: now)
    waiting.append((time, now))
    return true
  }

  mutating func send(on pool: ConnectionPool, at now: Int64) {
    guard let arrival = waiting.popFirst(), let slot = free.popLast() else {
      preconditionFailure("a connection has one request")
    }
    slots[slot] = Slot(intended: arrival.intended, sent: now)
    recorder.sent(intended: arrival.intended, turned: arrival.turned, at: now)
    let request = request
    request.withUnsafeBytes { pool.send($0, for: slot, at: now, &self) }
  }

  mutating func finished(_ token: Int, _ outcome: RequestOutcome) {
    let slot = slots[token]
    slots[token].sent = 0
    free.append(token)
    let now = MonotonicClock.now
    switch outcome {
    case .response(let status, _, _):
      recorder.answered(intended: slot.intended, sent: slot.sent, status: status, at: now)
    case .failed(let failure):
      recorder.failed(intended: slot.intended, failure, at: now)
    }
  }

  mutating func end(at now: Int64, _ failure: RequestFailure) {
    while let arrival = waiting.popFirst() {
      recorder.failed(intended: arrival.intended, failure, at: now)
    }
    for slot in slots where slot.sent != 0 {
      recorder.failed(
        intended: slot.intended, failure == .unanswered ? failure : .timeout, at: now)
    }
  }
}

extension LoadReport {
  /// Takes over the events, and how much of the processor time was the sender's.
  mutating func note(_ chaos: RunningChaos?, processorSeconds used: Double) {
    events = chaos?.reports ?? []
    proxySeconds = chaos?.proxySeconds
    processorSeconds = max(0, used - (proxySeconds ?? 0))
  }
}

extension LoadRecorder {
  /// Everything that was measured, without what only the caller knows.
  func report(_ settings: LoadSettings) -> LoadReport {
    var report = LoadReport()
    let all = histograms
    report.target = settings.target.text
    report.load = settings.profileText
    report.connections = settings.connections
    report.seconds = cutAt.map { max(0, Double($0 - start) / 1e9) } ?? settings.seconds
    report.warmupSeconds = settings.warmupSeconds
    report.intervalSeconds = Double(intervalNanoseconds) / 1e9
    report.intended = intended
    report.sent = sent
    report.answered = answered
    report.errors = errors
    report.intervals = intervals
    report.steps = stepReports
    report.kneeMicroseconds = settings.kneeMicroseconds
    report.series = all.map { name, histogram in
      LoadReport.Series(
        name: name.rawValue, meaning: name.meaning, count: histogram.count,
        values: LoadReport.Series.percentiles.compactMap {
          histogram.percentile(Double($0) / 100_000)
        },
        longest: histogram.longest, mean: histogram.mean ?? 0)
    }
    let (errorCount, rate) = (report.errorCount, report.rate)
    report.verdicts = settings.thresholds.map {
      $0.verdict(all, errors: errorCount, intended: intended, rate: rate)
    }
    return report
  }
}
