public import Chronology

/// GRP-4: a week of the challenges, by its Monday.
public enum GroupWeek {
  /// How long after the last member's Sunday a week accepts late workouts.
  @inlinable public static var graceMilliseconds: Int64 { 48 * Span.hour }

  /// The week of a day.
  @inlinable public static func of(_ day: LocalDay) -> LocalDay { day.weekStart }
}

/// GRP-4: the two challenges of every week.
public enum GroupChallenge: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The number of workouts of the week.
  case checkIns = 0
  /// GRP-10: the current run of days with a workout: it continues over Sunday into the new week,
  /// and ends with the first missed day. Today does not count as missed before it is over.
  ///
  /// For a week that has ended it is the run at the end of its Sunday, so a final result stays
  /// final.
  case streak = 1
}

/// GRP-4: a member's workouts in one week.
public struct WeekScore: BitwiseCopyable, Hashable, Sendable {
  /// Workouts from Monday to Sunday; the last lane is not used.
  public var days: SIMD8<UInt32> = .zero
  public var checkIns: UInt32 = 0
  /// The length of the run at the end of the previous Sunday.
  public var entering: UInt32 = 0

  @inlinable public init(entering: UInt32 = 0) {
    self.entering = entering
  }

  /// Adds a workout, or removes it.
  mutating func count(_ weekday: Int, isAdded: Bool) {
    if isAdded {
      days[weekday - 1] += 1
      checkIns += 1
    } else {
      days[weekday - 1] -= 1
      checkIns -= 1
    }
  }

  /// The run of days that ends on a day of the week, Monday being 0; before Monday it is the run
  /// that enters the week.
  func run(through day: Int) -> UInt32 {
    var run = entering
    if day >= 0 { for day in 0...min(day, 6) { run = days[day] > 0 ? run + 1 : 0 } }
    return run
  }

  /// The run at the end of Sunday.
  var leaving: UInt32 { run(through: 6) }

  /// GRP-10: the run of a week as of a local day, counted from the week's Monday.
  public func currentRun(asOf today: Int) -> UInt32 {
    if today < 0 { return 0 }
    if today > 6 { return leaving }
    return days[today] > 0 ? run(through: today) : run(through: today - 1)
  }
}
