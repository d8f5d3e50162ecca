// Notifications, series: what repeats from day to day.

import Base
import Chronology

// NOT-6: changes of a whole series, which move or cancel everything ahead of it at once.
extension NotificationPlanner {
  /// NOT-6: a class got another time, other days or another place, or was deleted; a sport was
  /// archived, unarchived or deleted, or got another season. One cause, however many occurrences it
  /// moves.
  ///
  /// O(classes + sports).
  mutating func planSeries(_ state: borrowing ScopeState) {
    for place in 0..<state.schedule.classes.count {
      let made = state.schedule.classes[place]
      guard let sport = state.schedule.sport(made.sport), !sport.isDeleted else { continue }
      let last = made.recurrence.isOnce ? min(sport.days.last, made.start.day) : sport.days.last
      if made.isDeleted {
        let said = state.shared.edit(FieldKey(.classDeleted, of: made.entity), after: made.created)
        emitSeriesChange(made.entity, made.participants, .ended, said, through: last, state)
      } else {
        let said = state.shared.edit(
          FieldKey(.start, of: made.entity), FieldKey(.classRuleSet, of: made.entity),
          FieldKey(ClassField.place, of: made.entity), after: made.created)
        emitSeriesChange(made.entity, made.participants, .edited, said, through: last, state)
      }
    }
    for place in 0..<state.schedule.sports.count {
      let sport = state.schedule.sports[place]
      let participants = state.schedule.participants(ofAll: sport.entity)
      if sport.isDeleted {
        let said = state.shared.edit(
          FieldKey(.sportDeleted, of: sport.entity), after: sport.created)
        emitSeriesChange(
          sport.entity, participants, .ended, said, through: sport.season.last, state)
      } else {
        let season = state.shared.edit(FieldKey(.season, of: sport.entity), after: sport.created)
        let said = state.shared.edit(
          FieldKey(.archived, of: sport.entity), FieldKey(.season, of: sport.entity),
          after: sport.created)
        emitSeriesChange(
          sport.entity, participants, .edited, said,
          through: said == season ? nil : sport.season.last, state)
      }
    }
  }

  /// At once, for as long as a series has days, and **decided** for thirty days at most: a device
  /// that was offline for longer has to sign in again (FAM-8) and sees the current plan.
  ///
  /// The occurrences that vanish when a season is shortened are after its last day, so that day
  /// does not end the notification. **Decided**: a longer season is notified too, since its
  /// previous value is not kept, and unexpected classes are news as well.
  private mutating func emitSeriesChange(
    _ entity: Entity, _ participants: MemberSet, _ change: SeriesChange, _ said: Version?,
    through last: LocalDay?, _ state: borrowing ScopeState
  ) {
    guard let said else { return }
    // Days are those of the series' own zone, which ends a day after UTC's at most.
    let month = said.instant.utcDay.adding(days: 31)
    let end = last.map { min(month, $0.adding(days: 2)) } ?? month
    let until = Instant(milliseconds: Int64(end.number) * Span.day)
    guard now < until else { return }
    var active = participants
    for member in participants where !state.shared.isActive(member) { active.set(member, false) }
    let cause = NotificationCause(change, of: entity, said: said)
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      if mayReadSchedule(of: active, member, state) {
        emitTrigger(member, cause, due: now, until: until)
      }
    }
  }
}

/// NOT-6: how a series changed.
enum SeriesChange: UInt8 {
  case edited = 0
  case ended = 1
}

extension NotificationCause {
  /// NOT-6: the latest write to a single occurrence.
  init(changeOf id: OccurrenceID, isCancelled: Bool, said: Version) {
    self.init(
      .change, about: .newcomer, entity: id.trainingClass,
      detail: id.day.bits22 | (isCancelled ? 1 << 22 : 0) | Self.number(of: said) << 23)
  }

  /// NOT-6: the latest write to a class or a sport. What two people deleted counts as one deletion.
  init(_ change: SeriesChange, of entity: Entity, said: Version) {
    let said = change == .ended ? 0 : Self.number(of: said)
    self.init(
      .change, about: .newcomer, entity: entity,
      detail: 1 << 63 | UInt64(change.rawValue) << 40 | said)
  }

  /// 40 bits that tell one write to an entity from the write before it.
  private static func number(of said: Version) -> UInt64 {
    Digest128.mix(said.stamp, UInt64(said.site), 0, 0).first >> 24
  }
}

extension ScheduleState {
  /// Who takes part in any class of a sport that was not deleted by itself.
  fileprivate func participants(ofAll sport: Entity) -> MemberSet {
    var all = MemberSet()
    for place in 0..<classes.count where classes[place].sport == sport {
      guard !classes[place].isDeleted else { continue }
      for member in classes[place].participants { all.set(member, true) }
    }
    return all
  }
}
