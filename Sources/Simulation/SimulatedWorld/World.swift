import Base
public import Chronology
import DomainCore
public import Properties
public import Environment
import SyncCore

/// A connected set of households and everything that runs between them, in one single-threaded
/// event loop, small enough to stay in a core's cache.
///
/// | part | what it is |
/// |---|---|
/// | `directory` | households, people, groups |
/// | `fleet` | devices, installs, replicas, their clocks, backups, versions of the app |
/// | `network` | links, messages in flight, their delivery |
/// | `backend` | the server, its clock, journal, outages and subscriptions |
/// | `integrations` | external calendars and health stores |
/// | `notifications` | the notifications that the server sends |
/// | `events` | everything that happens, for all listeners |
///
/// A part owns its state and the code that needs only that. Code that needs several parts is an
/// extension of `World` in the folder of the part that it is about.
///
/// A world changes only through `perform(_:)` and by the passing of its own time (`advance()`). It
/// does not decide what is done: simulated people do, or a plan, or a shrunk plan. Its people may
/// have phones that are not simulated (`LivePhones`); then it is their side only.
public struct World: ~Copyable {
  public let settings: WorldSettings
  public let setup: WorldSetup
  public internal(set) var directory: HouseholdDirectory
  public internal(set) var fleet: Fleet
  public var network: Network
  public internal(set) var backend: Backend
  /// For each scope, what its copies have together behind the end of the feed; empty if each folds
  /// its rows by itself.
  var trailing = OwnedArray<TrailingState>()
  public internal(set) var integrations = Integrations()
  public internal(set) var notifications: NotificationService
  public var events: EventStream
  var queue: EventQueue
  /// The step that was performed last.
  var step = StepID.none
  /// What a device or the server is about to write, if they rest on disks.
  var saving: SavingAttempt?
  var responding: RespondingAttempt?
  /// Whether the run has ended and the devices exchange until quiescence: not part of the records.
  var isHealing = false
  /// The phones of the people, where they are not simulated.
  let phones: (any LivePhones)?

  /// `currentEventAt` is where the loop leaves the event that it handles, for crash reports.
  public init(
    _ setup: WorldSetup, _ settings: WorldSettings,
    currentEventAt: UnsafeMutablePointer<ScheduledEvent>? = nil, phones: (any LivePhones)? = nil
  ) {
    self.setup = setup
    self.phones = phones
    self.settings = settings
    let people = setup.personCount
    let serverSettings = ServerSettings(
      clockSkewBoundMilliseconds: settings.sync.clockSkewBoundMilliseconds,
      policy: settings.sync.policy, hasOwnTexts: settings.hasOwnTexts)
    directory = HouseholdDirectory(setup)
    let disks =
      settings.storage == .sqlite
      ? WorldDisks(
        seed: settings.seed ^ UInt64(setup.community) << 32, logFramesMax: settings.logFramesMax)
      : nil
    fleet = Fleet(
      people: people,
      ReplicaFactory(
        policy: settings.sync.policy, keepsOwnRows: settings.mayFailOver,
        hasOwnTexts: settings.hasOwnTexts, disks: disks))
    network = Network(settings, people: people)
    backend = Backend(serverSettings, keepsJournal: settings.mayFailOver, disks: disks)
    notifications = NotificationService(households: setup.households.count)
    events = EventStream(
      people: people,
      PropertyMonitor(
        serverSettings, replaysAll: settings.sample.foldsAll,
        randomWord: settings.randomness.draw(
          WorldRandomPurpose.logFold, who: UInt64(setup.community) << 1, day: -1
        ).first))
    events.monitor.shared.reportsLostUpdates = settings.reportsLostUpdates
    queue = EventQueue(start: settings.start, currentEventAt: currentEventAt)
    found()
  }

  // MARK: Time

  /// The virtual time.
  public var now: Instant { queue.now }

  /// When the world's next own event is due.
  public var nextTime: Instant? { queue.nextTime }

  func date(of day: Int) -> LocalDay { settings.firstDay.adding(days: day) }

  /// The day of the run for a local day; it may lie outside of the run.
  public func runDay(_ day: LocalDay) -> Int {
    Int(day.number) - Int(settings.firstDay.number)
  }

  // MARK: Deliveries

  /// Fixes the delivery of a message, should it be sent.
  public mutating func settle(_ known: RecordedDelivery) { network.settle(known) }

  // MARK: Results

  /// The violations found, with the household's number in the population as the scope and the
  /// device's number in the household as the site, because the world's own numbers are internal.
  /// For a group it is the household of the device, which need not be the first that the group was
  /// opened for.
  public var violations: [Violation] {
    events.monitor.shared.tally.violations.map { found in
      var violation = found
      var household = directory.household(ofScope: found.scope)
      if directory.isGroup(found.scope) {
        violation.group = directory.households[household].number
      }
      if Int(found.site) < fleet.siteCount {
        let device = fleet.speaker(at: found.site).device
        household = fleet.devices[device].household
        violation.site = UInt32(device - directory.households[household].firstDevice)
      }
      violation.scope = directory.households[household].number
      violation.kind = kind(ofOperation: found.sequence, at: found.site, in: Int(found.scope))
        .map { "\($0)" }
      return violation
    }
  }

  /// How many of them there are.
  public var violationCount: Int { events.monitor.shared.tally.violations.count }

  /// The kind of an operation that is in the log or pending.
  private func kind(ofOperation sequence: UInt32, at site: UInt32, in scope: Int) -> FactKind? {
    guard sequence > 0, Int(site) < fleet.siteCount else { return nil }
    return backend.kind(ofOperation: sequence, at: site, in: scope)
      ?? fleet.pendingKind(ofOperation: sequence, at: site)
  }

  // MARK: Names

  /// The names of a world's events, by their kinds.
  public static var eventNames: [String] { WorldEvent.names }

  /// The event kind that stands for a step; target and payload are the halves of its name.
  public static var stepKind: UInt16 { 0x7FFF }
}
