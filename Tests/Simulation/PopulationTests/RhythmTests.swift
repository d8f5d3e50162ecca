import Chronology
import DomainCore
import Testing

@testable import Population
@testable import Scenarios

@Suite("When people use the app")
struct RhythmTests {
  private static func scenario() -> Scenario {
    var scenario = Scenario()
    scenario.rhythm.enabled = true
    return scenario
  }

  /// Minutes after midnight at which sessions of many people begin.
  private static func minutes(
    _ scenario: Scenario, on day: LocalDay, _ change: (inout Person) -> Void = { _ in }
  ) -> [Int] {
    let (behavior, households) = (Behavior(scenario), Households(scenario))
    return (0..<800).flatMap { index -> [Int] in
      var person = households.person(UInt32(index), isChild: false, of: UInt32(index))
      change(&person)
      let plan = behavior.plan(person, opening: 1, on: day)
      let starts = (0..<plan.sessionCount).map { Int(plan.starts[$0]) / 60_000 }
      #expect(starts == starts.sorted())
      #expect(starts.allSatisfy { (0..<24 * 60).contains($0) })
      return starts
    }
  }

  @Test("sessions follow the hours of the scenario: few before noon, many in the evening")
  func hours() {
    let minutes = Self.minutes(Self.scenario(), on: LocalDay(year: 2026, month: 3, day: 4))
    let count = Double(minutes.count)
    let morning = Double(minutes.filter { $0 < 12 * 60 }.count) / count
    let evening = Double(minutes.filter { $0 >= 18 * 60 }.count) / count
    #expect((0.22...0.32).contains(morning))
    #expect((0.36...0.5).contains(evening))
    // Sessions begin at any minute of the hour.
    #expect(Set(minutes.map { $0 % 60 }).count == 60)
    // They are not spread evenly from 06:30 to 22:30.
    let even = Self.minutes(Scenario(), on: LocalDay(year: 2026, month: 3, day: 4))
    #expect(Double(even.filter { $0 >= 18 * 60 }.count) / Double(even.count) < 0.32)
  }

  @Test("late chronotypes begin later, and everybody does on Sundays")
  func lateness() {
    // A person who is up at two has not been to bed: that is late, and not early.
    func mean(_ minutes: [Int]) -> Double {
      let hours = minutes.map { ($0 + 20 * 60) % (24 * 60) }
      return Double(hours.reduce(0, +)) / Double(hours.count)
    }
    let wednesday = LocalDay(year: 2026, month: 3, day: 4)
    let early = Self.minutes(Self.scenario(), on: wednesday) { $0.traits.chronotypeMinutes = -90 }
    let late = Self.minutes(Self.scenario(), on: wednesday) { $0.traits.chronotypeMinutes = 90 }
    #expect((120...185).contains(mean(late) - mean(early)))
    let sunday = Self.minutes(Self.scenario(), on: wednesday.adding(days: 4))
    #expect(mean(sunday) > mean(Self.minutes(Self.scenario(), on: wednesday)) + 25)
  }

  @Test("late days continue past midnight, and sessions do not pile up at the end of a day")
  func midnight() {
    let saturday = LocalDay(year: 2026, month: 3, day: 7)
    // Four hours later than average, as many begin in the last hour as otherwise at 19:00.
    let late = Self.minutes(Self.scenario(), on: saturday) { $0.traits.chronotypeMinutes = 180 }
    func share(_ minutes: Range<Int>) -> Double {
      Double(late.filter(minutes.contains).count) / Double(late.count)
    }
    let (before, last, first) = (
      share(22 * 60..<23 * 60), share(23 * 60..<24 * 60), share(0..<60)
    )
    #expect((0.6...1.6).contains(last / before) && (0.6...1.6).contains(first / last))
    // Nor within the hour, at its end or where a long session would have to begin.
    let quarters = (0..<4).map { share(23 * 60 + 15 * $0..<23 * 60 + 15 * $0 + 15) }
    #expect(quarters.allSatisfy { (0.15...0.37).contains($0 / last) }, "\(quarters)")
    // Nor at the beginning of a day, for people who are up hours before all others.
    let early = Self.minutes(Self.scenario(), on: saturday) { $0.traits.chronotypeMinutes = -480 }
    #expect(early.filter { $0 == 0 }.count < early.count / 200)
    #expect(early.contains { $0 >= 23 * 60 } && early.contains { $0 < 60 })
  }

  /// Days of 24, 23 and 25 hours in Berlin.
  private static let days = [
    LocalDay(year: 2026, month: 3, day: 4), LocalDay(year: 2026, month: 3, day: 29),
    LocalDay(year: 2026, month: 10, day: 25),
  ]

  @Test("no session runs past the end of its day or into the next one", arguments: days)
  func ends(day: LocalDay) throws {
    var scenario = Self.scenario()
    scenario.behavior.sessionSecondsMedian = 900
    scenario.behavior.sessionsPerActiveDayMean = 5
    let (behavior, households) = (Behavior(scenario), Households(scenario))
    let zone = try #require(Zone(named: "Europe/Berlin"))
    var cursor = ZoneCursor(zone)
    let (first, last) = (zone.startOfDay(day), zone.startOfDay(day.adding(days: 1)))
    var (nearest, moved) = (Int64.max, 0)
    for index in UInt32(0)..<3000 {
      var person = households.person(index, isChild: false, of: index)
      person.traits.chronotypeMinutes = 180
      let plan = behavior.plan(person, opening: 1, on: day)
      let length = { behavior.sessionMilliseconds(person, on: day, session: $0) }
      let starts = plan.instants(on: day, in: &cursor, length: length)
      var free = first.milliseconds
      for session in 0..<plan.sessionCount {
        #expect(starts[session] >= free, "person \(index), session \(session)")
        #expect(length(session) >= Span.second)
        free = starts[session] + length(session) + Span.second
      }
      nearest = min(nearest, last.milliseconds - (free - Span.second))
      for session in 0..<plan.sessionCount
      where zone.millisecondOfDay(at: Instant(milliseconds: starts[session]))
        != plan.starts[session]
      {
        moved += 1
      }
    }
    #expect((1...60_000).contains(nearest))
    #expect(moved > 0, "sessions of a quarter of an hour overlap somewhere")
  }

