import Base
import Chronology
import Datasets
import DomainCore
import Metrics
import Plans
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// The output of a batch of communities: rows for the tables and sums for the metrics.
struct BatchOutcome: Sendable {
  /// The rows of every table that communities fill, in the order of tables.
  var rows: [TableRows.Batch]
  var metrics: MetricAccumulator
  /// The sums by segment.
  var parts: SegmentCounts
  /// Families with an active member within a month, summed over the days.
  var activeFamilyDays: Int64
  /// The communities as lines of a plan, when one is recorded.
  var planText: [UInt8]
  /// The sums of the replays, when bias is recorded.
  var biasBreakdown: BiasSums?
}

/// What a run records of its communities in addition to the tables.
struct ObserverOptions: Sendable {
  /// Which households form a cluster in the intervals.
  var clusters: HouseholdClusters
  /// Whether the metrics keep the sums of each cluster, to be compared with another run's.
  var keepsClusters = false
  /// Writes the lines of plans, if something needs them.
  var planWriter: PlanWriter?
  /// Whether the plan itself is recorded.
  var recordsPlan = false
  /// The first lines of the plan, when bias is recorded.
  var biasPlanHead: [UInt8]?
}

/// Turns finished communities into rows and sums; every worker reuses one.
struct BatchObserver: ~Copyable {
  let scenario: Scenario
  /// The first day of the run, parsed from the scenario once.
  let firstDay: LocalDay
  private var tables: OwnedArray<TableRows>
  var metrics: MetricAccumulator
  var parts = SegmentCounts()
  var activeFamilyDays: Int64 = 0
  var truth: PersonSideBuilder
  var observed: PersonSideBuilder
  /// The names of rejection reasons, cached because printing a case is slow.
  private var refusalNames: [UInt8: String] = [:]
  /// The people as drawn from the seed, for attributes that the world does not store.
  let households: Households
  let behavior: Behavior
  let tablets: SharedTablets?
  let interventions: Interventions
  let traitCollector: PersonTraitCollector
  let segments: RunSegments
  private let keeping: ObserverOptions
  private var planText: [UInt8] = []
  private var biasBreakdown: BiasReplay?

  init(_ scenario: Scenario, keeping: ObserverOptions) {
    self.scenario = scenario
    firstDay = scenario.firstDay
    self.keeping = keeping
    biasBreakdown = keeping.biasPlanHead.map { BiasReplay(scenario, head: $0) }
    households = Households(scenario)
    behavior = Behavior(scenario)
    tablets = SharedTablets(scenario)
    interventions = Interventions(scenario)
    traitCollector = PersonTraitCollector(scenario)
    segments = RunSegments(scenario)
    tables = OwnedArray(capacity: DatasetTable.ofCommunities.count)
    for table in DatasetTable.ofCommunities { tables.append(TableRows(table)) }
    metrics = Self.accumulator(scenario, keepsClusters: keeping.keepsClusters)
    truth = PersonSideBuilder(days: scenario.days)
    observed = PersonSideBuilder(days: scenario.days)
  }

  static func accumulator(
    _ scenario: Scenario, keepsClusters: Bool = false
  ) -> MetricAccumulator {
    MetricAccumulator(
      days: scenario.days, allowedLatenessDays: scenario.metrics.allowedLatenessDays,
      keepsClusters: keepsClusters)
  }

  mutating func name(of refusal: Refusal) -> String {
    if let name = refusalNames[refusal.rawValue] { return name }
    let name = "\(refusal)"
    refusalNames[refusal.rawValue] = name
    return name
  }

  /// The rows of a table that communities fill; these tables come first.
  subscript(table: DatasetTable) -> TableRows {
    unsafeAddress { UnsafePointer(tables.address(of: table.rawValue)) }
    unsafeMutableAddress { tables.address(of: table.rawValue) }
  }

  mutating func observe(_ community: borrowing Community) throws {
    let groups = GroupSummary(
      of: community, firstDay: firstDay, days: scenario.days, in: keeping.clusters)
    let losses = DataLosses(in: community.world)
    for person in 0..<community.personCount {
      let own = self.person(person, of: community)
      var counted = traitCollector.traits(of: person, in: community, groups)
      losses.add(to: &counted.totals, of: person)
      try addPerson(person, own, counted, of: community, groups)
      try addDays(of: person, own, counted, in: community, groups)
    }
    try addHouseholds(of: community)
    try addGroups(of: community)
    try addNotifications(of: community)
    try addSync(of: community)
    try addRecordedEvents(of: community)
    metrics.closeClusters()
    guard let lines = keeping.planWriter?.community(community.world) else { return }
    if keeping.recordsPlan { planText += lines }
    biasBreakdown?.simulate(lines)
  }

  /// The person as drawn from the seed, with their traits.
  private func person(_ index: Int, of community: borrowing Community) -> Person {
    let home = community.world.directory.households[community.householdPlace(of: index)]
    return households.person(
      community.resident(index).number, place: index - home.firstPerson, of: home.number)
  }

  mutating func conclude() throws -> BatchOutcome {
    var rows: [TableRows.Batch] = []
    for table in DatasetTable.ofCommunities { rows.append(try self[table].batch()) }
    let outcome = BatchOutcome(
      rows: rows, metrics: metrics, parts: parts, activeFamilyDays: activeFamilyDays,
      planText: planText, biasBreakdown: biasBreakdown?.conclude())
    metrics = Self.accumulator(scenario, keepsClusters: keeping.keepsClusters)
    parts = SegmentCounts()
    activeFamilyDays = 0
    planText = []
    return outcome
  }
}
