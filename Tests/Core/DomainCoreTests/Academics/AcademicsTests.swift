import Chronology
import Testing

@testable import DomainCore

@Suite("Academics")
struct AcademicsTests {
  private let athlete = TestFamily.athlete
  private let utc = Zone.utc

  private func add(
    _ family: TestFamily, _ day: Int, minute: UInt16 = 1_439,
    _ kind: AcademicItemKind = .assignment, priority: AcademicPriority = .medium,
    course: Entity = .none, site: UInt32 = 1
  ) -> Entity {
    family.make(
      .createAcademicItem(
        for: athlete,
        AcademicItemDraft(
          kind, title: TextHandle(1), course: course, priority: priority,
          due: DueTime(day: TestFamily.day(day), minuteOfDay: minute))), by: athlete, site: site)
  }

  private func at(_ day: Int, _ minute: Int) -> Instant {
    TestFamily.noon(day) - 12 * Span.hour + Int64(minute) * Span.minute
  }

  private func counts(
    _ family: TestFamily, _ instant: Instant, in zone: Zone = .utc
  ) -> [Int] {
    let counts = family.state.academics.academicCounts(of: athlete, at: instant, in: zone)
    return [counts.upcoming, counts.overdue, counts.completed, counts.highPriority]
  }

  @Test("ACA-1: an item is of a kind and course, with due time, priority, notes and done")
  func fields() {
    let family = TestFamily.withCoaches()
    let course = family.make(
      .createCourse(for: athlete, name: TextHandle(3), code: TextHandle(4)), by: athlete)
    let item = add(family, 4)
    for command in [
      Command.setAcademicItemText(.title, of: item, owner: athlete, to: TextHandle(5)),
      .setAcademicItemText(.notes, of: item, owner: athlete, to: TextHandle(6)),
      .setAcademicItemKind(item, of: athlete, to: .project),
      .setAcademicPriority(item, of: athlete, to: .high),
      .setCourse(of: item, owner: athlete, to: course),
      .setDue(item, of: athlete, to: DueTime(day: TestFamily.day(9), minuteOfDay: 60)),
      .setAcademicItemDone(item, of: athlete, true),
      .setCourseText(.instructor, of: course, owner: athlete, to: TextHandle(7)),
      .setCourseText(.meetings, of: course, owner: athlete, to: TextHandle(8)),
    ] {
      #expect(family.submit(command, by: athlete) == .changed)
    }
    let kept = family.state.academics.academicItem(item)!
    #expect(kept.title == TextHandle(5) && kept.notes == TextHandle(6) && kept.isDone)
    #expect(kept.kind == .project && kept.priority == .high && kept.course == course)
    #expect(kept.due == DueTime(day: TestFamily.day(9), minuteOfDay: 60))
    let shown = family.state.academics.courses(of: athlete)[0]
    #expect(shown.name == TextHandle(3) && shown.code == TextHandle(4))
    #expect(shown.instructor == TextHandle(7) && shown.meetings == TextHandle(8))
  }

  @Test("ACA-1: an item is overdue once its minute is over, and not before")
  func overdue() {
    let family = TestFamily.withCoaches()
    _ = add(family, 4, minute: 600)
    _ = add(family, 4, priority: .high)
    #expect(counts(family, at(4, 600) + Span.minute - 1) == [2, 0, 0, 1])
    #expect(counts(family, at(4, 601)) == [1, 1, 0, 1])
    #expect(counts(family, at(5, 0) - 1) == [1, 1, 0, 1])
    #expect(counts(family, at(5, 0)) == [0, 2, 0, 1])
  }