  /// The clock of Berlin goes from 02:00 to 03:00 on the one day and from 03:00 to 02:00 on the
  /// other.
  @Test("a session at 07:30 is at 07:30 on days of 23 and 25 hours", arguments: days)
  func wallClock(day: LocalDay) throws {
    let zone = try #require(Zone(named: "Europe/Berlin"))
    var cursor = ZoneCursor(zone)
    var plan = DayPlan()
    plan.sessionCount = 3
    let hour: Int32 = 3_600_000
    plan.starts[0] = 2 * hour + hour / 2
    plan.starts[1] = 3 * hour + hour / 4
    plan.starts[2] = 7 * hour + hour / 2
    let starts = plan.instants(on: day, in: &cursor) { _ in 60_000 }
    let shown = (0..<3).map {
      zone.millisecondOfDay(at: Instant(milliseconds: starts[$0])) / 60_000
    }
    // 02:30 is skipped on 29 March and moves forward by the hour, behind the session at 03:15.
    let isShort = zone.dayLengthMilliseconds(of: day) == 23 * Int64(hour)
    #expect(shown == (isShort ? [195, 210, 450] : [150, 195, 450]))
    let elapsed = (starts[2] - zone.startOfDay(day).milliseconds) / Int64(hour / 2)
    #expect(elapsed == zone.dayLengthMilliseconds(of: day) / Int64(hour / 2) - 33)
  }

  @Test("the year has two extremes, and the holidays of the United States")
  func year() {
    #expect(Seasonality.season(LocalDay(year: 2026, month: 1, day: 15)) == 1)
    #expect(abs(Seasonality.season(LocalDay(year: 2026, month: 7, day: 16)) + 1) < 0.02)
    let year = (0..<365).map { LocalDay(year: 2026, month: 1, day: 1).adding(days: $0) }
    #expect(
      year.filter(Seasonality.isHoliday).map(\.description) == [
        "2026-01-01", "2026-07-04", "2026-11-26", "2026-11-27", "2026-12-24", "2026-12-25",
        "2026-12-26", "2026-12-31",
      ])
    #expect(year.filter(Seasonality.beginsTerm).count == 14)
  }

  @Test("a holiday keeps people from the app, and exams keep children")
  func pulls() {
    var scenario = Self.scenario()
    scenario.start = "2026-12-01"
    scenario.days = 31
    let year = Seasonality(scenario)
    let day = scenario.firstDay
    // Christmas Eve, and the Thursday a week before it, during exams.
    let (eve, before) = (day.adding(days: 23), day.adding(days: 16))
    let households = Households(scenario)
    let (adult, child) = (
      households.person(1, as: .parent, of: 0), households.person(2, as: .child, of: 0)
    )
    #expect(year.logit(on: eve, of: adult) < year.logit(on: before, of: adult) - 0.6)
    #expect(year.logit(on: before, of: child) < year.logit(on: before, of: adult) - 0.3)
  }

  @Test("schools have their exams weeks apart")
  func schools() {
    var scenario = Self.scenario()
    scenario.start = "2026-12-01"
    scenario.days = 31
    scenario.rhythm.schools = 2
    let year = Seasonality(scenario)
    var (one, other) = (Person.pupil(1, scenario), Person.pupil(2, scenario))
    (one.traits.school, other.traits.school) = (0, 1)
    // The ninth is in the first exam week of one school, and in none of the other's.
    let ninth = scenario.firstDay.adding(days: 8)
    #expect(year.logit(on: ninth, of: one) < year.logit(on: ninth, of: other) - 0.3)
    let schools = (0..<200).map { Person.pupil($0, scenario).traits.school }
    #expect(Set(schools) == [0, 1])
  }

  @Test("match days pull only players, and the end of a season lowers their engagement")
  func seasons() {
    var scenario = Self.scenario()
    scenario.start = "2026-10-30"
    scenario.days = 40
    scenario.rhythm.openLogitMatchDay = 0.5
    scenario.rhythm.openLogitSeasonEnd = -0.4
    let year = Seasonality(scenario)
    var (player, other) = (Person.pupil(1, scenario), Person.pupil(2, scenario))
    (player.traits.playsSport, other.traits.playsSport) = (true, false)
    func pull(_ day: LocalDay) -> Double {
      year.logit(on: day, of: player) - year.logit(on: day, of: other)
    }
    let friday = scenario.firstDay
    #expect(friday.weekday == 5 && abs(pull(friday)) < 1e-9)
    #expect(abs(pull(friday.adding(days: 1)) - 0.5) < 1e-9)
    // The season ends on the fifteenth of November.
    #expect(abs(pull(friday.adding(days: 20)) + 0.4) < 1e-9)
    #expect(abs(pull(friday.adding(days: 36))) < 1e-9)
  }
}

extension Person {
  fileprivate static func pupil(_ number: UInt32, _ scenario: Scenario) -> Person {
    Households(scenario).person(number, as: .child, of: number)
  }
}
