import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Facts about an external calendar")
struct CalendarFactsTests {
  private static let parent = TestFamily.parent
  private static let identity = CalendarIdentity(
    trainingClass: Entity(site: 4, sequence: 2), day: TestFamily.day(3))
  private static let version = Version(stamp: 99, site: 6)
  private static let kinds = FactKind.allCases.filter { $0.area == .calendar }

  /// A family that has connected calendar 3, in which the occurrence has event 40.
  private static func family(mapped: Bool = true) -> TestFamily {
    let family = TestFamily()
    family.submit(.connectCalendar(3, true, by: parent))
    if mapped { family.submit(.mapCalendarEvent(40, to: identity, in: 3, by: parent)) }
    return family
  }

  private static func conflict(value: UInt64 = 5) -> CalendarConflict {
    CalendarConflict(
      identity: identity, calendar: 3, field: .place, loser: .theirs, isByDeletion: true,
      value: value)
  }

  private static func command(_ kind: FactKind, by member: MemberHandle) -> Command {
    switch kind {
    case .calendarConnectionSet: .connectCalendar(3, false, by: member)
    case .calendarModeSet: .setCalendarMode(3, .daily, by: member)
    case .calendarEventMapped: .mapCalendarEvent(41, to: identity, in: 3, by: member)
    case .calendarFieldsExchanged:
      .exchangeCalendarFields(0b101, at: version, of: identity, in: 3, by: member)
    case .calendarRevisionSeen: .seeCalendarRevision(8, of: identity, in: 3, by: member)
    case .calendarEditImported:
      .importCalendarEdit(.start, to: 77, of: identity, in: 3, by: member)
    case .calendarEventGone:
      .endCalendarEvent(of: identity, in: 3, deletedBy: .theirs, by: member)
    case .calendarConflictRecorded: .recordCalendarConflict(conflict(), by: member)
    case .calendarFieldsOverruled:
      .overruleCalendarFields(0b10_0010, of: identity, in: 3, by: member)
    default: preconditionFailure("not a kind of this area")
    }
  }

  private static func mapping(_ family: TestFamily) -> CalendarMapping? {
    family.state.calendar.calendarMapping(of: identity, in: 3)
  }

  @Test("the kinds of calendar facts have numbers of the log's format")
  func numbers() {
    #expect(Self.kinds.map(\.rawValue) == Array(96...104))
    #expect(Self.kinds.allSatisfy { !$0.createsEntity && !$0.isCoreAction && !$0.isOverlaid })
    let refusals: [Refusal] = [
      .calendarNotConnected, .calendarSettingUnknown, .calendarFieldUnknown,
      .calendarEventDeleted, .calendarEventUnknown,
    ]
    #expect(refusals.map(\.rawValue) == Array(60...64))
    for refusal in refusals {
      #expect(refusal.sentence.hasSuffix(".") && refusal.sentence.first!.isUppercase)
      #expect(refusal.sentence.filter { $0 == "." }.count == 1)
    }
  }

  @Test("CAL-1: only parents connect calendars, and a link commits only in their name")
  func permissions() {
    for kind in Self.kinds {
      for place in [DecisionPlace.device, .server] {
        for author in [Self.parent, TestFamily.child, TestFamily.sibling, TestFamily.observer] {
          let family = Self.family()
          family.submit(.setChildMayLog(TestFamily.sibling, to: true))
          let fact = family.fact(Self.command(kind, by: author), by: author)
          let expected: Refusal? = author == Self.parent ? nil : .parentNeeded
          #expect(family.refusal(of: fact, at: place) == expected, "\(kind), \(author.index)")
        }
      }
    }
  }

