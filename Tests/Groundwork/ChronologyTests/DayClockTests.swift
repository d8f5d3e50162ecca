import Testing

@testable import Chronology

@Suite("The wall clock of a day")
struct DayClockTests {
  private static let hour: Int64 = 3_600_000
  private static let berlin = [
    (LocalDay(year: 2026, month: 3, day: 28), [24, 2, 7]),
    (LocalDay(year: 2026, month: 3, day: 29), [23, 3, 7]),
    (LocalDay(year: 2026, month: 10, day: 25), [25, 2, 7]),
  ]

  @Test("shows the time of the day, whatever has passed since midnight", arguments: berlin)
  func shows(day: LocalDay, expected: [Int]) throws {
    let zone = try #require(Zone(named: "Europe/Berlin"))
    let clock = DayClock(zone, on: day)
    #expect(zone.dayLengthMilliseconds(of: day) == Int64(expected[0]) * Self.hour)
    for (planned, shown) in zip([2, 7], expected.dropFirst()) {
      let instant = clock.instant(at: Int64(planned) * Self.hour)
      #expect(zone.millisecondOfDay(at: instant) == Int32(shown) * Int32(Self.hour))
      #expect(zone.localDay(at: instant) == day)
    }
  }

  @Test(
    "agrees with the zone at every half hour of three years",
    arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"])
  func agrees(name: String) throws {
    let zone = try #require(Zone(named: name))
    var cursor = ZoneCursor(zone)
    for number in 0..<1_096 {
      let day = LocalDay(year: 2025, month: 1, day: 1).adding(days: number)
      _ = cursor.startOfDay(day)
      let clocks = [DayClock(zone, on: day), cursor.clock(of: day)]
      for half in 0..<48 {
        let time = Int64(half) * Self.hour / 2
        let expected = zone.instant(of: day, millisecondOfDay: Int32(time))
        #expect(clocks.allSatisfy { $0.instant(at: time) == expected }, "\(day), \(half)")
      }
    }
  }

  @Test("shows a skipped time the gap later, and a time that occurs twice the first time")
  func rule() throws {
    let zone = try #require(Zone(named: "Europe/Berlin"))
    let half = 2 * Self.hour + Self.hour / 2
    let spring = DayClock(zone, on: Self.berlin[1].0).instant(at: half)
    #expect(zone.millisecondOfDay(at: spring) == Int32(half + Self.hour))
    let autumn = DayClock(zone, on: Self.berlin[2].0).instant(at: half)
    #expect(zone.millisecondOfDay(at: autumn) == Int32(half))
    #expect(zone.millisecondOfDay(at: autumn + Self.hour) == Int32(half))
  }
}
