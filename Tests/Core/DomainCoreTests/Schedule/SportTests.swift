import Chronology
import Testing

@testable import DomainCore

@Suite("A sport")
struct SportTests {
  @Test("SCH-1: has classes from the first to the last local day of its season, both included")
  func season() {
    let (family, sport) = TestFamily.withSport(seasonLast: 20)
    let daily = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    #expect(family.originalDays() == Array(0...20))
    family.submit(
      .setSeason(of: sport, to: Season(first: TestFamily.day(5), last: TestFamily.day(7))))
    #expect(family.originalDays() == [5, 6, 7])
    family.submit(
      .setSeason(of: sport, to: Season(first: TestFamily.day(0), last: TestFamily.day(8))))
    #expect(family.originalDays() == Array(0...8))
    #expect(family.state.schedule.trainingClass(daily)?.sport == sport)
  }

  @Test("SCH-1: refuses a class that starts outside its season, and a season that ends early")
  func seasonRefusals() {
    let (family, sport) = TestFamily.withSport(seasonLast: 20)
    func creation(_ day: Int) -> Command {
      let start = ClassStart(day: TestFamily.day(day), minute: 600, zone: .utc)
      return .createClass(
        for: TestFamily.child,
        ClassCreation(sport: sport, type: .game, start: start, durationMinutes: 60))
    }
    #expect(family.refusal(of: family.fact(creation(21))) == .outsideSeason)
    #expect(family.refusal(of: family.fact(creation(20))) == nil)
    let backwards = Season(first: TestFamily.day(6), last: TestFamily.day(5))
    #expect(
      family.refusal(of: family.fact(.setSeason(of: sport, to: backwards))) == .seasonInvalid)
  }

  @Test("SCH-1: counts COUNT from the start of the series, also when the season begins later")
  func countBeforeSeason() {
    let (family, sport) = TestFamily.withSport()
    _ = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY;COUNT=5")
    family.submit(
      .setSeason(of: sport, to: Season(first: TestFamily.day(3), last: TestFamily.day(50))))
    #expect(family.originalDays() == [3, 4])
  }

  @Test("SCH-1: an archived sport keeps the past and ends with its author's local day")
  func archive() {
    let (family, sport) = TestFamily.withSport(seasonLast: 9)
    let daily = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    family.today = 4
    family.submit(.setAttendance(of: TestFamily.child, at: TestFamily.id(daily, 2), to: true))
    family.submit(.archiveSport(sport, true))
    #expect(family.originalDays() == [0, 1, 2, 3, 4])
    #expect(family.state.shared.attended(TestFamily.id(daily, 2), by: TestFamily.child) == true)
    let late = family.fact(.claim(Duty(.dropOff, of: TestFamily.id(daily, 5)), by: .init(0)))
    #expect(family.refusal(of: late) == .occurrenceUnknown)
    family.today = 6
    family.submit(.archiveSport(sport, false))
    #expect(family.originalDays() == Array(0...9))
  }

  @Test("SCH-1: the later of two archivings sets the day, whichever arrives last")
  func archiveTwice() {
    let (family, sport) = TestFamily.withSport(seasonLast: 9)
    _ = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    let earlier = family.fact(.archiveSport(sport, true), site: 1, on: 3)
    let later = family.fact(.archiveSport(sport, true), site: 2, on: 2)
    family.today = 5
    #expect(family.submit(later) == .changed)
    #expect(family.submit(earlier) == .superseded)
    #expect(family.originalDays() == [0, 1, 2])
  }

  @Test("SCH-1: deleting a sport deletes its classes permanently, also those that arrive later")
  func delete() {
    let (family, sport) = TestFamily.withSport()
    let daily = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    let duty = Duty(.dropOff, of: TestFamily.id(daily, 3))
    family.submit(.claim(duty, by: TestFamily.parent))
    family.today = 3
    family.submit(.setAttendance(of: TestFamily.child, at: duty.occurrence, to: true))
    #expect(family.submit(.deleteSport(sport)) == .changed)
    #expect(family.occurrences(0, 99).isEmpty && family.conflicts().isEmpty)
    let start = ClassStart(day: TestFamily.day(5), minute: 600, zone: .utc)
    let late = Command.createClass(
      for: TestFamily.child,
      ClassCreation(sport: sport, type: .game, start: start, durationMinutes: 60))
    #expect(family.submit(late, site: 2) == .refused(.sportDeleted))
    #expect(family.submit(.cancelOccurrence(duty.occurrence, true)) == .refused(.classDeleted))
    #expect(family.submit(.release(duty, of: TestFamily.parent)) == .refused(.classDeleted))
    #expect(family.submit(.archiveSport(sport, false)) == .refused(.sportDeleted))
    // The attendance of its classes stays.
    #expect(family.state.rewards.attendedCount(of: TestFamily.child, in: sport) == 1)
  }

  @Test("SCH-1: two deletes agree on the server, and a device refuses the second")
  func deleteTwice() {
    let (family, sport) = TestFamily.withSport()
    let daily = family.addClass(sport, day: 0, minute: 600)
    family.submit(.deleteClass(daily))
    #expect(family.submit(.deleteClass(daily), site: 2) == .superseded)
    family.submit(.deleteSport(sport))
    #expect(family.submit(.deleteSport(sport), site: 2) == .superseded)
    #expect(family.refusal(of: family.fact(.deleteSport(sport)), at: .device) == .sportDeleted)
    #expect(family.refusal(of: family.fact(.deleteClass(daily)), at: .device) == .classDeleted)
  }

  @Test("SCH-1: is played by several children, each added separately")
  func players() {
    let (family, sport) = TestFamily.withSport()
    family.submit(.setParticipant(TestFamily.sibling, of: sport, to: true))
    #expect(
      Array(family.state.schedule.sport(sport)!.players) == [TestFamily.child, TestFamily.sibling])
    #expect(
      family.submit(.setParticipant(TestFamily.observer, of: sport, to: true))
        == .refused(.participantNotAllowed))
    family.submit(.setParticipant(TestFamily.child, of: sport, to: false))
    #expect(Array(family.state.schedule.sport(sport)!.players) == [TestFamily.sibling])
  }

  @Test("SCH-1: stores each of its fields separately", arguments: SportField.allCases)
  func fields(field: SportField) {
    let (family, sport) = TestFamily.withSport()
    let season = Season(first: TestFamily.day(1), last: TestFamily.day(2))
    let value: UInt64 = field == .season ? season.packed : field == .archived ? 1 : 44
    #expect(family.submit(.setSportField(field, of: sport, to: value)) == .changed)
    var expected = Sport(
      created: family.fact(
        .createSport(
          for: TestFamily.child,
          SportCreation(
            name: TextHandle(7), season: Season(first: TestFamily.day(0), last: TestFamily.day(99)))
        )))
    expected.entity = sport
    expected.created = family.state.schedule.sport(sport)!.created
    switch field {
    case .name: expected.name = TextHandle(44)
    case .category: expected.category = TextHandle(44)
    case .team: expected.team = TextHandle(44)
    case .coachName: expected.coachName = TextHandle(44)
    case .coachContact: expected.coachContact = TextHandle(44)
    case .place: expected.place = TextHandle(44)
    case .icon: expected.icon = 44
    case .season: expected.season = season
    case .archived: (expected.isArchived, expected.archivedDay) = (true, TestFamily.day(0))
    }
    #expect(family.state.schedule.sport(sport) == expected)
  }
}
