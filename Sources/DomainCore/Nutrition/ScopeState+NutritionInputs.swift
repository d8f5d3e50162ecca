import Base
public import Chronology

// What targets rest on and other areas know: bodies and attendance. This file is the seam: it is
// all that changes when they tell it from rows of their own.

/// What was measured and attended.
struct NutritionInputs: ~Copyable {
  /// Under a member and a `Row`.
  var values = DatedValues()

  enum Row: UInt64 {
    case sex = 0
    case weight
    case height
  }

  /// A member's attended occurrences, under the member and the day.
  var attended = KeyedRows<UInt32>()

  init() {}

  func copy() -> NutritionInputs {
    var copy = NutritionInputs()
    copy.values = values.copy()
    copy.attended = attended.copy()
    return copy
  }

  func isIdentical(to other: borrowing NutritionInputs) -> Bool {
    values.isIdentical(to: other.values) && attended.isIdentical(to: other.attended)
  }
}

extension ScopeState {
  /// NUT-1: somebody's body on a day; nil before sex, weight and height are all known.
  public func body(of person: MemberHandle, on day: LocalDay) -> BodyOnDay? {
    let index = index(of: day)
    func value(_ row: NutritionInputs.Row) -> UInt32? {
      nutrition.inputs.values.value(
        of: RowKey(UInt64(person.index), row.rawValue), on: index)
    }
    guard let sex = value(.sex).flatMap({ Sex(rawValue: UInt8(truncatingIfNeeded: $0)) }),
      let weight = value(.weight), let height = value(.height)
    else { return nil }
    return BodyOnDay(
      sex: sex, ageYears: member(person).born.age(on: day), weightGrams: weight,
      heightMillimetres: height)
  }

  /// NUT-2: how many occurrences somebody attended on these days.
  public func occurrences(of person: MemberHandle, from first: LocalDay, through last: LocalDay)
    -> Int
  {
    guard !nutrition.inputs.attended.isEmpty, first <= last else { return 0 }
    var sum = 0
    for day in index(of: first)...index(of: last) {
      let key = RowKey(UInt64(person.index), UInt64(bitPattern: Int64(day)))
      sum += Int(nutrition.inputs.attended.row(of: key) ?? 0)
    }
    return sum
  }

  /// Says what was measured on a day; the caller then tells `nutritionInputsChanged`.
  mutating func recordBody(
    of person: MemberHandle, on day: LocalDay, _ row: NutritionInputs.Row, _ value: UInt32
  ) {
    nutrition.inputs.values.set(
      value, under: RowKey(UInt64(person.index), row.rawValue), from: index(of: day))
  }

  /// Says what was attended on a day; the caller then tells `nutritionInputsChanged`.
  mutating func recordOccurrences(of person: MemberHandle, on day: LocalDay, _ count: UInt32) {
    let key = RowKey(UInt64(person.index), UInt64(bitPattern: Int64(index(of: day))))
    let place = nutrition.inputs.attended.place(of: key, orAdd: 0)
    nutrition.inputs.attended[place] = count
  }
}
