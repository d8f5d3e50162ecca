public import Chronology

/// GRP-4: a week of the challenges, by its Monday.
public enum GroupWeek {
  /// How long after the last member's Sunday a week stays open for what arrives late.
  @inlinable public static var graceMilliseconds: Int64 { 48 * Span.hour }

  /// The week of a day.
  @inlinable public static func of(_ day: LocalDay) -> LocalDay { day.weekStart }
}

/// GRP-4: the two challenges of every week.
public enum GroupChallenge: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The number of workouts of the week.
  case checkIns = 0
  /// The longest run of days with a workout that has a day in the week.
  ///
  /// A run is counted with its days before Monday: the boards of the product show streaks of nine
  /// and twelve days [FT 15, 20, flow 3], which no week holds, while a run that ended before
  /// Monday is out of the challenge [FT 13, "reset every Monday"]. Unlike "the current streak" it
  /// does not depend on when one looks, so a final result stays final.
  case streak = 1
}

/// GRP-4: what one member has done in one week.
public struct WeekScore: BitwiseCopyable, Hashable, Sendable {
  /// Workouts from Monday to Sunday; the last lane is not used.
  public var days: SIMD8<UInt32> = .zero
  public var checkIns: UInt32 = 0
  /// The length of the run that ends on the Sunday before.
  public var entering: UInt32 = 0

  @inlinable public init(entering: UInt32 = 0) {
    self.entering = entering
  }

  /// Takes a workout in, or out again.
  mutating func count(_ weekday: Int, isAdded: Bool) {
    if isAdded {
      days[weekday - 1] += 1
      checkIns += 1
    } else {
      days[weekday - 1] -= 1
      checkIns -= 1
    }
  }

  /// The longest run that has a day in the week, and the run that ends on its Sunday.
  var runs: (longest: UInt32, leaving: UInt32) {
    var run = entering
    var longest: UInt32 = 0
    for day in 0..<7 {
      run = days[day] > 0 ? run + 1 : 0
      longest = max(longest, run)
    }
    return (longest, run)
  }

  /// What a board ranks by.
  public func value(in challenge: GroupChallenge) -> UInt32 {
    switch challenge {
    case .checkIns: checkIns
    case .streak: runs.longest
    }
  }
}
