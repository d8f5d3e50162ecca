import Chronology
import DomainCore
import Scenarios
import SyncCore
import Testing

@testable import Load

@Suite("People who live on the phones of a load")
struct LivePeopleTests {
  /// Teams whose athletes do everything that a coach assigns to them.
  private static func families() throws -> LiveFamilies {
    var scenario = Scenario()
    scenario.people = 40
    scenario.days = 4
    scenario.population.teamFraction = 1
    scenario.population.joinDaysSpread = 0
    scenario.activities.assignedWorkoutDoneProbability = 1
    return try LiveFamilies(scenario)
  }

  @Test("they report as done what only the server had, and nothing if it had nothing")
  func dependence() throws {
    var alone = try Self.families()
    alone.live(isCoached: false)
    #expect(alone.rowCount > 100)
    #expect(alone.changedAssignments.isEmpty)

    var coached = try Self.families()
    let outsiders = coached.outsiders.map { $0.replica.site }
    coached.live(isCoached: true)
    let done = coached.changedAssignments.filter { outsiders.contains($0.maker) }
    #expect(!outsiders.isEmpty && done.count > 5, "\(coached.rowCount) rows")
    #expect(!done.contains { outsiders.contains($0.author) })
  }

  @Test("a phone whose last request has failed shows that it is offline")
  func offline() throws {
    let families = try Self.families()
    let phone = families.phones[0]
    #expect(phone.isOnline && families.analyzesPhoto(on: phone) == nil)
    _ = phone.machine.want()
    let begun = phone.machine.begin()
    #expect(phone.isOnline)
    _ = phone.machine.fails(begun.number, ExchangeTiming())
    #expect(!phone.isOnline && families.analyzesPhoto(on: phone) == .needsConnection)
    _ = phone.machine.waited(for: begun.number)
    #expect(phone.isOnline)
  }

  @Test("all of their days are over before today, and everyone belongs to their family")
  func times() throws {
    var scenario = Scenario()
    scenario.people = 60
    scenario.days = 3
    scenario.population.joinDaysSpread = 0
    let plan = FamilyPlan(
      living: scenario, endingBefore: LocalDay(year: 2_026, month: 3, day: 20))
    let population = try #require(plan.live)
    #expect(plan.steps.isEmpty && plan.live != nil && plan.devices.count > plan.families.count)
    #expect(plan.families.allSatisfy { !$0.isGroup && $0.founderCount == $0.members.count })
    // The days of the people are over before today anywhere: their own, or days that are.
    #expect(population.end - population.begin >= Int64(plan.scenario.days) * 86_400_000)
    #expect(plan.lastDay == scenario.firstDay.adding(days: 2))
    let early = FamilyPlan(living: scenario, endingBefore: scenario.firstDay.adding(days: 3))
    #expect(early.lastDay == scenario.firstDay.adding(days: 1))
    #expect(population.seconds(speed: 1_440) >= Double(plan.scenario.days) * 60)
  }
}
