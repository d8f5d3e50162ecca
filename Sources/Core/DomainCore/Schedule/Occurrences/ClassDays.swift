import Base
public import Chronology

/// SCH-1, SCH-3: the days of a class's rule, inside its sport's season and no later than the sport
/// was archived; in order, without allocation.
public struct ClassDays: Sequence, IteratorProtocol {
  private var single: LocalDay?
  private var days: RecurrenceDays?

  init(of trainingClass: TrainingClass, in season: Season, first: LocalDay, through last: LocalDay)
  {
    let first = Swift.max(first, season.first)
    let last = Swift.min(last, season.last)
    let start = trainingClass.start.day
    guard first <= last else { return }
    if let rule = trainingClass.recurrence.rule {
      days = rule.days(from: start, first: first, through: last)
    } else if first <= start && start <= last {
      single = start
    }
  }

  public mutating func next() -> LocalDay? {
    if let day = single {
      single = nil
      return day
    }
    return days?.next()
  }
}

extension ScheduleState {
  /// The days between two days, both included, that the series gives a class; none when it was
  /// deleted.
  public func days(
    of trainingClass: TrainingClass, first: LocalDay, through last: LocalDay
  ) -> ClassDays {
    var days = Season(first: LocalDay(number: 1), last: LocalDay(number: 0))
    if let sport = sport(trainingClass.sport), !sport.isDeleted, !trainingClass.isDeleted {
      days = sport.days
    }
    return ClassDays(of: trainingClass, in: days, first: first, through: last)
  }

  /// SCH-4: whether the series has an occurrence of that original day, moved or cancelled or not.
  public func hasOccurrence(_ trainingClass: TrainingClass, on day: LocalDay) -> Bool {
    var days = days(of: trainingClass, first: day, through: day)
    return days.next() != nil
  }

  /// SCH-4: calls the closure with the occurrences of a class that were moved to the days between
  /// two, both included, and that the series still has. O(moved occurrences of the class).
  func eachMoved(
    at place: Int, first: LocalDay, through last: LocalDay,
    _ take: (LocalDay, OccurrenceRecord) -> Void
  ) {
    let made = classes[place]
    var next = movedHeads[place]
    while next != .max {
      let link = moved[Int(next)]
      next = link.next
      let record = record(of: OccurrenceID(made.entity, link.day))
      if let start = record.movedStart, first <= start.day, start.day <= last,
        hasOccurrence(made, on: link.day)
      {
        take(link.day, record)
      }
    }
  }

  /// SCH-1, SCH-4: whether an occurrence of the series takes place: it is not canceled, and was not
  /// moved to a day on which the sport has no classes.
  public func takesPlace(_ trainingClass: TrainingClass, _ record: OccurrenceRecord) -> Bool {
    guard !record.isCancelled, let sport = sport(trainingClass.sport) else { return false }
    return record.movedStart.map { sport.days.contains($0.day) } ?? true
  }

  /// SCH-3, SCH-4: when an occurrence starts, whether it takes place or not; nil if the class does
  /// not exist.
  func start(of occurrence: OccurrenceID) -> Instant? {
    guard let made = trainingClass(occurrence.trainingClass) else { return nil }
    var cursor = ZoneCursor(made.start.knownZone)
    return start(of: occurrence.day, made, record(of: occurrence), &cursor)
  }

  /// SCH-5: when a duty is done: by the start of the occurrence, or from its end on; nil if the
  /// class does not exist.
  func instant(of duty: Duty) -> Instant? {
    guard let start = start(of: duty.occurrence), duty.kind == .pickUp,
      let made = trainingClass(duty.occurrence.trainingClass)
    else { return start(of: duty.occurrence) }
    return start + minutes(made, record(of: duty.occurrence)) * Span.minute
  }

  /// SCH-2, SCH-4: how long an occurrence lasts.
  func minutes(_ trainingClass: TrainingClass, _ record: OccurrenceRecord) -> Int64 {
    Int64(record.durationMinutes == 0 ? trainingClass.durationMinutes : record.durationMinutes)
  }

  /// SCH-3, SCH-4: the instant at which an occurrence starts, across changes of the clock.
  func start(
    of day: LocalDay, _ trainingClass: TrainingClass, _ record: OccurrenceRecord,
    _ cursor: inout ZoneCursor
  ) -> Instant {
    let moved = record.movedStart
    return cursor.instant(
      of: moved?.day ?? day,
      millisecondOfDay: Int32(min(moved?.minute ?? trainingClass.start.minute, 1_439)) * 60_000)
  }

  /// The title of an occurrence: its sport's name, unless it has a title of its own.
  func title(of made: TrainingClass, _ record: OccurrenceRecord) -> TextHandle {
    record.title == .empty ? sport(made.sport)?.name ?? .empty : record.title
  }
}
