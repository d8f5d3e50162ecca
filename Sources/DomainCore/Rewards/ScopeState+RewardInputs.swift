import Base
import Chronology

// What rewards ask of other areas, in one place.
extension ScopeState {
  /// REW-4: how many occurrences a calendar month holds for somebody, by their original days and
  /// without those that were cancelled: what there is to attend.
  public func occurrencesInMonth(of person: MemberHandle, year: Int, month: Int) -> Int {
    Int(rewards.plannedByMonth.row(of: Self.monthKey(person, year: year, month: month)) ?? 0)
  }

  /// Says what `occurrencesInMonth` answers.
  mutating func planOccurrences(_ count: Int, of person: MemberHandle, year: Int, month: Int) {
    let place = rewards.plannedByMonth.place(
      of: Self.monthKey(person, year: year, month: month), orAdd: 0)
    rewards.plannedByMonth[place] = Int32(count)
  }
}
