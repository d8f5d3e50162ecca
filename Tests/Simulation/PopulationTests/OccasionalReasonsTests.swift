import Chronology
import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("Occasional commands have reasons")
struct OccasionalReasonsTests {
  @Test("each persona finds a reason as often as the scenario and its factor give")
  func rates() throws {
    var scenario = Scenario()
    scenario.lifecycle.enabled = true
    #expect(Reasons(scenario) == nil)
    scenario.reasons.enabled = true
    let reasons = try #require(Reasons(scenario))
    let households = Households(scenario)
    var counts: [Persona: [FactKind: Int]] = [:]
    for index in 0..<300 as Range<UInt32> {
      for persona in [Persona.plain, .organizedParent, .busyProfessional, .grandparent] {
        var person = households.person(index, as: .parent, of: index)
        person.traits.persona = persona
        for day in 0..<365 {
          if let found = reasons.reason(person, on: scenario.firstDay.adding(days: day)) {
            counts[persona, default: [:]][found.kind, default: 0] += 1
          }
        }
      }
    }
    func yearly(_ persona: Persona, _ kind: FactKind) -> Double {
      Double(counts[persona, default: [:]][kind, default: 0]) / 300
    }
    #expect(abs(yearly(.plain, .groupFeedViewed) - 26) < 1.5)
    #expect(abs(yearly(.plain, .dutyAssigned) - 8) < 0.8)
    #expect(abs(yearly(.organizedParent, .dutyAssigned) - 16) < 1.1)
    #expect(abs(yearly(.busyProfessional, .dutyAssigned) - 4) < 0.6)
    #expect(abs(yearly(.grandparent, .quietHoursSet) - 1.5) < 0.35)
    #expect(Set(counts[.grandparent, default: [:]].keys.map(\.area)) == [.notifications])
  }

  @Test("an area that the scenario leaves out gives no reasons")
  func areas() throws {
    var scenario = Scenario()
    scenario.reasons.enabled = true
    scenario.reasons.areas = [
      WeightedName("notifications", weight: 2), WeightedName("goals", weight: 0),
    ]
    let reasons = try #require(Reasons(scenario))
    let households = Households(scenario)
    var counts: [FactKind: Double] = [:]
    for index in 0..<200 as Range<UInt32> {
      let person = households.person(index, as: .parent, of: index)
      for day in 0..<365 {
        if let found = reasons.reason(person, on: scenario.firstDay.adding(days: day)) {
          counts[found.kind, default: 0] += 1 / 200
        }
      }
    }
    #expect(Set(counts.keys.map(\.area)) == [.notifications])
    #expect(abs(counts[.quietHoursSet, default: 0] - 3) < 0.5)
  }
}
