import Reporting
import SystemLibrary

/// What a load consists of: what an arrival does, and what is sent for it.
protocol LoadTraffic: RequestOwner {
  var recorder: LoadRecorder { get set }
  /// How many requests wait for a connection.
  var waitingCount: Int { get }
  /// How many of the requests under way the server may hold as long as it wants.
  var heldCount: Int { get }
  /// When it wants to do something by itself, such as a retry; `Int64.max` for never.
  var wakes: Int64 { get }
  /// Who decides when arrivals are.
  var arrivals: ArrivalSource { get }

  /// An arrival whose instant has come. Returns false if there is nothing left to do.
  mutating func arrive(intended time: Int64, at now: Int64) -> Bool
  /// Sends the request that has waited longest; there is one, and an idle connection.
  mutating func send(on pool: ConnectionPool, at now: Int64)
  /// Does what it wanted to do at `wakes`.
  mutating func wake(at now: Int64)
  /// No arrival follows: what waits for anything but a response is sent now.
  mutating func arrivalsAreOver(at now: Int64)
  /// The load has ended: what has no response has failed.
  mutating func end(at now: Int64, _ failure: RequestFailure)
}

extension LoadTraffic {
  var heldCount: Int { 0 }
  mutating func arrivalsAreOver(at now: Int64) {}
  var arrivals: ArrivalSource { .schedule }

  mutating func connectionIsFree(_ pool: ConnectionPool) {
    if waitingCount > 0 && pool.hasIdle { send(on: pool, at: MonotonicClock.now) }
  }
}

/// Who decides when arrivals are.
enum ArrivalSource {
  /// The schedule of the load.
  case schedule
  /// What is sent: the next one is at that instant, and nil comes after the last one.
  case traffic(next: Int64?)
}

/// Sends a load: arrivals when they are due, whatever the server does, and requests as far as there
/// are connections.
struct LoadSender<Traffic: LoadTraffic> {
  private let settings: LoadSettings
  private let pool: ConnectionPool
  private var schedule: ArrivalSchedule
  private(set) var traffic: Traffic
  private let start: Int64
  private var next: Int64?
  private var watch: RateWatch
  private let chaos: RunningChaos?
  private let server: ServerWatch?
  /// What the server had counted when the interval under way began.
  private var counted: LoadReport.ServerCounters?
  /// Why the load ended before its time.
  private(set) var abortion: String?

  /// So many arrivals are handled before the sender looks for responses again.
  private static var burst: Int { 64 }

  init(
    _ settings: LoadSettings, _ pool: ConnectionPool, _ chaos: RunningChaos?,
    _ server: ServerWatch? = nil, _ makeTraffic: (LoadRecorder) -> Traffic
  ) {
    self.chaos = chaos
    self.server = server
    self.settings = settings
    self.pool = pool
    schedule = settings.schedule
    start = MonotonicClock.now + 1_000_000
    let measured = start + MonotonicClock.nanoseconds(settings.warmupSeconds)
    traffic = makeTraffic(
      LoadRecorder(
        start: measured, seconds: settings.seconds, steps: settings.profile.steps, from: start))
    watch = RateWatch(share: settings.abortsBelow)
    chaos?.begin(at: measured)
    advance()
  }

  private mutating func advance() {
    switch traffic.arrivals {
    case .schedule: next = schedule.next().map { start + MonotonicClock.nanoseconds($0) }
    case .traffic(let own): next = own
    }
  }

  /// Sends everything.
  mutating func send<Observer: LoadObserver>(_ observer: inout Observer) {
    let length = traffic.recorder.intervalNanoseconds
    var tick = start + length
    var end = Int64.max
    while true {
      handleDue()
      let now = MonotonicClock.now
      if traffic.wakes <= now { traffic.wake(at: now) }
      if now >= tick {
        endInterval(at: tick, now, &observer)
        tick += length
      }
      if next == nil && end == .max {
        // What is under way may still be answered, for as long as one request may take.
        end = now + MonotonicClock.nanoseconds(settings.timeoutSeconds)
        traffic.arrivalsAreOver(at: now)
      }
      let isDone = next == nil && traffic.waitingCount == 0 && pool.busyCount == traffic.heldCount
      if abortion != nil || (isDone && traffic.wakes == .max) || now >= end { break }
      let due = traffic.waitingCount > 0 && pool.hasIdle ? now : next ?? .max
      pool.wait(until: min(due, tick, end, traffic.wakes), &traffic)
    }
    let now = MonotonicClock.now
    traffic.recorder.endLastInterval(
      at: now, open: pool.busyCount - traffic.heldCount, waiting: traffic.waitingCount)
    let isCut = abortion != nil && next != nil
    if isCut { traffic.recorder.cut(at: now) }
    traffic.end(at: now, pool.isApart ? .refused : isCut ? .unanswered : .timeout)
  }

