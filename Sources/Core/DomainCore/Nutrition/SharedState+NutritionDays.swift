// Nutrition, rows: queries of the rows of days that need no target.

import Base
public import Chronology

extension SharedState {
  /// NUT-7: counts an analyzed photo for the day of the person who requested the analysis, whatever
  /// member it is about.
  public mutating func applyPhotoAnalysis(_ fact: Fact) -> Effect {
    let day = index(of: fact.day)
    let row = day * memberCapacity + Int(fact.author.index)
    if personDays[row].photos < .max { personDays[row].photos += 1 }
    accountOnce(fact)
    return .changed
  }

  /// NUT-7: how many photos a person had analyzed on a day.
  public func photosAnalyzed(by person: MemberHandle, on day: LocalDay) -> Int {
    let index = index(of: day)
    return index < 0 ? 0 : Int(personDay(person, index).photos)
  }

  /// NUT-6: whether a person's nutrition day is met.
  public func isNutritionDayMet(_ day: LocalDay, of person: MemberHandle) -> Bool {
    let index = index(of: day)
    return index >= 0 && personDay(person, index).isNutritionMet
  }

  /// NUT-8: the consistency streak as of a day. O(days).
  public func nutritionStreak(of person: MemberHandle, asOf today: LocalDay) -> NutritionStreak {
    let today = index(of: today)
    func isMet(_ day: Int) -> Bool { day >= 0 && personDay(person, day).isNutritionMet }
    var day = isMet(today) ? today : today - 1
    var current = 0
    while isMet(day) {
      current += 1
      day -= 1
    }
    var (run, longest) = (0, 0)
    for day in 0..<dayCapacity {
      run = isMet(day) ? run + 1 : 0
      longest = max(longest, run)
    }
    return NutritionStreak(current: current, longest: longest)
  }

  /// The indices of days that have rows.
  func loggedIndices(from first: LocalDay, through last: LocalDay) -> Range<Int> {
    let start = max(0, index(of: first))
    return start..<max(start, min(index(of: last) + 1, dayCapacity))
  }
}
