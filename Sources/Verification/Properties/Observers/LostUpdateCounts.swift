import Base
import Chronology
import DomainCore
import SyncCore

/// How often writes replaced others that their authors had not seen.
///
/// An author had seen a write if it is before their `basis` in the feed; a write replaces another
/// if the field has another value since. An author has always seen their own writes.
public struct LostUpdateCounts: BitwiseCopyable, Hashable, Sendable, Codable {
  /// Neither author had seen the other's write, and the winner wrote another value.
  public var concurrent: Int64 = 0
  /// Of these, the **lost updates**: the write intended later is gone. The winner was intended
  /// earlier, or not at all: its author only had the value on the screen.
  public var unseen: Int64 = 0
  /// For how many minutes the authors of replaced writes saw them: from the tap until the server
  /// received the winner.
  public var shownMinutes: Int64 = 0
  /// Habits whose longest streak is shorter than by the last intended write of each day.
  public var brokenStreaks: Int64 = 0

  public init() {}

  public mutating func add(_ other: LostUpdateCounts) {
    concurrent += other.concurrent
    unseen += other.unseen
    shownMinutes += other.shownMinutes
    brokenStreaks += other.brokenStreaks
  }
}

/// The intended time of each write of a log, computed from the log alone: the claimed time of the
/// tap, but not before anything that the author had seen or written, and not after the server
/// received it.
///
/// It is the same under every policy. Seconds since 1970.
struct IntentTimes: ~Copyable {
  /// By position.
  private var meant = FlatArray<UInt32>()
  /// By position, the latest of all earlier ones.
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
