public import Base
import Chronology
import DomainCore
import SyncCore

/// Records the writes that replaced others which their authors had not seen, log by log.
public struct LostUpdateObserver: ~Copyable {
  public internal(set) var counts = LostUpdateCounts()
  /// All of them, one by one.
  public private(set) var all = FlatArray<LostUpdate>()

  init() {}

  /// Counts the last row of a log if it replaced `replaced`, which its author had not seen. O(rows
  /// that the author had not seen).
  mutating func note(
    _ replaced: Version, at position: Int, in feed: borrowing FlatArray<FeedRow>,
    of scope: UInt32, _ intents: borrowing IntentTimes
  ) {
    let operation = feed[position].operation
    guard replaced != .never, replaced.site != operation.site else { return }
    var place = position - 1
    while place >= Int(operation.basis), feed[place].operation.fact.version != replaced {
      place -= 1
    }
    guard place >= 0, place >= Int(operation.basis) else { return }
    counts.concurrent += 1
    let isMeant = !feed[place].operation.fact.isCarried
    let isLostUpdate = isMeant && (operation.fact.isCarried || intents[place] > intents[position])
    all.append(
      LostUpdate(
        of: feed[position], replacing: feed[place], scope: scope, isLostUpdate: isLostUpdate))
    if isLostUpdate {
      counts.unseen += 1
      let shown = feed[position].committed - feed[place].operation.fact.tapped
      counts.shownMinutes += max(0, shown) / Span.minute
    }
  }
}
