// Schedule: views of days, weeks and months, and what needs attention.

import Base
public import Chronology

/// SCH-9: the days that a view of the schedule shows.
public struct ScheduleSpan: BitwiseCopyable, Hashable, Sendable {
  public var first: LocalDay
  public var last: LocalDay

  /// A list, by dates.
  public init(from first: LocalDay, through last: LocalDay) {
    self.first = first
    self.last = last
  }

  public static func day(_ day: LocalDay) -> ScheduleSpan {
    ScheduleSpan(from: day, through: day)
  }

  /// Sunday to Saturday: SCH-8 requires it for one schedule, and a family has one kind of week.
  public static func week(of day: LocalDay) -> ScheduleSpan {
    let sunday = day.weekStart(startingOn: 7)
    return ScheduleSpan(from: sunday, through: sunday.adding(days: 6))
  }

  public static func month(of day: LocalDay) -> ScheduleSpan {
    let first = day.adding(days: 1 - day.day)
    return ScheduleSpan(from: first, through: first.adding(days: day.daysInMonth - 1))
  }

  /// From the first instant of the first day to the one after the last, for a person in a zone.
  public func range(in zone: Zone) -> Range<Instant> {
    let start = zone.startOfDay(first)
    return start..<max(start, zone.startOfDay(last.adding(days: 1)))
  }
}

/// SCH-9: the dashboard's list of what needs attention.
public struct ScheduleAttention: Hashable, Sendable {
  /// Conflicts that were not marked as handled.
  public var conflicts: [ScheduleConflict]
  /// Duties whose drivers ask for a replacement, and still have the duty.
  public var coverage: [Duty]
  /// Swaps that await a response: the duty that is offered.
  public var swaps: [Duty]

  public var isEmpty: Bool { conflicts.isEmpty && coverage.isEmpty && swaps.isEmpty }
}

extension ScopeState {
  /// SCH-9: what a view shows to a person in a zone: all that overlaps its days, so that a class
  /// across midnight appears on both.
  public func schedule(
    _ span: ScheduleSpan, in zone: Zone, now: Instant, filter: ScheduleFilter = ScheduleFilter()
  ) -> [Occurrence] {
    occurrences(in: span.range(in: zone), now: now, filter: filter)
  }

  /// SCH-9: the next occurrences that have not started; the dashboard shows three.
  ///
  /// It searches ever longer ranges, so a full calendar answers from its next days.
  public func nextOccurrences(
    _ count: Int = 3, now: Instant, filter: ScheduleFilter = ScheduleFilter()
  ) -> [Occurrence] {
    var end = now
    // No season that a rule accepted lasts longer; a fact that no rule has decided may name any
    // day.
    let latest = firstDay.adding(days: 3_660)
    for place in 0..<schedule.sports.count where !schedule.sports[place].isDeleted {
      let last = Int64(min(schedule.sports[place].season.last, latest).number) + 3
      end = max(end, Instant(milliseconds: last * Span.day))
    }
    var length = Span.week
    while true {
      let until = min(now + length, end)
      let found = occurrences(in: now..<until, now: now, filter: filter)
        .filter { $0.start >= now }
      if found.count >= count || until == end { return Array(found.prefix(count)) }
      length *= 4
    }
  }

  /// SCH-9: what needs attention. Decided: it covers two weeks, beyond which families still change
  /// their plans.
  public func needsAttention(now: Instant) -> ScheduleAttention {
    let range = now..<now + 2 * Span.week
    var attention = ScheduleAttention(
      conflicts: conflicts(in: range, now: now).filter { !$0.said.isHandled }, coverage: [],
      swaps: [])
    for one in occurrences(in: range, now: now) where one.start >= now {
      for kind in DutyKind.allCases {
        if one[kind].isCoverageRequested { attention.coverage.append(Duty(kind, of: one.id)) }
        if one[kind].swapPartner != nil { attention.swaps.append(Duty(kind, of: one.id)) }
      }
    }
    return attention
  }
}

extension ScopeState {
  /// SCH-8: a person's week: classes, a coach's workouts, their own sessions, their courses
  /// (ACA-2), and what is due.
  public func weekSchedule(
    of person: MemberHandle, weekOf day: LocalDay, in zone: Zone, now: Instant
  ) -> WeekSchedule {
    let span = ScheduleSpan.week(of: day)
    let training = self.training.trainingItems(
      of: person, from: span.first, through: span.last, shared
    ).map { item in
      WeekItem(
        item.kind == .session ? .personalSession : .assignedWorkout, item.entity,
        original: item.key.generatedDay, of: person, on: item.day, minute: item.minuteOfDay,
        isDone: item.isDone)
    }
    let due = academics.academicItems(
      of: person, from: span.first, through: span.last, shared)
    let school = due.map { item in
      WeekItem(
        .academic, item.entity, of: person, on: item.due.day,
        minute: item.due.isWholeDay ? nil : item.due.minuteOfDay, isDone: item.isDone)
    }
    let meetings = academics.courseClasses(of: person, from: span.first, through: span.last)
    let courses = meetings.map { item in
      WeekItem(
        .courseClass, item.course, of: person, on: item.day, minute: item.meeting.minuteOfDay)
    }
    return WeekSchedule(
      of: day,
      merging: [
        weekItems(of: person, weekOf: day, in: zone, now: now), training, courses, school,
      ])
  }

  /// SCH-8: a person's classes in the week of `day`, on the days and at the times of a wall clock
  /// in `zone`; done means that the person attended.
  public func weekItems(
    of person: MemberHandle, weekOf day: LocalDay, in zone: Zone, now: Instant
  ) -> [WeekItem] {
    let range = ScheduleSpan.week(of: day).range(in: zone)
    var cursor = ZoneCursor(zone)
    return occurrences(in: range, now: now, filter: ScheduleFilter(child: person))
      .filter { $0.start >= range.lowerBound }
      .map { one in
        WeekItem(
          .trainingClass, one.id.trainingClass, original: one.id.day, of: person,
          on: cursor.localDay(at: one.start),
          minute: UInt16(Int64(cursor.millisecondOfDay(at: one.start)) / Span.minute),
          isDone: shared.attended(one.id, by: person) == true)
      }
  }
}
