import Chronology
import Scenarios
import Testing

@testable import Load

@Suite("Steps that are spread")
struct SpreadTests {
  private static let plan: (own: FamilyPlan, spread: FamilyPlan) = {
    var scenario = Scenario()
    scenario.people = 120
    scenario.days = 12
    scenario.activities.groupMemberFraction = 0.4
    let own = FamilyPlan(scenario, endingBefore: LocalDay(year: 2_026, month: 3, day: 20))
    var spread = own
    spread.spreadSteps()
    return (own, spread)
  }()

  /// The places of each family's steps.
  private static func places(_ plan: FamilyPlan) -> [[Int]] {
    var places: [[Int]] = plan.families.map { _ in [] }
    for (place, step) in plan.steps.enumerated() {
      places[plan.devices[step.device].family].append(place)
    }
    return places
  }

  @Test("are the same ones, each family's in its order")
  func order() {
    let (own, spread) = Self.plan
    #expect(own.steps.count > 1_000 && own.steps.count == spread.steps.count)
    #expect(own.firstTime == spread.firstTime && own.firstTime == own.steps.first?.time)
    let times = { (plan: FamilyPlan) in
      Self.places(plan).map { places in places.map { plan.steps[$0].time } }
    }
    #expect(times(own) == times(spread))
    #expect(own.steps.map(\.time) != spread.steps.map(\.time))
  }

  @Test("of a group come in the order of all families that are in it")
  func groups() throws {
    let (own, spread) = Self.plan
    let group = try #require(own.families.indices.first { own.families[$0].isGroup })
    let members = own.families[group].devices.compactMap { own.devices[$0].phone }
    #expect(!members.isEmpty)
    let together = Set([group] + members.map { own.devices[$0].family })
    let times = { (plan: FamilyPlan) in
      plan.steps.filter { together.contains(plan.devices[$0.device].family) }.map(\.time)
    }
    #expect(times(own) == times(spread))
    #expect(times(spread) == times(spread).sorted())
  }

  @Test("of a phone seldom follow each other")
  func distance() {
    let near = { (plan: FamilyPlan) in
      let places = Dictionary(grouping: plan.steps.indices) { plan.steps[$0].device }
      return places.values.reduce(0) { count, own in
        count + zip(own, own.dropFirst()).count { $1 - $0 < 3 }
      }
    }
    let (own, spread) = Self.plan
    #expect(near(spread) * 4 < near(own), "\(near(spread)) of \(near(own))")
  }
}
