import Base
public import Chronology
public import DomainCore
import SyncCore

/// SCH-2, SCH-4, SCH-5: one occurrence of a class, as a calendar shows it.
public struct OccurrenceView: Hashable, Sendable {
  public let key: OccurrenceKey
  public let title: String
  public let type: ClassType
  public let start: Instant
  public let end: Instant
  public let isCancelled: Bool
  public let isMoved: Bool
  /// The drivers of drop-off and pick-up, nil while there is none.
  public let dropOff: MemberID?
  public let pickUp: MemberID?
}

// MARK: Actions

extension Action where Made == SportID {
  /// SCH-1: a sport that a child plays, with the first and the last day of its season.
  public static func createSport(
    _ name: String, for child: MemberID, season: ClosedRange<LocalDay>
  ) -> Action {
    Action(making: SportID.init(entity:)) { draft throws(Refusal) in
      .createSport(
        for: try draft.handle(of: child),
        SportCreation(
          name: draft.text(name),
          season: Season(first: season.lowerBound, last: season.upperBound)))
    }
  }
}

extension Action where Made == ClassID {
  /// SCH-2: a class of a sport, in the wall time of the zone where it is created; `repeatWeekly`
  /// and `setRecurrence` make it a series.
  public static func createClass(
    of sport: SportID, _ type: ClassType = .practice, for child: MemberID, on day: LocalDay,
    hour: Int, minute: Int = 0, lasting minutes: Int = 60
  ) -> Action {
    Action(making: ClassID.init(entity:)) { draft throws(Refusal) in
      let hour: UInt16 = try draft.integer(hour, within: 0...23, else: .classTimeInvalid)
      let minute: UInt16 = try draft.integer(minute, within: 0...59, else: .classTimeInvalid)
      let lasting: UInt16 = try draft.integer(
        minutes, within: 1...UInt16(TrainingClass.durationRange.upperBound),
        else: .classTimeInvalid)
      guard (0..<1 << 22).contains(day.number) else { throw .dayOutOfRange }
      return .createClass(
        for: try draft.handle(of: child),
        ClassCreation(
          sport: sport.entity, type: type,
          start: ClassStart(day: day, minute: hour * 60 + minute, zone: draft.zone),
          durationMinutes: lasting))
    }
  }
}

extension Action where Made == Void {
  /// SCH-3: sets how a class repeats, until a day or an instant, and the excluded days, EXDATE in
  /// RFC 5545.
  ///
  /// Each excluded day is cancelled as an occurrence (SCH-4), and can be restored as such; a day
  /// that the rule does not have cannot be excluded.
  public static func setRecurrence(
    of trainingClass: ClassID, to rule: RecurrenceRule, excluding excluded: ExcludedDays? = nil
  ) -> Action {
    Action(
      making: { _ in },
      all: { draft throws(Refusal) in
        let state = draft.state
        let made = state.pointee.schedule.trainingClass(trainingClass.entity)
        var rule = rule
        if let start = made?.start, start.isWellFormed {
          rule = rule.resolved(
            in: Zone(id: start.zone), millisecondOfDay: Int32(start.minute) * 60_000)
        }
        guard let packed = PackedRecurrence(rule) else { throw .recurrenceInvalid }
        var commands = [Command.setRecurrence(of: trainingClass.entity, to: packed)]
        guard let excluded else { return commands }
        guard let made, let season = state.pointee.schedule.sport(made.sport)?.days else {
          throw .classUnknown
        }
        for day in rule.days(from: made.start.day, first: season.first, through: season.last)
        where excluded.contains(day) {
          commands.append(
            .cancelOccurrence(OccurrenceID(trainingClass.entity, day), true))
        }
        return commands
      })
  }

  /// SCH-4: cancels one occurrence, or restores it.
  public static func cancel(_ occurrence: OccurrenceKey, _ cancelled: Bool = true) -> Action {
    Action { _ throws(Refusal) in .cancelOccurrence(occurrence.id, cancelled) }
  }