  @Test("CAL-1: a start that no calendar has is refused, and folding it does not crash")
  func impossibleStart() {
    let (family, sport) = TestFamily.withSport()
    let made = family.addClass(sport, day: 3, minute: 600)
    let identity = CalendarIdentity(trainingClass: made, day: TestFamily.day(3))
    family.submit(.connectCalendar(3, true, by: Self.parent))
    family.submit(.mapCalendarEvent(40, to: identity, in: 3, by: Self.parent))
    let start = family.occurrences(0, 9)[0].start
    for value in [Int64.max, .min, 1 << 47, -1 << 47 - 1] {
      let fact = family.fact(
        .importCalendarEdit(
          .start, to: UInt64(bitPattern: value), of: identity, in: 3, by: Self.parent))
      #expect(family.refusal(of: fact) == .calendarFieldUnknown)
      family.state.apply(fact)
      #expect(family.occurrences(0, 9).map(\.start) == [start])
    }
    let later = family.fact(
      .importCalendarEdit(
        .start, to: UInt64((start + Span.hour).milliseconds), of: identity, in: 3, by: Self.parent))
    #expect(family.submit(later) == .changed)
    #expect(family.occurrences(0, 9).map(\.start) == [start + Span.hour])
  }

  @Test("CAL-4: a calendar is connected in real time, has the mode that was set last, and ends")
  func connection() {
    let family = Self.family()
    #expect(family.state.calendar.calendarConnection(4) == nil)
    #expect(family.state.calendar.calendarConnection(3)?.mode == .realTime)
    for mode in CalendarMode.allCases {
      family.submit(.setCalendarMode(3, mode, by: Self.parent))
      #expect(family.state.calendar.calendarConnection(3)?.mode == mode)
    }
    family.submit(.connectCalendar(3, false, by: Self.parent))
    #expect(family.state.calendar.calendarConnection(3)?.isConnected == false)
    #expect(family.state.calendar.calendarConnection(3)?.owner == Self.parent)
  }

  @Test("CAL-4: after a disconnect nothing is committed and nothing is forgotten")
  func disconnected() {
    let family = Self.family()
    let before = Self.mapping(family)
    family.submit(.connectCalendar(3, false, by: Self.parent))
    for kind in Self.kinds where kind != .calendarConnectionSet {
      let fact = family.fact(Self.command(kind, by: Self.parent))
      #expect(family.submit(fact) == .refused(.calendarNotConnected), "\(kind)")
    }
    #expect(Self.mapping(family) == before)
  }

  @Test("CAL-2: an occurrence has one mapping per calendar, which keeps the exchanged versions")
  func mapping() {
    let family = Self.family()
    for kind in [FactKind.calendarFieldsExchanged, .calendarRevisionSeen] {
      #expect(family.submit(Self.command(kind, by: Self.parent)) == .changed)
    }
    let imported = family.fact(Self.command(.calendarEditImported, by: Self.parent))
    #expect(family.submit(imported) == .changed)
    var expected = CalendarMapping(identity: Self.identity, calendar: 3)
    expected.event = 40
    expected.seen = 8
    expected.exchanged[.title] = Self.version
    expected.exchanged[.duration] = Self.version
    // CAL-1: an edit from outside counts as exchanged on arrival.
    expected.exchanged[.start] = imported.version
    #expect(Self.mapping(family) == expected)
    #expect(family.state.calendar.mappings.count == 1)
  }

  @Test("CAL-2: facts about an event are refused before it is mapped")
  func unknown() {
    for kind in Self.kinds {
      let family = Self.family(mapped: false)
      let isFirst = [.calendarConnectionSet, .calendarModeSet, .calendarEventMapped].contains(kind)
      let fact = family.fact(Self.command(kind, by: Self.parent))
      #expect(family.refusal(of: fact) == (isFirst ? nil : .calendarEventUnknown), "\(kind)")
    }
  }

  @Test("CAL-3: a deletion is permanent, two deletes agree, and conflicts are still recorded")
  func gone() {
    let family = Self.family()
    let gone = Self.command(.calendarEventGone, by: Self.parent)
    #expect(family.submit(gone) == .changed && Self.mapping(family)?.isGone == true)
    for kind in Self.kinds where kind.rawValue >= FactKind.calendarEventMapped.rawValue {
      let isSaid = [.calendarEventGone, .calendarConflictRecorded, .calendarEventMapped]
        .contains(kind)
      let fact = family.fact(Self.command(kind, by: Self.parent))
      #expect(family.refusal(of: fact) == (isSaid ? nil : .calendarEventDeleted), "\(kind)")
    }
    let old = Command.mapCalendarEvent(40, to: Self.identity, in: 3, by: Self.parent)
    #expect(family.submit(old) == .refused(.calendarEventDeleted))
    family.submit(gone)
    #expect(Self.mapping(family)?.isGone == true)
  }

