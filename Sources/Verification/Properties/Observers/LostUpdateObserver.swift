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
  /// that the author had not seen). Returns the position of the replaced row if it is a lost
  /// update.
  mutating func note(
    _ replaced: Version, at position: Int, in feed: borrowing FlatArray<FeedRow>,
    of scope: UInt32, _ intents: borrowing IntentTimes
  ) -> Int? {
    let operation = feed[position].operation
    guard replaced != .never, replaced.site != operation.site else { return nil }
    var place = position - 1
    while place >= Int(operation.basis), feed[place].operation.fact.version != replaced {
      place -= 1
    }
    guard place >= 0, place >= Int(operation.basis) else { return nil }
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
    return isLostUpdate ? place : nil
  }
}

extension Violation {
  /// A write that is lost to the write of a row.
  init(ofLost lost: Operation, to row: FeedRow, scope: UInt32, at now: Instant) {
    self.init(
      .lostUpdate, at: now, scope: scope, site: lost.site, sequence: lost.sequence,
      what: "\(lost.fact.kind) is lost to a write that was meant earlier",
      expected: "the value of \(lost.fact.tapped)",
      found: "that of \(row.operation.fact.tapped)"
        + (row.operation.fact.isCarried ? ", which its author did not change" : ""))
  }
}
