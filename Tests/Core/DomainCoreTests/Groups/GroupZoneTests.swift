import Chronology
import Testing

@testable import DomainCore

@Suite("A group across zones")
struct GroupZoneTests {
  static let kiritimati = Zone(named: "Pacific/Kiritimati")!
  static let pagoPago = Zone(named: "Pacific/Pago_Pago")!
  static let berlin = Zone(named: "Europe/Berlin")!
  static let newYork = Zone(named: "America/New_York")!

  @Test("GRP-4: it is Monday for one and Sunday for another, and each workout has its own week")
  func mondayAndSunday() {
    let group = TestGroup()
    group.now = TestGroup.at(0, hour: 12, in: Self.pagoPago)
    group.join(0, zone: Self.kiritimati)
    group.agree(0, zone: Self.kiritimati)
    group.join(1, zone: Self.pagoPago)
    group.agree(1, zone: Self.pagoPago)
    // Sunday 12:00 UTC is Monday 02:00 on Kiritimati and Sunday 01:00 in Pago Pago.
    let moment = TestGroup.at(6, hour: 12)
    group.train(0, 1, at: moment, zone: Self.kiritimati)
    group.train(1, 2, at: moment, zone: Self.pagoPago)
    #expect(group.board(.checkIns, week: 0) == ["1 b 1"])
    #expect(group.board(.checkIns, week: 1) == ["1 a 1"])
    #expect(group.state.group.groupWeek(of: group.handle(0), now: moment) == TestGroup.day(7))
    #expect(group.state.group.groupWeek(of: group.handle(1), now: moment) == TestGroup.day(0))
  }

  @Test("GRP-4: the week is final 48 hours after Sunday ended for the last member")
  func lastSunday() {
    let group = TestGroup(of: 1, zone: Self.kiritimati)
    let first = TestGroup.at(7, hour: 0, in: Self.kiritimati) + 48 * Span.hour
    #expect(group.state.group.groupWeekFinal(TestGroup.day(3)) == first)
    group.join(1, zone: Self.pagoPago)
    let last = TestGroup.at(7, hour: 0, in: Self.pagoPago) + 48 * Span.hour
    #expect(group.state.group.groupWeekFinal(TestGroup.day(3)) == last)
    #expect(last - first == 25 * Span.hour)
    for (moment, expected) in [(last - 1, ["1 a 1"]), (last, [])] {
      let other = TestGroup(of: 1, zone: Self.kiritimati)
      other.join(1, zone: Self.pagoPago)
      let made = other.workout(0, 1, at: TestGroup.at(6, hour: 12, in: Self.kiritimati))
      other.now = moment
      other.submit(made, by: 0)
      #expect(other.board(.checkIns) == expected)
    }
  }

  @Test("GRP-4: a final week stays final when a member joins where it is still Sunday")
  func staysFinal() {
    let group = TestGroup(of: 1, zone: Self.kiritimati)
    let late = group.workout(
      0, 1, at: TestGroup.at(6, hour: 9, in: Self.kiritimati), zone: Self.kiritimati)
    group.now = TestGroup.at(7, hour: 0, in: Self.kiritimati) + 49 * Span.hour
    group.join(1, zone: Self.pagoPago)
    #expect(group.state.group.groupWeekFinal(TestGroup.day(0)) > group.now)
    #expect(group.isFinal(week: 0))
    group.submit(late, by: 0)
    #expect(group.board(.checkIns).isEmpty)
    #expect(group.archive(.checkIns) == [])
  }

  @Test("GRP-4: a member who leaves no longer keeps the week open")
  func leaverHoldsNothing() {
    let group = TestGroup(of: 1, zone: Self.kiritimati)
    group.join(1, zone: Self.pagoPago)
    group.now = TestGroup.at(7, hour: 0, in: Self.kiritimati) + 49 * Span.hour
    #expect(!group.isFinal(week: 0))
    group.leave(1)
    #expect(group.isFinal(week: 0))
  }

  @Test("GRP-4: a flight west over the date line gives two Mondays; both count for their week")
  func twoMondays() {
    // From Kiritimati to Honolulu: the time of day stays, the date goes back by one.
    let honolulu = Zone(named: "Pacific/Honolulu")!
    let group = TestGroup(of: 1, zone: Self.kiritimati)
    group.train(0, 1, at: TestGroup.at(6, hour: 10, in: Self.kiritimati), zone: Self.kiritimati)
    group.train(0, 2, at: TestGroup.at(7, hour: 10, in: Self.kiritimati), zone: Self.kiritimati)
    // An hour later it is Sunday again, and the next day a second Monday.
    group.train(0, 3, at: TestGroup.at(6, hour: 11, in: honolulu), zone: honolulu)
    group.train(0, 4, at: TestGroup.at(7, hour: 11, in: honolulu), zone: honolulu)
    #expect(group.board(.checkIns, week: 0) == ["1 a 2"])
    #expect(group.board(.checkIns, week: 1) == ["1 a 2"])
    #expect(group.board(.streak, week: 1) == ["1 a 2"])
    let final = TestGroup.at(7, hour: 0, in: honolulu) + 48 * Span.hour
    #expect(group.state.group.groupWeekFinal(TestGroup.day(0)) == final)
  }