  /// Handles the arrivals whose instant has come, and sends what waits.
  private mutating func handleDue() {
    var now = MonotonicClock.now
    for _ in 0..<Self.burst {
      let isDue = next.map { $0 <= now } ?? false
      if isDue, let time = next {
        if traffic.arrive(intended: time, at: now) { advance() } else { next = nil }
      }
      if pool.hasIdle && traffic.waitingCount > 0 {
        traffic.send(on: pool, at: now)
      } else if !isDue {
        return
      }
      now = MonotonicClock.now
    }
  }

  /// What the server has counted since the last interval. It is asked once a second, so an interval
  /// may have what happened up to a second earlier.
  private mutating func newlyCounted() -> LoadReport.ServerCounters? {
    guard let now = server?.counters else { return nil }
    defer { counted = now }
    return counted.map { now.since($0) }
  }

  private mutating func endInterval<Observer: LoadObserver>(
    at tick: Int64, _ now: Int64, _ observer: inout Observer
  ) {
    let ended = traffic.recorder.endInterval(
      at: tick, open: pool.busyCount - traffic.heldCount, waiting: traffic.waitingCount,
      server: newlyCounted())
    observer.show(
      ended, seconds: Double(now - start) / 1e9, of: settings.seconds + settings.warmupSeconds)
    guard next != nil else { return }
    if observer.isInterrupted { abortion = "it was interrupted." }
    if let problem = chaos?.problem { abortion = problem }
    // What is done to the server and the network on purpose may keep requests back, for a while.
    let isDisturbed = chaos?.hasDisturbed(since: tick - traffic.recorder.intervalNanoseconds)
    if isDisturbed ?? false { return watch.forget() }
    guard watch.isTooLow(intended: ended.intended, sent: ended.sent) else { return }
    let cause =
      pool.isApart
      ? "there was no connection (\(pool.refusal.map(\.text) ?? "no answer"))"
      : ended.waiting > 0
        ? "all \(settings.connections) connections were waiting for responses"
        : "the sender did not get enough of the processor"
    abortion =
      "in the last \(RateWatch.intervalsMax) intervals \(NumberText.grouped(watch.worst.sent)) of "
      + "\(NumberText.grouped(watch.worst.intended)) intended requests were sent: \(cause)."
  }
}

extension ConnectionPool {
  /// A pool of which at least one connection is open. Tells at once that no one listens.
  static func opened(
    _ settings: LoadSettings, _ chaos: RunningChaos?
  ) throws(LoadError) -> ConnectionPool {
    // With the proxy, a connection has three ends in this process.
    let connections = settings.connections + settings.pollConnections
    let needed = connections * (chaos?.address == nil ? 1 : 3) + 32
    let limit = HostSystem.raiseOpenFilesLimit()
    guard limit >= needed else {
      throw LoadError(
        message: "\(connections) connections need \(needed) open files, and this process "
          + "may have \(limit); raise 'ulimit -n', or give fewer '--connections'.")
    }
    let pool: ConnectionPool
    do throws(HTTPTarget.Problem) {
      pool = try ConnectionPool(
        to: settings.target, through: chaos?.address, connections: connections,
        timeoutSeconds: settings.timeoutSeconds)
    } catch {
      throw LoadError(message: error.message)
    }
    var nothing = NoRequests()
    let end = MonotonicClock.now + MonotonicClock.nanoseconds(min(3, settings.timeoutSeconds))
    while !pool.hasIdle {
      let now = MonotonicClock.now
      guard now < end else {
        let problem = pool.refusal.map(\.text) ?? "no answer"
        throw LoadError(
          message: "No connection to '\(settings.target.text)': \(problem).")
      }
      pool.openClosed(at: now)
      pool.wait(until: min(end, now + 20_000_000), &nothing)
    }
    // The others open meanwhile, for a moment.
    let moment = min(end, MonotonicClock.now + 500_000_000)
    while pool.idleCount < connections && MonotonicClock.now < moment {
      pool.wait(until: min(moment, MonotonicClock.now + 20_000_000), &nothing)
    }
    return pool
  }
}

/// Stands where no request is under way.
private struct NoRequests: RequestOwner {
  mutating func finished(_ token: Int, _ outcome: RequestOutcome) {
    preconditionFailure("no request was sent")
  }
}
