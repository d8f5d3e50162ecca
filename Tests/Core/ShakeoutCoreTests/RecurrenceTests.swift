import ShakeoutCore
import Testing

@Suite("A series through the library")
struct RecurrenceTests {
  /// The days of Max's judo, counted from today: a class at 16:30 in Berlin that starts tomorrow.
  private static func days(
    _ rule: String, excluding excluded: String? = nil, hour: Int = 16
  ) throws -> (taking: [Int], cancelled: [Int]) {
    var family = try KitchenFamily()
    let today = family.ada.today
    let sport = try family.ada.perform(
      .createSport("Judo", for: family.max, season: today...today.adding(days: 40)))
    let judo = try family.ada.perform(
      .createClass(of: sport, for: family.max, on: today.adding(days: 1), hour: hour, minute: 30))
    try family.ada.perform(
      .setRecurrence(
        of: judo, to: RecurrenceRule(parsing: rule),
        excluding: excluded.map { try ExcludedDays(parsing: $0) }))
    family.exchange()
    #expect(family.ada.refusals.isEmpty)
    let shown = family.ada.schedule(of: family.max, from: today, through: today.adding(days: 60))
    func counted(_ isCancelled: Bool) -> [Int] {
      shown.filter { $0.isCancelled == isCancelled }
        .map { Int(($0.start - Zone.utc.startOfDay(today)) / 86_400_000) }
    }
    return (counted(false), counted(true))
  }

  // It is the 10th of March, a Tuesday.
  @Test("SCH-3: the days that EXDATE names are no days of the series, also with COUNT and UNTIL")
  func excluded() throws {
    let weekly = try Self.days("FREQ=WEEKLY;COUNT=4", excluding: "20260318,20260401")
    #expect(weekly.taking == [1, 15] && weekly.cancelled == [8, 22])
    // The 19th is not a Wednesday, and the 1st of January is long past.
    let other = try Self.days("FREQ=WEEKLY;UNTIL=20260325", excluding: "20260101,20260319,20260311")
    #expect(other.taking == [8, 15] && other.cancelled == [1])
    #expect(try Self.days("FREQ=WEEKLY;COUNT=2", excluding: "").taking == [1, 8])
  }

  @Test("SCH-3: UNTIL at an instant ends a series with the last class that begins by then")
  func untilInstant() throws {
    // 16:30 in Berlin is 15:30 in UTC, before the clock is changed.
    #expect(try Self.days("FREQ=WEEKLY;UNTIL=20260318T153000Z").taking == [1, 8])
    #expect(try Self.days("FREQ=WEEKLY;UNTIL=20260318T152959Z").taking == [1])
    // And 14:30 afterwards.
    #expect(try Self.days("FREQ=WEEKLY;UNTIL=20260401T143000Z").taking == [1, 8, 15, 22])
    #expect(try Self.days("FREQ=WEEKLY;UNTIL=20260401T142959Z").taking == [1, 8, 15])
  }
}
