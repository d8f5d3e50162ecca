import DomainCore
import JSONText
import Testing

@testable import Population
@testable import Scenarios

@Suite("A mean of a scenario is the mean of the result")
struct MeansTests {
  /// Scenarios take long to make, and these tests ask for a day of thousands of people.
  private static let firstDay = Scenario().firstDay

  private static func scenario(_ kept: Bool = true) -> Scenario {
    var scenario = Scenario()
    scenario.behavior.preserveMeans = kept
    return scenario
  }

  /// The mean of a value over many people, each on one day.
  private static func mean(
    _ scenario: Scenario, _ count: (Behavior, Person) -> Int
  ) -> Double {
    let (behavior, households) = (Behavior(scenario), Households(scenario))
    let people = 20_000
    let sum = (0..<people).reduce(0) { sum, index in
      sum
        + count(behavior, households.person(UInt32(index), isChild: false, of: UInt32(index)))
    }
    return Double(sum) / Double(people)
  }

  /// The value whose mean each field is.
  private static let counts: [(path: String, count: @Sendable (Behavior, Person) -> Int)] = [
    ("behavior.sessionsPerActiveDayMean", { $0.plan($1, opening: 1, on: firstDay).sessionCount }),
    ("behavior.habitsPerPersonMean", { $1.habitCount }),
    ("behavior.mealsPerActiveDayMean", { $0.mealCount($1, on: firstDay) }),
    ("behavior.watersPerActiveDayMean", { $0.waterCount($1, on: firstDay) }),
  ]

  @Test("for every such field", arguments: [0.7, 1.0, 1.2])
  func means(times factor: Double) throws {
    let paths = Scenario.fields.map(\.path).filter { $0.hasSuffix("Mean") }
    // Wellness is rounded and not counted, and has the test below.
    #expect(paths.filter { $0 != "levels.wellnessMean" } == Self.counts.map(\.path))
    for (path, count) in Self.counts {
      let field = try #require(Scenario.fields.first { $0.path == path })
      let usual = try #require(field.write(Scenario()).double)
      let scenario = try Self.scenario().setting(["\(path)=\(usual * factor)"])
      let mean = Self.mean(scenario, count)
      #expect(abs(mean - usual * factor) < 0.04, "\(path) is \(mean), not \(usual * factor)")
    }
  }

  @Test("over the whole range that the field allows", arguments: [0, 0.5, 1])
  func ranges(place: Double) throws {
    let ranges = [1...7, 1...7.5, 0...7, 0...15]
    for ((path, count), range) in zip(Self.counts, ranges) {
      let stated = range.lowerBound + place * (range.upperBound - range.lowerBound)
      let scenario = try Scenario().setting(["\(path)=\(stated)"])
      let mean = Self.mean(scenario, count)
      #expect(abs(mean - stated) < 0.06, "\(path) is \(mean), not \(stated)")
      // Beyond the range nothing is accepted that would not be realized.
      #expect(throws: (any Error).self) {
        try Scenario().setting(["\(path)=\(range.upperBound + 0.5)"])
      }
    }
  }

  @Test("for both wellness scores as well", arguments: [4, 5.5, 7])
  func wellness(mean: Double) {
    var scenario = Self.scenario()
    scenario.levels.enabled = true
    scenario.levels.wellnessMean = mean
    let scores: [(WellnessScore) -> UInt8] = [\.mental, \.physical]
    for score in scores {
      let found = Self.mean(scenario) {
        Int(score($0.score($1, isIll: false, on: Self.firstDay)))
      }
      #expect(abs(found - mean) < 0.04, "\(found), not \(mean)")
    }
  }

  @Test("and is not if means are not preserved")
  func cut() {
    var scenario = Self.scenario(false)
    scenario.behavior.sessionsPerActiveDayMean = 6
    #expect(abs(Self.mean(scenario, Self.counts[0].count) - 5.4) < 0.06)
  }

  @Test("a mean beyond the range comes as near as the range allows")
  func beyond() {
    let poisson = TruncatedPoisson(mean: 50, over: 0...3)
    let masses = TruncatedPoisson.masses(rate: poisson.rate, count: 4)
    #expect(masses[3] / masses.reduce(0, +) > 0.9)
  }
}
