import Chronology
import Testing

@testable import DomainCore

@Suite("The edges of a schedule")
struct ScheduleEdgeTests {
  private static let parent = TestFamily.parent

  private static func collisions(_ family: TestFamily) -> [ScheduleConflict] {
    family.conflicts().filter { $0.kind != .unassigned }
  }

  @Test("SCH-1: a season's last day counts up to its last minute and beyond midnight")
  func lastDay() {
    let (family, sport) = TestFamily.withSport(seasonLast: 9)
    let late = family.addClass(sport, day: 9, minute: 1_439, lasting: 120)
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    #expect(family.originalDays(10, 10) == [9], "it ends on the day after")
    func move(_ day: Int, _ minute: UInt16) -> TestFamily.Outcome {
      let start = MovedStart(day: TestFamily.day(day), minute: minute)
      return family.submit(.moveOccurrence(TestFamily.id(made, 3), to: start))
    }
    #expect(move(9, 1_439) == .changed && move(10, 0) == .refused(.outsideSeason))
    #expect(move(0, 0) == .changed && move(-1, 1_439) == .refused(.outsideSeason))
    // A season of one day.
    family.submit(
      .setSeason(of: sport, to: Season(first: TestFamily.day(9), last: TestFamily.day(9))))
    #expect(family.originalDays() == [9, 9])
    #expect(family.occurrences(9, 9).map(\.id.trainingClass) == [made, late])
  }

