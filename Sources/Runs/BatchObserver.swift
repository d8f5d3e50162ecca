import Base
import Chronology
import Datasets
import DomainCore
import Metrics
import Plans
import Population
import Simulator
import World

/// What a batch of communities leaves behind: rows for the tables, sums for the metrics.
struct BatchOutcome: Sendable {
  /// A batch of rows for every table of communities, in their order.
  var rows: [TableRows.Batch]
  var metrics: KpiAccumulator
  /// The same by the parts of the people.
  var parts: HouseholdParts
  /// Families of which somebody was active within a month, summed over the days.
  var activeFamilyDays: Int64
  /// The communities as lines of a plan, when one is recorded.
  var planText: [UInt8]
  /// What their other lives add up to, when a ledger is kept.
  var ledger: LedgerSums?
}

/// What a run writes down of its communities beside its tables.
struct Keeping: Sendable {
  /// Which households intervals weigh alike.
  var links = HouseholdLinks.byMembership
  /// Writes the lines of plans, where anybody needs them.
  var planWriter: PlanWriter?
  /// Whether the plan itself is kept.
  var keepsPlan = false
  /// The first lines of the plan, where a ledger is kept.
  var ledgerHead: [UInt8]?
}

/// A worker's scratch memory: turns finished communities into rows and sums.
struct BatchObserver: ~Copyable {
  let scenario: Scenario
  /// The day on which the run begins, read off the scenario's text once.
  let firstDay: LocalDay
  private var tables: OwnedArray<TableRows>
  var metrics: KpiAccumulator
  var parts = HouseholdParts()
  var activeFamilyDays: Int64 = 0
  var truth: SideScratch
  var observed: SideScratch
  /// What refusals are called, found out once for each: to look a case's name up is slow.
  private var refusalNames: [UInt8: String] = [:]
  /// Who people are by the seed, for what a world does not know of them.
  let households: Households
  let behaviour: Behaviour
  let tablets: SharedTablets?
  let interventions: Interventions
  let countedTraits: CountedTraits
  let segments: RunSegments
  private let keeping: Keeping
  private var planText: [UInt8] = []
  private var ledger: LedgerWork?

  init(_ scenario: Scenario, keeping: Keeping = Keeping()) {
    self.scenario = scenario
    firstDay = scenario.firstDay
    self.keeping = keeping
    ledger = keeping.ledgerHead.map { LedgerWork(scenario, head: $0) }
    households = Households(scenario)
    behaviour = Behaviour(scenario)
    tablets = SharedTablets(scenario)
    interventions = Interventions(scenario)
    countedTraits = CountedTraits(scenario)
    segments = RunSegments(scenario)
    tables = OwnedArray(capacity: DatasetTable.ofCommunities.count)
    for table in DatasetTable.ofCommunities { tables.append(TableRows(table)) }
    metrics = Self.accumulator(scenario)
    truth = SideScratch(days: scenario.days)
    observed = SideScratch(days: scenario.days)
  }

  static func accumulator(_ scenario: Scenario) -> KpiAccumulator {
    KpiAccumulator(
      days: scenario.days, allowedLatenessDays: scenario.metrics.allowedLatenessDays,
      seed: scenario.seed)
  }

  mutating func name(of refusal: Refusal) -> String {
    if let name = refusalNames[refusal.rawValue] { return name }
    let name = "\(refusal)"
    refusalNames[refusal.rawValue] = name
    return name
  }

  /// The rows of a table that communities fill, which stand before the one that they do not.
  subscript(table: DatasetTable) -> TableRows {
    unsafeAddress { UnsafePointer(tables.address(of: table.rawValue)) }
    unsafeMutableAddress { tables.address(of: table.rawValue) }
  }

  mutating func observe(_ community: borrowing Community) throws {
    let groups = GroupFacts(
      of: community, firstDay: firstDay, days: scenario.days, linking: keeping.links)
    let losses = Losses(in: community.world)
    for person in 0..<community.personCount {
      let own = self.person(person, of: community)
      var counted = countedTraits.traits(of: person, in: community, groups)
      losses.add(to: &counted.totals, of: person)
      try addPerson(person, own, counted, of: community, groups)
      try addDays(of: person, own, counted, in: community, groups)
    }
    try addHouseholds(of: community)
    try addGroups(of: community)
    try addNotifications(of: community)
    try addSync(of: community)
    try addWhatWasKept(of: community)
    guard let lines = keeping.planWriter?.community(community.world) else { return }
    if keeping.keepsPlan { planText += lines }
    ledger?.live(lines)
  }

  /// Who somebody is by the seed, with what they brought with them.
  private func person(_ index: Int, of community: borrowing Community) -> Person {
    let home = community.world.households[community.householdPlace(of: index)]
    return households.person(
      community.resident(index).number, place: index - home.firstPerson, of: home.number)
  }

  mutating func conclude() throws -> BatchOutcome {
    var rows: [TableRows.Batch] = []
    for table in DatasetTable.ofCommunities { rows.append(try self[table].batch()) }
    let outcome = BatchOutcome(
      rows: rows, metrics: metrics, parts: parts, activeFamilyDays: activeFamilyDays,
      planText: planText, ledger: ledger?.conclude())
    metrics = Self.accumulator(scenario)
    parts = HouseholdParts()
    activeFamilyDays = 0
    planText = []
    return outcome
  }
}
