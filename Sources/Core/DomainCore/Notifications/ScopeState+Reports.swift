// Members and their days, habits, schedule, rewards and training joined: what reports sum up.

import Base
public import Chronology

extension ScopeState {
  /// Whether a person whose meals a member may read has logged food or water on a day.
  func hasLoggedFood(on day: LocalDay, for member: MemberHandle) -> Bool {
    let index = index(of: day)
    guard index >= 0, index < dayCapacity else { return false }
    for place in 0..<memberCount {
      let person = MemberHandle(UInt16(place))
      guard shared.mayRead(.diary, of: person, reader: member, on: day) else { continue }
      let row = personDay(person, index)
      if row.waters > 0 || row.mealCount > 0 { return true }
    }
    return false
  }

  /// NOT-7: a person's totals between two days, both included. O(days × habits + entries).
  public func report(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> PeriodReport {
    var report = PeriodReport()
    guard first <= last else { return report }
    for slot in 0..<habitCount where habitAt(slot).owner == person && habitAt(slot).life.isAlive {
      for day in first...last where isDone(slot, index(of: day)) { report.completions += 1 }
    }
    (report.scheduled, report.attended) = schedule.attendance(
      of: person, from: first, through: last, shared)
    for day in first...last {
      if rewards.ledger.stands(.nutritionDay(day, of: person)) { report.nutritionDays += 1 }
      report.workouts += training.workouts(of: person, on: day, shared).count
    }
    for place in rewards.ledgerPlaces(of: person) {
      let entry = rewards.ledger[place]
      if first <= entry.day && entry.day <= last && entry.countsForLife {
        report.points += Int(entry.amount)
      }
    }
    return report
  }
}
