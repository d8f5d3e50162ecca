import Chronology
import Testing

@testable import DomainCore

@Suite("A view of the schedule")
struct ScheduleViewTests {
  private static func daily() -> (family: TestFamily, sport: Entity, made: Entity) {
    let (family, sport) = TestFamily.withSport()
    return (family, sport, family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY"))
  }

  private static func days(_ family: TestFamily, _ span: ScheduleSpan) -> [Int] {
    family.state.schedule(span, in: .utc, now: TestFamily.noon(0))
      .map { family.state.index(of: $0.id.day) }
  }

  @Test("SCH-9: shows a day, a week from Sunday to Saturday, a month, or a list by dates")
  func spans() {
    let (family, _, _) = Self.daily()
    // Day 0 is Monday, January 5.
    let day = TestFamily.day(9)
    #expect(Self.days(family, .day(day)) == [9])
    #expect(Self.days(family, .week(of: day)) == Array(6...12))
    #expect(Self.days(family, .week(of: TestFamily.day(6))) == Array(6...12))
    #expect(Self.days(family, .month(of: day)) == Array(0...26))
    #expect(
      Self.days(family, .month(of: LocalDay(year: 2026, month: 2, day: 28))) == Array(27...54))
    #expect(
      Self.days(family, ScheduleSpan(from: TestFamily.day(3), through: TestFamily.day(5))) == [
        3, 4, 5,
      ])
  }

  @Test("SCH-9: shows the day in the viewer's zone")
  func zone() {
    let (family, sport) = TestFamily.withSport()
    _ = family.addClass(sport, day: 5, minute: 60)
    let angeles = Zone(named: "America/Los_Angeles")!
    func count(_ day: Int) -> Int {
      family.state.schedule(.day(TestFamily.day(day)), in: angeles, now: TestFamily.noon(0)).count
    }
    #expect(count(4) == 1 && count(5) == 0)
  }

  @Test("SCH-9: filters by child, sport, driver and dates")
  func filters() {
    let (family, sport, daily) = Self.daily()
    let swimming = family.addSport(for: TestFamily.sibling)
    let weekly = family.addClass(
      swimming, day: 2, minute: 900, rule: "FREQ=WEEKLY", for: TestFamily.sibling)
    family.submit(.claim(Duty(.pickUp, of: TestFamily.id(daily, 4)), by: TestFamily.parent))
    family.submit(
      .assign(Duty(.dropOff, of: TestFamily.id(weekly, 9)), to: TestFamily.observer))
    #expect(family.originalDays(0, 13, ScheduleFilter(child: TestFamily.sibling)) == [2, 9])
    #expect(family.originalDays(0, 13, ScheduleFilter(sport: sport)) == Array(0...13))
    #expect(family.originalDays(0, 13, ScheduleFilter(driver: TestFamily.parent)) == [4])
    #expect(family.originalDays(0, 13, ScheduleFilter(driver: TestFamily.observer)) == [9])
    #expect(
      family.originalDays(
        0, 13, ScheduleFilter(child: TestFamily.child, driver: TestFamily.observer)
      ).isEmpty)
    #expect(family.originalDays(3, 9, ScheduleFilter(sport: swimming)) == [9])
  }

  @Test("SCH-9: is ordered by time and by identity where two start at once")
  func ties() {
    let (family, sport) = TestFamily.withSport()
    let one = family.addClass(sport, day: 3, minute: 600)
    let two = family.addClass(sport, day: 3, minute: 600)
    let short = family.addClass(sport, day: 3, minute: 600, lasting: 30)
    let early = family.addClass(sport, day: 3, minute: 599)
    #expect(
      family.occurrences(3, 3).map(\.id.trainingClass) == [early, short, one, two])
  }

  @Test("SCH-9: the dashboard shows the next three, those that have not started")
  func next() {
    let (family, sport, daily) = Self.daily()
    func next(_ day: Int, _ minute: Int, _ filter: ScheduleFilter = ScheduleFilter()) -> [Int] {
      family.state.nextOccurrences(now: TestFamily.instant(day, minute), filter: filter)
        .map { family.state.index(of: $0.id.day) }
    }
    #expect(next(4, 600) == [4, 5, 6] && next(4, 601) == [5, 6, 7])
    family.submit(.cancelOccurrence(TestFamily.id(daily, 6), true))
    #expect(next(4, 601) == [5, 7, 8])
    // The last ones of the season, and those that are months ahead.
    #expect(next(98, 0) == [98, 99] && next(99, 601).isEmpty)
    family.submit(.deleteClass(daily))
    _ = family.addClass(sport, day: 90, minute: 60)
    #expect(next(0, 0) == [90])
    #expect(next(0, 0, ScheduleFilter(child: TestFamily.sibling)).isEmpty)
  }

  @Test("SCH-9: needs attention: open conflicts, requests for coverage, swaps to answer")
  func attention() {
    let (family, sport) = TestFamily.withSport()
    let soon = family.addClass(sport, day: 1, minute: 600)
    let later = family.addClass(sport, day: 10, minute: 600)
    let far = family.addClass(sport, day: 15, minute: 600)
    func attention() -> ScheduleAttention {
      family.state.needsAttention(now: TestFamily.noon(0))
    }
    #expect(attention().conflicts.map(\.first.kind) == [.dropOff, .pickUp])
    family.submit(.setConflictField(.handled, of: attention().conflicts[0].identity, to: 1))
    #expect(attention().conflicts.map(\.first.kind) == [.pickUp])
    family.submit(.claim(Duty(.pickUp, of: TestFamily.id(soon, 1)), by: TestFamily.parent))
    #expect(attention().isEmpty)
    for made in [later, far] {
      let duty = Duty(.dropOff, of: TestFamily.id(made, made == later ? 10 : 15))
      family.submit(.claim(duty, by: TestFamily.parent))
      family.submit(.requestCoverage(of: duty, by: TestFamily.parent, true))
    }
    let offered = Duty(.dropOff, of: TestFamily.id(later, 10))
    #expect(attention().coverage == [offered] && attention().swaps.isEmpty)
    let wanted = Duty(.pickUp, of: TestFamily.id(later, 10))
    family.submit(.claim(wanted, by: TestFamily.otherParent), by: TestFamily.otherParent)
    family.submit(
      .swap(
        SwapPayload(given: offered, wanted: wanted, .proposed), with: TestFamily.otherParent))
    #expect(attention().swaps == [offered])
  }
}
