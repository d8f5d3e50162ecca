import Chronology
import Testing

@testable import DomainCore

@Suite("A class")
struct ClassTests {
  private static let berlin = Zone(named: "Europe/Berlin")!
  private static let losAngeles = Zone(named: "America/Los_Angeles")!

  /// The day of a date, counted from the family's first.
  private static func index(_ month: Int, _ day: Int) -> Int {
    TestFamily.firstDay.distance(to: LocalDay(year: 2026, month: month, day: day))
  }

  private static func clock(_ one: Occurrence) -> String {
    let minute = one.zone.millisecondOfDay(at: one.start) / 60_000
    return "\(one.zone.localDay(at: one.start)) \(minute / 60):\(minute % 60)"
  }

  @Test("SCH-2: has a type, a start, a duration and a place, each changed separately")
  func fields() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(
      sport, day: 2, minute: 17 * 60, lasting: 90, type: .game,
      place: ClassPlace(text: TextHandle(3), number: 9, travelMinutes: 35))
    let one = family.occurrences(0, 9)[0]
    #expect(one.type == .game && one.start == TestFamily.instant(2, 1_020))
    #expect(one.end == TestFamily.instant(2, 1_110) && one.place.travelMinutes == 35)
    family.submit(.setClassField(.type, of: made, to: UInt64(ClassType.tournament.rawValue)))
    family.submit(.setClassField(.duration, of: made, to: 30))
    let start = ClassStart(day: TestFamily.day(3), minute: 480, zone: Self.berlin)
    family.submit(.setClassField(.start, of: made, to: start.packed))
    family.submit(.setClassField(.notes, of: made, to: 12))
    family.submit(.setClassField(.equipment, of: made, to: 13))
    let changed = family.occurrences(0, 9)[0]
    #expect(changed.type == .tournament && changed.notes == TextHandle(12))
    #expect(Self.clock(changed) == "2026-01-08 8:0")
    #expect(changed.end - changed.start == 30 * Span.minute)
    #expect(family.state.schedule.trainingClass(made)?.equipment == TextHandle(13))
  }

  @Test("SCH-2: has a positive duration, and starts at a time of day")
  func refusals() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 2, minute: 600)
    func refusal(_ field: ClassField, _ value: UInt64) -> Refusal? {
      family.refusal(of: family.fact(.setClassField(field, of: made, to: value)))
    }
    #expect(refusal(.duration, 0) == .classTimeInvalid)
    #expect(refusal(.duration, 1) == nil && refusal(.duration, 10_080) == nil)
    #expect(refusal(.duration, 10_081) == .classTimeInvalid)
    var start = ClassStart(day: TestFamily.day(2), minute: 1_440, zone: .utc)
    #expect(refusal(.start, start.packed) == .classTimeInvalid)
    start.minute = 1_439
    #expect(refusal(.start, start.packed) == nil)
    start.zone = 4_095
    #expect(refusal(.start, start.packed) == .classTimeInvalid)
    #expect(refusal(.type, 4) == .valueNotPossible)
    #expect(refusal(.place, 800 << 48) == .valueNotPossible)
  }

  @Test(
    "SCH-3: repeats weekly, bi-weekly and by any rule of the subset",
    arguments: [
      ("FREQ=WEEKLY", [1, 8, 15, 22, 29]),
      ("FREQ=WEEKLY;INTERVAL=2", [1, 15, 29]),
      ("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4", [1, 3, 8, 10]),
      ("FREQ=DAILY;INTERVAL=10;UNTIL=20260126", [1, 11, 21]),
      ("FREQ=MONTHLY;BYDAY=-1FR", [25]),
      ("FREQ=MONTHLY;BYMONTHDAY=15,-1", [10, 26]),
    ])
  func rules(rule: String, days: [Int]) {
    let (family, sport) = TestFamily.withSport(seasonLast: 30)
    _ = family.addClass(sport, day: 1, minute: 600, rule: rule)
    #expect(family.originalDays() == days)
  }

  @Test("SCH-3: at 17:00 stays at 17:00 across the changes of the clock in two zones")
  func clockChanges() {
    let (family, sport) = TestFamily.withSport(seasonLast: 200)
    // The clocks go forward on March 8 in Los Angeles, on March 29 in Berlin.
    for zone in [Self.berlin, Self.losAngeles] {
      _ = family.addClass(
        sport, day: Self.index(3, 1), minute: 17 * 60, zone: zone, rule: "FREQ=WEEKLY")
    }
    let shown = family.occurrences(Self.index(3, 1), Self.index(4, 6))
    #expect(shown.count == 12)
    for one in shown { #expect(Self.clock(one).hasSuffix(" 17:0")) }
    let hours = shown.map { Int($0.start.milliseconds / Span.hour % 24) }
    // Sundays from March 1: in UTC, Berlin moves from 16 to 15, Los Angeles from 1 to 0.
    let berlin = shown.indices.filter { shown[$0].zone == Self.berlin }.map { hours[$0] }
    let angeles = shown.indices.filter { shown[$0].zone != Self.berlin }.map { hours[$0] }
    #expect(berlin == [16, 16, 16, 16, 15, 15])
    #expect(angeles == [1, 0, 0, 0, 0, 0])
  }

  @Test("SCH-3: a skipped wall time moves forward, and of a repeated one the first counts")
  func gaps() {
    let (family, sport) = TestFamily.withSport(seasonLast: 330)
    let early = family.addClass(
      sport, day: Self.index(3, 28), minute: 150, zone: Self.berlin, rule: "FREQ=DAILY")
    let spring = family.occurrences(Self.index(3, 28), Self.index(3, 30))
    #expect(
      spring.map(Self.clock) == ["2026-03-28 2:30", "2026-03-29 3:30", "2026-03-30 2:30"])
    #expect(spring.map { $0.end - $0.start } == [Span.hour, Span.hour, Span.hour])
    let autumn = family.state.occurrence(
      TestFamily.id(early, Self.index(10, 25)), now: TestFamily.noon(0))!
    #expect(autumn.start.milliseconds / Span.minute % 1_440 == 30)
    // Moved onto a time that does not exist, it also moves forward by the gap.
    family.submit(
      .moveOccurrence(
        TestFamily.id(early, Self.index(4, 2)),
        to: MovedStart(day: LocalDay(year: 2026, month: 3, day: 29), minute: 121)))
    let moved = family.state.occurrence(
      TestFamily.id(early, Self.index(4, 2)), now: TestFamily.noon(0))!
    #expect(Self.clock(moved) == "2026-03-29 3:1")
  }

  @Test("SCH-3: a class across midnight is on both days, with its full duration")
  func midnight() {
    let (family, sport) = TestFamily.withSport()
    let night = family.addClass(sport, day: 2, minute: 23 * 60, lasting: 180)
    #expect(family.originalDays(2, 2) == [2] && family.originalDays(3, 3) == [2])
    #expect(family.originalDays(1, 1).isEmpty && family.originalDays(4, 4).isEmpty)
    #expect(family.occurrences(3, 3)[0].id == TestFamily.id(night, 2))
    // A clock change meanwhile moves the wall time of the end, not the duration.
    let spring = family.addClass(
      sport, day: Self.index(3, 28), minute: 23 * 60, lasting: 300, zone: Self.berlin)
    let one = family.state.occurrence(
      TestFamily.id(spring, Self.index(3, 28)), now: TestFamily.noon(0))!
    #expect(one.end - one.start == 300 * Span.minute)
    #expect(Self.berlin.millisecondOfDay(at: one.end) == Int32(5 * Span.hour))
  }

  @Test(
    "SCH-3: keeps any rule in two words",
    arguments: [
      "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", "FREQ=DAILY;COUNT=999999",
      "FREQ=MONTHLY;INTERVAL=9999;BYMONTHDAY=1,15,31,-1,-31;UNTIL=20991231",
      "FREQ=MONTHLY;BYDAY=1MO,5SU,-1MO,-5SU,-5MO,-5SA", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
      "FREQ=MONTHLY;BYDAY=FR,2TU,-4WE;WKST=TH",
    ])
  func packing(text: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    let packed = try #require(PackedRecurrence(rule))
    #expect(packed.rule == rule && packed.rule?.description == rule.description)
  }

  @Test("SCH-3: rules that do not fit and words that are no rule are rejected")
  func packingRefusals() throws {
    let both = try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=3")
    #expect(PackedRecurrence(both) == nil)
    let instant = try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=20260301T160000Z")
    #expect(PackedRecurrence(instant) == nil)
    #expect(PackedRecurrence(instant.resolved(in: .utc, millisecondOfDay: 0)) != nil)
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 2, minute: 600)
    for word in [3, 1, 1 << 2 | 3 << 26, 1 << 2 | 1 << 26, 1 << 2 | 1 << 23 | 1 << 26] {
      let rule = PackedRecurrence(Payload(UInt64(word)))
      #expect(
        family.submit(.setRecurrence(of: made, to: rule)) == .refused(.recurrenceInvalid))
    }
    #expect(family.submit(.setRecurrence(of: made, to: .once)) == .changed)
  }
}
