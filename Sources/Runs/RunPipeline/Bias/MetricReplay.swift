import Metrics
import Population
import Scenarios
import Simulator
import SimulatedWorld

/// Counts the people of a community for metrics, without writing rows.
struct MetricReplay: ~Copyable {
  /// The number of days to count.
  private let days: Int
  private let clusters: HouseholdClusters
  private let traitCollector: PersonTraitCollector
  private var truth: PersonSideBuilder
  private var observed: PersonSideBuilder

  init(
    _ scenario: Scenario, days: Int? = nil, in clusters: HouseholdClusters
  ) {
    let days = days ?? scenario.days
    self.days = days
    traitCollector = PersonTraitCollector(scenario, days: days)
    self.clusters = clusters
    truth = PersonSideBuilder(days: days)
    observed = PersonSideBuilder(days: days)
  }

  /// Counts the selected people of the selected households.
  mutating func add(
    _ community: borrowing Community, to sums: inout MetricAccumulator,
    ofHouseholds isCounted: (UInt32) -> Bool = { _ in true },
    ofPeople isPersonCounted: (UInt32) -> Bool = { _ in true }
  ) {
    let settings = community.world.settings
    let groups = GroupSummary(
      of: community, firstDay: settings.firstDay, days: days, in: clusters)
    for index in 0..<community.personCount
    where community.resident(index).usesApp && isCounted(community.household(of: index))
      && isPersonCounted(community.resident(index).number)
    {
      let joined = community.joinDay(of: index)
      guard joined < days else { continue }
      truth.removeAll()
      observed.removeAll()
      for day in Int(joined)..<days {
        let record = community.record(index, day: day)
        truth.add(record, .truth, on: day)
        observed.add(record, .observed, on: day)
      }
      let left = community.leftDay(of: index)
      let traits = traitCollector.traits(of: index, in: community, groups)
      let household = community.household(of: index)
      let place = community.householdPlace(of: index)
      // `withSide` lends the memory of the builders for the duration of the closure.
      truth.withSide { truth in
        observed.withSide { observed in
          sums.add(
            PersonHistory(
              household: household, cluster: groups.clusterHouseholds[place],
              clusterPeople: groups.clusterPeople[place],
              joinedDay: joined, leftDay: left == .max ? .max : left - 1, traits: traits,
              truth: truth, observed: observed))
        }
      }
    }
    sums.closeClusters()
  }
}
