import Metrics
import Population
import Simulator
import World

/// Counts the people of a community for key figures, and writes no rows.
struct PeopleCount: ~Copyable {
  /// How many days of the run are counted.
  private let days: Int
  private let links: HouseholdLinks
  private let countedTraits: CountedTraits
  private var truth: SideScratch
  private var observed: SideScratch

  init(
    _ scenario: Scenario, days: Int? = nil, links: HouseholdLinks = .byMembership
  ) {
    let days = days ?? scenario.days
    self.days = days
    countedTraits = CountedTraits(scenario, days: days)
    self.links = links
    truth = SideScratch(days: days)
    observed = SideScratch(days: days)
  }

  /// Counts the people of those households that are asked for.
  mutating func add(
    _ community: borrowing Community, to sums: inout KpiAccumulator,
    ofHouseholds isCounted: (UInt32) -> Bool = { _ in true }
  ) {
    let settings = community.world.settings
    let groups = GroupFacts(
      of: community, firstDay: settings.firstDay, days: days, linking: links)
    for index in 0..<community.personCount
    where community.resident(index).usesApp && isCounted(community.household(of: index)) {
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
      let traits = countedTraits.traits(of: index, in: community, groups)
      let household = community.household(of: index)
      // Out of the caller's hands for as long as the scratch lends its memory.
      truth.withSide { truth in
        observed.withSide { observed in
          sums.add(
            PersonHistory(
              household: household,
              linked: groups.linkedHouseholds[community.householdPlace(of: index)],
              joinedDay: joined, leftDay: left == .max ? .max : left - 1, traits: traits,
              truth: truth, observed: observed))
        }
      }
    }
  }
}
