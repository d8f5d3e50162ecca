import CMicroHTTPD
import JSONText
import PostgreSQLStores
import SQLiteStores
import ServiceCore
import SyncCore
import SystemLibrary

/// The service on a socket. One loop does everything: it reads all requests that have arrived,
/// decides them, writes one transaction, and answers. So a disk syncs once for all of them, and
/// nothing is shared between threads.
public final class ServiceLoop {
  let settings: ServiceSettings
  // One thread runs the loop, and what a turn changes is not changed again within. A check of that
  // at each use took a tenth of what a request costs.
  @exclusivity(unchecked) var clock: ServiceClock
  let log: ServiceLog
  @exclusivity(unchecked) var metrics = ServiceMetrics()
  @exclusivity(unchecked) var clients: ClientLimits
  @exclusivity(unchecked) var tokens = TokenMemory()
  /// Nil while its storage has failed, and while it stands by.
  @exclusivity(unchecked) var service: FamilyService<ServiceStorage>?
  /// The right to write, if the storage has one.
  @exclusivity(unchecked) var writer: PostgreSQLWriter?
  /// The right to serve from a file.
  var claim: StoreClaim?
  @exclusivity(unchecked) var daemon: OpaquePointer?
  /// The requests of the next transaction.
  @exclusivity(unchecked) var round: [RequestContext] = []
  @exclusivity(unchecked) var waiting = WaitingDevices()
  /// Answered requests whose memory the next ones take.
  @exclusivity(unchecked) var spare: [RequestContext] = []
  static let spareMax = 256
  /// How many requests have begun and not ended.
  @exclusivity(unchecked) var underWay = 0
  /// Whether the library has to send or to ask for answers, which no descriptor shows.
  @exclusivity(unchecked) var hasAnswers = false
  /// How many requests have begun.
  @exclusivity(unchecked) var begunCount = 0
  @exclusivity(unchecked) var gathering = GatheringTime()
  /// How many requests have been put into rounds.
  @exclusivity(unchecked) var admittedCount = 0
  /// Whether the next turn waits for requests alone.
  @exclusivity(unchecked) private var lingers = false
  private static let lingerMilliseconds: Int32 = 10
  /// When it was looked whether the process is asked to end.
  @exclusivity(unchecked) private var looked: Int64 = 0
  private static let looksNanoseconds: Int64 = 20_000_000
  /// Whether the journal is one from a backup, which no service has been started over yet.
  var isRestored: Bool
  /// When the storage is opened again.
  @exclusivity(unchecked) var reopensAt: Int64 = .max
  @exclusivity(unchecked) private(set) var isStopping = false
  /// The time to answer what is under way is over: no request may wait any more.
  @exclusivity(unchecked) private(set) var isEnding = false
  @exclusivity(unchecked) private var stopsAt: Int64 = .max
  /// Whether nothing is gained by deciding requests together, since nothing is written.
  let decidesAtOnce: Bool
  /// When this turn of the loop has begun; zero until that is asked for.
  @exclusivity(unchecked) private var turnBegun: Int64 = 0
  private let connectionsMax: UInt32
  private let listening: ListeningSocket
  private let wakeup: Int32
  /// Readable when the library has something to do.
  private var connections: Int32 = -1
  /// Readable when the process is asked to end; negative if that is nothing to the loop.
  private var ending: Int32 = -1

  /// The port at which it listens.
  public var port: UInt16 { listening.port }

  /// Opens the storage and the socket; `run` serves. A journal in PostgreSQL is read by `run`,
  /// since another process may be writing it.
  ///
  /// From then on a signal that asks the process to end (`endsBySignal`) ends `run`, and nothing
  /// else: a program that learns that the service is there may already send one.
  public init(
    _ settings: ServiceSettings, endsBySignal: Bool = false
  ) throws(ServiceStartError) {
    self.settings = settings
    isRestored = settings.isRestored
    decidesAtOnce = settings.store == .memory
    try Self.prepareDisk(settings)
    log = ServiceLog(choice: settings.log)
    clock = try ServiceClock(settings.clock)
    clients = ClientLimits(rate: settings.clientRate, burst: settings.clientBurst)
    connectionsMax = try Self.connectionsMax(settings)
    listening = try ListeningSocket(host: settings.host, port: settings.port)
    wakeup = wakeup_make()
    if case .postgres(let parameters) = settings.store {
      // What is wrong with the parameters shows before anything is served.
      writer = try Self.writer(parameters, settings)
      reopensAt = 0
    } else {
      service = try open()
    }
    // Not before: a signal that comes while a long journal is read still ends the process at once.
    if endsBySignal { ending = ending_make() }
  }

  /// As many connections as the settings allow, and as the process may have open files for beside
  /// those of its storage.
  private static func connectionsMax(
    _ settings: ServiceSettings
  ) throws(ServiceStartError) -> UInt32 {
    let (others, limit) = (32, HostSystem.raiseOpenFilesLimit())
    guard limit >= 2 * others else {
      throw ServiceStartError(
        "A service needs at least \(2 * others) open files, and this process may have \(limit); "
          + "raise 'ulimit -n'.")
    }
    return min(settings.connectionsMax, UInt32(clamping: limit - others))
  }

  /// Ends `run` from another thread, as a signal does.
  public var stopper: ServiceStopper { ServiceStopper(wakeup: wakeup) }

  // MARK: Running

