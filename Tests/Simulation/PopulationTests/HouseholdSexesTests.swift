import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("The sexes of one household")
struct HouseholdSexesTests {
  private static func scenario(_ change: (inout PopulationParameters) -> Void = { _ in })
    -> Scenario
  {
    var scenario = Scenario()
    scenario.population.parentsPerHousehold = [WeightedCount(2, weight: 1)]
    scenario.population.childrenPerHousehold = [0, 2].map { WeightedCount($0, weight: 1) }
    change(&scenario.population)
    return scenario
  }

  /// The people of so many whole homes.
  private static func homes(_ count: Int, _ scenario: Scenario) -> [[Person]] {
    let all = Households(scenario)
    var first: UInt32 = 0
    return (0..<UInt32(count)).map { number in
      let size = all.size(of: number)
      defer { first += UInt32(size.people) }
      return (0..<size.people).map { all.person(first + UInt32($0), place: $0, of: number) }
    }
  }

  /// How often the first two of a home have the same sex.
  private static func alike(_ homes: [[Person]]) -> Double {
    let pairs = homes.filter { $0.count > 1 }
    return Double(pairs.filter { $0[0].isFemale == $0[1].isFemale }.count) / Double(pairs.count)
  }

  @Test("couples are a woman and a man except for the configured share")
  func couples() {
    #expect(abs(Self.alike(Self.homes(6000, Self.scenario())) - 0.014) < 0.005)
    let many = Self.homes(3000, Self.scenario { $0.sameSexCoupleFraction = 0.3 })
    #expect(abs(Self.alike(many) - 0.3) < 0.04)
    let none = Self.homes(3000, Self.scenario { $0.sameSexCoupleFraction = 0 })
    #expect(Self.alike(none) == 0)
    #expect(Self.alike(Self.homes(3000, Self.scenario { $0.sameSexCoupleFraction = 1 })) == 1)
  }

  @Test("half of all mothers and fathers are women, and so are half of all children")
  func halves() {
    for share in [0, 0.3] {
      let homes = Self.homes(4000, Self.scenario { $0.sameSexCoupleFraction = share })
      for role in [Role.parent, .child] {
        let people = homes.joined().filter { $0.role == role }
        let women = people.filter(\.isFemale).count
        #expect(abs(Double(women) / Double(people.count) - 0.5) < 0.03)
      }
    }
  }

  @Test("students who share a home are not a couple")
  func students() {
    let scenario = Self.scenario { $0.studentHomeFraction = 1 }
    #expect(abs(Self.alike(Self.homes(4000, scenario)) - 0.5) < 0.04)
  }

  @Test("other households do not change a person's sex")
  func others() {
    let (few, many) = (
      Self.homes(500, Self.scenario()),
      Self.homes(500, Self.scenario { $0.sameSexCoupleFraction = 0.5 })
    )
    for (one, other) in zip(few, many) {
      for (place, person) in one.enumerated() where place != 1 {
        #expect(person.isFemale == other[place].isFemale)
      }
    }
  }
}
