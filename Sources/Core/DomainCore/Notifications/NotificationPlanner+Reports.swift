import Base
public import Chronology

// NOT-7: what only those get who have asked for it. Each is for its reader alone: about themselves,
// and for a parent about the children that belong to the family, too.
extension NotificationPlanner {
  mutating func planReports(of member: MemberHandle, _ state: borrowing ScopeState) {
    let day = today(of: member)
    if state.hasAsked(for: .nutritionSummary, member) && state.hasLoggedFood(on: day, for: member) {
      emitReport(.nutritionSummary, member, key: day, from: 21, of: day, until: day.adding(days: 1))
    }
    if state.hasAsked(for: .dailyDigest, member) {
      emitReport(.dailyDigest, member, key: day, from: 7, of: day, until: day.adding(days: 1))
    }
    if state.hasAsked(for: .weeklyReport, member) {
      // On Monday, of the week before, for as long as it is Monday.
      let monday = day.weekStart
      emitReport(
        .weeklyReport, member, key: monday, from: 7, of: monday, until: monday.adding(days: 1))
    }
    if state.hasAsked(for: .monthlyReport, member) {
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

/// NOT-7: what a week or a month has come to for one person.
public struct PeriodReport: Hashable, Sendable {
  public var completions = 0
  public var scheduled = 0
  public var attended = 0
  public var nutritionDays = 0
  public var workouts = 0
  public var points = 0
}

extension ScopeState {
  /// Whether somebody whose meals a member may read has eaten or drunk on a day.
  func hasLoggedFood(on day: LocalDay, for member: MemberHandle) -> Bool {
    let index = index(of: day)
    guard index >= 0, index < dayCapacity else { return false }
    for place in 0..<memberCount {
      let person = MemberHandle(UInt16(place))
      guard mayRead(.diary, of: person, reader: member, on: day) else { continue }
      let row = personDay(person, index)
      if row.waters > 0 || row.mealCount > 0 { return true }
    }
    return false
  }

  /// NOT-7: what somebody has done between two days, both included. O(days × habits + entries).
  public func report(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> PeriodReport {
    var report = PeriodReport()
    guard first <= last else { return report }
    for slot in 0..<habitCount where habitAt(slot).owner == person && habitAt(slot).life.isAlive {
      for day in first...last where isDone(slot, index(of: day)) { report.completions += 1 }
    }
    (report.scheduled, report.attended) = attendance(of: person, from: first, through: last)
    for day in first...last {
      if rewards.ledger.stands(.nutritionDay(day, of: person)) { report.nutritionDays += 1 }
      report.workouts += workouts(of: person, on: day).count
    }
    for place in ledgerPlaces(of: person) {
      let entry = rewards.ledger[place]
      if first <= entry.day && entry.day <= last && entry.countsForLife {
        report.points += Int(entry.amount)
      }
    }
    return report
  }
}
