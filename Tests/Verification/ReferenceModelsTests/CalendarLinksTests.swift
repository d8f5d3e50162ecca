import Chronology
import DomainCore
import ReferenceModels
import TestKit
import Testing

@Suite("The reference model of external calendars")
struct CalendarLinksTests {
  static let monday = LogModelTests.monday
  static let parent = LogModelTests.one

  private static func fact(_ command: Command, _ minute: Int, site: UInt32 = 1) -> Fact {
    LogModelTests.fact(command, minute, site: site)
  }

  private static let made = fact(
    .createClass(
      for: LogModelTests.two,
      ClassCreation(
        sport: Entity(site: 1, sequence: 2), type: .practice,
        start: ClassStart(day: monday, minute: 600, zone: Zone(named: "Asia/Tokyo")!),
        durationMinutes: 60)), 3)
  private static let identity = CalendarIdentity(trainingClass: made.identity, day: monday)

  private static func plan() -> ScheduleModel {
    var plan = ScheduleModel()
    plan.ingest(made)
    return plan
  }

  private static func imports(
    _ field: CalendarField, _ value: UInt64, _ minute: Int
  ) -> Fact {
    fact(.importCalendarEdit(field, to: value, of: identity, in: 0, by: parent), minute)
  }

  @Test("CAL-1: processes an imported edit as the equivalent tap")
  func taps() {
    var links = CalendarLinkModel()
    let plan = Self.plan()
    func written(_ field: CalendarField, _ value: UInt64) -> OccurrenceChange? {
      let tap = links.ingest(Self.imports(field, value, 10 + Int(field.rawValue)), in: plan)
      #expect(tap == nil || tap?.kind == .occurrenceFieldSet && tap?.entity == Self.made.identity)
      return tap.map { OccurrenceChange($0.payload) }
    }
    #expect(written(.title, 7) == OccurrenceChange(.title, on: Self.monday, to: 7))
    #expect(written(.place, 8) == OccurrenceChange(.place, on: Self.monday, to: 8))
    #expect(written(.details, 9) == OccurrenceChange(.notes, on: Self.monday, to: 9))
    #expect(written(.duration, 90 * 60_000) == OccurrenceChange(.duration, on: Self.monday, to: 90))
    // Nine hours ahead, seven in the morning of the next day.
    let start = UInt64(Self.monday.at(hour: 22).milliseconds)
    let moved = MovedStart(day: Self.monday.adding(days: 1), minute: 420)
    #expect(written(.start, start) == OccurrenceChange(.start, on: Self.monday, to: moved.packed))
    #expect(written(.drivers, 1) == nil)
  }

  @Test("CAL-3: ignores an edit that arrives after a later agreement, or after the end")
  func overtaken() {
    var links = CalendarLinkModel()
    let plan = Self.plan()
    _ = links.ingest(
      Self.fact(.mapCalendarEvent(40, to: Self.identity, in: 0, by: Self.parent), 5), in: plan)
    #expect(links.ingest(Self.imports(.title, 7, 20), in: plan) != nil)
    #expect(links.ingest(Self.imports(.title, 8, 19), in: plan) == nil)
    let end = Self.fact(
      .endCalendarEvent(of: Self.identity, in: 0, deletedBy: .theirs, by: Self.parent), 30)
    let tap = links.ingest(end, in: plan)
    #expect(
      tap.map { OccurrenceChange($0.payload) }
        == OccurrenceChange(.cancelled, on: Self.monday, to: 1))
    #expect(links.ingest(Self.imports(.place, 8, 29), in: plan) == nil)
    #expect(links.ingest(Self.imports(.place, 8, 31), in: plan) == nil, "of no other event yet")
  }

  @Test("CAL-2: forgets the agreement on an event that has ended")
  func ended() {
    var links = CalendarLinkModel()
    let plan = Self.plan()
    let version = Version(stamp: 7, site: 3)
    let words: [(Command, Int)] = [
      (.mapCalendarEvent(40, to: Self.identity, in: 0, by: Self.parent), 5),
      (.seeCalendarRevision(4, of: Self.identity, in: 0, by: Self.parent), 6),
      (.exchangeCalendarFields(0b11, at: version, of: Self.identity, in: 0, by: Self.parent), 7),
      (.overruleCalendarFields(0b10, of: Self.identity, in: 0, by: Self.parent), 8),
    ]
    for (command, minute) in words { _ = links.ingest(Self.fact(command, minute), in: plan) }
    var mapping = links.mappings()[0]
    #expect(mapping.event == 40 && mapping.seen == 4)
    #expect(!mapping.isGone && mapping.overruled == 0b10)
    #expect(mapping.exchanged[.title] == version && mapping.exchanged[.place] == .never)
    _ = links.ingest(
      Self.fact(.endCalendarEvent(of: Self.identity, in: 0, deletedBy: .ours, by: Self.parent), 9),
      in: plan)
    mapping = links.mappings()[0]
    #expect(mapping.isGone && mapping.seen == 0 && mapping.overruled == 0)
    #expect(mapping.exchanged[.title] == .never && mapping.life != 0)
    _ = links.ingest(
      Self.fact(.mapCalendarEvent(41, to: Self.identity, in: 0, by: Self.parent), 10), in: plan)
    mapping = links.mappings()[0]
    #expect(mapping.event == 41 && !mapping.isGone && links.mappings().count == 1)
  }

  @Test("CAL-4: knows who is connected, and how")
  func connected() {
    var links = CalendarLinkModel()
    #expect(links.isEmpty)
    let plan = Self.plan()
    _ = links.ingest(Self.fact(.connectCalendar(0, true, by: Self.parent), 9), in: plan)
    _ = links.ingest(Self.fact(.connectCalendar(0, false, by: Self.parent), 8), in: plan)
    #expect(links.links().map(\.isConnected) == [true] && links.links()[0].mode == .realTime)
    _ = links.ingest(Self.fact(.setCalendarMode(0, .daily, by: Self.parent), 10), in: plan)
    #expect(links.links()[0].mode == .daily)
  }
}
