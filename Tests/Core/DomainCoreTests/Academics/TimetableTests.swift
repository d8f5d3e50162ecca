import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A course's timetable")
struct TimetableTests {
  private let athlete = TestFamily.athlete
  // 2026-01-05, the family's first day, is a Monday.
  private static let mondays: UInt8 = 1
  private static let tuesdaysAndThursdays: UInt8 = 0b0001010

  private func course(in family: TestFamily) -> Entity {
    family.make(.createCourse(for: athlete, name: TextHandle(3)), by: athlete)
  }

  @discardableResult
  private func meet(
    _ family: TestFamily, _ course: Entity, row: Int = 0, _ weekdays: UInt8, at minute: UInt16,
    for minutes: UInt16 = 50
  ) -> TestFamily.Outcome {
    let meeting = CourseMeeting(
      weekdays: weekdays, minuteOfDay: minute, minutes: minutes, place: TextHandle(9))
    return family.submit(
      .setCourseMeeting(row, of: course, owner: athlete, to: meeting), by: athlete)
  }

  /// Day and minute of each meeting between two days.
  private func classes(_ family: TestFamily, _ first: Int, _ last: Int) -> [[Int]] {
    family.state.academics.courseClasses(
      of: athlete, from: TestFamily.day(first), through: TestFamily.day(last)
    ).map { [family.state.index(of: $0.day), Int($0.meeting.minuteOfDay)] }
  }

  @Test("ACA-2: a course takes place on its weekdays, at its times, in its term")
  func rows() {
    let family = TestFamily.withCoaches()
    let course = course(in: family)
    #expect(meet(family, course, Self.mondays, at: 480) == .changed)
    #expect(meet(family, course, row: 3, Self.tuesdaysAndThursdays, at: 600) == .changed)
    #expect(classes(family, 0, 7) == [[0, 480], [1, 600], [3, 600], [7, 480]])
    let term = CourseTerm(from: TestFamily.day(1), through: TestFamily.day(8))
    #expect(
      family.submit(.setCourseTerm(of: course, owner: athlete, to: term), by: athlete) == .changed)
    #expect(classes(family, 0, 14) == [[1, 600], [3, 600], [7, 480], [8, 600]])
    #expect(family.state.academics.courses(of: athlete)[0].meeting(0).place == TextHandle(9))
    #expect(
      family.submit(
        .setCourseMeeting(0, of: course, owner: athlete, to: .none), by: athlete) == .changed)
    #expect(classes(family, 0, 14) == [[1, 600], [3, 600], [8, 600]])
    let copy = family.isIdenticalToCopy
    #expect(copy)
  }

  @Test("ACA-2, SCH-8: a course's meetings are in the week, and disappear with the course")
  func week() {
    let family = TestFamily.withCoaches()
    let course = course(in: family)
    meet(family, course, Self.mondays, at: 480)
    func items() -> [WeekItem] {
      family.state.weekSchedule(
        of: athlete, weekOf: TestFamily.day(2), in: .utc, now: TestFamily.noon(0)
      ).items.filter { $0.source == .courseClass }
    }
    #expect(items().map(\.day) == [TestFamily.day(0)] && items()[0].minute == 480)
    #expect(items()[0].entity == course)
    family.submit(.archiveCourse(course, of: athlete, true), by: athlete)
    #expect(items().isEmpty)
    family.submit(.archiveCourse(course, of: athlete, false), by: athlete)
    #expect(items().count == 1)
    family.submit(.deleteCourse(course, of: athlete), by: athlete)
    #expect(items().isEmpty)
  }

  @Test("ACA-2: a meeting has a time that a day has, and a term does not end before it begins")
  func refused() {
    let family = TestFamily.withCoaches()
    let course = course(in: family)
    let impossible = TestFamily.Outcome.refused(.timetableImpossible)
    #expect(meet(family, course, Self.mondays, at: 1_440) == impossible)
    #expect(meet(family, course, Self.mondays, at: 60, for: 0) == impossible)
    #expect(meet(family, course, Self.mondays, at: 60, for: 1_441) == impossible)
    #expect(meet(family, course, 0, at: 60) == impossible)
    #expect(meet(family, course, row: 4, Self.mondays, at: 60) == .refused(.courseUnknown))
    #expect(meet(family, course, row: -1, Self.mondays, at: 60) == .refused(.courseUnknown))
    for (first, last) in [(2, 1), (0, 2_000_000), (-30_000, 3)] {
      let term = CourseTerm(from: TestFamily.day(first), through: TestFamily.day(last))
      let outcome = family.submit(
        .setCourseTerm(of: course, owner: athlete, to: term), by: athlete)
      #expect(outcome == impossible, "\(first) to \(last)")
    }
  }

  @Test("ACA-2: a timetable equals a naive calendar, for any settings", arguments: 0..<20)
  func oracle(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let family = TestFamily.withCoaches()
    let course = course(in: family)
    var rows: [Int: (weekdays: UInt8, minute: UInt16)] = [:]
    var term = -1_000...1_000
    for _ in 0..<12 {
      if dice.chance(1, in: 4) {
        let first = dice.roll(30)
        term = first...first + dice.roll(20)
        let set = CourseTerm(
          from: TestFamily.day(term.lowerBound), through: TestFamily.day(term.upperBound))
        family.submit(.setCourseTerm(of: course, owner: athlete, to: set), by: athlete)
      } else {
        let (row, weekdays) = (dice.roll(4), UInt8(1 + dice.roll(127)))
        let minute = UInt16(dice.roll(1_440))
        rows[row] = (weekdays, minute)
        meet(family, course, row: row, weekdays, at: minute)
      }
    }
    var expected: [[Int]] = []
    for day in 0..<60 where term.contains(day) {
      let today = rows.values.filter { $0.weekdays >> (day % 7) & 1 == 1 }
      expected += today.map { [day, Int($0.minute)] }.sorted { $0[1] < $1[1] }
    }
    #expect(classes(family, 0, 59) == expected)
  }

  @Test("ACA-2: an athlete's profile has sport, position and year next to height and weight")
  func profile() {
    let family = TestFamily.withCoaches()
    for (number, field) in [ProfileField.sport, .position, .year].enumerated() {
      let text = TextHandle(UInt32(20 + number))
      #expect(family.submit(.setProfile(field, of: athlete, to: text), by: athlete) == .changed)
      #expect(family.state.families.profileText(field, of: athlete, family.state.shared) == text)
    }
  }
}
