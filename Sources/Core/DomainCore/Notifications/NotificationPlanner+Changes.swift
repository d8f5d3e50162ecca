import Base
import Chronology

// NOT-6: what differs from the plan, and what others ask for.
extension NotificationPlanner {
  /// NOT-6: changes of single occurrences, found by their records, whatever day they are on now.
  ///
  /// O(records); the clock and the series are only read for the changed occurrences that are ahead.
  mutating func planExceptions(_ state: borrowing ScopeState) {
    // Two days of slack, because days are those of the classes' own zones.
    let first = now.utcDay.adding(days: -2)
    for place in 0..<state.schedule.occurrences.count {
      let record = state.schedule.occurrences[place]
      let key = state.schedule.occurrences.key(at: place)
      let id = OccurrenceID(Entity(raw: key.first), LocalDay(packed: key.second))
      guard record.movedStart?.day ?? id.day >= first else { continue }
      let said = state.shared.lastChangeTime(id)
      let asks = record.dropOff.isCoverageRequested || record.pickUp.isCoverageRequested
      guard said != nil || asks, let one = state.occurrence(id, now: now), one.start >= now else {
        continue
      }
      if let said { planChange(one, said: said, state) }
      // Plans further ahead still change (SCH-9).
      guard asks, !one.isCancelled, one.start < now + 2 * Span.week else { continue }
      for kind in DutyKind.allCases where one[kind].isCoverageRequested {
        planCoverage(kind, of: one, state)
      }
    }
  }

  /// NOT-6: a class was moved or canceled, or takes place as planned after all; due at once and
  /// until it would begin. The recipients are those who may read the schedule of a participant, and
  /// the drivers.
  ///
  /// The version of the last write is part of the cause, so each change is notified separately: a
  /// person who learned that the class is canceled has to learn that it is not. The start that the
  /// series gives is not part of the cause, so an edit of the series does not announce every
  /// exception again.
  private mutating func planChange(
    _ one: Occurrence, said: Version, _ state: borrowing ScopeState
  ) {
    let cause = NotificationCause(changeOf: one.id, isCancelled: one.isCancelled, said: said)
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      if concerns(one, member, state) { emitTrigger(member, cause, due: now, until: one.start) }
    }
  }

  private mutating func concerns(
    _ one: Occurrence, _ member: MemberHandle, _ state: borrowing ScopeState
  ) -> Bool {
    if one.dropOff.driver == member || one.pickUp.driver == member {
      return state.member(member).isActive
    }
    return mayReadSchedule(of: one.participants, member, state)
  }

  mutating func mayReadSchedule(
    of participants: MemberSet, _ member: MemberHandle, _ state: borrowing ScopeState
  ) -> Bool {
    guard state.member(member).isActive else { return false }
    let today = today(of: member)
    return participants.contains {
      state.shared.mayRead(.schedule, of: $0, reader: member, on: today)
    }
  }

  /// NOT-6: a driver asks for a replacement; sent to everyone who could drive, until the trip would
  /// begin.
  private mutating func planCoverage(
    _ kind: DutyKind, of one: Occurrence, _ state: borrowing ScopeState
  ) {
    let asking = one[kind].driver
    let cause = NotificationCause(
      .coverage, about: asking ?? .newcomer, entity: one.id.trainingClass,
      detail: Duty(kind, of: one.id).packed)
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      guard member != asking, mayDrive(state.member(member)) else { continue }
      emitTrigger(member, cause, due: now, until: one.window(of: kind).from)
    }
  }

  /// NOT-6, TRN-6: the day's recommendation is ready, from 05:00 UTC on; for athletes only.
  mutating func planRecommendation(of person: MemberHandle, _ state: borrowing ScopeState) {
    guard state.member(person).role == .athlete else { return }
    let since = Recommendation.periodStart(at: now)
    emitTrigger(
      person,
      NotificationCause(.recommendation, about: person, detail: since.utcDay.packed),
      due: since, until: Recommendation.nextGeneration(after: now))
  }
}
