import Testing

@testable import Chronology

@Suite("SCH-3: a text that is not a recurrence rule")
struct RecurrenceErrorTests {
  @Test(
    "SCH-3: is refused with the part and its allowed values",
    arguments: [
      ("", "The recurrence rule has no FREQ: it must be DAILY, WEEKLY or MONTHLY."),
      ("COUNT=3", "The recurrence rule has no FREQ: it must be DAILY, WEEKLY or MONTHLY."),
      ("FREQ=YEARLY", "FREQ cannot be 'YEARLY': it must be DAILY, WEEKLY or MONTHLY."),
      (
        "FREQ=DAILY;BYSETPOS=1",
        "A recurrence rule has no part BYSETPOS: it may have FREQ, INTERVAL, BYDAY, BYMONTHDAY, "
          + "COUNT, UNTIL, WKST."
      ),
      (
        "FREQ=DAILY;",
        "'' is not a part of a recurrence rule: write each as NAME=VALUE, with semicolons "
          + "between them."
      ),
      (
        "FREQ=DAILY;COUNT",
        "'COUNT' is not a part of a recurrence rule: write each as NAME=VALUE, with semicolons "
          + "between them."
      ),
      (
        "FREQ=DAILY;COUNT=3;COUNT=3",
        "COUNT appears twice in the recurrence rule: it may appear once."
      ),
      (
        "FREQ=DAILY;COUNT=3;UNTIL=20260101",
        "COUNT cannot be combined with this UNTIL: keep one of the two."
      ),
      (
        "FREQ=WEEKLY;BYMONTHDAY=3",
        "BYMONTHDAY cannot be combined with this FREQ: BYMONTHDAY needs FREQ=DAILY or FREQ=MONTHLY."
      ),
      (
        "FREQ=WEEKLY;BYDAY=2TU",
        "BYDAY cannot be combined with this FREQ: an ordinal such as 2TU needs FREQ=MONTHLY."
      ),
    ])
  func messages(text: String, message: String) {
    let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(parsing: text) }
    #expect(error?.description == message)
  }

  @Test(
    "SCH-3: is refused for a value that the part does not allow",
    arguments: [
      ("INTERVAL", ["0", "-1", "+2", "10000", "x", "", "1.5", "99999999999999999999"]),
      ("COUNT", ["0", "-3", "1000000", ""]),
      ("BYDAY", ["", "MO,", "XX", "0MO", "6MO", "-6MO", "MO TU", "1", "MONDAY"]),
      ("BYMONTHDAY", ["", "0", "32", "-32", "1,", "x"]),
      ("WKST", ["", "1MO", "MO,TU", "X"]),
      (
        "UNTIL",
        [
          "", "2026-01-05", "20260229", "20260105T", "20260105T170000", "20260105T240000Z",
          "20260105T170000ZZ", "20260105X",
        ]
      ),
    ])
  func values(part: String, values: [String]) {
    for value in values {
      let text = "FREQ=MONTHLY;\(part)=\(value)"
      let error = #expect(throws: RecurrenceError.self, "\(text)") {
        try RecurrenceRule(parsing: text)
      }
      #expect(error?.code == .illegalValue && error?.part == part, "\(text)")
    }
  }

  @Test("SCH-3: is refused in EXDATE by the item that is wrong")
  func excludedDays() throws {
    let error = #expect(throws: RecurrenceError.self) {
      try ExcludedDays(parsing: "20260105,2026-01-06")
    }
    #expect(
      error?.description
        == "EXDATE cannot be '2026-01-06': it must be days like 20261231, with commas between them."
    )
    let days = try ExcludedDays(parsing: "20260112,20260105,20260112")
    #expect(days.description == "20260105,20260112")
    #expect(days.contains(LocalDay(year: 2026, month: 1, day: 5)))
    #expect(!days.contains(LocalDay(year: 2026, month: 1, day: 6)))
    #expect(try ExcludedDays(parsing: "").days.isEmpty)
  }

  @Test("SCH-3: is refused by the rule itself when made in code")
  func madeInCode() {
    #expect(throws: RecurrenceError.self) { try RecurrenceRule(frequency: .daily, interval: 0) }
    #expect(throws: RecurrenceError.self) { try RecurrenceRule(frequency: .daily, end: .count(0)) }
    #expect(throws: RecurrenceError.self) { try RecurrenceRule(frequency: .weekly, weekStart: 8) }
    #expect(throws: RecurrenceError.self) {
      try RecurrenceRule(
        frequency: .daily, end: .untilInstant(Instant(milliseconds: 1)))
    }
    #expect(throws: RecurrenceError.self) {
      try RecurrenceRule(frequency: .daily, end: .until(LocalDay(number: .max)))
    }
  }
}
