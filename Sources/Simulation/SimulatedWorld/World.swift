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
/// | `network` | links, messages under way, what becomes of them |
/// | `backend` | the server, its clock, journal, outages and subscriptions |
/// | `integrations` | calendars and health stores of other companies |
/// | `notifications` | what the server tells people |
/// | `events` | everything that happens, for all who listen |
///
/// A part owns its state and whatever needs only that. What needs several parts is an extension of
/// `World` in the folder of the part that it is about.
///
/// A world changes only through `perform(_:)` and by the passing of its own time (`advance()`). It
/// does not decide what is done: people do, or a plan, or a plan with parts taken away.
public struct World: ~Copyable {
  public let settings: WorldSettings
  public let setup: WorldSetup
  public internal(set) var directory: HouseholdDirectory
  public internal(set) var fleet: Fleet
  public var network: Network
  public internal(set) var backend: Backend
  public internal(set) var integrations = Integrations()
  public internal(set) var notifications: NotificationService
  public var events: EventStream
  var queue: EventQueue
  /// The step that was performed last.
  var step = StepID.none
  /// Whether the run is over and everything comes to rest: on no record, for nobody does it.
  var isHealing = false

  /// `currentEventAt` is where the event that is handled is left for others to see.
  public init(
    _ setup: WorldSetup, _ settings: WorldSettings,
    currentEventAt: UnsafeMutablePointer<ScheduledEvent>? = nil
  ) {
    self.setup = setup
    self.settings = settings
    let people = setup.personCount
    let serverSettings = ServerSettings(
      clockSkewBoundMilliseconds: settings.sync.clockSkewBoundMilliseconds,
      policy: settings.sync.policy)
    directory = HouseholdDirectory(setup)
    fleet = Fleet(
      people: people,
      ReplicaFactory(policy: settings.sync.policy, keepsOwnRows: settings.mayFailOver))
    network = Network(settings, people: people)
    backend = Backend(serverSettings, keepsJournal: settings.mayFailOver)
    notifications = NotificationService(households: setup.households.count)
    events = EventStream(
      people: people,
      PropertyMonitor(
        serverSettings, daysPerSample: settings.scopesPerFold,
        randomWord: settings.randomness.draw(
          WorldRandomPurpose.logFold, who: UInt64(setup.community) << 1, day: -1
        ).first))
    queue = EventQueue(start: settings.start, currentEventAt: currentEventAt)
    found()
  }

  // MARK: Time

  /// The virtual time.
  public var now: Instant { queue.now }

  /// When the world next has something to do by itself.
  public var nextTime: Instant? { queue.nextTime }

  func date(of day: Int) -> LocalDay { settings.firstDay.adding(days: day) }

  /// The day of the run that a local day is; it may lie outside of it.
  public func runDay(_ day: LocalDay) -> Int {
    Int(day.number) - Int(settings.firstDay.number)
  }

  // MARK: Deliveries

  /// Settles what will become of a message, should it be sent.
  public mutating func settle(_ known: RecordedDelivery) { network.settle(known) }

  // MARK: Results

  /// What was found broken, with the household's number in the population as its scope and the
  /// device's number in the household as its site: nobody else knows the world's own. Of a group
  /// it is the household of the device, which need not be the first that the group was opened for.
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

  /// What an operation says, if it is in the log or still waits to get there.
  private func kind(ofOperation sequence: UInt32, at site: UInt32, in scope: Int) -> FactKind? {
    guard sequence > 0, Int(site) < fleet.siteCount else { return nil }
    return backend.kind(ofOperation: sequence, at: site, in: scope)
      ?? fleet.pendingKind(ofOperation: sequence, at: site)
  }

  // MARK: Names

  /// What a world's events are called, by their kinds.
  public static var eventNames: [String] { WorldEvent.names }

  /// The kind under which a step is left to be seen; target and payload are the halves of its name.
  public static var stepKind: UInt16 { 0x7FFF }
}