  /// SCH-4: moves one occurrence, by the wall clock of its series.
  public static func move(
    _ occurrence: OccurrenceKey, to day: LocalDay, hour: Int, minute: Int = 0
  ) -> Action {
    Action { draft throws(Refusal) in
      let hour: UInt16 = try draft.integer(hour, within: 0...23, else: .classTimeInvalid)
      let minute: UInt16 = try draft.integer(minute, within: 0...59, else: .classTimeInvalid)
      guard (0..<1 << 22).contains(day.number) else { throw .dayOutOfRange }
      return .moveOccurrence(
        occurrence.id, to: MovedStart(day: day, minute: hour * 60 + minute))
    }
  }

  /// Sets whether a child attended an occurrence, which pays points: REW-2.
  public static func attend(
    _ occurrence: OccurrenceKey, by child: MemberID, _ attended: Bool = true
  ) -> Action {
    Action { draft throws(Refusal) in
      .setAttendance(of: try draft.handle(of: child), at: occurrence.id, to: attended)
    }
  }

  /// SCH-5: claims a duty: "I'll take this one". The first claim that the server commits wins.
  public static func claim(_ duty: DutyKind, of occurrence: OccurrenceKey) -> Action {
    Action { draft throws(Refusal) in .claim(Duty(duty, of: occurrence.id), by: draft.author) }
  }

  /// SCH-5: releases a claimed duty.
  public static func release(_ duty: DutyKind, of occurrence: OccurrenceKey) -> Action {
    Action { draft throws(Refusal) in .release(Duty(duty, of: occurrence.id), of: draft.author) }
  }

  /// FAM-4, SCH-5: a parent assigns a free duty to a member.
  public static func assign(
    _ duty: DutyKind, of occurrence: OccurrenceKey, to driver: MemberID
  ) -> Action {
    Action { draft throws(Refusal) in
      .assign(Duty(duty, of: occurrence.id), to: try draft.handle(of: driver))
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// SCH-9: a child's occurrences from one day through another in the session's zone; none without
  /// read access.
  public func schedule(
    of child: MemberID, from first: LocalDay, through last: LocalDay
  ) -> [OccurrenceView] {
    let (first, last) = (first.plausible, last.plausible)
    guard first <= last, let (state, child) = reading(.schedule, of: child) else { return [] }
    var filter = ScheduleFilter()
    filter.child = child
    filter.showsCancelled = true
    let span = ScheduleSpan(from: first, through: last)
    return state.pointee.schedule(span, in: zone, now: now, filter: filter).map { occurrence in
      OccurrenceView(
        key: OccurrenceKey(occurrence.id), title: texts.text(of: occurrence.title),
        type: occurrence.type, start: occurrence.start, end: occurrence.end,
        isCancelled: occurrence.isCancelled, isMoved: occurrence.isMoved,
        dropOff: occurrence.dropOff.driver.map { MemberID($0, in: state.pointee) },
        pickUp: occurrence.pickUp.driver.map { MemberID($0, in: state.pointee) })
    }
  }

  /// CAL-4: the state of a calendar's connection, or nil if it was never connected.
  public func calendar(_ number: Int = 0) -> CalendarView? {
    let state = shown
    return UInt8(exactly: number).flatMap { state.pointee.calendar.calendarConnection($0) }.map {
      CalendarView(
        isConnected: $0.isConnected, mode: $0.mode, owner: MemberID($0.owner, in: state.pointee),
        connected: $0.connected)
    }
  }

  /// CAL-3: the edits that were lost between the family and a calendar, in the order of detection;
  /// none unless this person manages the family.
  public func calendarConflicts(_ number: Int = 0) -> [CalendarConflictView] {
    let state = shown
    guard let calendar = UInt8(exactly: number), managesCalendars else { return [] }
    return (0..<state.pointee.calendar.conflicts.count)
      .map { state.pointee.calendar.conflicts[$0] }
      .filter { $0.calendar == calendar }
      .map { conflict in
        CalendarConflictView(
          occurrence: OccurrenceKey(
            OccurrenceID(conflict.identity.trainingClass, conflict.identity.day)),
          field: conflict.field, loser: conflict.loser, isByDeletion: conflict.isByDeletion,
          value: conflict.formatted(texts))
      }
  }

  /// CAL-1: whether this person may sync calendars: a parent with an active membership.
  var managesCalendars: Bool {
    let state = shown
    return Int(author.index) < state.pointee.memberCount
      && Permissions.mayManage(state.pointee.member(author))
  }
}
