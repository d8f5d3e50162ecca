import Chronology

/// REW-1, REW-4: one person's totals, derived from the log and updated by the fold.
struct PersonRewards: BitwiseCopyable, Hashable, Sendable {
  /// The sum of the person's entries; negative when points that were spent were later reversed.
  var balance: Int64 = 0
  /// REW-3: the same without spending.
  var lifetime: Int64 = 0
  var nutritionDays: Int32 = 0
  var goalsCompleted: Int32 = 0
  /// The number of habits whose longest run reaches each tier.
  var streakTiers = SIMD4<Int32>.zero
  /// The number of sports with enough attended occurrences for each tier.
  var sportTiers = SIMD4<Int32>.zero

  /// The best tier of which a count is not zero.
  static func best(of counts: SIMD4<Int32>) -> TrophyTier? {
    TrophyTier.allCases.last { counts[Int($0.rawValue)] > 0 }
  }
}

/// An occurrence that a person attended, or had attended.
public struct AttendedOccurrence: BitwiseCopyable, Hashable, Sendable {
  /// The sport at the time, so that an undo reverses exactly what it counted for.
  var sport: Entity
  /// The day on which it takes place.
  var day: LocalDay
  var type: ClassType
  var isAttended: Bool
  /// The index of the person's previous row.
  var earlier: UInt32

  static var none: UInt32 { .max }

  /// `earlier` depends on the order of arrival, so it is not compared.
  func hasSameContent(as other: AttendedOccurrence) -> Bool {
    var twin = other
    twin.earlier = earlier
    return self == twin
  }
}
