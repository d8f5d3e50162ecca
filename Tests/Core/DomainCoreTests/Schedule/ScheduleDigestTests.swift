import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("The digest of a schedule")
struct ScheduleDigestTests {
  /// Registers of several sites for one sport and one class; no two of them have the same time.
  private static func facts(
    in family: TestFamily, _ sport: Entity, _ made: Entity, _ dice: inout Dice
  ) -> [Fact] {
    (0..<50).map { _ in
      let day = dice.roll(6)
      let id = TestFamily.id(made, day)
      let child = dice.pick([TestFamily.child, TestFamily.sibling])
      let value = UInt64(dice.roll(3))
      let command: Command
      // Attendance is left out: it pays points, and the ledger is in the order of the log.
      switch dice.roll(9) {
      case 0: command = .setSportField(dice.pick([.team, .icon]), of: sport, to: value)
      case 1: command = .archiveSport(sport, value == 1)
      case 2: command = .setClassField(dice.pick([.notes, .equipment]), of: made, to: value)
      case 3: command = .setParticipant(child, of: dice.pick([sport, made]), to: value > 0)
      case 4: command = .cancelOccurrence(id, value == 0)
      case 5, 6:
        let to = MovedStart(day: TestFamily.day(day + 1), minute: UInt16(value))
        command = .moveOccurrence(id, to: value == 0 ? nil : to)
      case 7: command = .setOccurrenceField(.pickUpNote, of: id, to: value)
      default:
        command = .setConflictField(
          dice.pick(ConflictField.allCases), of: Digest128(first: 7, second: value), to: 1)
      }
      return family.fact(command, site: UInt32(1 + dice.roll(3)), on: dice.roll(9))
    }
  }

  private static func fold(_ facts: [Fact], _ sport: Fact, _ made: [Fact]) -> TestFamily {
    let family = TestFamily()
    family.state.apply(sport)
    for fact in made { family.state.apply(fact) }
    for fact in facts { family.state.apply(fact) }
    return family
  }

  @Test("SCH-4, SCH-7: does not depend on the order in which registers arrive", arguments: 0..<40)
  func order(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let source = TestFamily()
    let season = Season(first: TestFamily.day(0), last: TestFamily.day(30))
    let sport = source.fact(
      .createSport(
        for: TestFamily.child, SportCreation(name: TextHandle(1), season: season)))
    let start = ClassStart(day: TestFamily.day(0), minute: 600, zone: .utc)
    let made = source.fact(
      .createClass(
        for: TestFamily.child,
        ClassCreation(sport: sport.identity, type: .game, start: start, durationMinutes: 60)))
    let rule = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=DAILY"))!
    let repeated = source.fact(.setRecurrence(of: made.identity, to: rule))
    let facts = Self.facts(in: source, sport.identity, made.identity, &dice)
    let one = Self.fold(facts, sport, [made, repeated])
    for _ in 0..<3 {
      let other = Self.fold(dice.shuffled(facts), sport, [made, repeated])
      #expect(other.state.digest == one.state.digest)
      #expect(other.isIdentical(to: one))
      #expect(other.originalDays() == one.originalDays())
    }
  }

  @Test("SCH-5: covers what others gave and took, but not what a member took and released")
  func undoneDuties() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600)
    let duty = Duty(.dropOff, of: TestFamily.id(made, 0))
    let fresh = family.state.digest
    func takeAndRelease(_ taking: Command, _ driver: MemberHandle, by author: MemberHandle) {
      #expect(family.submit(taking, by: author) == .changed)
      #expect(family.submit(.release(duty, of: driver), by: author) == .changed)
    }
    let (parent, other) = (TestFamily.parent, TestFamily.otherParent)
    takeAndRelease(.claim(duty, by: parent), parent, by: parent)
    #expect(family.state.digest == fresh)
    takeAndRelease(.assign(duty, to: other), other, by: parent)
    #expect(family.state.digest != fresh)
    #expect(family.copyIsIdentical)
  }

  @Test("SCH-5: differs after every step of a duty")
  func duties() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 0, minute: 600)
    let dropOff = Duty(.dropOff, of: TestFamily.id(made, 0))
    let pickUp = Duty(.pickUp, of: TestFamily.id(made, 0))
    let fresh = family.state.digest
    var seen = [[fresh.first, fresh.second]]
    let swap = SwapPayload(given: dropOff, wanted: pickUp, .proposed)
    let steps: [(Command, MemberHandle)] = [
      (.claim(dropOff, by: TestFamily.parent), TestFamily.parent),
      (.requestCoverage(of: dropOff, by: TestFamily.parent, true), TestFamily.parent),
      (.assign(pickUp, to: TestFamily.observer), TestFamily.parent),
      (.swap(swap, with: TestFamily.observer), TestFamily.parent),
      (
        .swap(
          SwapPayload(given: dropOff, wanted: pickUp, .accepted), with: TestFamily.parent),
        TestFamily.observer
      ),
      (.release(dropOff, of: TestFamily.observer), TestFamily.observer),
    ]
    for (command, author) in steps {
      #expect(family.submit(command, by: author) == .changed)
      seen.append([family.state.digest.first, family.state.digest.second])
    }
    #expect(Set(seen).count == seen.count)
  }

  @Test("has compact rows and payloads that decode to their values", arguments: 0..<200)
  func payloads(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let day = LocalDay(number: Int32(dice.roll(65_536)))
    let duty = Duty(dice.pick(DutyKind.allCases), of: OccurrenceID(Entity(raw: 77), day))
    let other = Duty(
      dice.pick(DutyKind.allCases), of: OccurrenceID(Entity(raw: 1 << 40), LocalDay(number: 3)))
    let family = TestFamily()
    let swap = SwapPayload(given: duty, wanted: other, dice.pick(SwapStep.allCases))
    #expect(SwapPayload(family.fact(.swap(swap, with: TestFamily.child))) == swap)
    let read = DutyPayload(
      family.fact(.assign(duty, to: TestFamily.child, insteadOf: TestFamily.observer)))
    #expect(read.duty == duty && read.expected == TestFamily.observer)
    let start = ClassStart(
      day: day, minute: UInt16(dice.roll(1_440)), zone: dice.pick(Array(Zone.all.suffix(9))))
    #expect(ClassStart(packed: start.packed) == start)
    let creation = ClassCreation(
      sport: Entity(raw: .max), type: dice.pick(ClassType.allCases), start: start,
      durationMinutes: UInt16(dice.roll(16_384)))
    #expect(ClassCreation(creation.payload) == creation)
    let change = OccurrenceChange(dice.pick(OccurrenceField.allCases), on: day, to: .max)
    #expect(OccurrenceChange(change.payload) == change)
    let moved = MovedStart(day: day, minute: start.minute)
    #expect(MovedStart(packed: moved.packed) == moved && moved.packed != 0)
    let travel = dice.pick([nil, 0, 1, 720])
    let place = ClassPlace(
      text: TextHandle(.max), number: UInt16(dice.roll(65_536)), travelMinutes: travel)
    #expect(ClassPlace(packed: place.packed) == place)
    #expect(place.travelMinutes == travel ?? 20)
    #expect(MemoryLayout<OccurrenceRecord>.stride <= 128)
  }
}
