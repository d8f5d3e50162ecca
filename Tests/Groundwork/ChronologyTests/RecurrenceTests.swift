import Testing

@testable import Chronology

@Suite("SCH-3: a recurrence rule")
struct RecurrenceTests {
  @Test("SCH-3: has the days that python-dateutil gives, EXDATE and COUNT included")
  func dayVectors() throws {
    for vector in try Vector.all(in: "rules.txt", separator: "\t") {
      let rule = try RecurrenceRule(parsing: String(vector.fields[0]))
      let start = try vector.day(1)
      let last = try vector.day(2)
      let excluded = try vector.excluded(3)
      let days = rule.days(from: start, first: start, through: last)
        .filter { !excluded.contains($0) }
      let expected = try vector.steps(4, from: Int64(start.number))
      #expect(days.map { Int64($0.number) } == expected, "\(vector): \(rule)")

      let middle = start.adding(days: start.distance(to: last) / 2)
      let later = rule.days(from: start, first: middle, through: last)
        .filter { !excluded.contains($0) }
      #expect(later == days.filter { $0 >= middle }, "\(vector): \(rule) from \(middle)")
    }
  }

  @Test("SCH-3: has the instants that its wall time has in awkward zones")
  func occurrenceVectors() throws {
    for vector in try Vector.all(in: "occurrences.txt", separator: "\t") {
      let rule = try RecurrenceRule(parsing: String(vector.fields[0]))
      let occurrences = rule.occurrences(
        from: try vector.day(1), millisecondOfDay: Int32(try vector.integer(2)),
        zone: try vector.zone(3), in: try vector.instant(4)..<vector.instant(5),
        excluding: try vector.excluded(6))
      let expected = try vector.steps(7, from: try vector.integer(4))
      #expect(
        occurrences.map { $0.instant.milliseconds } == expected.map { $0 * Span.second },
        "\(vector): \(rule)")
    }
  }

  @Test("SCH-3: reads back what it prints, whatever the order of its parts")
  func roundTrip() throws {
    for vector in try Vector.all(in: "rules.txt", separator: "\t") {
      let rule = try RecurrenceRule(parsing: String(vector.fields[0]))
      #expect(try RecurrenceRule(parsing: rule.description) == rule, "\(vector)")
      let reversed = vector.fields[0].split(separator: ";").reversed().joined(separator: ";")
      #expect(try RecurrenceRule(parsing: reversed.lowercased()) == rule, "\(vector)")
    }
  }

  @Test("SCH-3: prints its parts in one order, without default values")
  func printing() throws {
    let texts = [
      "freq=weekly;wkst=mo;interval=1": "FREQ=WEEKLY",
      "WKST=SU;BYDAY=TH,TU,TH;INTERVAL=2;FREQ=WEEKLY": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU",
      "FREQ=MONTHLY;BYDAY=-1FR,+2TU,MO": "FREQ=MONTHLY;BYDAY=MO,2TU,-1FR",
      "FREQ=MONTHLY;BYMONTHDAY=-1,15,+1;COUNT=007": "FREQ=MONTHLY;BYMONTHDAY=1,15,-1;COUNT=7",
      "FREQ=DAILY;UNTIL=20261231": "FREQ=DAILY;UNTIL=20261231",
      "FREQ=DAILY;UNTIL=20261231T225959Z": "FREQ=DAILY;UNTIL=20261231T225959Z",
    ]
    for (text, printed) in texts {
      #expect(try RecurrenceRule(parsing: text).description == printed)
    }
  }

  @Test("SCH-3: is made in code as well as from text")
  func making() throws {
    let biweekly = try RecurrenceRule(
      frequency: .weekly, interval: 2, weekdays: [.tuesday, .thursday], end: .count(5))
    #expect(biweekly == (try RecurrenceRule(parsing: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5")))
    let start = LocalDay(year: 2026, month: 1, day: 7)
    let days = biweekly.days(from: start, first: start, through: start.adding(days: 365))
    #expect(
      days.map(\.description) == [
        "2026-01-08", "2026-01-20", "2026-01-22", "2026-02-03", "2026-02-05",
      ])
  }

  @Test("SCH-3: keeps 17:00 at 17:00 across a clock change")
  func wallTime() throws {
    let zone = try #require(Zone(named: "America/New_York"))
    let rule = try RecurrenceRule(parsing: "FREQ=WEEKLY")
    let start = LocalDay(year: 2026, month: 3, day: 2)
    let from = try #require(Instant("2026-03-02T00:00:00Z"))
    let occurrences = rule.occurrences(
      from: start, millisecondOfDay: Int32(17 * Span.hour), zone: zone,
      in: from..<from + 2 * Span.week)
    #expect(
      occurrences.map(\.instant.description) == ["2026-03-02T22:00:00Z", "2026-03-09T21:00:00Z"])
  }

  @Test("SCH-3: gives an occurrence whose wall time is skipped over midnight the day of the rule")
  func skippedOverMidnight() throws {
    let zone = try #require(Zone(named: "America/Nuuk"))
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=2")
    let start = LocalDay(year: 2025, month: 3, day: 29)
    let from = try #require(Instant("2025-03-29T00:00:00Z"))
    let occurrences = Array(
      rule.occurrences(
        from: start, millisecondOfDay: Int32(23 * Span.hour + 30 * Span.minute), zone: zone,
        in: from..<from + Span.week))
    #expect(occurrences.map(\.day) == [start, start.adding(days: 1)])
    #expect(
      occurrences.map(\.instant.description) == ["2025-03-30T01:30:00Z", "2025-03-31T00:30:00Z"])
    #expect(zone.localDay(at: occurrences[0].instant) == start.adding(days: 1))
  }

  @Test("SCH-3: ends permanently, and ends even if no day ever matches")
  func ending() throws {
    let start = LocalDay(year: 2026, month: 2, day: 1)
    let never = try RecurrenceRule(parsing: "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30;COUNT=3")
    #expect(Array(never.days(from: start, first: start, through: start.adding(days: 9_999))) == [])
    var days = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=1")
      .days(from: start, first: start, through: start.adding(days: 9))
    #expect(days.next() == start)
    #expect(days.next() == nil && days.next() == nil)
  }

  @Test("SCH-3: is not slowed by the years between its start and the range")
  func farRange() throws {
    let start = LocalDay(number: .min / 2)
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;INTERVAL=7")
    let first = LocalDay(year: 2026, month: 1, day: 1)
    let days = Array(rule.days(from: start, first: first, through: first.adding(days: 13)))
    #expect(days.count == 2)
    #expect(days.allSatisfy { start.distance(to: $0) % 7 == 0 })
  }
}

extension Vector {
  /// EXDATE, or nothing for "-".
  fileprivate func excluded(_ field: Int) throws -> ExcludedDays {
    try ExcludedDays(parsing: fields[field] == "-" ? "" : String(fields[field]))
  }
}