  @Test("SCH-1: archiving on the last day loses nothing, and no move brings a class back")
  func archivedLastDay() {
    let (family, sport) = TestFamily.withSport(seasonLast: 9)
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    family.today = 9
    family.submit(.archiveSport(sport, true))
    #expect(family.originalDays() == Array(0...9))
    family.submit(.archiveSport(sport, false))
    family.submit(
      .moveOccurrence(
        TestFamily.id(made, 2), to: MovedStart(day: TestFamily.day(6), minute: 0)))
    family.submit(.archiveSport(sport, true), on: 4)
    #expect(family.originalDays() == [0, 1, 3, 4])
    #expect(
      family.submit(
        .moveOccurrence(
          TestFamily.id(made, 1), to: MovedStart(day: TestFamily.day(5), minute: 0)))
        == .refused(.outsideSeason))
  }

  @Test(
    "SCH-3, SCH-4: a canceled occurrence is excluded and not replaced, with COUNT and UNTIL",
    arguments: [
      ("FREQ=DAILY;COUNT=4", [0, 1, 2, 3]), ("FREQ=DAILY;UNTIL=20260108", [0, 1, 2, 3]),
      ("FREQ=DAILY;INTERVAL=2;COUNT=3", [0, 2, 4]), ("FREQ=WEEKLY;BYDAY=MO,TU;COUNT=3", [0, 1, 7]),
    ])
  func excluded(rule: String, days: [Int]) {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600, rule: rule)
    #expect(family.originalDays() == days)
    // The first, one in the middle and the last.
    for excluded in [days[0], days[1], days[days.count - 1]] {
      let id = TestFamily.id(made, excluded)
      family.submit(.cancelOccurrence(id, true))
      #expect(family.originalDays() == days.filter { $0 != excluded })
      family.submit(.cancelOccurrence(id, false))
    }
    for day in days { family.submit(.cancelOccurrence(TestFamily.id(made, day), true)) }
    #expect(family.originalDays().isEmpty)
  }

  @Test("SCH-4, SCH-6: an occurrence moved onto another one of its series collides with it")
  func movedOntoNext() {
    let (family, sport) = TestFamily.withSport(seasonLast: 34)
    let made = family.addClass(sport, day: 1, minute: 600, rule: "FREQ=WEEKLY")
    let moved = TestFamily.id(made, 8)
    family.submit(
      .moveOccurrence(moved, to: MovedStart(day: TestFamily.day(15), minute: 610)))
    let found = Self.collisions(family)
    #expect(found.map(\.kind) == [.child])
    #expect(found[0].first.occurrence == moved)
    #expect(found[0].second?.occurrence == TestFamily.id(made, 15))
    #expect(
      found[0].from == TestFamily.instant(15, 610) && found[0].to == TestFamily.instant(15, 660))
    // One car takes both to the class, wherever its place is.
    for day in [8, 15] {
      family.submit(.claim(Duty(.dropOff, of: TestFamily.id(made, day)), by: Self.parent))
    }
    #expect(Self.collisions(family).map(\.kind) == [.child])
    family.submit(
      .setOccurrenceField(.place, of: moved, to: ClassPlace(text: .empty, number: 4).packed))
    #expect(Set(Self.collisions(family).map(\.kind)) == [.child, .driver])
    // Moved once more, it leaves the first day free and is on the new one, once.
    family.submit(
      .moveOccurrence(moved, to: MovedStart(day: TestFamily.day(16), minute: 630)))
    #expect(Self.collisions(family).isEmpty)
    #expect(family.originalDays() == [1, 15, 8, 22, 29])
    #expect(family.driver(Duty(.dropOff, of: moved)) == Self.parent)
  }

  @Test("SCH-6: long trips and classes are found, however small the range")
  func longWays() {
    let (family, sport) = TestFamily.withSport()
    // Half a day of travel to a class at noon; a week of tournament before.
    let far = family.addClass(
      sport, day: 9, minute: 720, place: ClassPlace(text: .empty, number: 1, travelMinutes: 720))
    let near = family.addClass(
      sport, day: 9, minute: 0, lasting: 5, for: TestFamily.sibling,
      place: ClassPlace(text: .empty, number: 2, travelMinutes: 1))
    let week = family.addClass(sport, day: 3, minute: 0, lasting: 10_080, for: TestFamily.sibling)
    family.submit(.claim(Duty(.dropOff, of: TestFamily.id(far, 9)), by: Self.parent))
    family.submit(.claim(Duty(.pickUp, of: TestFamily.id(near, 9)), by: Self.parent))
    func kinds(_ from: Int, _ to: Int) -> [ConflictKind] {
      family.state.conflicts(
        in: TestFamily.instant(9, from)..<TestFamily.instant(9, to), now: TestFamily.noon(0)
      ).map(\.kind)
    }
    #expect(kinds(0, 5) == [.child] && kinds(5, 6) == [.driver] && kinds(6, 720).isEmpty)
    #expect(kinds(4, 6) == [.child, .driver])
    family.submit(.claim(Duty(.pickUp, of: TestFamily.id(week, 3)), by: Self.parent))
    // It is over at midnight of day 10, with twenty minutes to drive.
    let after = family.addClass(
      sport, day: 10, minute: 19, for: TestFamily.sibling,
      place: ClassPlace(text: .empty, number: 2, travelMinutes: 0))
    family.submit(.claim(Duty(.dropOff, of: TestFamily.id(after, 10)), by: Self.parent))
    #expect(
      family.state.conflicts(
        in: TestFamily.instant(10, 19)..<TestFamily.instant(10, 20), now: TestFamily.noon(0)
      ).map(\.kind) == [.driver], "a trip of zero minutes, in the middle of another")
  }

  @Test("SCH-6, SCH-7: an unassigned duty is one cause, also after it had a driver")
  func unassignedAgain() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 1, minute: 720)
    let duty = Duty(.dropOff, of: TestFamily.id(made, 1))
    func unassigned() -> [ScheduleConflict] { family.conflicts().filter { $0.first == duty } }
    let identity = unassigned()[0].identity
    family.submit(.setConflictField(.handled, of: identity, to: 1))
    family.submit(.claim(duty, by: Self.parent))
    #expect(unassigned().isEmpty)
    family.submit(.release(duty, of: Self.parent))
    #expect(unassigned().map(\.said.isHandled) == [true])
    // The other trip is another duty, and the same trip of another day another occurrence.
    #expect(family.conflicts().filter { !$0.said.isHandled }.map(\.first.kind) == [.pickUp])
    family.submit(
      .moveOccurrence(
        duty.occurrence, to: MovedStart(day: TestFamily.day(2), minute: 600)))
    #expect(unassigned().map(\.identity) == [identity], "moved, it is the same occurrence")
  }

  @Test("SCH-7: a member who is busy in a conflict's first or last minute is not suggested")
  func freeAtTheEdges() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 9, minute: 600, place: ClassPlace(travelMinutes: 0))
    family.submit(
      .claim(Duty(.pickUp, of: TestFamily.id(made, 9)), by: TestFamily.otherParent),
      by: TestFamily.otherParent)
    func free(_ from: Int, _ to: Int) -> Bool {
      family.state.freeDrivers(
        from: TestFamily.instant(9, from), to: TestFamily.instant(9, to), now: TestFamily.noon(0)
      ).contains(TestFamily.otherParent)
    }
    // There and back at once: an instant at 11:00.
    #expect(free(600, 660) && free(660, 700) && !free(659, 661))
    family.submit(
      .setClassField(.place, of: made, to: ClassPlace(travelMinutes: 10).packed))
    #expect(free(600, 660) && !free(600, 661) && !free(669, 700) && free(670, 700))
  }
}
