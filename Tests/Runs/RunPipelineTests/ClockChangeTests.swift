import Chronology
import Scenarios
import Testing

@testable import RunPipeline

@Suite("A run over a change of the clocks")
struct ClockChangeTests {
  /// The clocks of Berlin go back on 25 October 2026 and forward on 28 March 2027.
  private static func run(from start: String) throws -> PublishedRun {
    try PublishedRun(
      ScenarioLibrary().resolve(
        "default",
        overrides: [
          "people=60", "days=8", "start=\(start)", "metrics.recordSessions=true",
          #"population.zones=[{"zone":"Europe/Berlin","weight":1}]"#,
          "population.joinDaysSpread=1", "behavior.sessionsPerActiveDayMean=5",
          "behavior.sessionSecondsMedian=600",
        ]))
  }

  @Test(
    "sessions are at the hours of the clock on the wall",
    arguments: ["2026-10-21", "2027-03-24"])
  func hours(start: String) throws {
    let sessions = try Self.run(from: start).table("sessions")
    let zone = try #require(Zone(named: "Europe/Berlin"))
    let opened = sessions.integers("opened").map { Instant(milliseconds: $0) }
    #expect(opened.count > 500)
    #expect(
      sessions.integers("hour")
        == opened.map { Int64(zone.millisecondOfDay(at: $0)) / 3_600_000 })
    #expect(Set(opened.map { zone.dayLengthMilliseconds(of: zone.localDay(at: $0)) }).count == 2)
    // This scenario plans sessions from 06:30 to 22:30. Sessions before make others later.
    let hours = Dictionary(grouping: sessions.integers("hour")) { $0 }.mapValues(\.count)
    let last = try #require(hours.keys.max())
    #expect(hours.keys.min() == 6 && last <= 23)
  }

  @Test("no device has two sessions at one time, and none lasts less than a second")
  func sessions() throws {
    let sessions = try Self.run(from: "2026-10-21").table("sessions")
    let starts = zip(sessions.integers("device"), sessions.integers("opened")).map { [$0, $1] }
    #expect(Set(starts).count == starts.count)
    #expect(try #require(sessions.integers("seconds").min()) >= 1)
    // Nor do the sessions of a person overlap.
    let rows = zip(
      sessions.integers("person"),
      zip(sessions.integers("opened"), sessions.integers("seconds")))
    for (_, own) in Dictionary(grouping: rows, by: \.0) {
      let times = own.map(\.1).sorted { $0.0 < $1.0 }
      for (one, next) in zip(times, times.dropFirst()) {
        #expect(one.0 + one.1 * 1_000 <= next.0)
      }
    }
  }
}