  @Test("CAL-2: the next event of an occurrence has its own key and starts fresh")
  func lives() {
    let family = Self.family()
    let before = family.fact(.seeCalendarRevision(9, of: Self.identity, in: 3, by: Self.parent))
    for kind in [FactKind.calendarFieldsExchanged, .calendarRevisionSeen, .calendarFieldsOverruled]
    {
      family.submit(Self.command(kind, by: Self.parent))
    }
    var lives: Set<UInt16> = [Self.mapping(family)!.life]
    #expect(lives == [0])
    for event in UInt64(41)...43 {
      family.submit(Self.command(.calendarEventGone, by: Self.parent))
      let gone = Self.mapping(family)!
      #expect(gone.isGone && gone.seen == 0 && gone.overruled == 0)
      #expect(gone.exchanged == CalendarVersions())
      lives.insert(gone.life)
      family.submit(.mapCalendarEvent(event, to: Self.identity, in: 3, by: Self.parent))
      let next = Self.mapping(family)!
      #expect(!next.isGone && next.event == event && next.life == gone.life && next.seen == 0)
      // A late fact about the previous event does not apply to this one.
      #expect(family.submit(before) == .superseded)
      #expect(Self.mapping(family) == next)
      family.submit(.seeCalendarRevision(7, of: Self.identity, in: 3, by: Self.parent))
      #expect(Self.mapping(family)?.seen == 7)
    }
    #expect(lives.count == 4)
    #expect(Self.isCopyIdentical(family))
  }

  @Test("CAL-3: each conflict is kept once, with the side that lost and what it lost to")
  func conflicts() {
    let family = Self.family()
    let fact = family.fact(Self.command(.calendarConflictRecorded, by: Self.parent))
    #expect(family.submit(fact) == .changed)
    #expect(family.submit(fact) == .superseded)
    #expect(family.state.calendar.conflicts.count == 1)
    #expect(family.state.calendar.conflicts[0] == Self.conflict())
    for field in CalendarField.allCases {
      for loser in CalendarSide.allCases {
        for isByDeletion in [false, true] {
          let part = CalendarConflictPart(field: field, loser: loser, isByDeletion: isByDeletion)
          #expect(CalendarConflictPart(part.part) == part)
        }
      }
    }
  }

  @Test("CAL-1: settings, fields and days that do not exist are refused")
  func malformed() {
    let family = Self.family()
    func refusal(_ kind: FactKind, _ change: (inout Payload) -> Void) -> Refusal? {
      var command = Self.command(kind, by: Self.parent)
      change(&command.payload)
      return family.refusal(of: family.fact(command))
    }
    #expect(refusal(.calendarConnectionSet) { $0.first = 2 } == .calendarSettingUnknown)
    #expect(refusal(.calendarModeSet) { $0.first = 4 } == .calendarSettingUnknown)
    #expect(refusal(.calendarEventMapped) { $0.first = 0 } == .calendarFieldUnknown)
    for (kind, part) in [
      (FactKind.calendarFieldsExchanged, UInt64(0)), (.calendarFieldsExchanged, 64),
      (.calendarEditImported, 5), (.calendarEditImported, 6), (.calendarEventGone, 2),
      (.calendarConflictRecorded, 6),
      (.calendarConflictRecorded, 64),
    ] {
      let response = refusal(kind) { $0.second = $0.second & ~0xFF00_0000 | part << 24 }
      #expect(response == .calendarFieldUnknown, "\(kind) \(part)")
    }
    #expect(refusal(.calendarEventMapped) { $0.second &= ~0xFFFF } == .dayOutOfRange)
    #expect(refusal(.calendarModeSet) { $0.second = 4 << 16 } == .calendarNotConnected)
  }

