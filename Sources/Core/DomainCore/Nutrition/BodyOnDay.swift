public import Chronology

/// NUT-1: a body on one day; age in full years, weight and height as measured last.
public struct BodyOnDay: BitwiseCopyable, Hashable, Sendable {
  public var sex: Sex
  public var ageYears: Int
  public var weightGrams: UInt32
  public var heightMillimeters: UInt32
}

/// NUT-2: how much a person moves.
public enum ActivityLevel: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case sedentary = 0
  case moderate = 1
  case active = 2
  case veryActive = 3

  /// NUT-2: the days that count: four weeks that end with the day in question.
  ///
  /// The day itself counts, as in every other window of days (HAB-4): after the third game of the
  /// week a person is hungry the same evening.
  public static var windowDays: Int { 28 }

  /// NUT-2: from what is known of the four weeks that end with a day, and what is planned for those
  /// that begin with it.
  ///
  /// **Decided**: a class counts that took place by the day in question unless the person said they
  /// missed it. A completed session, a completed assignment (on its due day) and a workout also
  /// count, each once (TRN-3). Before anything was checked off in these four weeks, missed classes
  /// included, nothing is known of how the person trains, and the plan of the coming four weeks is
  /// used.
  ///
  /// - Parameters:
  /// - done: the trainings that certainly took place, attended classes among them.
  /// - marked: how many classes were marked as attended or missed.
  /// - unmarked: how many took place without a mark.
  init(done: Int, marked: Int, unmarked: Int, coming: () -> Int) {
    self.init(trainings: done + marked > 0 ? done + unmarked : coming())
  }

  /// NUT-2: from the number of trainings in four weeks: the weekly mean, rounded half up.
  public init(trainings: Int) {
    switch (trainings + 2) / 4 {
    case ...2: self = .sedentary
    case 3...4: self = .moderate
    case 5...6: self = .active
    default: self = .veryActive
    }
  }

  /// NUT-1: the activity coefficient in hundredths.
  func coefficientHundredths(_ sex: Sex, isAdult: Bool) -> Int64 {
    switch (self, sex, isAdult) {
    case (.sedentary, _, _): 100
    case (.moderate, .male, false): 113
    case (.active, .male, false): 126
    case (.veryActive, .male, false): 142
    case (.moderate, .female, false): 116
    case (.active, .female, false): 131
    case (.veryActive, .female, false): 156
    case (.moderate, .male, true): 111
    case (.active, .male, true): 125
    case (.veryActive, .male, true): 148
    case (.moderate, .female, true): 112
    case (.active, .female, true): 127
    case (.veryActive, .female, true): 145
    }
  }

  /// NUT-3: what the need for protein is multiplied by, in hundredths.
  var proteinHundredths: UInt64 {
    switch self {
    case .sedentary, .moderate: 100
    case .active: 125
    case .veryActive: 150
    }
  }
}

extension FamiliesState {
  /// NUT-1: a person's body on a day; nil before sex, weight and height are all known.
  public func body(
    of person: MemberHandle, on day: LocalDay, _ shared: borrowing SharedState
  ) -> BodyOnDay? {
    guard let sex = sex(of: person, shared), let weight = weightGrams(of: person, on: day),
      let height = heightMillimeters(of: person, on: day)
    else { return nil }
    return BodyOnDay(
      sex: sex, ageYears: shared.age(of: person, on: day), weightGrams: weight,
      heightMillimeters: height)
  }
}
