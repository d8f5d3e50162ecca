import Base
public import Chronology

/// GRP-6: a group's record of one workout of one member.
///
/// The row is keyed by the workout's identity and the member, so a retry or a second device that
/// imports the same workout writes the same row again. The greatest version wins.
public struct GroupWorkout: BitwiseCopyable, Hashable, Sendable {
  public var version = Version.never
  /// GRP-4: the day it counts for. The first publication decides, so a workout stays on its day
  /// even if a second device, in another zone, derives another date from its clock.
  public var day: LocalDay
  public var calories: UInt16 = 0
  public var count: UInt8 = 0
  /// Whether the scores include it. Those of a final week keep the workouts that they had then.
  public var isCounted = false
  /// GRP-7: whether its rank changes were already reported, which happens once.
  public var isTold = false
  /// FAM-12: deleted by a withdrawn consent; only a new publication restores it.
  public var isErased = false

  @inlinable public init(day: LocalDay) {
    self.day = day
  }

  /// FAM-12: keeps only the row itself, so that no late fact restores the content.
  mutating func erase() {
    day = LocalDay(number: 0)
    calories = 0
    count = 0
    isCounted = false
    isErased = true
  }

  func digest(under key: RowKey) -> Digest128 {
    var digest = Digest128.mix(key.first, key.second, version.stamp, UInt64(version.site))
    digest.fold(
      Digest128.mix(
        day.packed, UInt64(calories),
        UInt64(count) << 8 | (isCounted ? 1 : 0) | (isTold ? 2 : 0) | (isErased ? 4 : 0),
        UInt64(FactKind.groupWorkoutShared.rawValue)))
    return digest
  }
}
