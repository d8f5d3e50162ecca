import Testing

@testable import Population

@Suite("The portrait of a scenario")
struct PortraitTests {
  private static func portrait(_ name: String, days: Int = 60) throws -> Portrait {
    var scenario = try ScenarioFolder.resolve(name)
    scenario.days = days
    return Portrait(scenario, peopleMax: 1500)
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

  @Test("shows the published levels before they are run")
  func published() throws {
    let portrait = try Self.portrait("published-levels")
    #expect((0.22...0.38).contains(try #require(portrait.retention(day: 1))))
    #expect((0.10...0.20).contains(try #require(portrait.retention(day: 7))))
    #expect((0.03...0.10).contains(try #require(portrait.retention(day: 30))))
    #expect(portrait.lapsed > portrait.begun / 2 && portrait.returned > portrait.lapsed / 5)
  }

  @Test("shows that nobody of the default lapses and returns")
  func steady() throws {
    let portrait = try Self.portrait("default", days: 40)
    #expect(portrait.lapsed == 0 && portrait.returned == 0)
    #expect(try #require(portrait.retention(day: 1)) > 0.7)
    let mean = Double(portrait.sessions) / Double(portrait.activeDays)
    #expect(abs(mean - 2.3) < 0.05)
  }
}