  /// Serves until the process is asked to end or the stopper is used. Then it answers what is under
  /// way, for at most `drainSeconds`.
  public func run() throws(ServiceStartError) {
    defer {
      if ending >= 0 { close(ending) }
      close(wakeup)
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard
      let daemon = httpd_start(
        listening.descriptor, connectionsMax, settings.idleSeconds, 8_192, handleRequest,
        endRequest, noteConnection, context)
    else { throw ServiceStartError("The HTTP library cannot be started.") }
    self.daemon = daemon
    connections = httpd_descriptor(daemon)
    log.event(
      "started",
      [
        ("host", .string(settings.host)), ("port", .integer(port)),
        ("connectionsMax", .integer(connectionsMax)),
        ("journalEntries", .integer(service?.entryCount ?? 0)),
      ])
    while goesOn {
      reopenIfDue()
      turn(pauseMax: .max)
    }
    end(daemon)
  }

  private var goesOn: Bool {
    !isStopping || !(isIdle || ServiceClock.monotonicNanoseconds >= stopsAt)
  }

  /// When this turn of the loop has begun: the time of all that has arrived before it.
  var turnTime: Int64 {
    if turnBegun == 0 { turnBegun = ServiceClock.monotonicNanoseconds }
    return turnBegun
  }

  /// Does what is due, and then waits until something arrives, but not longer than a time.
  private func turn(pauseMax: Int64) {
    turnBegun = 0
    hasAnswers = false
    let begunBefore = begunCount
    MHD_run_wait(daemon, lingers ? Self.lingerMilliseconds : 0)
    lingers = false
    gathering.sent(admitted: admittedCount)
    if !round.isEmpty {
      gather()
      performRound()
      // Under load there may be no other turn for minutes.
      endWaits(at: ServiceClock.monotonicNanoseconds)
      beatIfDue()
      return lookIfDue()
    }
    let now = turnTime
    endWaits(at: now)
    beatIfDue()
    if hasAnswers { return lookIfDue() }
    let pause = pause(at: now, pauseMax)
    if pause == 0 { return lookIfDue() }
    // Where a request has arrived the next one is near. The library alone waits for it, and learns
    // with the same system call which have arrived. Later all wait together for what comes first.
    let linger = Int64(Self.lingerMilliseconds) * 1_000_000
    guard begunCount != begunBefore && (pause < 0 || pause >= linger) else { return look(pause) }
    lingers = true
    lookIfDue()
  }

  /// Waits for those that the last transaction has answered, if that is worth it.
  private func gather() {
    while let end = gathering.end(
      admitted: admittedCount, room: settings.queueMax - round.count)
    {
      let pause = end - ServiceClock.monotonicNanoseconds
      guard pause > 0 else { return gathering.isOver(admitted: admittedCount) }
      _ = waiting_wait(-1, -1, connections, pause)
      // What arrives now does so later than the turn has begun.
      turnBegun = 0
      MHD_run_wait(daemon, 0)
    }
  }

  /// There is more to do at once. Looking what is ready would be a system call for nothing, but for
  /// the wish to end, which can wait for a moment and not for ever.
  private func lookIfDue() {
    if turnTime - looked >= Self.looksNanoseconds { look(0) }
  }

  /// Waits for so long until something is ready.
  private func look(_ pause: Int64) {
    // A wish to end stays readable.
    let ready = waiting_wait(
      isStopping ? -1 : wakeup, isStopping ? -1 : ending, pause == 0 ? -1 : connections, pause)
    looked = pause == 0 ? turnTime : ServiceClock.monotonicNanoseconds
    if ready & 0b11 != 0 { beginStopping(at: looked) }
  }

  /// How long nothing is due, if nothing arrives; negative for ever.
  private func pause(at now: Int64, _ pauseMax: Int64) -> Int64 {
    var pause = pauseMax
    var milliseconds: UInt64 = 0
    if MHD_get_timeout(daemon, &milliseconds) == httpd_yes {
      pause = min(pause, Int64(min(milliseconds, 3_600_000)) * 1_000_000)
    }
    if let own = waiting.pause(at: now) { pause = min(pause, own) }
    if reopensAt < .max { pause = min(pause, max(0, reopensAt - now)) }
    if writer != nil { pause = min(pause, Int64(settings.takeoverSeconds) * 100_000_000) }
    if isStopping { pause = min(pause, 20_000_000) }
    return pause == .max ? -1 : pause
  }

  // MARK: Stopping

  private var isIdle: Bool { round.isEmpty && waiting.isEmpty && underWay == 0 }

  private func beginStopping(at now: Int64) {
    isStopping = true
    stopsAt = now + Int64(settings.drainSeconds) * 1_000_000_000
    log.event("stopping", [("openConnections", .integer(metrics.openConnections))])
    // What waits gets its answer now; nothing more is accepted.
    for number in waiting.all { finish(number, .done) }
    let listened = MHD_quiesce_daemon(daemon)
    if listened >= 0 { close(listened) }
  }

  private func end(_ daemon: OpaquePointer) {
    // The library aborts the process if it is stopped while a request waits.
    isEnding = true
    for number in waiting.all { finish(number, .done) }
    MHD_run(daemon)
    MHD_stop_daemon(daemon)
    self.daemon = nil
    service = nil
    writer = nil
    claim = nil
    log.event("stopped")
  }

  // MARK: Standing by

  /// One turn of the loop while the journal is not this process's; returns false to give up.
  func standBy() -> Bool {
    turn(pauseMax: Int64(settings.takeoverSeconds) * 50_000_000)
    return !isStopping
  }
}

/// Asks a service to stop, from any thread.
public struct ServiceStopper: Sendable {
  fileprivate let wakeup: Int32

  public func stop() { wakeup_wake(wakeup) }
}
