import Base
import Chronology
import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("The ages of one household")
struct HouseholdAgesTests {
  private static let year = 365.25

  private static func scenario(_ change: (inout PopulationParameters) -> Void = { _ in })
    -> Scenario
  {
    var scenario = Scenario()
    scenario.population.observersPerHousehold = [0, 1, 2, 4].map { WeightedCount($0, weight: 1) }
    change(&scenario.population)
    return scenario
  }

  /// The ages in days of so many whole homes, by role.
  private static func homes(_ count: Int, _ scenario: Scenario) -> [[Role: [Int]]] {
    let (all, day) = (Households(scenario), scenario.firstDay)
    var first: UInt32 = 0
    return (0..<UInt32(count)).map { number in
      let size = all.size(of: number)
      var ages: [Role: [Int]] = [:]
      for place in 0..<size.people {
        let person = all.person(first + UInt32(place), place: place, of: number)
        ages[person.role, default: []].append(Int(day.number - person.born.number))
      }
      first += UInt32(size.people)
      return ages
    }
  }

  @Test(
    "parents were 18 to 45 at each birth, grandparents 20 or more, and no two births are too close")
  func possible() {
    for home in Self.homes(3000, Self.scenario()) {
      let (parents, children) = (home[.parent, default: []], home[.child, default: []])
      for (parent, child) in parents.flatMap({ one in children.map { (one, $0) } }) {
        #expect((18 * Self.year - 1...45 * Self.year).contains(Double(parent - child)))
      }
      for observer in home[.observer, default: []] {
        #expect(Double(observer - (parents.max() ?? 0)) >= 20 * Self.year - 1)
        #expect(Double(observer) < 96 * Self.year)
      }
      let births = children.sorted()
      for (one, next) in zip(births, births.dropFirst()) { #expect(next - one >= 300) }
    }
  }

  @Test(
    "mothers at the birth of the eldest had the published ages, and fathers were a little older")
  func parents() {
    let scenario = Self.scenario { $0.childrenPerHousehold = [WeightedCount(1, weight: 1)] }
    let all = Households(scenario)
    var (women, men): ([Double], [Double]) = ([], [])
    var first: UInt32 = 0
    for (number, home) in Self.homes(3000, scenario).enumerated() {
      let age = Double(home[.parent]![0] - home[.child]![0]) / Self.year
      let isMother = all.person(first, place: 0, of: UInt32(number)).isFemale
      if isMother { women.append(age) } else { men.append(age) }
      first += UInt32(all.size(of: UInt32(number)).people)
    }
    func mean(_ ages: [Double]) -> Double { ages.reduce(0, +) / Double(ages.count) }
    // No one is under 18, which makes all of them a little older than configured.
    #expect(abs(mean(women) - 28) < 0.5)
    #expect(abs(mean(men) - mean(women) - 1.6) < 0.6)
  }

  @Test("couples have the published age differences: half within two years, he older in two fifths")
  func couples() {
    let scenario = Self.scenario {
      $0.parentsPerHousehold = [WeightedCount(2, weight: 1)]
      $0.childrenPerHousehold = [WeightedCount(0, weight: 1)]
    }
    let all = Households(scenario)
    var (pairs, near, older, younger) = (0.0, 0.0, 0.0, 0.0)
    for (number, home) in Self.homes(6000, scenario).enumerated() {
      let isFemale = [0, 1].map {
        all.person(UInt32(2 * number + $0), place: $0, of: UInt32(number)).isFemale
      }
      guard isFemale[0] != isFemale[1], let ages = home[.parent] else { continue }
      let (his, hers) = isFemale[0] ? (ages[1], ages[0]) : (ages[0], ages[1])
      let years = (Double(his - hers) / Self.year).rounded()
      pairs += 1
      near += abs(years) <= 2 ? 1 : 0
      older += years > 2 ? 1 : 0
      younger += years < -2 ? 1 : 0
    }
    #expect(abs(near / pairs - 0.51) < 0.03)
    #expect(abs(older / pairs - 0.40) < 0.03)
    #expect(abs(younger / pairs - 0.10) < 0.02)
  }

  @Test("each child has every age equally often, however many siblings it has")
  func children() {
    let scenario = Self.scenario { $0.childrenPerHousehold = [WeightedCount(4, weight: 1)] }
    var counts = [Double](repeating: 0, count: 13)
    for home in Self.homes(3000, scenario) {
      for age in home[.child, default: []] { counts[HouseholdAges.years(ofDays: age) - 5] += 1 }
    }
    let expected = counts.reduce(0, +) / 13
    let surprise = counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    // With twelve degrees of freedom, one in ten thousand is above.
    #expect(surprise < 39.1)
  }

  @Test("siblings who must have one age have birthdays of their own")
  func oneAge() {
    let scenario = Self.scenario {
      $0.childrenPerHousehold = [WeightedCount(4, weight: 1)]
      ($0.childAgeYearsMin, $0.childAgeYearsMax) = (10, 10)
    }
    for home in Self.homes(300, scenario) {
      #expect(Set(home[.child, default: []]).count == 4)
      #expect(home[.child, default: []].allSatisfy { HouseholdAges.years(ofDays: $0) == 10 })
    }
  }

  @Test("impossible settings give ages as near to them as possible")
  func impossible() {
    let scenario = Self.scenario {
      $0.childrenPerHousehold = [WeightedCount(4, weight: 1)]
      ($0.parentAtBirthYearsMedian, $0.parentAtBirthYearsDeviation) = (45, 0)
      ($0.coupleYearsMedian, $0.coupleYearsDeviation) = (20, 0)
    }
    for home in Self.homes(300, scenario) {
      let (parents, children) = (home[.parent, default: []], home[.child, default: []])
      #expect(Double(parents[0] - children.min()!) < 45 * Self.year + 1)
      #expect(parents.allSatisfy { Double($0 - children.max()!) > 18 * Self.year - 1 })
    }
  }

  @Test("people without relatives in the household have the same ages as before")
  func alone() {
    let homes = Self.homes(
      2000,
      Self.scenario {
        $0.childrenPerHousehold = [WeightedCount(0, weight: 1)]
        $0.parentsPerHousehold = [WeightedCount(1, weight: 1)]
      })
    let years = homes.map { HouseholdAges.years(ofDays: $0[.parent]![0]) }
    #expect(years.min() == 26 && years.max() == 54)
    #expect(abs(Double(years.reduce(0, +)) / 2000 - 40) < 0.8)
  }
}
