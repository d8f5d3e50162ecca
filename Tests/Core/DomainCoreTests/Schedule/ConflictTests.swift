import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("A schedule conflict")
struct ConflictTests {
  private static let parent = TestFamily.parent
  private static let other = TestFamily.otherParent

  /// The conflicts without the merely unassigned duties.
  private static func collisions(_ family: TestFamily) -> [ScheduleConflict] {
    family.conflicts().filter { $0.kind != .unassigned }
  }

  @Test("SCH-6: two games at once are a conflict of the child")
  func child() {
    let (family, sport) = TestFamily.withSport()
    let one = family.addClass(sport, day: 9, minute: 600, lasting: 90, type: .game)
    let two = family.addClass(sport, day: 9, minute: 689, lasting: 60, type: .game)
    let touching = family.addClass(sport, day: 9, minute: 749, lasting: 60, type: .game)
    let found = Self.collisions(family)
    #expect(found.map(\.kind) == [.child] && found[0].person == TestFamily.child)
    #expect(found[0].first.occurrence == TestFamily.id(one, 9))
    #expect(found[0].second?.occurrence == TestFamily.id(two, 9))
    #expect(found[0].from == TestFamily.instant(9, 689))
    #expect(found[0].to == TestFamily.instant(9, 690))
    // Another child at the same time is none.
    family.submit(.setParticipant(TestFamily.sibling, of: two, to: true))
    family.submit(.setParticipant(TestFamily.child, of: two, to: false))
    #expect(Self.collisions(family).isEmpty)
    family.submit(.setParticipant(TestFamily.sibling, of: touching, to: true))
    #expect(Self.collisions(family).isEmpty)
  }

  @Test("SCH-6: three at once are three conflicts of two; each child has its own")
  func three() {
    let (family, sport) = TestFamily.withSport()
    for _ in 0..<3 {
      let made = family.addClass(sport, day: 9, minute: 600)
      family.submit(.setParticipant(TestFamily.sibling, of: made, to: true))
    }
    let found = Self.collisions(family)
    #expect(found.count == 6 && Set(found.map(\.identity)).count == 6)
    #expect(found.filter { $0.person == TestFamily.sibling }.count == 3)
  }

  @Test("SCH-6: a driver at two places at once is a conflict, including twenty minutes of travel")
  func driver() {
    let (family, sport) = TestFamily.withSport()
    let one = family.addClass(
      sport, day: 9, minute: 600, place: ClassPlace(text: .empty, number: 1))
    let two = family.addClass(
      sport, day: 9, minute: 680, for: TestFamily.sibling,
      place: ClassPlace(text: .empty, number: 2))
    let pickUp = Duty(.pickUp, of: TestFamily.id(one, 9))
    let dropOff = Duty(.dropOff, of: TestFamily.id(two, 9))
    // One is over at 660 and keeps its driver until 680; the other needs them from 660 on.
    family.submit(.claim(pickUp, by: Self.parent))
    family.submit(.claim(dropOff, by: Self.parent))
    var found = Self.collisions(family)
    #expect(found.map(\.kind) == [.driver] && found[0].person == Self.parent)
    #expect(found[0].first == pickUp && found[0].second == dropOff)
    #expect(found[0].from == TestFamily.instant(9, 660))
    #expect(found[0].to == TestFamily.instant(9, 680))
    family.submit(.setConflictField(.handled, of: found[0].identity, to: 1))
    #expect(Self.collisions(family).map(\.said.isHandled) == [true])
    // A trip of zero minutes at the first place leaves the driver free in time.
    family.submit(
      .setClassField(
        .place, of: one, to: ClassPlace(text: .empty, number: 1, travelMinutes: 0).packed))
    #expect(Self.collisions(family).isEmpty)
    family.submit(
      .setClassField(
        .place, of: one, to: ClassPlace(text: .empty, number: 1, travelMinutes: 1).packed))
    #expect(Self.collisions(family).count == 1)
    // Twenty minutes later they are free without that.
    family.submit(
      .setClassField(.place, of: one, to: ClassPlace(text: .empty, number: 1).packed))
    let later = ClassStart(day: TestFamily.day(9), minute: 700, zone: .utc)
    family.submit(.setClassField(.start, of: two, to: later.packed))
    #expect(Self.collisions(family).isEmpty)
    // At one and the same place one car takes both children.
    let earlier = ClassStart(day: TestFamily.day(9), minute: 680, zone: .utc)
    family.submit(.setClassField(.start, of: two, to: earlier.packed))
    found = Self.collisions(family)
    #expect(found.count == 1)
    family.submit(
      .setClassField(.place, of: two, to: ClassPlace(text: .empty, number: 1).packed))
    #expect(Self.collisions(family).isEmpty)
  }