  @Test("CAL-2: an address and a key contain their parts")
  func addresses() {
    for number in [0, 20_458, Int32(UInt16.max)] {
      let day = LocalDay(number: number)
      let address = CalendarAddress(day, in: .max, part: 0xA5, site: .max - 3)
      #expect(CalendarAddress(address.word) == address)
      let key = CalendarKey(
        scope: .max, identity: CalendarIdentity(trainingClass: Entity(raw: .max - 1), day: day),
        life: 0xA55A)
      #expect(CalendarKey(key.words) == key)
    }
    #expect(CalendarKey(RowKey(0, 5)) == nil)
  }

  /// Facts of all kinds about a few occurrences and calendars.
  private static func facts(_ dice: inout Dice, in family: TestFamily) -> [Fact] {
    (0..<60).map { _ in
      let identity = CalendarIdentity(
        trainingClass: Entity(site: 4, sequence: UInt32(1 + dice.roll(2))),
        day: TestFamily.day(dice.roll(2)))
      let calendar = UInt8(dice.roll(2))
      let value = UInt64(1 + dice.roll(5))
      let command: Command
      switch dice.roll(9) {
      case 0: command = .connectCalendar(calendar, dice.chance(2, in: 3), by: parent)
      case 1: command = .setCalendarMode(calendar, dice.pick(CalendarMode.allCases), by: parent)
      case 2: command = .mapCalendarEvent(value, to: identity, in: calendar, by: parent)
      case 3:
        command = .exchangeCalendarFields(
          UInt8(1 + dice.roll(63)), at: Version(stamp: value, site: 3), of: identity, in: calendar,
          by: parent)
      case 4: command = .seeCalendarRevision(value, of: identity, in: calendar, by: parent)
      case 5:
        command = .importCalendarEdit(
          dice.pick(CalendarField.allCases), to: value, of: identity, in: calendar, by: parent)
      case 6:
        command = .endCalendarEvent(
          of: identity, in: calendar, deletedBy: dice.pick(CalendarSide.allCases), by: parent)
      case 7:
        command = .overruleCalendarFields(
          UInt8(1 + dice.roll(63)), of: identity, in: calendar, by: parent)
      default:
        command = .recordCalendarConflict(
          CalendarConflict(
            identity: identity, calendar: calendar, field: dice.pick(CalendarField.allCases),
            loser: dice.pick(CalendarSide.allCases), isByDeletion: dice.chance(1, in: 2),
            value: value), by: parent)
      }
      return family.fact(command, site: UInt32(1 + dice.roll(3)))
    }
  }

  private static func isCopyIdentical(_ family: TestFamily) -> Bool {
    let copy = family.state.copy()
    return copy.isIdentical(to: family.state) && family.state.isIdentical(to: copy)
  }

  @Test("CAL-2: calendar facts give the same state in any order of arrival", arguments: 0..<200)
  func order(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let facts = Self.facts(&dice, in: TestFamily())
    let family = TestFamily()
    for fact in facts { family.state.apply(fact) }
    let shuffled = TestFamily()
    for fact in dice.shuffled(facts) { shuffled.state.apply(fact) }
    #expect(shuffled.isIdentical(to: family) && family.state.digest == shuffled.state.digest)
    #expect(Self.isCopyIdentical(family))
    // An extra or a missing fact is detected, unless a later one hides it.
    let fewer = TestFamily()
    for fact in facts.dropLast() { fewer.state.apply(fact) }
    #expect(fewer.isIdentical(to: family) == (fewer.state.digest == family.state.digest))
  }

  @Test("CAL-1: no payload from a hostile client causes a crash", arguments: 0..<20)
  func fuzz(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    func word() -> UInt64 {
      dice.pick([0, 1, .max, UInt64(dice.roll(1 << 16)) << UInt64(dice.roll(49))])
    }
    let family = Self.family()
    for _ in 0..<300 {
      var command = Self.command(dice.pick(Self.kinds), by: Self.parent)
      if dice.chance(1, in: 2) { command.payload.first = word() }
      if dice.chance(1, in: 2) { command.payload.second ^= word() }
      if dice.chance(1, in: 4) { command.entity = Entity(raw: word()) }
      let before = family.state.digest
      if case .refused = family.submit(command) { #expect(family.state.digest == before) }
    }
    #expect(Self.isCopyIdentical(family))
  }
}
