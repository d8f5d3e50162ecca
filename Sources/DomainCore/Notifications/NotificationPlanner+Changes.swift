import Base
import Chronology

// NOT-6: what is not as it was planned, and what others ask for.
extension NotificationPlanner {
  /// NOT-6: what is to be told of the next two weeks, beyond which plans still change (SCH-9).
  mutating func planNextWeeks(_ state: borrowing ScopeState) {
    var filter = ScheduleFilter()
    filter.showsCancelled = true
    for one in state.occurrences(in: now..<now + 2 * Span.week, now: now, filter: filter) {
      if one.isCancelled || one.isMoved { planChange(one, state) }
      guard !one.isCancelled, one.start >= now else { continue }
      for kind in DutyKind.allCases where one[kind].isCoverageRequested {
        planCoverage(kind, of: one, state)
      }
    }
  }

  /// NOT-6: that a class was moved or cancelled, at once and until it would begin. Told is who may
  /// read the schedule of somebody who takes part, and who drives.
  ///
  /// When it begins is part of the cause, so that what is moved twice is told twice, and whoever
  /// heard that it is cancelled hears as well that it was moved instead.
  private mutating func planChange(_ one: Occurrence, _ state: borrowing ScopeState) {
    let minute = UInt64(bitPattern: one.start.milliseconds / Span.minute)
    let cause = NotificationCause(
      .change, about: .newcomer, entity: one.id.trainingClass,
      detail: one.id.day.bits22 | (one.isCancelled ? 1 << 22 : 0) | minute << 23)
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      if concerns(one, member, state) { tell(member, cause, due: now, until: one.start) }
    }
  }

  private mutating func concerns(
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
      tell(member, cause, due: now, until: one.window(of: kind).from)
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
