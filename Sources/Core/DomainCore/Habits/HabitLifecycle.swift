public import Chronology

/// HAB-5, HAB-8: the lives of a habit: even while alive, odd while deleted.
///
/// A delete ends the life that stands and a restore begins the next. Of a delete and a restore
/// that did not know of each other the later tap holds, so a delete that arrives late does not end
/// a life that was begun after it, and two devices that delete the same habit agree.
public struct HabitLifecycle: BitwiseCopyable, Hashable, Sendable {
  public var count: UInt32 = 0
  /// The last delete that ended a life.
  public var deleted: Version = .never
  public var deletedDay = LocalDay(number: 0)
  /// When that was tapped, in seconds since 1970.
  public var deletedClaimed: UInt32 = 0
  /// The restore that began the life that stands, or the one before it.
  public var restored: Version = .never

  @inlinable public init() {}

  @inlinable public var isAlive: Bool { count & 1 == 0 }

  /// HAB-8: how long a delete can be taken back.
  @inlinable public static var undoMilliseconds: Int64 { 10 * Span.minute }

  /// When the last delete that ended a life was tapped.
  @inlinable public var deletedAt: Instant { Fact.instant(of: deletedClaimed) }

  /// Ends a life or begins the next one, and says whether the fact did either.
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