  @Test("ACA-1: a completed item is neither overdue nor counted as high priority")
  func done() {
    let family = TestFamily.withCoaches()
    let item = add(family, 4, priority: .high)
    let done = family.fact(.setAcademicItemDone(item, of: athlete, true), by: athlete, site: 2)
    let not = family.fact(.setAcademicItemDone(item, of: athlete, false), by: athlete, site: 3)
    family.submit(done)
    #expect(counts(family, at(9, 0)) == [0, 0, 1, 0])
    #expect(family.submit(not) == .changed && family.submit(done) == .superseded)
    #expect(counts(family, at(9, 0)) == [0, 1, 0, 1])
  }

  @Test("ACA-1: an item stays overdue when clocks go back, and the spring gap defers it by an hour")
  func clockChange() {
    let zurich = Zone.all.first { $0.name == "Europe/Zurich" }!
    let sunday = LocalDay(year: 2026, month: 10, day: 25)
    let family = TestFamily.withCoaches()
    let offset = TestFamily.firstDay.distance(to: sunday)
    _ = add(family, offset, minute: 150)
    let midnight = zurich.startOfDay(sunday)
    // 02:30 occurs twice, and the first one counts: 02:31 is two hours and 31 minutes after 00:00.
    var wasOverdue = false
    for minute in stride(from: Int64(0), to: 300, by: 1) {
      let isOverdue = counts(family, midnight + minute * Span.minute, in: zurich)[1] == 1
      #expect(isOverdue == (minute >= 151) && !(wasOverdue && !isOverdue))
      wasOverdue = isOverdue
    }
    // 02:30 does not exist on 29 March: it counts as 03:30.
    let spring = LocalDay(year: 2026, month: 3, day: 29)
    let other = TestFamily.withCoaches()
    _ = add(other, TestFamily.firstDay.distance(to: spring), minute: 150)
    let start = zurich.startOfDay(spring)
    #expect(counts(other, start + 151 * Span.minute - 1, in: zurich) == [1, 0, 0, 0])
    #expect(counts(other, start + 151 * Span.minute, in: zurich) == [0, 1, 0, 0])
  }

