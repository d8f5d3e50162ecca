import Base
import Chronology
import DomainCore
import Oracles
import SyncCore

// P14 of what people find when they look: what is due at school, on which day, and how much of it
// is late (ACA-1); the sessions and assignments of a day, wherever they were moved (TRN-1, TRN-2);
// the milestones of goals and those that were reached (GOAL-3); what is offered, and what was had
// for points (REW-5).
//
// Checked at quiescence, from the raw log. That the fields of each of them are right is looked at
// by `RecordsChecker`; here it is which of them are listed, where, and in which order.
extension LogWalk {
  mutating func hearAgenda(_ fact: Fact) {
    switch fact.kind.area {
    case .academics, .goals: school.hear(fact)
    default: break
    }
    if fact.kind == .rewardOffered { offered.append(fact.identity) }
  }

  mutating func checkAgenda(_ state: borrowing ScopeState) {
    if wasErased || state.group.head.isFounded { return }
    for place in people.people.indices {
      let person = MemberHandle(UInt16(place))
      checkSchool(of: person, state)
      checkDays(of: person, state)
      checkClaims(of: person, state)
    }
    for goal in school.goalsWithMilestones { checkMilestones(of: goal, state) }
    tally.count(.derivedState)
    let gone = Set(ends.rewards)
    if state.rewardsOffered().map(\.entity) != offered.filter({ !gone.contains($0) }) {
      report(.derivedState, "other rewards are offered than were, or in another order")
    }
  }

  // MARK: School

  private mutating func checkSchool(of person: MemberHandle, _ state: borrowing ScopeState) {
    let due = school.due(of: person)
    let days = school.daysEverDue(of: person)
    tally.count(.derivedState)
    if [false, true].contains(where: { isArchived in
      state.courses(of: person, archived: isArchived).map(\.entity)
        != school.courses(of: person, archived: isArchived)
    }) {
      report(.derivedState, "somebody's courses are not those of the log")
    }
    if days.isEmpty { return }
    if state.academicItems(of: person).map(\.entity) != due.map(\.entity) {
      report(.derivedState, "what is due is not what the log says, or in another order")
    }
    for day in days where state.covers(day) {
      let listed = state.academicItems(of: person, from: day, through: day)
      if listed.map(\.entity) != due.filter({ $0.time.day == day }).map(\.entity) {
        report(.derivedState, "a day has other deadlines than the log")
      }
    }
    // A week begins on a Sunday; the first day of all was a Thursday.
    let sunday = now.utcDay.adding(days: -Int(now.utcDay.number + 4) % 7)
    let week = sunday...sunday.adding(days: 6)
    let open = due.filter { !$0.isDone && week.contains($0.time.day) && state.covers($0.time.day) }
    if state.deadlines(of: person, inWeekOf: now.utcDay).map(\.entity) != open.map(\.entity) {
      report(.derivedState, "the deadlines of a week are not those of the log")
    }
    if state.academicCounts(of: person, at: now, in: .utc) != counts(of: due) {
      report(.derivedState, "as much is late as the log does not say")
    }
  }

  private func counts(of due: [PlainSchool.Due]) -> AcademicCounts {
    let minute = now.milliseconds / Span.minute
    let open = due.filter { !$0.isDone }
    let late = open.count {
      Int64($0.time.day.number) * 1_440 + Int64(min($0.time.minuteOfDay, 1_439)) < minute
    }
    return AcademicCounts(
      upcoming: open.count - late, overdue: late, completed: due.count - open.count,
      highPriority: open.count { $0.isImportant })
  }

  // MARK: Training

  private mutating func checkDays(of person: MemberHandle, _ state: borrowing ScopeState) {
    let works = activity.works(of: person)
    for day in Set(works.flatMap(\.daysEver)).sorted() where state.covers(day) {
      tally.count(.derivedState)
      let own = works.filter { $0.isListed && $0.day == day }
      let sessions = own.filter { !$0.isAssigned }.map(\.session).sorted()
      if state.sessions(of: person, on: day).map(\.key).sorted() != sessions {
        report(.derivedState, "a day has other sessions than the log")
      }
      let assigned = own.filter { $0.isAssigned }.map(\.session.entity).sorted()
      if state.assignments(of: person, dueOn: day).map(\.entity).sorted() != assigned {
        report(.derivedState, "a day has other assignments than the log")
      }
    }
  }

  // MARK: Goals and rewards

  private mutating func checkMilestones(of goal: Entity, _ state: borrowing ScopeState) {
    guard let shown = state.goal(goal), !shown.isDeleted else { return }
    let told = school.milestones(of: goal)
    tally.count(.derivedState)
    if state.milestones(of: goal) != told {
      report(.derivedState, goal, "the milestones of a goal are not those of the log")
    } else if state.milestonesReached(of: shown)
      != told.filter({ Int64($0.value) <= Int64(shown.current) })
    {
      report(.derivedState, goal, "other milestones are reached than a goal has come to")
    }
  }

  private mutating func checkClaims(of person: MemberHandle, _ state: borrowing ScopeState) {
    tally.count(.derivedState)
    let shown = state.rewardClaims(of: person).filter { !$0.isCancelled }
    let told = points.claims.filter { $0.value.person == person }
    let isRight =
      shown.count == told.count
      && shown.allSatisfy { told[$0.entity]?.amount == 0 &- $0.price }
    if !isRight { report(.derivedState, "somebody has had other rewards than the log says") }
  }
}
