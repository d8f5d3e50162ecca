import Chronology
import Testing

@testable import Population

@Suite("When people use the app")
struct RhythmTests {
  private static func scenario() -> Scenario {
    var scenario = Scenario()
    scenario.rhythm.isLived = true
    return scenario
  }

  /// Minutes after midnight at which sessions of many people begin.
  private static func minutes(
    _ scenario: Scenario, on day: LocalDay, _ change: (inout Person) -> Void = { _ in }
  ) -> [Int] {
    let (behaviour, households) = (Behaviour(scenario), Households(scenario))
    return (0..<800).flatMap { index -> [Int] in
      var person = households.person(UInt32(index), isChild: false, of: UInt32(index))
      change(&person)
      let plan = behaviour.plan(person, opening: 1, on: day)
      let starts = (0..<plan.sessionCount).map { Int(plan.starts[$0]) / 60_000 }
      #expect(starts == starts.sorted())
      #expect(starts.allSatisfy { (0..<24 * 60).contains($0) })
      return starts
    }
  }

  @Test("sessions keep to the hours of the scenario: few before noon, many in the evening")
  func hours() {
    let minutes = Self.minutes(Self.scenario(), on: LocalDay(year: 2026, month: 3, day: 4))
    let count = Double(minutes.count)
    let morning = Double(minutes.filter { $0 < 12 * 60 }.count) / count
    let evening = Double(minutes.filter { $0 >= 18 * 60 }.count) / count
    #expect((0.22...0.32).contains(morning))
    #expect((0.36...0.5).contains(evening))
    // Sessions begin at any minute of the hour.
    #expect(Set(minutes.map { $0 % 60 }).count == 60)
    // Spread evenly from 06:30 to 22:30 they are not.
    let even = Self.minutes(Scenario(), on: LocalDay(year: 2026, month: 3, day: 4))
    #expect(Double(even.filter { $0 >= 18 * 60 }.count) / Double(even.count) < 0.32)
  }

  @Test("who is late by nature begins later, and everybody does on Sundays")
  func lateness() {
    func mean(_ minutes: [Int]) -> Double {
      Double(minutes.reduce(0, +)) / Double(minutes.count)
    }
    let wednesday = LocalDay(year: 2026, month: 3, day: 4)
    let early = Self.minutes(Self.scenario(), on: wednesday) { $0.traits.chronotypeMinutes = -90 }
    let late = Self.minutes(Self.scenario(), on: wednesday) { $0.traits.chronotypeMinutes = 90 }
    #expect((120...185).contains(mean(late) - mean(early)))
    let sunday = Self.minutes(Self.scenario(), on: wednesday.adding(days: 4))
    #expect(mean(sunday) > mean(Self.minutes(Self.scenario(), on: wednesday)) + 25)
  }

  @Test("the year has two ends, and holidays where the United States have them")
  func year() {
    #expect(YearRound.season(LocalDay(year: 2026, month: 1, day: 15)) == 1)
    #expect(abs(YearRound.season(LocalDay(year: 2026, month: 7, day: 16)) + 1) < 0.02)
    let year = (0..<365).map { LocalDay(year: 2026, month: 1, day: 1).adding(days: $0) }
    #expect(
      year.filter(YearRound.isHoliday).map(\.description) == [
        "2026-01-01", "2026-07-04", "2026-11-26", "2026-11-27", "2026-12-24", "2026-12-25",
        "2026-12-26", "2026-12-31",
      ])
    #expect(year.filter(YearRound.beginsTerm).count == 14)
  }

  @Test("a holiday keeps people from the app, and exams keep children")
  func pulls() {
    var scenario = Self.scenario()
    scenario.start = "2026-12-01"
    scenario.days = 31
    let year = YearRound(scenario)
    let day = scenario.firstDay
    // Christmas Eve and the Thursday a week before it, when exams are written.
    let (eve, before) = (day.adding(days: 23), day.adding(days: 16))
    #expect(year.logit(on: eve, ofChild: false) < year.logit(on: before, ofChild: false) - 0.6)
    #expect(year.logit(on: before, ofChild: true) < year.logit(on: before, ofChild: false) - 0.3)
  }
}
