import Datasets
import DomainCore
import Metrics
import ReferenceModels
import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

@Suite("Metrics by role")
struct RolesTests {
  private static let published = Result {
    try PublishedRun(
      SmallRun.scenario(people: 160, days: 21) {
        $0.population.observersPerHousehold = [WeightedCount(1, weight: 1)]
        $0.population.coachFraction = 0.5
      })
  }

  private let people: ReadTable
  private let days: ReadTable

  init() throws {
    let run = try Self.published.get()
    people = try run.table("people")
    days = try run.table("person_days")
  }

  @Test("the rules permit core actions to all roles but onlookers")
  func rights() {
    let core = FactKind.allCases.filter(\.isCoreAction)
    #expect(core.allSatisfy { [.logging, .goal].contains(RequiredRight.needed(for: $0)) })
    #expect(Set(PeopleTable.onlookers).isSubset(of: PeopleTable.roles))
    #expect(Set(PeopleTable.strangersToSchedules).isSubset(of: PeopleTable.onlookers))
  }

  @Test("in a run every role but onlookers does core actions", arguments: PeopleTable.roles)
  func inARun(role: String) {
    let roles = people.texts("role")
    let numbers = people.integers("person")
    let ofRole = Set(roles.indices.filter { roles[$0] == role }.map { numbers[$0] })
    guard !ofRole.isEmpty else { return }
    let (persons, active) = (days.integers("person"), days.flags("active"))
    let activeDays = persons.indices.filter { ofRole.contains(persons[$0]) && active[$0] }.count
    #expect((activeDays == 0) == PeopleTable.onlookers.contains(role), "\(role): \(activeDays)")
    for column in ["used_goals", "used_rewards"] where PeopleTable.onlookers.contains(role) {
      let used = people.flags(column)
      #expect(!roles.indices.contains { roles[$0] == role && used[$0] }, "\(role), \(column)")
    }
  }

  @Test("onlookers do not change metrics of daily activity")
  func figures() throws {
    let run = try Self.published.get()
    let roles = people.texts("role")
    let numbers = people.integers("person")
    let onlookers = Set(
      roles.indices.filter { PeopleTable.onlookers.contains(roles[$0]) }.map { numbers[$0] })
    let (persons, enrolled) = (days.integers("person"), days.flags("enrolled"))
    let all = enrolled.indices.filter { enrolled[$0] }
    let counted = all.filter { !onlookers.contains(persons[$0]) }
    let daily = run.outcome.report.metricResults.first { $0.id == "pc.dau" }?.truth
    #expect(all.count > counted.count)
    #expect(daily?.denominator == Int64(counted.count))
  }
}
