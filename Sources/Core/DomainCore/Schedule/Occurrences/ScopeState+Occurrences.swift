// Schedule, occurrences: queries that list them as screens show them.

import Base
public import Chronology

extension ScopeState {
  /// SCH-9: the occurrences that overlap a range of time, in order.
  ///
  /// `now` decides who takes part: removed members did in the past only. O(classes + days of the
  /// range + moved occurrences of the seasons in it).
  public func occurrences(
    in range: Range<Instant>, now: Instant, filter: ScheduleFilter = ScheduleFilter()
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    for place in 0..<schedule.classes.count {
      let made = schedule.classes[place]
      if let sport = filter.sport, sport != made.sport { continue }
      if let child = filter.child, !made.participants.contains(child) { continue }
      gather(made, at: place, in: range, now: now) { if filter.allows($0) { found.append($0) } }
    }
    return found.sorted(by: Occurrence.comesFirst)
  }

  /// SCH-4: one occurrence, canceled or not, or nil when the series has none of that day.
  public func occurrence(_ id: OccurrenceID, now: Instant) -> Occurrence? {
    guard let made = schedule.trainingClass(id.trainingClass),
      schedule.hasOccurrence(made, on: id.day)
    else { return nil }
    var cursor = ZoneCursor(made.start.knownZone)
    return shown(id.day, made, schedule.record(of: id), now: now, &cursor)
  }

  private func gather(
    _ made: TrainingClass, at place: Int, in range: Range<Instant>, now: Instant,
    _ take: (Occurrence) -> Void
  ) {
    // Wall time is within a day of UTC, a clock change adds one more, and an occurrence lasts a
    // week at most.
    let lowest = range.lowerBound.dayClamped
    let first = lowest.adding(days: -10)
    let last = range.upperBound.dayClamped.adding(days: 2)
    guard let days = schedule.sport(made.sport)?.days, days.first <= last, first <= days.last
    else { return }
    var cursor = ZoneCursor(made.start.knownZone)
    func offer(_ day: LocalDay, _ record: OccurrenceRecord) {
      guard let one = shown(day, made, record, now: now, &cursor),
        one.start < range.upperBound, one.end > range.lowerBound
      else { return }
      take(one)
    }
    for day in schedule.days(of: made, first: first, through: last) {
      let record = schedule.record(of: OccurrenceID(made.entity, day))
      // Most occurrences are over after a day, which needs no time zone to see.
      let isOver = day.adding(days: Int(schedule.minutes(made, record)) / 1_440 + 3) < lowest
      if record.movedPacked == 0 && !isOver { offer(day, record) }
    }
    // A moved occurrence may come from any day of the series.
    schedule.eachMoved(at: place, first: first, through: last, offer)
  }

  /// The occurrence of an original day that the series has; nil when it was moved to a day on
  /// which the sport has no classes (SCH-1).
  private func shown(
    _ day: LocalDay, _ made: TrainingClass, _ record: OccurrenceRecord, now: Instant,
    _ cursor: inout ZoneCursor
  ) -> Occurrence? {
    var uncancelled = record
    uncancelled.isCancelled = false
    guard schedule.takesPlace(made, uncancelled) else { return nil }
    let start = schedule.start(of: day, made, record, &cursor)
    let end = start + schedule.minutes(made, record) * Span.minute
    var participants = made.participants
    if start >= now {
      for member in made.participants where !shared.isActive(member) {
        participants.set(member, false)
      }
    }
    return Occurrence(
      id: OccurrenceID(made.entity, day), sport: made.sport,
      title: schedule.title(of: made, record),
      type: made.type, start: start, end: end, zone: cursor.zone,
      place: record.placePacked == 0 ? made.place : ClassPlace(packed: record.placePacked),
      participants: participants, notes: record.notes == .empty ? made.notes : record.notes,
      isMoved: record.movedPacked != 0 || record.placePacked != 0,
      isCancelled: record.isCancelled,
      dropOff: shown(
        shared.standing(record.dropOff, at: start), isHandled: record.isDropOffHandled,
        note: record.dropOffNote),
      pickUp: shown(
        shared.standing(record.pickUp, at: end), isHandled: record.isPickUpHandled,
        note: record.pickUpNote))
  }

  /// An offer to swap is shown as long as it can be accepted.
  private func shown(_ duty: DutyRecord, isHandled: Bool, note: TextHandle) -> ShownDuty {
    let isOffered =
      duty.partner != .newcomer
      && self[duty.swapDuty].holder == duty.partner
    return ShownDuty(
      driver: duty.isHeld ? duty.holder : nil, isCoverageRequested: duty.isCoverageRequested,
      isHandled: isHandled, note: note, swapPartner: isOffered ? duty.partner : nil)
  }
}

extension Instant {
  /// The UTC day, for any instant that a caller may pass.
  fileprivate var dayClamped: LocalDay {
    let day = floorDivided(milliseconds, by: Span.day).quotient
    return LocalDay(number: Int32(min(max(day, -1 << 24), 1 << 24)))
  }
}
