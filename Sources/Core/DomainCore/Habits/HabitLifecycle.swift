public import Chronology

/// HAB-5, HAB-8: the lifecycle number of a habit: even while it exists, odd while it is deleted.
///
/// A delete increments an even number and a restore an odd one. When a delete and a restore did not
/// know of each other, the later tap wins, so a delete that arrives late does not remove a habit
/// that was restored after it, and two devices that delete the same habit agree.
public struct HabitLifecycle: BitwiseCopyable, Hashable, Sendable {
  public var count: UInt32 = 0
  /// The last delete that took effect.
  public var deleted: Version = .never
  public var deletedDay = LocalDay(number: 0)
  /// When that was tapped, in seconds since 1970.
  public var deletedClaimed: UInt32 = 0
  /// The last restore that took effect.
  public var restored: Version = .never

  @inlinable public init() {}

  @inlinable public var isAlive: Bool { count & 1 == 0 }

  /// HAB-8: how long a delete can be undone.
  @inlinable public static var undoMilliseconds: Int64 { 10 * Span.minute }

  /// When the last delete that took effect was tapped.
  @inlinable public var deletedAt: Instant { Fact.instant(of: deletedClaimed) }

  /// Applies a delete or a restore and returns whether it took effect.
  @inlinable public mutating func take(_ fact: Fact) -> Bool {
    let deletes = fact.kind == .habitDeleted
    guard isAlive == deletes, (deletes ? restored : deleted) < fact.version else { return false }
    count += 1
    if deletes {
      deleted = fact.version
      deletedDay = fact.day
      deletedClaimed = Fact.seconds(of: fact.tapped)
    } else {
      restored = fact.version
    }
    return true
  }
}
