public import Chronology

/// SCH-8: something on a person's week, whichever area it comes from.
public struct WeekItem: BitwiseCopyable, Hashable, Sendable {
  /// Where it comes from; at one time, in this order.
  public enum Source: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case trainingClass = 0
    case assignedWorkout = 1
    case personalSession = 2
    case academic = 3
    /// ACA-2: a course by its timetable.
    case courseClass = 4
  }

  public var source: Source
  /// With the original day, which of the source's things it is.
  public var entity: Entity
  /// The day that a series or a template gave it, wherever it was moved since; nil for the rest.
  public var original: LocalDay?
  public var person: MemberHandle
  public var day: LocalDay
  /// Minutes since 00:00; nil for what has a day and no time, which comes first.
  public var minute: UInt16?
  public var isDone: Bool

  @inlinable public init(
    _ source: Source, _ entity: Entity, original: LocalDay? = nil, of person: MemberHandle,
    on day: LocalDay, minute: UInt16? = nil, isDone: Bool = false
  ) {
    self.source = source
    self.entity = entity
    self.original = original
    self.person = person
    self.day = day
    self.minute = minute
    self.isDone = isDone
  }

  /// By time; at one time by source, then by what it is and for whom.
  public static func comesFirst(_ left: WeekItem, _ right: WeekItem) -> Bool {
    left.order < right.order
  }

  private var order: (Int32, Int32, UInt8, Entity, Int32, UInt16) {
    (
      day.number, minute.map(Int32.init) ?? -1, source.rawValue, entity,
      original?.number ?? .min, person.index
    )
  }
}

/// SCH-8: a week from Sunday to Saturday, with what all areas have in it.
public struct WeekSchedule: Hashable, Sendable {
  public let firstDay: LocalDay
  /// In order of time.
  public let items: [WeekItem]

  /// Merges what the areas know of the week of `day`; what lies outside it is left out, and what
  /// two of them name is named once. O(items log items).
  public init(of day: LocalDay, merging parts: [[WeekItem]]) {
    let span = ScheduleSpan.week(of: day)
    firstDay = span.first
    var merged: [WeekItem] = []
    let sorted = parts.joined()
      .filter { span.first <= $0.day && $0.day <= span.last }
      .sorted(by: WeekItem.comesFirst)
    for item in sorted where merged.last != item { merged.append(item) }
    items = merged
  }

  /// The items of one day of the week.
  public func items(on day: LocalDay) -> [WeekItem] { items.filter { $0.day == day } }

  /// The week before and the week after.
  public var previousWeek: LocalDay { firstDay.adding(days: -7) }
  public var nextWeek: LocalDay { firstDay.adding(days: 7) }
}

extension ScopeState {
  /// SCH-8: a person's week: classes, a coach's workouts, their own sessions, their courses
  /// (ACA-2), and what is due.
  public func weekSchedule(
    of person: MemberHandle, weekOf day: LocalDay, in zone: Zone, now: Instant
  ) -> WeekSchedule {
    let span = ScheduleSpan.week(of: day)
    let training = trainingItems(of: person, from: span.first, through: span.last).map { item in
      WeekItem(
        item.kind == .session ? .personalSession : .assignedWorkout, item.entity,
        original: item.key.generatedDay, of: person, on: item.day, minute: item.minuteOfDay,
        isDone: item.isDone)
    }
    let school = academicItems(of: person, from: span.first, through: span.last).map { item in
      WeekItem(
        .academic, item.entity, of: person, on: item.due.day,
        minute: item.due.isWholeDay ? nil : item.due.minuteOfDay, isDone: item.isDone)
    }
    let courses = courseClasses(of: person, from: span.first, through: span.last).map { item in
      WeekItem(
        .courseClass, item.course, of: person, on: item.day, minute: item.meeting.minuteOfDay)
    }
    return WeekSchedule(
      of: day,
      merging: [
        weekItems(of: person, weekOf: day, in: zone, now: now), training, courses, school,
      ])
  }

  /// SCH-8: a person's classes in the week of `day`, on the days and at the times that somebody in
  /// `zone` sees on the wall; done is what the person attended.
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
          isDone: attended(one.id, by: person) == true)
      }
  }
}
