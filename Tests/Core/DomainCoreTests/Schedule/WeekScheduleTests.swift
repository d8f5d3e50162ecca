import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A merged week")
struct WeekScheduleTests {
  private static let child = TestFamily.child

  private static func item(
    _ source: WeekItem.Source, _ number: UInt64, _ day: Int, _ minute: UInt16? = nil
  ) -> WeekItem {
    WeekItem(source, Entity(raw: number), of: child, on: TestFamily.day(day), minute: minute)
  }

  @Test("SCH-8: goes from Sunday to Saturday and has the items of all areas, by time")
  func merge() {
    // Day 6 is Sunday, January 11.
    let classes = [Self.item(.trainingClass, 1, 8, 600), Self.item(.trainingClass, 2, 13, 600)]
    let workouts = [Self.item(.assignedWorkout, 3, 8, 600), Self.item(.assignedWorkout, 4, 5, 0)]
    let sessions = [
      Self.item(.personalSession, 5, 12, 1_439), Self.item(.personalSession, 6, 8, 599),
    ]
    let academic = [Self.item(.academic, 7, 8), Self.item(.academic, 8, 6)]
    let parts = [sessions, academic, classes, workouts]
    let week = WeekSchedule(of: TestFamily.day(9), merging: parts)
    #expect(week.firstDay == TestFamily.day(6))
    #expect(week.items.map(\.entity.raw) == [8, 7, 6, 1, 3, 5])
    #expect(week.items(on: TestFamily.day(8)).map(\.entity.raw) == [7, 6, 1, 3])
    #expect(WeekSchedule(of: week.nextWeek, merging: parts).items.map(\.entity.raw) == [2])
    #expect(WeekSchedule(of: week.previousWeek, merging: parts).items.map(\.entity.raw) == [4])
  }

  @Test("SCH-8: does not depend on the order of the areas, and lists nothing twice")
  func order() {
    let items = (0..<40).map { number in
      Self.item(
        WeekItem.Source.allCases[number % 4], UInt64(number / 4), 6 + number % 3,
        number % 5 == 0 ? nil : UInt16(number % 2))
    }
    let week = WeekSchedule(of: TestFamily.day(6), merging: [items])
    var dice = Dice(seed: 4)
    for _ in 0..<20 {
      let shuffled = dice.shuffled(items + items)
      let parts = [Array(shuffled[..<9]), Array(shuffled[9...30]), Array(shuffled[31...])]
      #expect(WeekSchedule(of: TestFamily.day(6), merging: parts) == week)
    }
    #expect(week.items.count == items.count)
  }

  @Test("SCH-8: shows a person's classes with the wall time of the viewer")
  func classes() {
    let (family, sport) = TestFamily.withSport()
    let angeles = Zone(named: "America/Los_Angeles")!
    // 17:30 on Saturday in Los Angeles, which is Sunday in UTC.
    let made = family.addClass(
      sport, day: 5, minute: 17 * 60 + 30, zone: angeles, rule: "FREQ=WEEKLY")
    family.today = 13
    family.submit(.setAttendance(of: Self.child, at: TestFamily.id(made, 12), to: true))
    func items(_ person: MemberHandle, _ day: Int, _ zone: Zone) -> [WeekItem] {
      family.state.weekItems(
        of: person, weekOf: TestFamily.day(day), in: zone, now: TestFamily.noon(0))
    }
    var expected = Self.item(.trainingClass, made.raw, 12, 1_050)
    expected.original = TestFamily.day(12)
    expected.isDone = true
    #expect(items(Self.child, 12, angeles) == [expected])
    #expect(items(Self.child, 6, .utc).map(\.day) == [TestFamily.day(6)])
    #expect(items(Self.child, 6, .utc).map(\.minute) == [90])
    #expect(items(TestFamily.sibling, 12, angeles).isEmpty)
  }
  @Test("SCH-8: an athlete's week has assignments, sessions, classes and deadlines, by time")
  func everything() {
    let family = TestFamily.withCoaches()
    let athlete = TestFamily.athlete
    let sport = family.addSport(for: athlete)
    let made = family.addClass(sport, day: 8, minute: 600, for: athlete)
    let work = family.make(
      .assignWorkout(to: athlete, TestFamily.plan(8, minute: 600)), by: TestFamily.coach)
    let session = family.make(.createSession(for: athlete, TestFamily.plan(8, minute: 599)))
    func due(_ day: Int, _ minute: UInt16?) -> Entity {
      let time =
        minute.map { DueTime(day: TestFamily.day(day), minuteOfDay: $0) }
        ?? DueTime(day: TestFamily.day(day))
      return family.make(
        .createAcademicItem(for: athlete, AcademicItemDraft(.exam, title: TextHandle(1), due: time))
      )
    }
    let exam = due(8, 601)
    let essay = due(8, nil)
    _ = [due(5, 600), due(13, 600)]
    family.submit(.setAcademicItemDone(exam, of: athlete, true))
    family.submit(
      .completeAssignment(work, of: athlete, EffortReport(isDone: true, effort: 4)), by: athlete)
    let week = family.state.weekSchedule(
      of: athlete, weekOf: TestFamily.day(9), in: .utc, now: TestFamily.noon(0))
    // An item with a day and no time comes first.
    #expect(week.items.map(\.entity) == [essay, session, made, work, exam])
    #expect(week.items.map(\.minute) == [nil, 599, 600, 600, 601])
    #expect(week.items.map(\.isDone) == [false, false, false, true, true])
    let child = family.state.weekSchedule(
      of: Self.child, weekOf: TestFamily.day(9), in: .utc, now: TestFamily.noon(0))
    #expect(child.items.isEmpty)
  }

  @Test("SCH-4, SCH-8, TRN-1: two items of one series or template at one time stay two")
  func movedTogether() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 7, minute: 600, rule: "FREQ=DAILY;COUNT=2")
    family.submit(
      .moveOccurrence(
        TestFamily.id(made, 7), to: MovedStart(day: TestFamily.day(8), minute: 600)))
    let template = family.make(
      .createTemplate(for: Self.child, TestFamily.blueprint(on: [.monday, .tuesday])))
    for day in [7, 8] {
      family.submit(.generateSession(for: Self.child, from: template, on: TestFamily.day(day)))
    }
    let sessions = family.state.training.sessions(of: Self.child, on: TestFamily.day(8))
    family.submit(
      .moveSession(
        SessionKey(template: template, on: TestFamily.day(7)), of: Self.child, to: sessions[0].time)
    )
    let week = family.state.weekSchedule(
      of: Self.child, weekOf: TestFamily.day(8), in: .utc, now: TestFamily.noon(0))
    #expect(week.items.map(\.entity) == [made, made, template, template])
    #expect(week.items.map(\.original) == [7, 8, 7, 8].map { TestFamily.day($0) })
    #expect(week.items.allSatisfy { $0.day == TestFamily.day(8) })
  }
}
