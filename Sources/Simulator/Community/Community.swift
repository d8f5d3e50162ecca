public import Base
public import Chronology
import DomainCore
import Faults
public import Metrics
public import Population
public import Properties
import SimulationKernel
import SyncCore

/// A request on its way, with the number that its answer will be known by.
struct RequestEnvelope: BitwiseCopyable, Sendable {
  var request: ExchangeRequest
  var device: UInt32
  var message: Int32
  /// FAM-8: whether somebody signs in with it, before anything is exchanged again.
  var signsIn = false
}

struct AnswerEnvelope: BitwiseCopyable, Sendable {
  /// Nothing, if it answers a sign-in.
  var answer: ExchangeAnswer?
  /// Why a sign-in was refused.
  var refusal: Refusal?
  var device: UInt32
  var message: Int32
}

/// Nothing that an answer carries: its rows lie in the feed and never change.
struct NoFreight: BitwiseCopyable {}

typealias MemoryReplica = Replica<MemoryReplicaStore>

/// A connected set of households, their devices and their server, in one single-threaded event
/// loop; small enough to stay in a core's cache.
///
/// What happens in it is a function of the scenario, the seed and its number alone.
public struct Community: ~Copyable {
  let simulation: Simulation
  public let place: CommunityMap.Community
  var server: Server
  var replicas: OwnedArray<MemoryReplica>
  var households: FlatArray<HouseholdRecord>
  /// Per scope of the server, the household that founded it.
  var householdByScope: FlatArray<Int>
  var people: FlatArray<PersonRecord>
  var devices: FlatArray<DeviceRecord>
  /// Where the devices begin that are a group's replicas on the phones before.
  var groupDevicesStart = 0
  var queue: EventQueue
  var requests: MessagePool<RequestEnvelope, Operation>
  var answers: MessagePool<AnswerEnvelope, NoFreight>
  var habits: FlatArray<HabitRecord>
  /// A row for each person.
  var activities: FlatArray<ActivityRecord>
  /// A row for each neighbourhood.
  var groups: FlatArray<GroupRecord>
  /// What each household was told.
  var notifiers: OwnedArray<Notifier>
  /// The number of pushes sent, which addresses their fates.
  var pushesSent: Int32 = 0
  var calendars: OwnedArray<LinkedCalendar>
  var healthStores: OwnedArray<WornStore>
  /// What reads the stores, one for each device of their owners.
  var importers: [DeviceImporter] = []
  /// The menus on the phones of those who eat in a dining hall, by person.
  var menus: [MenuCache] = []
  var habitDays: DoneDays
  /// A row of days per person, person by person.
  var records: FlatArray<PersonDayRecord>
  public var watch: PropertyWatch
  public var counters = SimulationCounters()
  public var refusals = RefusalCounts()
  public var digest = Digest128.zero
  let deadlineMilliseconds: Int64
  let watermark: Instant

  public init(_ index: Int, of simulation: Simulation) {
    self.simulation = simulation
    place = simulation.map[index]
    let sync = simulation.scenario.sync
    server = Server(
      settings: ServerSettings(clockSkewBoundMilliseconds: Int64(sync.clockSkewBoundMilliseconds)))
    replicas = OwnedArray(capacity: place.personCount * 2)
    households = FlatArray(capacity: place.householdCount)
    householdByScope = FlatArray(capacity: place.householdCount)
    people = FlatArray(capacity: place.personCount)
    devices = FlatArray(capacity: place.personCount * 2)
    queue = EventQueue(
      start: Zone.utc.startOfDay(simulation.households.startDay) - 24 * Span.hour,
      seenAt: Whereabouts.event)
    requests = MessagePool()
    answers = MessagePool()
    habits = FlatArray(capacity: place.personCount * 4)
    activities = FlatArray(repeating: ActivityRecord(), count: place.personCount)
    groups = FlatArray()
    notifiers = OwnedArray(capacity: place.householdCount)
    calendars = OwnedArray()
    healthStores = OwnedArray()
    habitDays = DoneDays(dayCapacity: (simulation.scenario.days + 64) & ~63)
    records = FlatArray(
      repeating: PersonDayRecord(), count: place.personCount * simulation.scenario.days)
    watch = PropertyWatch()
    deadlineMilliseconds = Int64(sync.deadlineHours) * Span.hour
    watermark = simulation.watermark
    found()
  }

  public var days: Int { simulation.scenario.days }

  /// Lives the community's days, then heals it and looks at the whole.
  public mutating func run(latencies: inout LatencyHistogram) {
    live(latencies: &latencies)
    observe()
    heal()
    settleProperties()
    summarise()
  }

  // MARK: Results

  public var personCount: Int { people.count }

  public func person(_ index: Int) -> Person { people[index].person }

  /// The number of a person's household in the whole population.
  public func household(of person: Int) -> UInt32 { households[people[person].household].index }

  public func zone(of person: Int) -> Zone { households[people[person].household].zone.zone }

  /// The first day of the run on which the person belongs to it.
  public func joinDay(of person: Int) -> Int32 { households[people[person].household].joinDay }

  /// The first day on which the person no longer does.
  public func leftDay(of person: Int) -> Int32 { people[person].leftDay }

  public func record(_ person: Int, day: Int) -> PersonDayRecord { records[person * days + day] }

  public func replicaCount(ofHousehold household: Int) -> Int {
    households[household].deviceCount
  }

  public var householdCount: Int { households.count }

  /// What was found broken, with the household's number in the population as its scope and the
  /// device's number in the household as its site: nobody else knows the community's own.
  public var violations: [Violation] {
    watch.tally.violations.map { found in
      var violation = found
      let household = households[householdByScope[Int(found.scope)]]
      violation.scope = household.index
      let devices = household.firstDevice..<household.firstDevice + household.deviceCount
      if devices.contains(Int(found.site)) { violation.site -= UInt32(devices.lowerBound) }
      return violation
    }
  }
}