  @Test("ACA-1: items are sorted by due date, then by priority, then by identity")
  func order() {
    let family = TestFamily.withCoaches()
    let a = add(family, 4, minute: 600)
    let b = add(family, 3)
    let c = add(family, 4, minute: 600, priority: .high)
    let d = add(family, 4, minute: 599, priority: .low)
    let e = add(family, 4, minute: 600)
    let f = add(family, 4, minute: 600, priority: .low)
    #expect(family.state.academics.academicItems(of: athlete).map(\.entity) == [b, d, c, a, e, f])
    #expect(
      family.state.academics.academicItems(
        of: athlete, from: TestFamily.day(4), through: TestFamily.day(4), family.state.shared
      ).map(\.entity) == [d, c, a, e, f])
    #expect(family.state.academics.academicItems(of: TestFamily.child).isEmpty)
  }

  @Test("ACA-1, HOME-1: this week's deadlines are the open items from Sunday to Saturday")
  func deadlines() {
    let family = TestFamily.withCoaches()
    family.today = 20
    // The family's first day is a Monday; days 6 and 13 are Sundays.
    let items = [5, 6, 9, 12, 13].map { add(family, $0) }
    func list(_ day: Int) -> [Entity] {
      family.state.academics.deadlines(
        of: athlete, inWeekOf: TestFamily.day(day), family.state.shared
      ).map(\.entity)
    }
    for day in 6...12 { #expect(list(day) == Array(items[1...3])) }
    #expect(list(5) == [items[0]] && list(13) == [items[4]])
    family.submit(.setAcademicItemDone(items[2], of: athlete, true), by: athlete)
    family.submit(
      .setDue(items[1], of: athlete, to: DueTime(day: TestFamily.day(13))), by: athlete)
    #expect(list(8) == [items[3]] && list(13) == [items[1], items[4]])
  }

  @Test("ACA-1: a deleted or archived item is not due, and neither is an item of such a course")
  func lives() {
    let family = TestFamily.withCoaches()
    let course = family.make(.createCourse(for: athlete, name: TextHandle(3)), by: athlete)
    let item = add(family, 4, course: course)
    let loose = add(family, 4)
    func shown() -> [Entity] { family.state.academics.academicItems(of: athlete).map(\.entity) }
    family.submit(.archiveCourse(course, of: athlete, true), by: athlete)
    #expect(shown() == [loose] && counts(family, at(0, 0)) == [1, 0, 0, 0])
    #expect(family.state.academics.courses(of: athlete, archived: true).map(\.entity) == [course])
    family.submit(.archiveCourse(course, of: athlete, false), by: athlete)
    family.submit(.archiveAcademicItem(loose, of: athlete, true), by: athlete)
    #expect(shown() == [item])
    #expect(family.submit(.deleteCourse(course, of: athlete), by: athlete) == .changed)
    #expect(family.submit(.deleteCourse(course, of: athlete), by: athlete) == .superseded)
    #expect(shown().isEmpty && family.state.academics.courses(of: athlete).isEmpty)
    let done = Command.setAcademicItemDone(item, of: athlete, true)
    #expect(family.submit(done, by: athlete) == .refused(.academicItemDeleted))
    #expect(
      family.submit(.archiveCourse(course, of: athlete, false), by: athlete)
        == .refused(.courseDeleted))
    #expect(
      family.submit(.setCourse(of: loose, owner: athlete, to: course), by: athlete)
        == .refused(.courseDeleted))
    #expect(family.submit(.deleteAcademicItem(loose, of: athlete), by: athlete) == .changed)
    #expect(family.submit(.deleteAcademicItem(loose, of: athlete), by: athlete) == .superseded)
    #expect(
      family.submit(.archiveAcademicItem(loose, of: athlete, false), by: athlete)
        == .refused(.academicItemDeleted))
  }

  @Test("ACA-1: a command needs names, known courses and a due time that a day has")
  func refusals() {
    let family = TestFamily.withCoaches()
    let course = family.make(.createCourse(for: athlete, name: TextHandle(3)), by: athlete)
    let item = add(family, 4)
    func respond(_ command: Command) -> Refusal? {
      family.refusal(of: family.fact(command, by: athlete))
    }
    func draft(
      title: UInt32 = 1, course: Entity = .none, day: Int = 0, minute: UInt16 = 0
    ) -> Command {
      .createAcademicItem(
        for: athlete,
        AcademicItemDraft(
          .quiz, title: TextHandle(title), course: course,
          due: DueTime(day: TestFamily.day(day), minuteOfDay: minute)))
    }
    let stranger = Entity(site: 9, sequence: 9)
    #expect(respond(draft(course: course)) == nil)
    #expect(respond(draft(title: 0)) == .titleMissing)
    #expect(respond(draft(course: stranger)) == .courseUnknown)
    #expect(respond(draft(day: -1)) == .dueOutOfRange)
    #expect(respond(draft(minute: 1_440)) == .dueOutOfRange)
    #expect(respond(.createCourse(for: athlete, name: .empty)) == .titleMissing)
    #expect(
      respond(.setCourseText(.name, of: course, owner: athlete, to: .empty)) == .titleMissing)
    #expect(
      respond(.setAcademicItemText(.title, of: item, owner: athlete, to: .empty)) == .titleMissing)
    #expect(
      respond(.setDue(item, of: athlete, to: DueTime(day: TestFamily.day(3_660))))
        == .dueOutOfRange)
    #expect(respond(.deleteCourse(stranger, of: athlete)) == .courseUnknown)
    #expect(respond(.deleteAcademicItem(course, of: athlete)) == .academicItemUnknown)
    let other = TestFamily.otherAthlete
    #expect(
      family.submit(.deleteAcademicItem(item, of: other), by: other)
        == .refused(.academicItemUnknown))
    #expect(
      family.submit(.archiveCourse(course, of: other, true), by: other)
        == .refused(.courseUnknown))
  }
}
