public import Chronology

/// NUT-8: how somebody ate over a row of days.
public struct NutritionTrend: BitwiseCopyable, Hashable, Sendable {
  /// A metric's mean over days.
  public struct Mean: BitwiseCopyable, Hashable, Sendable {
    /// In tenths of the unit, of water in tenths of an ounce.
    public var intake: UInt32
    /// In the unit of a target, over the same days; zero when none of them has one.
    public var target: UInt32
  }

  /// Days on which anything was eaten or drunk; all means are over these, because a day that
  /// nobody logged was not a day without food.
  public var daysLogged = 0
  /// Days that met their target.
  public var daysMet = 0
  var intakes = SIMD8<UInt64>.zero
  var targets = SIMD8<UInt64>.zero
  var daysWithTarget = SIMD8<UInt64>.zero

  init() {}

  /// NUT-8: the mean a day of a metric, rounded half up; nil when nothing was logged.
  public func mean(of metric: NutritionMetric) -> Mean? {
    guard daysLogged > 0 else { return nil }
    let lane = Int(metric.rawValue)
    let days = daysWithTarget[lane]
    return Mean(
      intake: Self.rounded(intakes[lane], over: UInt64(daysLogged)),
      target: days == 0 ? 0 : Self.rounded(targets[lane], over: days))
  }

  private static func rounded(_ sum: UInt64, over days: UInt64) -> UInt32 {
    UInt32((sum * 2 + days) / (days * 2))
  }
}

/// NUT-8: how many nutrition days in a row were met, counted as HAB-4 counts.
public struct NutritionStreak: BitwiseCopyable, Hashable, Sendable {
  /// From today if today is met, else from yesterday.
  public var current: Int
  public var longest: Int
}

extension ScopeState {
  /// NUT-8: somebody's days from the first through the last of them. O(days).
  public func nutritionTrend(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay
  ) -> NutritionTrend {
    var trend = NutritionTrend()
    for day in loggedIndices(from: first, through: last) {
      let row = personDay(person, day)
      guard row.mealCount > 0 || row.waters > 0 else { continue }
      trend.daysLogged += 1
      if row.isNutritionMet { trend.daysMet += 1 }
      let target = nutritionTarget(of: person, on: firstDay.adding(days: day))
      for metric in NutritionMetric.allCases {
        let lane = Int(metric.rawValue)
        trend.intakes[lane] += UInt64(row.nutrients.amount(of: metric))
        trend.targets[lane] += UInt64(target[metric])
        if target[metric] > 0 { trend.daysWithTarget[lane] += 1 }
      }
    }
    return trend
  }

  /// NUT-8: the week of a day, Monday to Sunday.
  public func nutritionWeek(of person: MemberHandle, around day: LocalDay) -> NutritionTrend {
    let monday = day.weekStart
    return nutritionTrend(of: person, from: monday, through: monday.adding(days: 6))
  }

  /// NUT-8: the calendar month of a day.
  public func nutritionMonth(of person: MemberHandle, around day: LocalDay) -> NutritionTrend {
    let first = day.adding(days: 1 - day.day)
    return nutritionTrend(of: person, from: first, through: first.adding(days: day.daysInMonth - 1))
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

  /// NUT-8: the best days, at most so many: those that are met, with the most green metrics first
  /// and of equal ones the later.
  public func bestNutritionDays(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay, limit: Int
  ) -> [LocalDay] {
    var days: [(day: LocalDay, greens: Int)] = []
    for index in loggedIndices(from: first, through: last) {
      let row = personDay(person, index)
      guard row.isNutritionMet else { continue }
      let day = firstDay.adding(days: index)
      let target = nutritionTarget(of: person, on: day)
      let greens = NutritionMetric.allCases.filter {
        target.color(of: $0, for: row.nutrients) == .green
      }
      days.append((day, greens.count))
    }
    days.sort { $0.greens != $1.greens ? $0.greens > $1.greens : $0.day > $1.day }
    return days.prefix(limit).map(\.day)
  }

  /// The indices of days that have rows.
  private func loggedIndices(from first: LocalDay, through last: LocalDay) -> Range<Int> {
    let start = max(0, index(of: first))
    return start..<max(start, min(index(of: last) + 1, dayCapacity))
  }
}
