import Chronology
import SyncCore

/// A server's journal with the times of its transactions. A stale replica is a prefix of it.
struct ServerJournal {
  private(set) var entries: [SyncCore.JournalEntry] = []
  /// For each transaction, when it ended and how many entries there were then.
  private var ends: [(time: Instant, count: Int)] = []

  mutating func append(_ transaction: [SyncCore.JournalEntry], at time: Instant) {
    guard !transaction.isEmpty else { return }
    entries += transaction
    ends.append((time, entries.count))
  }

  /// Drops all entries written after `time`.
  mutating func cut(after time: Instant) {
    while let last = ends.last, last.time > time { ends.removeLast() }
    entries.removeSubrange((ends.last?.count ?? 0)...)
  }
}
