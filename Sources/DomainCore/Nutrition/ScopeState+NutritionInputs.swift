public import Chronology

// What targets rest on and other areas know: bodies and attendance.
extension ScopeState {
  /// NUT-1: somebody's body on a day; nil before sex, weight and height are all known.
  public func body(of person: MemberHandle, on day: LocalDay) -> BodyOnDay? {
    guard let sex = sex(of: person), let weight = weightGrams(of: person, on: day),
      let height = heightMillimetres(of: person, on: day)
    else { return nil }
    return BodyOnDay(
      sex: sex, ageYears: age(of: person, on: day), weightGrams: weight,
      heightMillimetres: height)
  }

  /// NUT-2: how many occurrences somebody attended on these days.
  public func occurrences(of person: MemberHandle, from first: LocalDay, through last: LocalDay)
    -> Int
  {
    attendedCount(of: person, from: first, through: last)
  }
}
