import CMicroHTTPD
import SystemLibrary

/// What the service counts, for Prometheus.
struct ServiceMetrics {
  private struct Kind: Hashable {
    var route: String
    var status: Int
  }

  private var requests: [(kind: Kind, count: UInt64)] = []
  private var places: [Kind: Int] = [:]
  /// The place of the kind that was counted last.
  private var latest = 0
  private var batchSizes = ServiceHistogram([
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000,
  ])
  private var commitSeconds = ServiceHistogram(Self.seconds)
  private var requestSeconds = ServiceHistogram(Self.seconds)
  private(set) var storageFailures: UInt64 = 0
  var openConnections = 0

  private static let seconds = [
    0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
    1, 2.5, 5, 10,
  ]

  /// What is known only when it is asked for.
  struct Current {
    var isReady: Bool
    var waitingDevices: Int
    var queuedRequests: Int
    var journalEntries: UInt64
    var now: Int64
  }

  /// A request without a known path counts under "other": paths are chosen by clients.
  mutating func note(_ route: String?, _ status: Int, seconds: Double?) {
    let kind = Kind(route: route ?? "other", status: status)
    // Most answers are of the same kind as the one before, and need no hash.
    if requests.isEmpty || requests[latest].kind != kind { latest = place(of: kind) }
    requests[latest].count += 1
    if let seconds { requestSeconds.add(seconds) }
  }

  private mutating func place(of kind: Kind) -> Int {
    if let known = places[kind] { return known }
    places[kind] = requests.count
    requests.append((kind, 0))
    return requests.count - 1
  }

  mutating func noteBatch(of requests: Int) { batchSizes.add(Double(requests)) }
  mutating func noteCommit(seconds: Double) { commitSeconds.add(seconds) }
  mutating func noteStorageFailure() { storageFailures += 1 }

  func text(_ current: Current) -> String {
    var text =
      Self.head("counter", "shakeout_requests_total", "Answers, by route and status.")
    let rows = requests.sorted { ($0.kind.route, $0.kind.status) < ($1.kind.route, $1.kind.status) }
    for (kind, count) in rows {
      text +=
        "shakeout_requests_total{route=\"\(kind.route)\",status=\"\(kind.status)\"} \(count)\n"
    }
    text += requestSeconds.lines(
      "shakeout_request_seconds",
      "From the head of a request to its answer, without those that wait for news.")
    text += batchSizes.lines("shakeout_batch_requests", "Requests in one transaction.")
    text += commitSeconds.lines(
      "shakeout_commit_seconds", "How long the storage took for a transaction.")
    let numbers: [(type: String, name: String, help: String, value: String)] = [
      (
        "counter", "shakeout_storage_failures_total", "How often the storage has failed.",
        "\(storageFailures)"
      ),
      ("gauge", "shakeout_ready", "Whether it serves.", current.isReady ? "1" : "0"),
      ("gauge", "shakeout_open_connections", "Open connections.", "\(openConnections)"),
      (
        "gauge", "shakeout_waiting_devices", "Devices that wait for news.",
        "\(current.waitingDevices)"
      ),
      (
        "gauge", "shakeout_queued_requests", "Requests that wait for the next transaction.",
        "\(current.queuedRequests)"
      ),
      (
        "gauge", "shakeout_journal_entries", "Entries of the journal.",
        "\(current.journalEntries)"
      ),
      (
        "gauge", "shakeout_clock_milliseconds", "The time of the service since 1970.",
        "\(current.now)"
      ),
      (
        "counter", "process_cpu_seconds_total", "Processor time that the process has used.",
        "\(Self.cpuSeconds)"
      ),
      (
        "gauge", "process_resident_memory_bytes", "Memory of the process.",
        "\(Self.residentBytes)"
      ),
    ]
    for (type, name, help, value) in numbers {
      text += "\(Self.head(type, name, help))\(name) \(value)\n"
    }
    return text
  }

  private static func head(_ type: String, _ name: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var residentBytes: Int {
    let bytes = FileSource.bytes(of: "/proc/self/statm") ?? []
    // The second number counts the pages in memory.
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
