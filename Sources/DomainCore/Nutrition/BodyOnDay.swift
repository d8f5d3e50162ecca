/// NUT-1: a body as it is on one day; age in full years, weight and height as measured last.
public struct BodyOnDay: BitwiseCopyable, Hashable, Sendable {
  public var sex: Sex
  public var ageYears: Int
  public var weightGrams: UInt32
  public var heightMillimetres: UInt32
}

/// NUT-2: how much somebody moves.
public enum ActivityLevel: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case sedentary = 0
  case moderate = 1
  case active = 2
  case veryActive = 3

  /// NUT-2: the days that count: four weeks that end with the day in question.
  ///
  /// The day itself counts, as it does in every other window of days (HAB-4): who has just played
  /// their third game of the week is hungry tonight.
  public static var windowDays: Int { 28 }

  /// NUT-2: by the attended occurrences of four weeks: a week's mean, rounded half up.
  public init(occurrences: Int) {
    switch (occurrences + 2) / 4 {
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
