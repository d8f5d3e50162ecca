import Base
public import Chronology

/// GRP-6: what the group knows of one workout of one member.
///
/// The row is found by the workout's identity and the member, so a retry or a second device that
/// imports the same workout writes the same row again. The greatest version holds.
public struct GroupWorkout: BitwiseCopyable, Hashable, Sendable {
  public var version = Version.never
  /// GRP-4: the day it counts for. What first named it stands, for a workout stays on its day
  /// even if a second device, in another zone, reads another date from its clock.
  public var day: LocalDay
  public var calories: UInt16 = 0
  public var count: UInt8 = 0
  /// Whether the scores hold it. Those of a final week keep what was there when it became final.
  public var isCounted = false
  /// GRP-7: whether it has had its chance to take ranks from others, which comes once.
  public var isTold = false
  /// FAM-12: deleted with its owner's consent; only a new publication fills it again.
  public var isErased = false

  @inlinable public init(day: LocalDay) {
    self.day = day
  }

  /// FAM-12: forgets everything but that there was something, so that nothing late restores it.
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
