import Base
import Chronology

// NOT-6: what becomes of whole series, which moves or cancels all that lies ahead of them at once.
extension NotificationPlanner {
  /// NOT-6: that a class has another time, other days or another place, or is no more, and that a
  /// sport is put away, taken up again or no more, or has another season: one cause, however many
  /// occurrences it moves.
  ///
  /// O(classes + sports).
  mutating func planSeries(_ state: borrowing ScopeState) {
    for place in 0..<state.schedule.classes.count {
      let made = state.schedule.classes[place]
      guard let sport = state.schedule.sport(made.sport), !sport.isDeleted else { continue }
      let last = made.recurrence.isOnce ? min(sport.days.last, made.start.day) : sport.days.last
      if made.isDeleted {
        let said = state.edit(FieldKey(.classDeleted, of: made.entity), after: made.created)
        emitSeriesChange(made.entity, made.participants, .ended, said, through: last, state)
      } else {
        let said = state.edit(
          FieldKey(.start, of: made.entity), FieldKey(.classRuleSet, of: made.entity),
          FieldKey(ClassField.place, of: made.entity), after: made.created)
        emitSeriesChange(made.entity, made.participants, .edited, said, through: last, state)
      }
    }
    for place in 0..<state.schedule.sports.count {
      let sport = state.schedule.sports[place]
      let participants = state.schedule.participants(ofAll: sport.entity)
      if sport.isDeleted {
        let said = state.edit(FieldKey(.sportDeleted, of: sport.entity), after: sport.created)
        emitSeriesChange(
          sport.entity, participants, .ended, said, through: sport.season.last, state)
      } else {
        let season = state.edit(FieldKey(.season, of: sport.entity), after: sport.created)
        let said = state.edit(
          FieldKey(.archived, of: sport.entity), FieldKey(.season, of: sport.entity),
          after: sport.created)
        emitSeriesChange(
          sport.entity, participants, .edited, said,
          through: said == season ? nil : sport.season.last, state)
      }
    }
  }

  /// At once, as long as a series has days, and **decided** for thirty days at most: a device that
  /// was out of touch for longer has to sign in anew (FAM-8) and sees the plan as it is.
  ///
  /// What vanishes when a season is shortened lies behind its last day, which therefore does not
  /// end the telling. **Decided**: a season that is made longer is told too, since what it was
  /// before is not kept, and classes that nobody reckoned with are news as well.
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

/// NOT-6: what became of a series.
enum SeriesChange: UInt8 {
  case edited = 0
  case ended = 1
}

extension NotificationCause {
  /// NOT-6: what was said last of an occurrence alone.
  init(changeOf id: OccurrenceID, isCancelled: Bool, said: Version) {
    self.init(
      .change, about: .newcomer, entity: id.trainingClass,
      detail: id.day.bits22 | (isCancelled ? 1 << 22 : 0) | Self.number(of: said) << 23)
  }

  /// NOT-6: what was said last of a class or a sport. What two people have deleted is gone once.
  init(_ change: SeriesChange, of entity: Entity, said: Version) {
    let said = change == .ended ? 0 : Self.number(of: said)
    self.init(
      .change, about: .newcomer, entity: entity,
      detail: 1 << 63 | UInt64(change.rawValue) << 40 | said)
  }

  /// 40 bits that tell what was said of one thing from what was said of it before.
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
