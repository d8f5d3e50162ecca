import Chronology
import Testing

@testable import DomainCore

@Suite("An exception of a series")
struct ExceptionTests {
  private static func weekly() -> (family: TestFamily, made: Entity) {
    let (family, sport) = TestFamily.withSport(seasonLast: 34)
    // Tuesdays at 17:00.
    return (family, family.addClass(sport, day: 1, minute: 1_020, rule: "FREQ=WEEKLY"))
  }

  @Test("SCH-4: cancels one occurrence and leaves the others")
  func cancel() {
    let (family, made) = Self.weekly()
    family.submit(.cancelOccurrence(TestFamily.id(made, 8), true))
    #expect(family.originalDays() == [1, 15, 22, 29])
    let all = family.occurrences(0, 40, ScheduleFilter(showsCancelled: true))
    #expect(all.map(\.isCancelled) == [false, true, false, false, false])
    family.submit(.cancelOccurrence(TestFamily.id(made, 8), false))
    #expect(family.originalDays() == [1, 8, 15, 22, 29])
  }

  @Test("SCH-4: moves one occurrence to another start, place and length, and back")
  func move() {
    let (family, made) = Self.weekly()
    let id = TestFamily.id(made, 8)
    family.submit(.moveOccurrence(id, to: MovedStart(day: TestFamily.day(30), minute: 600)))
    let place = ClassPlace(text: TextHandle(4), number: 4)
    family.submit(.setOccurrenceField(.place, of: id, to: place.packed))
    family.submit(.setOccurrenceField(.duration, of: id, to: 15))
    // It is found where it is now, and not at its old day.
    #expect(family.originalDays(8, 8).isEmpty)
    let one = family.occurrences(30, 30)[0]
    #expect(one.id == id && one.isMoved && one.place == place)
    #expect(one.start == TestFamily.instant(30, 600) && one.end - one.start == 15 * Span.minute)
    #expect(family.originalDays() == [1, 15, 22, 29, 8])
    family.submit(.moveOccurrence(id, to: nil))
    #expect(family.originalDays() == [1, 8, 15, 22, 29])
    #expect(family.occurrences(8, 8)[0].start == TestFamily.instant(8, 1_020))
  }

  @Test("SCH-4: a moved and canceled occurrence stays so when the series is edited")
  func editedSeries() {
    let (family, made) = Self.weekly()
    let id = TestFamily.id(made, 8)
    family.submit(.moveOccurrence(id, to: MovedStart(day: TestFamily.day(9), minute: 600)))
    family.submit(.cancelOccurrence(id, true))
    let duty = Duty(.pickUp, of: TestFamily.id(made, 15))
    family.submit(.claim(duty, by: TestFamily.parent))
    // Another time and length of the series: the occurrences are the same ones.
    let start = ClassStart(day: TestFamily.day(1), minute: 900, zone: .utc)
    family.submit(.setClassField(.start, of: made, to: start.packed))
    family.submit(.setClassField(.duration, of: made, to: 45))
    #expect(family.originalDays() == [1, 15, 22, 29])
    #expect(family.driver(duty) == TestFamily.parent)
    // Every other week: the second and the fourth occurrence no longer exist.
    let biweekly = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=WEEKLY;INTERVAL=2"))!
    family.submit(.setRecurrence(of: made, to: biweekly))
    #expect(family.originalDays() == [1, 15, 29])
    #expect(family.submit(.cancelOccurrence(id, false)) == .refused(.occurrenceUnknown))
    // Weekly again: the second one still has its exception.
    let weekly = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=WEEKLY"))!
    family.submit(.setRecurrence(of: made, to: weekly))
    #expect(family.originalDays() == [1, 15, 22, 29])
    family.submit(.cancelOccurrence(id, false))
    #expect(family.occurrences(9, 9).map(\.start) == [TestFamily.instant(9, 600)])
  }

  @Test("SCH-4: a moved occurrence keeps its start when the time of the series changes")
  func movedStays() {
    let (family, made) = Self.weekly()
    family.submit(
      .moveOccurrence(
        TestFamily.id(made, 8), to: MovedStart(day: TestFamily.day(9), minute: 600)))
    let start = ClassStart(day: TestFamily.day(1), minute: 60, zone: .utc)
    family.submit(.setClassField(.start, of: made, to: start.packed))
    #expect(
      family.occurrences(0, 15).map(\.start) == [
        TestFamily.instant(1, 60), TestFamily.instant(9, 600), TestFamily.instant(15, 60),
      ])
  }

  @Test("SCH-4: an occurrence cannot be moved out of the season, and ends with it")
  func outsideSeason() {
    let (family, made) = Self.weekly()
    let id = TestFamily.id(made, 8)
    let outside = Command.moveOccurrence(id, to: MovedStart(day: TestFamily.day(35), minute: 600))
    #expect(family.submit(outside) == .refused(.outsideSeason))
    family.submit(.moveOccurrence(id, to: MovedStart(day: TestFamily.day(33), minute: 600)))
    let sport = family.state.schedule.trainingClass(made)!.sport
    family.submit(
      .setSeason(of: sport, to: Season(first: TestFamily.day(0), last: TestFamily.day(20))))
    #expect(family.originalDays() == [1, 15])
    #expect(
      family.submit(.claim(Duty(.dropOff, of: id), by: .init(0)))
        == .refused(.occurrenceUnknown))
    family.submit(.moveOccurrence(id, to: nil))
    #expect(family.originalDays() == [1, 8, 15])
  }

  @Test("SCH-4: needs an occurrence: a day outside the series is refused")
  func unknown() {
    let (family, made) = Self.weekly()
    #expect(
      family.submit(.cancelOccurrence(TestFamily.id(made, 9), true))
        == .refused(.occurrenceUnknown))
    #expect(
      family.submit(
        .cancelOccurrence(OccurrenceID(Entity(site: 9, sequence: 9), TestFamily.day(8)), true))
        == .refused(.classUnknown))
    #expect(
      family.submit(.cancelOccurrence(TestFamily.id(made, 36), true))
        == .refused(.occurrenceUnknown))
  }

  @Test("SCH-4: a move and a cancellation from two devices both apply, in either order")
  func commute() {
    func state(_ order: [Int]) -> TestFamily {
      let (family, made) = Self.weekly()
      let id = TestFamily.id(made, 8)
      let facts = [
        family.fact(
          .moveOccurrence(id, to: MovedStart(day: TestFamily.day(10), minute: 5)), site: 1),
        family.fact(.cancelOccurrence(id, true), site: 2),
        family.fact(.moveOccurrence(id, to: nil), site: 3),
        family.fact(.setOccurrenceField(.notes, of: id, to: 4), site: 2),
      ]
      for index in order { family.submit(facts[index]) }
      return family
    }
    let one = state([0, 1, 2, 3])
    for order in [[3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
      let other = state(order)
      #expect(other.state.digest == one.state.digest)
      #expect(other.isIdentical(to: one))
      #expect(other.originalDays() == [1, 15, 22, 29])
    }
  }
}
