import Testing

@testable import Population
@testable import Scenarios

@Suite("The population summary of a scenario")
struct PopulationSummaryTests {
  private static func portrait(_ name: String, days: Int = 60) throws -> PopulationSummary {
    var scenario = try ShippedScenario.resolve(name)
    scenario.days = days
    return PopulationSummary(scenario, peopleMax: 1500)
  }

  @Test(
    "counts everybody once, and every session in an hour and a weekday",
    arguments: ["default", "baseline"])
  func sums(name: String) throws {
    let portrait = try Self.portrait(name, days: 30)
    #expect(portrait.people == 1500 && portrait.users < 1500)
    #expect(portrait.personas.reduce(0, +) == portrait.users)
    #expect(portrait.hours.reduce(0, +) == portrait.sessions)
    #expect(portrait.weekdays.reduce(0, +) == portrait.activeDays)
    #expect(portrait.begun <= portrait.users && portrait.returned <= portrait.lapsed)
    #expect(portrait.retention(day: 0) == 1)
  }

  @Test("shows hours that rise and fall without a peak at the end of a day")
  func hours() throws {
    let hours = try Self.portrait("baseline").hours.map(Double.init)
    let (ten, eleven, midnight) = (hours[22], hours[23], hours[0])
    #expect(eleven < ten && midnight < eleven && hours[1] < midnight)
    // Halfway between its neighbors is a line; a peak or a gap is far from it.
    #expect((0.5...1.1).contains(eleven / ((ten + midnight) / 2)), "\(hours)")
    #expect(hours[4] + hours[3] < hours.reduce(0, +) / 500)
  }

  @Test("counts ages, sexes, platforms and the lengths of streaks")
  func shapes() throws {
    let portrait = try Self.portrait("all-products", days: 40)
    let people = portrait.demography
    #expect(people.people == 1500 && people.ages.reduce(0, +) == 1500)
    #expect(people.platforms.reduce(0, +) == portrait.users)
    #expect(abs(people.women - 750) < 100)
    #expect(people.births.quantile(0) >= 18 && people.births.quantile(1) <= 45)
    #expect(people.grandparents.quantile(0) >= 20 && people.grandparents.count > 20)
    #expect(people.couples.quantile(0.5) <= 3 && people.siblings.quantile(0.5) >= 1)
    let streaks = portrait.streakShape
    #expect(streaks.longest.reduce(0, +) == portrait.begun && streaks.longest[0] == 0)
    #expect(streaks.people(withLongest: 7...1000) == portrait.streaks)
    let continuation = try [1...1, 3...4, 7...9].map {
      try #require(streaks.continuation(after: $0))
    }
    #expect(continuation == continuation.sorted())
  }

  @Test("counts how often a streak reached a length, and how often it then continued")
  func streaks() {
    var shape = StreakDistribution(days: 200)
    for _ in 0..<30 { shape.add([true, true, false, true, true, true]) }
    // Of two streaks of one day both continue; of two of two days the first ends.
    #expect(shape.continuation(after: 1...1) == 1 && shape.continuation(after: 2...2) == 0.5)
    // A streak on the last day is not known to end.
    #expect(shape.continuation(after: 3...3) == nil)
    #expect(shape.people(withLongest: 3...3) == 30 && shape.people(withLongest: 1...2) == 0)
    #expect(shape.people(withLongest: 400...500) == 0)
  }

  @Test("shows the published levels before they are run")
  func published() throws {
    let portrait = try Self.portrait("published-levels")
    #expect((0.22...0.38).contains(try #require(portrait.retention(day: 1))))
    #expect((0.10...0.20).contains(try #require(portrait.retention(day: 7))))
    #expect((0.03...0.10).contains(try #require(portrait.retention(day: 30))))
    #expect(portrait.lapsed > portrait.begun / 2 && portrait.returned > portrait.lapsed / 5)
  }

  @Test("shows that in the default scenario people do not lapse and return")
  func steady() throws {
    let portrait = try Self.portrait("default", days: 40)
    #expect(portrait.lapsed == 0 && portrait.returned == 0)
    #expect(try #require(portrait.retention(day: 1)) > 0.7)
    let mean = Double(portrait.sessions) / Double(portrait.activeDays)
    #expect(abs(mean - 2.5) < 0.05)
  }
}
