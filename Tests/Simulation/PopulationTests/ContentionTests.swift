import Base
import Chronology
import Testing

@testable import Population
@testable import Scenarios

@Suite("The records on which a whole family conflicts")
struct ContentionTests {
  private let scenario: Scenario = {
    var scenario = Scenario()
    scenario.people = 200
    scenario.contention.contendedSessionProbability = 1
    scenario.contention.actionsPerSessionMax = 5
    scenario.contention.daysPerSubject = 3
    return scenario
  }()

  private func plans(_ behavior: Behavior, day: Int) -> [[ContentionPlan]] {
    let households = Households(scenario)
    return (0..<20).map { number in
      (0..<3).compactMap { place in
        let person = households.person(
          UInt32(number * 3 + place), isChild: place == 2, of: UInt32(number))
        return behavior.contention(
          person, in: UInt32(number), on: LocalDay(number: Int32(day)), session: 0)
      }
    }
  }

  @Test("are the same for all of a family, and others for its neighbors")
  func subjects() {
    let behavior = Behavior(scenario)
    let today = plans(behavior, day: 30)
    for family in today {
      #expect(Set(family.map(\.subject.first)).count == 1)
    }
    #expect(Set(today.compactMap { $0.first?.subject.first }).count == 20)
    // For three days, and then other records.
    #expect(plans(behavior, day: 32)[0][0].subject == today[0][0].subject)
    #expect(plans(behavior, day: 33)[0][0].subject != today[0][0].subject)
  }

  @Test("are changed one to five times in a session, by each member differently")
  func things() {
    let all = plans(Behavior(scenario), day: 30).joined().map(\.things)
    #expect(Set(all.map(\.count)) == [1, 2, 3, 4, 5])
    #expect(Set(all.joined().map(\.draw.first)).count == all.joined().count)
  }

  @Test("do not exist unless the scenario enables them")
  func nothing() {
    #expect(plans(Behavior(Scenario()), day: 30).allSatisfy { $0.isEmpty })
  }
}
