import Base
import Chronology
import DomainCore
import TestKit

extension SampleCommands {
  private mutating func duty() -> Duty {
    Duty(dice.pick(DutyKind.self), of: OccurrenceID(entity(), day22()))
  }

  private mutating func start() -> ClassStart {
    ClassStart(day: day22(), minute: dice.number(0...1 << 11 - 1), zone: dice.pick(Zone.all))
  }

  private mutating func season() -> Season { Season(first: day(), last: day()) }

  private mutating func place() -> UInt64 {
    ClassPlace(
      text: text(), number: dice.number(UInt16.self),
      travelMinutes: dice.flip() ? nil : dice.number(0...720)
    ).packed
  }

  private static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=9999;COUNT=999999", "FREQ=WEEKLY;BYDAY=TU,TH",
    "FREQ=WEEKLY;INTERVAL=2;UNTIL=20261231;WKST=SU", "FREQ=MONTHLY;BYDAY=2TU,-1FR,-5SU",
    "FREQ=MONTHLY;BYMONTHDAY=1,15,-1", "FREQ=DAILY;BYMONTHDAY=31;BYDAY=MO",
  ]

  mutating func schedule(_ kind: FactKind) -> Command {
    switch kind {
    case .sportCreated:
      return .createSport(
        for: member(),
        SportCreation(name: text(), icon: dice.number(UInt16.self), season: season()))
    case .sportFieldSet: return aboutFirst(sportChange())
    case .sportDeleted: return aboutFirst(.deleteSport(entity()))
    case .classCreated:
      return .createClass(
        for: member(),
        ClassCreation(
          sport: entityOrNone(), type: dice.pick(ClassType.self), start: start(),
          durationMinutes: dice.number(0...1 << 14 - 1)))
    case .classFieldSet: return aboutFirst(classChange())
    case .classRuleSet:
      let rule = dice.pick([nil] + Self.rules)
      let packed = rule.map { PackedRecurrence(try! RecurrenceRule(parsing: $0))! }
      return aboutFirst(.setRecurrence(of: entity(), to: packed ?? .once))
    case .classDeleted: return aboutFirst(.deleteClass(entity()))
    case .participantSet: return .setParticipant(member(), of: entity(), to: dice.flip())
    case .occurrenceFieldSet: return aboutFirst(occurrenceChange())
    case .attendanceSet:
      return .setAttendance(
        of: member(), at: OccurrenceID(entity(), day()), to: dice.flip())
    case .dutyClaimed: return .claim(duty(), by: member())
    case .dutyReleased: return .release(duty(), of: member())
    case .dutyAssigned:
      return .assign(duty(), to: member(), insteadOf: dice.flip() ? nil : member())
    case .dutyCoverageSet: return .requestCoverage(of: duty(), by: member(), dice.flip())
    case .dutySwapChanged:
      let swap = SwapPayload(given: duty(), wanted: duty(), dice.pick(SwapStep.self))
      return .swap(swap, with: member())
    default:
      let conflict = Digest128(first: dice.bits(), second: dice.bits())
      let field = dice.pick(ConflictField.self)
      return aboutFirst(
        .setConflictField(
          field, of: conflict, to: field == .note ? text().raw : UInt32(dice.roll(2))))
    }
  }

  /// A command about no particular member is about the first one, who has another number in each
  /// world.
  private func aboutFirst(_ command: Command) -> Command {
    var command = command
    command.subject = world.member(0)
    return command
  }

  private mutating func sportChange() -> Command {
    let field = dice.pick(SportField.self)
    switch field {
    case .name, .category, .team, .coachName, .coachContact, .place:
      return .setSportField(field, of: entity(), to: UInt64(text().raw))
    case .icon: return .setSportField(field, of: entity(), to: UInt64(dice.number(UInt16.self)))
    case .season: return .setSeason(of: entity(), to: season())
    case .archived: return .archiveSport(entity(), dice.flip())
    }
  }

  private mutating func classChange() -> Command {
    let field = dice.pick(ClassField.self)
    let value: UInt64 =
      switch field {
      case .type: UInt64(dice.pick(ClassType.self).rawValue)
      case .start: start().packed
      case .duration: dice.number(UInt64.self)
      case .place: place()
      case .notes, .equipment: UInt64(text().raw)
      }
    return .setClassField(field, of: entity(), to: value)
  }

  private mutating func occurrenceChange() -> Command {
    let occurrence = OccurrenceID(entity(), day())
    let field = dice.pick(OccurrenceField.self)
    switch field {
    case .start:
      let moved = MovedStart(day: day16(), minute: minute())
      return .moveOccurrence(occurrence, to: dice.flip() ? nil : moved)
    case .cancelled: return .cancelOccurrence(occurrence, dice.flip())
    case .duration:
      return .setOccurrenceField(field, of: occurrence, to: dice.number(UInt64.self))
    case .place: return .setOccurrenceField(field, of: occurrence, to: place())
    case .notes, .title, .dropOffNote, .pickUpNote:
      return .setOccurrenceField(field, of: occurrence, to: UInt64(text().raw))
    case .dropOffHandled, .pickUpHandled:
      return .setOccurrenceField(field, of: occurrence, to: UInt64(dice.roll(2)))
    }
  }
}

// MARK: - Calendars

extension SampleCommands {
  private mutating func value(of field: CalendarField) -> UInt64 {
    switch field {
    case .title, .place, .details: UInt64(text().raw)
    case .start: UInt64(bitPattern: instant().milliseconds)
    case .duration: dice.number(UInt64.self)
    case .drivers:
      CalendarValues(
        title: .empty, start: instant(), durationMilliseconds: 0, place: .empty, details: .empty,
        dropOff: dice.flip() ? nil : member(), pickUp: dice.flip() ? nil : member())[.drivers]
    }
  }

  mutating func calendar(_ kind: FactKind) -> Command {
    let identity = CalendarIdentity(trainingClass: entity(), day: day16())
    let (calendar, owner) = (dice.number(UInt8.self), member())
    let fields = dice.number(0...CalendarField.allBits)
    switch kind {
    case .calendarConnectionSet: return .connectCalendar(calendar, dice.flip(), by: owner)
    case .calendarModeSet:
      return .setCalendarMode(calendar, dice.pick(CalendarMode.self), by: owner)
    case .calendarEventMapped:
      return .mapCalendarEvent(dice.number(UInt64.self), to: identity, in: calendar, by: owner)
    case .calendarFieldsExchanged:
      let version = Version(stamp: dice.number(UInt64.self), site: dice.number(UInt32.self))
      return .exchangeCalendarFields(fields, at: version, of: identity, in: calendar, by: owner)
    case .calendarRevisionSeen:
      return .seeCalendarRevision(
        dice.number(UInt64.self), of: identity, in: calendar, by: owner)
    case .calendarEditImported:
      let field = dice.pick(CalendarField.self)
      return .importCalendarEdit(
        field, to: value(of: field), of: identity, in: calendar, by: owner)
    case .calendarEventGone:
      return .endCalendarEvent(
        of: identity, in: calendar, deletedBy: dice.pick(CalendarSide.self), by: owner)
    case .calendarConflictRecorded:
      let field = dice.pick(CalendarField.self)
      return .recordCalendarConflict(
        CalendarConflict(
          identity: identity, calendar: calendar, field: field,
          loser: dice.pick(CalendarSide.self), isByDeletion: dice.flip(),
          value: value(of: field)), by: owner)
    default: return .overruleCalendarFields(fields, of: identity, in: calendar, by: owner)
    }
  }
}
