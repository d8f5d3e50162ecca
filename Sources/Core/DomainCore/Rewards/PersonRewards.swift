import Chronology

/// REW-1, REW-4: what follows from the log for one person, kept as it is folded.
struct PersonRewards: BitwiseCopyable, Hashable, Sendable {
  /// The sum of the person's entries; below zero when what was spent turned out not to be earned.
  var balance: Int64 = 0
  /// REW-3: the same without spending.
  var lifetime: Int64 = 0
  var nutritionDays: Int32 = 0
  var goalsCompleted: Int32 = 0
  /// Habits whose longest run reaches each tier.
  var streakTiers = SIMD4<Int32>.zero
  /// Sports of which enough was attended for each tier.
  var sportTiers = SIMD4<Int32>.zero

  /// The best tier of which a count is not zero.
  static func best(of counts: SIMD4<Int32>) -> TrophyTier? {
    TrophyTier.allCases.last { counts[Int($0.rawValue)] > 0 }
  }
}

/// An occurrence that somebody attended, or had attended.
public struct AttendedOccurrence: BitwiseCopyable, Hashable, Sendable {
  /// As it was when they attended, so that an undo takes back what it gave.
  var sport: Entity
  /// The day on which it takes place.
  var day: LocalDay
  var type: ClassType
  var isAttended: Bool
  /// The place of the same person's row before this one.
  var earlier: UInt32

  static var none: UInt32 { .max }

  /// Which row came before is a matter of order.
  func hasSameContent(as other: AttendedOccurrence) -> Bool {
    var twin = other
    twin.earlier = earlier
    return self == twin
  }
}
