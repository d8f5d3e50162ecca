import Chronology
import SyncCore

/// A server's journal, with the times at which it was written: what a copy of it is a prefix of.
struct ServerJournal {
  private(set) var entries: [SyncCore.JournalEntry] = []
  /// By transaction, when it ended and how many entries there were then.
  private var ends: [(time: Instant, count: Int)] = []

  mutating func append(_ transaction: [SyncCore.JournalEntry], at time: Instant) {
    guard !transaction.isEmpty else { return }
    entries += transaction
    ends.append((time, entries.count))
  }

  /// Forgets what is younger than a copy.
  mutating func cut(after time: Instant) {
    while let last = ends.last, last.time > time { ends.removeLast() }
    entries.removeSubrange((ends.last?.count ?? 0)...)
  }
}
