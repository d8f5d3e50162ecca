import Base
import Chronology

// NOT-6: what is not as it was planned, and what others ask for.
extension NotificationPlanner {
  /// NOT-6: that a class of the next two weeks was moved or cancelled, at once and until it would
  /// begin. Told is who may read the schedule of somebody who takes part, and who drives.
  ///
  /// When it begins is part of the cause, so that what is moved twice is told twice, and whoever
  /// heard that it is cancelled hears as well that it was moved instead.
  mutating func planChanges(_ state: borrowing ScopeState) {
    var filter = ScheduleFilter()
    filter.showsCancelled = true
    for one in state.occurrences(in: now..<now + 2 * Span.week, now: now, filter: filter)
    where one.isCancelled || one.isMoved {
      let minute = UInt64(bitPattern: one.start.milliseconds / Span.minute)
      let cause = NotificationCause(
        .change, about: .newcomer, entity: one.id.trainingClass,
        detail: one.id.day.bits22 | (one.isCancelled ? 1 << 22 : 0) | minute << 23)
      for index in 0..<state.memberCount {
        let member = MemberHandle(UInt16(index))
        if concerns(one, member, state) { tell(member, cause, due: now, until: one.start) }
      }
    }
  }

  private func concerns(
    _ one: Occurrence, _ member: MemberHandle, _ state: borrowing ScopeState
  ) -> Bool {
    guard state.member(member).isActive else { return false }
    if one.dropOff.driver == member || one.pickUp.driver == member { return true }
    let today = today(of: member)
    return one.participants.contains {
      state.mayRead(.schedule, of: $0, reader: member, on: today)
    }
  }

  /// NOT-6: that a driver asks for somebody else, to everybody who could drive, until the way would
  /// begin; of the next two weeks, beyond which plans still change (SCH-9).
  mutating func planCoverage(_ state: borrowing ScopeState) {
    for duty in state.needsAttention(now: now).coverage {
      guard let one = state.occurrence(duty.occurrence, now: now) else { continue }
      let asking = one[duty.kind].driver
      let cause = NotificationCause(
        .coverage, about: asking ?? .newcomer, entity: duty.occurrence.trainingClass,
        detail: duty.packed)
      for index in 0..<state.memberCount {
        let member = MemberHandle(UInt16(index))
        guard member != asking, mayDrive(state.member(member)) else { continue }
        tell(member, cause, due: now, until: one.window(of: duty.kind).from)
      }
    }
  }

  /// NOT-6, TRN-6: that the day's recommendation is ready, from 05:00 UTC on; to athletes, whom it
  /// is for.
  mutating func planRecommendation(of person: MemberHandle, _ state: borrowing ScopeState) {
    guard state.member(person).role == .athlete else { return }
    let since = Recommendation.periodStart(at: now)
    tell(
      person,
      NotificationCause(.recommendation, about: person, detail: since.utcDay.packed),
      due: since, until: Recommendation.nextGeneration(after: now))
  }
}
