import Base
import Chronology

// NOT-7: reports for people who asked for them. Each is for its reader alone: about themselves, and
// for a parent also about the children of the family.
extension NotificationPlanner {
  mutating func planReports(of member: MemberHandle, _ state: borrowing ScopeState) {
    let day = today(of: member)
    if state.shared.hasAsked(for: .nutritionSummary, member)
      && state.hasLoggedFood(on: day, for: member)
    {
      emitReport(.nutritionSummary, member, key: day, from: 21, of: day, until: day.adding(days: 1))
    }
    if state.shared.hasAsked(for: .dailyDigest, member) {
      emitReport(.dailyDigest, member, key: day, from: 7, of: day, until: day.adding(days: 1))
    }
    if state.shared.hasAsked(for: .weeklyReport, member) {
      // On Monday, about the week before, for as long as it is Monday.
      let monday = day.weekStart
      emitReport(
        .weeklyReport, member, key: monday, from: 7, of: monday, until: monday.adding(days: 1))
    }
    if state.shared.hasAsked(for: .monthlyReport, member) {
      let first = day.adding(days: 1 - day.day)
      emitReport(
        .monthlyReport, member, key: first, from: 7, of: first, until: first.adding(days: 1))
    }
  }

  private mutating func emitReport(
    _ kind: NotificationKind, _ member: MemberHandle, key: LocalDay, from hour: Int32,
    of day: LocalDay, until end: LocalDay
  ) {
    emitTrigger(
      member,
      NotificationCause(kind, about: member, detail: key.packed),
      due: self.hour(hour, of: day, for: member), until: self.hour(0, of: end, for: member))
  }
}

/// NOT-7: one person's totals of a week or a month.
public struct PeriodReport: Hashable, Sendable {
  public var completions = 0
  public var scheduled = 0
  public var attended = 0
  public var nutritionDays = 0
  public var workouts = 0
  public var points = 0
}
