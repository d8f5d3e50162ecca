public import Base
public import Chronology
public import Environment
public import DomainCore
public import Properties
public import SyncCore

/// A replica in memory, the kind that a world has.
public typealias MemoryReplica = Replica<MemoryReplicaStorage>

/// A connected set of households with everything that runs between them: devices and their
/// replicas, the server, what carries messages, clocks, the services outside, and the watch over
/// all promises; in one single-threaded event loop, small enough to stay in a core's cache.
///
/// It changes only through `perform(_:)` and by the passing of its own time (`advance()`). Who
/// decides what is done is not its business: people, a plan, or a plan with parts taken away.
public struct World: ~Copyable {
  public let settings: WorldSettings
  public let setup: WorldSetup
  public internal(set) var server: Server
  /// What lies on devices: a copy for each account that was signed in there, of its family and of
  /// its group. The install that a copy belongs to may change, and its site with it.
  public internal(set) var replicas: OwnedArray<MemoryReplica>
  /// What connects each replica with the server.
  var links: FlatArray<LinkState>
  /// By site, the replica that speaks under it, or has last.
  var replicaBySite: FlatArray<Int>
  /// By replica, what a backup of it has.
  var backups: [Int: Backup] = [:]
  public internal(set) var households: FlatArray<HouseholdRecord>
  public internal(set) var people: FlatArray<PersonRecord>
  public internal(set) var devices: FlatArray<DeviceRecord>
  var groups: FlatArray<GroupRecord>
  /// Which phones the server calls when their group has news.
  var subscriptions = Subscriptions()
  /// Per scope of the server, the household that founded it.
  var householdByScope: FlatArray<Int>
  var queue: EventQueue
  var serverClock = SimulatedClock()
  /// What the server has decided, where it is to be able to begin anew.
  var serverLog: ServerJournal?
  /// When the server can be reached again, if it went down.
  var serverIsUpFrom = Instant(milliseconds: .min)
  var requests: Requests
  var responses: Answers
  /// The rows that came of the request that was answered last.
  var decided = FlatArray<FeedRow>()
  /// The fates that a plan has settled; the others are drawn.
  var plannedDeliveries: [RecordedDeliveryKey: MessageDelivery] = [:]
  /// Every fate that was asked for, when they are recorded.
  public var messageDeliveries: [RecordedDelivery]?
  /// What each household was told.
  public internal(set) var notifiers: OwnedArray<Notifier>
  var notificationScans = FlatArray<NotificationScan>()
  public internal(set) var calendars: OwnedArray<LinkedCalendar>
  public internal(set) var healthStores: OwnedArray<WearableHealthStore>
  /// What reads the stores, one for each device of their owners.
  var importers: [DeviceImporter] = []
  public internal(set) var monitor: PropertyMonitor
  public internal(set) var counters = WorldCounters()
  public internal(set) var refusals = RefusalCounts()
  /// What the service was like, for each person.
  public internal(set) var service: ServiceMetrics
  public internal(set) var digest = Digest128.zero
  /// What came of steps and events and was not taken yet by whoever listens.
  public var simulationEvents = FlatArray<SimulationEvent>()
  /// Every step that was performed and what it made, when a plan is recorded.
  public var journal: [PerformedStep]?
  /// Everything that comes to pass, when somebody wants to read it.
  public var trace: [TraceEvent]?
  /// How many violations the trace has told of.
  var violationsTold = 0
  /// The situations that operations meet, when they are counted.
  public var coveragePoints: CoverageCounters?
  /// The step that was performed last.
  var step = StepID.none
  /// Whether some device has, or had, another version of the app than the one at hand.
  var hasMixedVersions = false
  /// FAM-7: whether anybody has deleted their account.
  var hasDeletions = false
  /// Whether some device was ever in a trouble; while none was, nobody need ask.
  var hasDeviceFaults = false
  /// Whether the run is over and everything comes to rest: on no record, for nobody does it.
  var isHealing = false
  let anchor = AddressOnlyMarker()

  /// `currentEventAt` is where the event that is being lived is left for others to see.
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
    server = Server(settings: serverSettings)
    replicas = OwnedArray(capacity: people * 2)
    links = FlatArray(capacity: people * 2)
    replicaBySite = FlatArray(capacity: people * 2)
    households = FlatArray(capacity: setup.households.count)
    self.people = FlatArray(capacity: people)
    devices = FlatArray(capacity: people * 2)
    service = ServiceMetrics(people: people)
    groups = FlatArray()
    householdByScope = FlatArray(capacity: setup.households.count)
    queue = EventQueue(start: settings.start, currentEventAt: currentEventAt)
    requests = MessagePool()
    responses = MessagePool()
    notifiers = OwnedArray(capacity: setup.households.count)
    calendars = OwnedArray()
    healthStores = OwnedArray()
    monitor = PropertyMonitor(
      serverSettings, daysPerSample: settings.scopesPerFold,
      randomWord: settings.randomness.draw(
        WorldRandomPurpose.logFold, who: UInt64(setup.community) << 1, day: -1
      ).first)
    serverLog = settings.mayFailOver ? ServerJournal() : nil
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

  // MARK: Results

  /// What was found broken, with the household's number in the population as its scope and the
  /// device's number in the household as its site: nobody else knows the world's own. Of a group
  /// it is the household of the device, which need not be the first that the group was opened for.
  public var violations: [Violation] {
    monitor.shared.tally.violations.map { found in
      var violation = found
      var household = householdByScope[Int(found.scope)]
      if Int(found.scope) >= households.count { violation.group = households[household].number }
      if Int(found.site) < siteCount {
        let device = speaker(at: found.site).device
        household = devices[device].household
        violation.site = UInt32(device - households[household].firstDevice)
      }
      violation.scope = households[household].number
      violation.kind = kind(ofOperation: found.sequence, at: found.site, in: Int(found.scope))
        .map { "\($0)" }
      return violation
    }
  }

  /// How many of them there are.
  public var violationCount: Int { monitor.shared.tally.violations.count }

  /// What an operation says, if it is in the log or still waits to get there.
  private func kind(ofOperation sequence: UInt32, at site: UInt32, in scope: Int) -> FactKind? {
    guard sequence > 0, Int(site) < siteCount else { return nil }
    for place in 0..<server.scopes[scope].feed.count {
      let operation = server.scopes[scope].feed[place].operation
      if operation.site == site && operation.sequence == sequence { return operation.fact.kind }
    }
    let replica = replicaBySite[Int(site)]
    for place in 0..<replicas[replica].store.pendingCount {
      let operation = replicas[replica].store.pending(place)
      if operation.site == site && operation.sequence == sequence { return operation.fact.kind }
    }
    return nil
  }

  // MARK: Names

  /// What a world's events are called, by their kinds.
  public static var eventNames: [String] { WorldEvent.names }

  /// The kind under which a step is left to be seen; target and payload are the halves of its name.
  public static var stepKind: UInt16 { 0x7FFF }
}
