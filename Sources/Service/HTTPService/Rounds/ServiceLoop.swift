import CMicroHTTPD
import JSONText
import ServiceCore
import SQLiteStores
import SyncCore
import SystemLibrary

/// The service on a socket. One loop does everything: it reads all requests that have arrived,
/// decides them, writes one transaction, and answers. So a disk syncs once for all of them, and
/// nothing is shared between threads.
public final class ServiceLoop {
  let settings: ServiceSettings
  var clock: ServiceClock
  let log: ServiceLog
  var metrics = ServiceMetrics()
  var clients: ClientLimits
  /// Nil while its storage has failed.
  var service: FamilyService<ServiceStorage>?
  var daemon: OpaquePointer?
  /// The requests of the next transaction.
  var round: [RequestContext] = []
  var waiting = WaitingDevices()
  /// Whether the library has something to send that no descriptor shows.
  var hasResumed = false
  /// When the storage is opened again.
  private var reopensAt: Int64 = .max
  private(set) var isStopping = false
  private var stopsAt: Int64 = .max
  private let listening: ListeningSocket
  private let wakeup: Int32

  /// The port at which it listens.
  public var port: UInt16 { listening.port }

  private enum Ready {
    static let connections: UInt32 = 1
    static let ending: UInt32 = 2
    static let wakeup: UInt32 = 4
  }

  /// Opens the storage and the socket; `run` serves.
  public init(_ settings: ServiceSettings) throws(ServiceStartError) {
    self.settings = settings
    log = ServiceLog(choice: settings.log)
    clock = try ServiceClock(settings.clock)
    clients = ClientLimits(rate: settings.clientRate, burst: settings.clientBurst)
    service = try Self.open(settings)
    ListeningSocket.raiseDescriptorLimit()
    listening = try ListeningSocket(host: settings.host, port: settings.port)
    wakeup = wakeup_make()
  }

  static func open(
    _ settings: ServiceSettings
  ) throws(ServiceStartError) -> FamilyService<ServiceStorage> {
    let storage: ServiceStorage
    do throws(StoreOpeningError) {
      storage = try ServiceStorage(settings.store)
    } catch {
      throw ServiceStartError(error.description)
    }
    do throws(StorageError) {
      return try FamilyService.open(storage, limits: settings.limits) {
        var random = SystemRandomNumberGenerator()
        return Secret(random: (0..<32).map { _ in random.next() })
      }
    } catch {
      throw ServiceStartError("The storage '\(settings.store.text)' cannot be read: \(error)")
    }
  }

  /// Ends `run` from another thread, as a signal does.
  public var stopper: ServiceStopper { ServiceStopper(wakeup: wakeup) }

  // MARK: Running

  /// Serves until the process is asked to end (`endsBySignal`) or the stopper is used. Then it
  /// answers what is under way, for at most `drainSeconds`.
  public func run(endsBySignal: Bool) throws(ServiceStartError) {
    let waits = waiting_make()
    let ending = endsBySignal ? ending_make() : -1
    defer {
      close(waits)
      if ending >= 0 { close(ending) }
      close(wakeup)
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard
      let daemon = httpd_start(
        listening.descriptor, settings.connectionsMax, settings.idleSeconds, 16_384, handleRequest,
        endRequest, noteConnection, context)
    else { throw ServiceStartError("The HTTP library cannot be started.") }
    self.daemon = daemon
    waiting_add(waits, httpd_descriptor(daemon), Ready.connections)
    waiting_add(waits, wakeup, Ready.wakeup)
    if ending >= 0 { waiting_add(waits, ending, Ready.ending) }
    log.event(
      "started",
      [
        ("host", .string(settings.host)), ("port", .integer(port)),
        ("journalEntries", .integer(service?.entryCount ?? 0)),
      ])
    while true {
      MHD_run(daemon)
      let now = ServiceClock.monotonicNanoseconds
      if !round.isEmpty {
        performRound()
        continue
      }
      endWaits(at: now)
      // The library sends the answers of resumed connections when it runs again.
      if hasResumed {
        hasResumed = false
        continue
      }
      reopenIfDue(at: now)
      if isStopping && (isIdle || now >= stopsAt) { break }
      let ready = waiting_wait(waits, pause(at: now))
      if ready & (Ready.ending | Ready.wakeup) != 0 && !isStopping { beginStopping(at: now) }
    }
    end(daemon)
  }

  /// How long nothing is due, if nothing arrives; negative for ever.
  private func pause(at now: Int64) -> Int64 {
    var pause = Int64.max
    var milliseconds: UInt64 = 0
    if MHD_get_timeout(daemon, &milliseconds) == httpd_yes {
      pause = Int64(min(milliseconds, 3_600_000)) * 1_000_000
    }
    if let own = waiting.pause(at: now) { pause = min(pause, own) }
    if reopensAt < .max { pause = min(pause, max(0, reopensAt - now)) }
    if isStopping { pause = min(pause, 20_000_000) }
    return pause == .max ? -1 : pause
  }

  // MARK: Stopping

  private var isIdle: Bool { round.isEmpty && waiting.isEmpty && metrics.openConnections == 0 }

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
    for number in waiting.all { finish(number, .done) }
    MHD_run(daemon)
    MHD_stop_daemon(daemon)
    self.daemon = nil
    service = nil
    log.event("stopped")
  }

  // MARK: A storage that has failed

  /// The service may be ahead of its storage now, so it is opened again before anything is answered.
  func storageFailed(_ error: StorageError) {
    metrics.noteStorageFailure()
    log.event("storageFailed", level: "error", [("reason", .string(error.description))])
    service = nil
    reopensAt = ServiceClock.monotonicNanoseconds
  }

  private func reopenIfDue(at now: Int64) {
    guard service == nil, now >= reopensAt else { return }
    do throws(ServiceStartError) {
      service = try Self.open(settings)
      reopensAt = .max
      log.event("storageOpened", [("journalEntries", .integer(service?.entryCount ?? 0))])
    } catch {
      reopensAt = now + 1_000_000_000
      log.event("storageFailed", level: "error", [("reason", .string(error.description))])
    }
  }
}

/// Asks a service to stop, from any thread.
public struct ServiceStopper: Sendable {
  fileprivate let wakeup: Int32

  public func stop() { wakeup_wake(wakeup) }
}