  @Test("GRP-4: a flight east over the date line skips a day, and the streak ends")
  func skippedDay() {
    let honolulu = Zone(named: "Pacific/Honolulu")!
    let group = TestGroup(of: 1, zone: honolulu)
    group.train(0, 1, at: TestGroup.at(5, hour: 20, in: honolulu), zone: honolulu)
    group.train(0, 2, at: TestGroup.at(7, hour: 20, in: Self.kiritimati), zone: Self.kiritimati)
    // Twenty-four hours lie between the two, and one Sunday is skipped.
    #expect(group.log[3].committed - group.log[2].committed == 24 * Span.hour)
    #expect(group.board(.streak, week: 0).isEmpty)
    #expect(group.board(.streak, week: 1) == ["1 a 1"])
  }

  @Test("GRP-4: eastward and westward travel does not move earlier workouts")
  func travel() {
    let group = TestGroup(of: 1, zone: Self.berlin)
    group.train(0, 1, at: TestGroup.at(6, hour: 23.5, in: Self.berlin), zone: Self.berlin)
    // The same night in New York it is still Sunday afternoon, in Kiritimati Monday.
    group.train(0, 2, at: group.now + Span.hour, zone: Self.newYork)
    group.train(0, 3, at: group.now + Span.hour, zone: Self.kiritimati)
    #expect(group.board(.checkIns, week: 0) == ["1 a 2"])
    #expect(group.board(.checkIns, week: 1) == ["1 a 1"])
  }

  @Test("GRP-4: a member's zone is that of their latest fact, however late an earlier one arrives")
  func latestZone() {
    let group = TestGroup(of: 1, zone: Self.berlin)
    let early = group.workout(0, 1, at: group.now, zone: Self.pagoPago)
    group.train(0, 2, at: TestGroup.at(1, hour: 12), zone: Self.kiritimati)
    let expected = TestGroup.at(7, hour: 0, in: Self.kiritimati) + 48 * Span.hour
    #expect(group.state.group.groupWeekFinal(TestGroup.day(0)) == expected)
    group.submit(early, by: 0)
    #expect(group.state.group.groupWeekFinal(TestGroup.day(0)) == expected)
  }

  @Test("GRP-4: with a clock change on Sunday the week ends by the local clock")
  func clockChange() {
    // New York springs forward on Sunday 8 March 2026, Berlin on 29 March.
    let group = TestGroup(of: 1, zone: Self.newYork)
    let midnight = Instant("2026-03-09T04:00:00Z")!
    #expect(group.state.group.groupWeekFinal(TestGroup.day(0)) == midnight + 48 * Span.hour)
    group.train(0, 1, at: midnight - 1, zone: Self.newYork)
    group.train(0, 2, at: midnight, zone: Self.newYork)
    #expect(group.board(.checkIns, week: 0) == ["1 a 1"])
    #expect(group.board(.checkIns, week: 1) == ["1 a 1"])
    let autumn = LocalDay(year: 2026, month: 10, day: 26)
    #expect(
      group.state.group.groupWeekFinal(autumn) == Instant("2026-11-02T05:00:00Z")! + 48 * Span.hour)
  }

  @Test("GRP-4: in every zone a week closes exactly when it becomes final")
  func everyZone() {
    for zone in Zone.all {
      let group = TestGroup(of: 1, zone: zone)
      for week in [0, 3, 34] {
        let final = group.state.group.groupWeekFinal(TestGroup.day(week * 7))
        let before = group.state.copy()
        var open = before.copy()
        open.group.closeWeeks(at: final - 1, &open.shared)
        var closed = before.copy()
        closed.group.closeWeeks(at: final, &closed.shared)
        let (last, next) = (open.group.head.finalThrough, closed.group.head.finalThrough)
        #expect(last == TestGroup.day(week * 7 - 7) && next == TestGroup.day(week * 7), "\(zone)")
      }
    }
  }

  @Test("GRP-4: an unknown zone is refused, not looked up")
  func unknownZone() {
    let group = TestGroup(of: 1)
    var fact = group.workout(0, 1, at: group.now)
    for zone in [UInt16(Zone.all.count), .max] {
      fact.zone = zone
      #expect(group.refusal(of: fact, by: 0) == .zoneUnknown)
    }
  }
}
