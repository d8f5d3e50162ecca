import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P14 of the plan: an occurrence exists while its series has it, and begins and ends at the times
// that the series, or the person who moved it, has set, by the clocks of its zone (SCH-1…SCH-4).
//
// Checked at quiescence, against the raw log: all occurrences that were ever moved, and the next
// one of each class.
extension LogReplay {
  mutating func checkPlan(_ state: borrowing ScopeState) {
    let plan = activity.plan
    if wasErased || state.group.head.isFounded { return }
    for occurrence in plan.movedOrder { check(occurrence, plan, state) }
    for made in plan.classOrder {
      if let next = plan.next(of: made, from: now.utcDay) { check(next, plan, state) }
    }
  }

  private mutating func check(
    _ occurrence: OccurrenceID, _ plan: ScheduleModel, _ state: borrowing ScopeState
  ) {
    tally.count(.derivedState)
    let shown = state.occurrence(occurrence, now: now)
    guard plan.has(occurrence), let time = plan.time(of: occurrence) else {
      if shown != nil {
        report(.derivedState, occurrence.trainingClass, "an occurrence exists that no plan has")
      }
      return
    }
    if shown?.start != time.start || shown?.end != time.end {
      report(
        .derivedState, occurrence.trainingClass, "an occurrence's time differs from its plan",
        expected: "\(time.start) to \(time.end)",
        found: shown.map { "\($0.start) to \($0.end)" } ?? "none")
    }
    if shown?.isCancelled != plan.isCancelled(occurrence) {
      report(.derivedState, occurrence.trainingClass, "a canceled occurrence takes place")
    }
  }
}
