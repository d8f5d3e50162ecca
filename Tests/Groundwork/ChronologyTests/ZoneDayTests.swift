import Testing

@testable import Chronology

@Suite("A zone's local days")
struct ZoneDayTests {
  /// One zone for each schedule of offsets that the table has.
  static var distinctZones: [Zone] {
    var seen: Set<Int> = []
    return Zone.all.filter { seen.insert(ZoneTable.schedule(of: $0.id).firstChange).inserted }
  }

  @Test("begin at their first instant, follow each other and leave no time between them")
  func startsOfDays() {
    let first = LocalDay(year: 2015, month: 1, day: 1)
    let last = LocalDay(year: 2045, month: 12, day: 31)
    for zone in Self.distinctZones {
      var cursor = ZoneCursor(zone)
      var wrong: [LocalDay] = []
      var start = zone.startOfDay(first)
      for day in first...last {
        let next = zone.startOfDay(day.adding(days: 1))
        let isRight =
          cursor.localDay(at: start) == day && cursor.localDay(at: start - 1) < day
          && next > start && cursor.startOfDay(day) == start
        if !isRight { wrong.append(day) }
        start = next
      }
      #expect(wrong.isEmpty, "\(zone): \(wrong.prefix(3))")
    }
  }

  @Test(
    "are as long as the clock makes them",
    arguments: [
      ("UTC", "2024-03-31", 24.0), ("Europe/Berlin", "2024-03-31", 23),
      ("Europe/Berlin", "2024-10-27", 25), ("Australia/Lord_Howe", "2024-04-07", 24.5),
      ("Australia/Lord_Howe", "2024-10-06", 23.5), ("Antarctica/Troll", "2024-03-31", 22),
      ("Antarctica/Troll", "2024-10-27", 26), ("America/Sao_Paulo", "2018-11-04", 23),
      ("America/Sao_Paulo", "2019-02-16", 25), ("Asia/Pyongyang", "2015-08-14", 24.5),
      ("Asia/Pyongyang", "2018-05-04", 23.5), ("America/Caracas", "2016-05-01", 23.5),
    ])
  func lengths(name: String, date: String, hours: Double) throws {
    let zone = try #require(Zone(named: name))
    let day = try #require(LocalDay(date))
    #expect(Double(zone.dayLengthMilliseconds(of: day)) == hours * Double(Span.hour))
  }

  @Test("begin later than 00:00 where the clock skips it, and at the first where it occurs twice")
  func midnights() throws {
    let saoPaulo = try #require(Zone(named: "America/Sao_Paulo"))
    let skipped = saoPaulo.startOfDay(LocalDay(year: 2018, month: 11, day: 4))
    #expect(skipped.description == "2018-11-04T03:00:00Z")
    #expect(saoPaulo.millisecondOfDay(at: skipped) == Int32(Span.hour))
    let havana = try #require(Zone(named: "America/Havana"))
    let twice = havana.startOfDay(LocalDay(year: 2024, month: 11, day: 3))
    #expect(twice.description == "2024-11-03T04:00:00Z")
    #expect(havana.millisecondOfDay(at: twice + Span.hour) == 0)
  }
}