  @Test("SCH-6: an unknown place is different for each class")
  func unknownPlace() {
    let (family, sport) = TestFamily.withSport()
    for child in [TestFamily.child, TestFamily.sibling] {
      let made = family.addClass(sport, day: 9, minute: 600, for: child)
      family.submit(.claim(Duty(.dropOff, of: TestFamily.id(made, 9)), by: Self.parent))
    }
    #expect(Self.collisions(family).map(\.kind) == [.driver])
  }

  @Test("SCH-6: a duty without driver is a conflict for the 48 hours before the start")
  func unassigned() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 9, minute: 720)
    func kinds(_ day: Int, _ minute: Int) -> [DutyKind] {
      family.state.conflicts(
        in: TestFamily.range(0, 20), now: TestFamily.instant(day, minute)
      ).map(\.first.kind)
    }
    #expect(kinds(7, 719).isEmpty)
    #expect(kinds(7, 720) == [.dropOff, .pickUp])
    #expect(kinds(9, 720) == [.dropOff, .pickUp] && kinds(9, 721).isEmpty)
    family.submit(.claim(Duty(.dropOff, of: TestFamily.id(made, 9)), by: Self.parent))
    #expect(kinds(8, 0) == [.pickUp])
    family.submit(.assign(Duty(.pickUp, of: TestFamily.id(made, 9)), to: TestFamily.observer))
    #expect(kinds(8, 0).isEmpty)
    family.remove(TestFamily.observer)
    #expect(kinds(8, 0) == [.pickUp])
    family.submit(.cancelOccurrence(TestFamily.id(made, 9), true))
    #expect(kinds(8, 0).isEmpty)
  }

  @Test("SCH-6: classes of two zones collide by instants, also on a day of a clock change")
  func zones() {
    let (family, sport) = TestFamily.withSport(seasonLast: 200)
    let day = TestFamily.firstDay.distance(to: LocalDay(year: 2026, month: 3, day: 29))
    // 9:00 in Berlin is 7:00 UTC from that day on, and 8:00 in London.
    _ = family.addClass(sport, day: day, minute: 540, zone: Zone(named: "Europe/Berlin")!)
    _ = family.addClass(sport, day: day, minute: 450, zone: Zone(named: "Europe/London")!)
    let found = family.conflicts(day, day)
    #expect(found.map(\.kind) == [.child])
    #expect(found.map(\.from) == [TestFamily.instant(day, 420)])
    #expect(found.map(\.to) == [TestFamily.instant(day, 450)])
  }

  @Test("SCH-7: stays handled, acknowledged and annotated while its cause is the same")
  func handled() {
    let (family, sport) = TestFamily.withSport()
    let one = family.addClass(sport, day: 9, minute: 600, lasting: 90)
    let two = family.addClass(sport, day: 9, minute: 640, lasting: 60)
    let before = Self.collisions(family)[0]
    #expect(before.said == ConflictRecord())
    family.submit(.setConflictField(.acknowledged, of: before.identity, to: 1))
    family.submit(.setConflictField(.note, of: before.identity, to: 31))
    family.submit(.setConflictField(.handled, of: before.identity, to: 1))
    // Ten minutes later it is still the same two classes of the same child.
    let start = ClassStart(day: TestFamily.day(9), minute: 650, zone: .utc)
    family.submit(.setClassField(.start, of: two, to: start.packed))
    let same = Self.collisions(family)[0]
    #expect(same.identity == before.identity && same.from != before.from)
    #expect(same.said.isHandled && same.said.isAcknowledged && same.said.note == TextHandle(31))
    // Another child is another cause; the first conflict is still handled when it returns.
    family.submit(.setParticipant(TestFamily.sibling, of: one, to: true))
    family.submit(.setParticipant(TestFamily.sibling, of: two, to: true))
    family.submit(.setParticipant(TestFamily.child, of: two, to: false))
    let changed = Self.collisions(family)
    #expect(changed.map(\.person) == [TestFamily.sibling] && !changed[0].said.isHandled)
    family.submit(.setParticipant(TestFamily.child, of: two, to: true))
    #expect(Self.collisions(family).filter(\.said.isHandled).map(\.person) == [TestFamily.child])
    family.submit(.setConflictField(.handled, of: before.identity, to: 0))
    #expect(Self.collisions(family).filter(\.said.isHandled).isEmpty)
  }

  @Test("SCH-7: has another identity with another driver, duty, day or class")
  func identity() {
    func identity(_ person: UInt16, _ a: Duty, _ b: Duty) -> [UInt64] {
      let digest = ScheduleConflict(
        .driver, of: MemberHandle(person), a, b, from: TestFamily.noon(0), to: TestFamily.noon(0)
      ).identity
      return [digest.first, digest.second]
    }
    let one = Duty(.dropOff, of: TestFamily.id(Entity(raw: 5), 3))
    let two = Duty(.dropOff, of: TestFamily.id(Entity(raw: 6), 3))
    var all = [identity(0, one, two)]
    #expect(identity(0, two, one) == all[0])
    all.append(identity(1, one, two))
    all.append(identity(0, Duty(.pickUp, of: one.occurrence), two))
    all.append(identity(0, one, Duty(.pickUp, of: two.occurrence)))
    all.append(identity(0, one, Duty(.dropOff, of: TestFamily.id(Entity(raw: 6), 4))))
    all.append(identity(0, one, Duty(.dropOff, of: TestFamily.id(Entity(raw: 7), 3))))
    #expect(Set(all).count == all.count)
  }

  @Test("SCH-7: suggests the members who could drive and are free in that time")
  func suggestions() {
    let (family, sport) = TestFamily.withSport()
    let one = family.addClass(
      sport, day: 9, minute: 600, place: ClassPlace(text: .empty, number: 1))
    let two = family.addClass(
      sport, day: 9, minute: 680, for: TestFamily.sibling,
      place: ClassPlace(text: .empty, number: 2))
    family.submit(.claim(Duty(.pickUp, of: TestFamily.id(one, 9)), by: Self.parent))
    family.submit(.claim(Duty(.dropOff, of: TestFamily.id(two, 9)), by: Self.parent))
    let conflict = Self.collisions(family)[0]
    func suggested() -> [MemberHandle] {
      family.state.suggestions(for: conflict, now: TestFamily.noon(0))
    }
    #expect(suggested() == [TestFamily.observer, Self.other])
    // Busy elsewhere in the first minute of one of the two duties.
    let three = family.addClass(sport, day: 9, minute: 661, for: TestFamily.sibling)
    family.submit(
      .claim(Duty(.dropOff, of: TestFamily.id(three, 9)), by: Self.other), by: Self.other)
    #expect(suggested() == [TestFamily.observer])
    family.remove(TestFamily.observer)
    #expect(suggested().isEmpty)
  }

  @Test(
    "SCH-7: suggests for a driver's two duties no one who is busy in the time of either",
    arguments: [655, 715])
  func suggestionsForBoth(minute: UInt16) {
    let (family, sport) = TestFamily.withSport()
    // Home from the one until 720, and on the way to the other from 640 to 700.
    let one = family.addClass(
      sport, day: 9, minute: 600, place: ClassPlace(number: 1, travelMinutes: 60))
    let two = family.addClass(
      sport, day: 9, minute: 700, for: TestFamily.sibling,
      place: ClassPlace(number: 2, travelMinutes: 60))
    family.submit(.claim(Duty(.pickUp, of: TestFamily.id(one, 9)), by: Self.parent))
    family.submit(.claim(Duty(.dropOff, of: TestFamily.id(two, 9)), by: Self.parent))
    let conflict = Self.collisions(family).first { $0.kind == .driver }!
    #expect(conflict.from == TestFamily.instant(9, 660))
    #expect(conflict.to == TestFamily.instant(9, 700))
    // Ten minutes that only one of the two duties covers.
    let three = family.addClass(
      sport, day: 9, minute: minute, place: ClassPlace(number: 3, travelMinutes: 10))
    family.submit(
      .claim(Duty(.dropOff, of: TestFamily.id(three, 9)), by: Self.other), by: Self.other)
    #expect(
      family.state.suggestions(for: conflict, now: TestFamily.noon(0)) == [TestFamily.observer])
  }
}
