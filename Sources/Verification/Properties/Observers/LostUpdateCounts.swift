import Base
import Chronology
import DomainCore
import SyncCore

/// How often writes took the place of others that their authors had not seen.
///
/// An author had seen a write if it lies before their `basis` in the feed, and one write takes the
/// place of another if the field says something else since. What is one's own is always seen.
public struct LostUpdateCounts: BitwiseCopyable, Hashable, Sendable, Codable {
  /// Two did not know of each other, and the one whose write stands wrote another value.
  public var concurrent: Int64 = 0
  /// Of these, **overwritten unseen**: what was meant later is gone. What stands was meant earlier,
  /// or not at all: its author only had it on the screen.
  public var unseen: Int64 = 0
  /// For how many minutes whoever wrote what is gone was shown it: from their tap until the server
  /// had the write that took its place.
  public var shownMinutes: Int64 = 0
  /// Habits whose longest streak is shorter than by what was meant last for each day.
  public var brokenStreaks: Int64 = 0

  public init() {}

  public mutating func add(_ other: LostUpdateCounts) {
    concurrent += other.concurrent
    unseen += other.unseen
    shownMinutes += other.shownMinutes
    brokenStreaks += other.brokenStreaks
  }
}

/// When each write of a log was meant, told from the log alone: when its author claims to have
/// tapped, but not before anything that they had seen or said, and not after the server had it.
///
/// Whatever order a policy gives to writes, this one is the same. Seconds since 1970.
struct IntentTimes: ~Copyable {
  /// By position.
  private var meant = FlatArray<UInt32>()
  /// By position, the latest of all before it.
  private var latestBefore = FlatArray<UInt32>(repeating: 0, count: 1)
  /// By site, its latest.
  private var own: FlatArray<UInt32>
  private let bound: Int64

  init(siteCount: Int, bound: Int64) {
    own = FlatArray(repeating: 0, count: siteCount)
    self.bound = bound
  }

  mutating func note(_ row: FeedRow) {
    let (position, site) = (meant.count, Int(row.operation.site))
    let seen = latestBefore[min(Int(row.operation.basis), position)]
    var time = max(Fact.seconds(of: row.operation.fact.tapped), seen)
    if time > Fact.seconds(of: row.committed + bound) {
      time = max(Fact.seconds(of: row.committed), latestBefore[position])
    }
    time = max(time, own[site])
    own[site] = time
    meant.append(time)
    latestBefore.append(max(latestBefore[position], time))
  }

  subscript(position: Int) -> UInt32 { meant[position] }
}
