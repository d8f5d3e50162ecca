import Chronology

// What rewards ask of other areas, in one place.
extension ScopeState {
  /// REW-4: how many occurrences a calendar month holds for somebody, by their original days and
  /// without those that were cancelled: what there is to attend.
  public func occurrencesInMonth(of person: MemberHandle, year: Int, month: Int) -> Int {
    let first = LocalDay(year: year, month: month, day: 1)
    let next =
      month == 12
      ? LocalDay(year: year + 1, month: 1, day: 1) : LocalDay(year: year, month: month + 1, day: 1)
    return attendance(of: person, from: first, through: next.adding(days: -1)).scheduled
  }
}
