import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A completion")
struct CompletionTests {
  @Test("HAB-2: is one per habit and day, for all taps, devices and sources")
  func oncePerDay() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    for (site, source) in [(1, CompletionSource.app), (2, .widget), (3, .imported), (1, .widget)] {
      let command = Command.setCompletion(
        of: habit, owner: TestFamily.child, on: TestFamily.day(0), done: true, source: source)
      #expect(family.submit(command, site: UInt32(site)) == .changed)
    }
    #expect(family.statistics(habit, asOf: 0).total == 1)
    #expect(family.streak(habit, asOf: 0) == 1)
    // The register shows the last tap.
    #expect(family.state.cell(0, 0).source == CompletionSource.widget.rawValue)
  }

  @Test("HAB-2: an earlier tap that arrives later changes nothing")
  func earlierTapLoses() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let day = TestFamily.day(0)
    let done = family.fact(
      .setCompletion(of: habit, owner: TestFamily.child, on: day, done: true), site: 1)
    let undone = family.fact(
      .setCompletion(of: habit, owner: TestFamily.child, on: day, done: false), site: 2)
    #expect(family.submit(undone) == .changed)
    #expect(family.submit(done) == .superseded)
    #expect(!family.isDone(habit, 0))
  }

  @Test("HAB-2: with equal stamps the greater site wins on every device")
  func tie() {
    for order in [[0, 1], [1, 0]] {
      let family = TestFamily()
      let habit = family.addHabit("Read")
      var facts = [true, false].map { done in
        family.fact(
          .setCompletion(
            of: habit, owner: TestFamily.child, on: TestFamily.day(0), done: done),
          site: done ? 7 : 8)
      }
      facts[1].version.stamp = facts[0].version.stamp
      for index in order { family.submit(facts[index]) }
      #expect(!family.isDone(habit, 0))
    }
  }

  @Test("HAB-2: can be undone on its own day only")
  func unmarking() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 4
    family.mark(habit, 3)
    family.mark(habit, 4)
    func unmark(_ day: Int) -> TestFamily.Outcome {
      family.submit(
        .setCompletion(of: habit, owner: TestFamily.child, on: TestFamily.day(day), done: false))
    }
    #expect(unmark(3) == .refused(.dayNotToday))
    #expect(unmark(4) == .changed)
    #expect(family.isDone(habit, 3) && !family.isDone(habit, 4))
    #expect(family.statistics(habit, asOf: 4).total == 1)
  }

  @Test("HAB-2: can be filled in for a past day, not for a future day")
  func fillingIn() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 4
    func mark(_ day: Int) -> TestFamily.Outcome {
      family.submit(
        .setCompletion(of: habit, owner: TestFamily.child, on: TestFamily.day(day), done: true))
    }
    #expect(mark(0) == .changed)
    #expect(mark(4) == .changed)
    #expect(mark(5) == .refused(.dayInFuture))
    #expect(mark(-1) == .refused(.dayOutOfRange))
  }

  @Test("HAB-2, HAB-10: no clock marks a day that has not begun by the server's")
  func serverClock() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 10
    // The author's clock shows the day of the completion.
    #expect(family.mark(habit, 10) == .changed)
    #expect(family.mark(habit, 11) == .refused(.dayInFuture))
    #expect(family.mark(habit, 12) == .refused(.dayInFuture))
    let midnight = Instant(milliseconds: Int64(TestFamily.day(11).number) * Span.day)
    let fact = family.fact(
      .setCompletion(of: habit, owner: TestFamily.child, on: TestFamily.day(12), done: true),
      on: 12)
    #expect(family.refusal(of: fact, now: midnight + -1) == .dayInFuture)
    #expect(family.refusal(of: fact, now: midnight) == .dayInFuture)
    #expect(family.refusal(of: fact, now: midnight + Span.day) == nil)
    // A device has no other clock than its own.
    #expect(family.refusal(of: fact, at: .device, now: midnight) == nil)
  }

  @Test("HAB-10: a day begins where the author is, and not with that of UTC")
  func beginning() {
    let zones = [Zone(named: "Pacific/Kiritimati")!, Zone(named: "Pacific/Niue")!, .utc]
    let day = TestFamily.day(9)
    for zone in zones {
      var fact = TestFamily().fact(
        .setCompletion(of: .none, owner: TestFamily.child, on: day, done: true), on: 9)
      fact.zone = zone.id
      let start = zone.startOfDay(day)
      for hours in -30...30 as ClosedRange<Int64> {
        #expect(fact.hasBegun(day, at: start + hours * Span.hour) == (hours >= 0))
      }
      #expect(!fact.hasBegun(day, at: start - 1) && fact.hasBegun(day, at: start))
    }
  }

  @Test("HAB-2: needs a habit of the person it is about")
  func ownersHabit() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    #expect(family.mark(habit, 0, owner: TestFamily.sibling) == .refused(.habitUnknown))
    #expect(family.mark(Entity(site: 4, sequence: 4), 0) == .refused(.habitUnknown))
  }

  @Test("HAB-3: counts for the day of its tap, whatever the zone and however late it arrives")
  func frozenDay() throws {
    let auckland = try #require(Zone(named: "Pacific/Auckland"))
    let losAngeles = try #require(Zone(named: "America/Los_Angeles"))
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 30
    // One instant, two local days.
    let instant = TestFamily.noon(9) + 8 * Span.hour
    let ahead = Int(auckland.localDay(at: instant).number - TestFamily.firstDay.number)
    let behind = Int(losAngeles.localDay(at: instant).number - TestFamily.firstDay.number)
    #expect((ahead, behind) == (10, 9))
    for (zone, day, site) in [(auckland, ahead, 1), (losAngeles, behind, 2)] {
      let fact = family.fact(
        .setCompletion(
          of: habit, owner: TestFamily.child, on: TestFamily.day(day), done: true),
        site: UInt32(site), on: day, at: instant, zone: zone)
      #expect(family.submit(fact) == .changed)
      #expect(fact.zone == zone.id && fact.day == TestFamily.day(day))
    }
    // Filled in on the day after.
    let filled = Command.setCompletion(
      of: habit, owner: TestFamily.child, on: TestFamily.day(20), done: true)
    #expect(family.submit(filled, on: 21) == .changed)
    let done = (0...31).filter { family.isDone(habit, $0) }
    #expect(done == [9, 10, 20])
  }

  @Test("HAB-3: claims a day within one of its stamp's, in whatever zone it was tapped")
  func dayOfTheTap() throws {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 30
    let zones = [
      "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Asia/Tokyo", "UTC",
    ]
    for zone in try zones.map({ try #require(Zone(named: $0)) }) {
      for hour in 0..<24 as Range<Int64> {
        let tapped = TestFamily.day(20).noon + (hour - 12) * Span.hour
        for day in 16...24 {
          let fact = family.fact(
            .setCompletion(
              of: habit, owner: TestFamily.child, on: TestFamily.day(16), done: true),
            on: day, at: tapped, zone: zone)
          let away = abs(zone.localDay(at: tapped).distance(to: TestFamily.day(day)))
          #expect(family.refusal(of: fact) == (away > 1 ? .dayNotOfTap : nil), "\(day) \(hour)")
          // A repeated completion keeps its own day, and its decision.
          var again = fact
          again.bringTapToItsDay()
          #expect(family.refusal(of: again) == nil)
          #expect(away > 1 ? again.dayOfTap(at: again.tapped) == fact.day : again == fact)
        }
      }
    }
  }

  @Test("HAB-2, HAB-3: is undone on the day of the stamp, whatever day the fact claims")
  func unmarkingByTheStamp() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 10
    family.mark(habit, 9)
    func unmark(_ day: Int, claiming claimed: Int) -> Refusal? {
      let undo = Command.setCompletion(
        of: habit, owner: TestFamily.child, on: TestFamily.day(day), done: false)
      return family.refusal(of: family.fact(undo, on: claimed, at: TestFamily.noon(10)))
    }
    #expect(unmark(9, claiming: 9) == .dayNotToday)
    #expect(unmark(10, claiming: 10) == nil && unmark(9, claiming: 10) == .dayNotToday)
  }

  @Test("HAB-3: is unmarked by the day of the person's own zone, not by the server's")
  func frozenToday() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 10
    family.mark(habit, 10)
    // The server reaches the next day before the device's message arrives.
    family.today = 11
    let undo = Command.setCompletion(
      of: habit, owner: TestFamily.child, on: TestFamily.day(10), done: false)
    #expect(family.submit(undo, on: 10) == .changed)
    #expect(!family.isDone(habit, 10))
  }

  @Test("HAB-4: makes its author active on the day of the tap, also when it is superseded")
  func actions() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 5
    let early = family.fact(
      .setCompletion(of: habit, owner: TestFamily.child, on: TestFamily.day(3), done: true),
      site: 2)
    #expect(family.mark(habit, 3) == .changed)
    // Written on day 3, then on day 5, about day 3.
    family.submit(early)
    #expect(family.state.personDay(TestFamily.parent, 3).actions == 1)
    #expect(family.state.personDay(TestFamily.parent, 5).actions == 1)
    #expect(family.state.personDay(TestFamily.child, 3).actions == 0)
  }

  @Test("HAB-4: unmarking a habit makes no one active")
  func unmarkingIsNoAction() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 3
    #expect(family.mark(habit, 3) == .changed)
    family.submit(
      family.fact(
        .setCompletion(of: habit, owner: TestFamily.child, on: TestFamily.day(3), done: false)))
    #expect(family.state.personDay(TestFamily.parent, 3).actions == 1)
  }
}
