import Chronology
import SQLiteStores
public import SyncCore

/// The storage of a world's server: none, a journal in memory, or one in an SQLite database.
public struct BackendStorage: ServerStorage, ~Copyable {
  /// As a database has it; memory does not fail.
  public typealias Failure = StorageError

  private enum Kind { case nothing, memory, database }

  private let kind: Kind
  private var entries: [SyncCore.JournalEntry] = []
  /// How many entries there were before the open transaction.
  private var countBefore = 0
  private var database: SQLiteServerStorage?
  private let times: JournalTimes

  /// Keeps nothing.
  init() {
    kind = .nothing
    database = nil
    times = JournalTimes()
  }

  /// Keeps the entries in memory.
  init(_ entries: [SyncCore.JournalEntry], times: JournalTimes) {
    kind = .memory
    self.entries = entries
    self.times = times
    database = nil
  }

  /// Keeps the entries in a database.
  init(at place: StorePlace, times: JournalTimes) throws(StorageError) {
    kind = .database
    self.times = times
    do throws(StoreOpeningError) {
      database = try SQLiteServerStorage(at: place)
    } catch {
      throw error.storageError
    }
  }

  public var isDurable: Bool { kind != .nothing }

  public mutating func begin() throws(StorageError) {
    countBefore = entries.count
    times.open = 0
    if kind == .database { try database!.begin() }
  }

  public mutating func append(_ entry: SyncCore.JournalEntry) throws(StorageError) {
    times.open += 1
    switch kind {
    case .nothing: break
    case .memory: entries.append(entry)
    case .database: try database!.append(entry)
    }
  }

  public mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    switch kind {
    case .nothing: break
    case .memory:
      let fields = Set(fields)
      for place in entries.indices { entries[place] = entries[place].erased(fields) }
    case .database: try database!.erase(fields)
    }
  }

  public mutating func commit() throws(StorageError) {
    if kind == .database { try database!.commit() }
    times.commit()
  }

  public mutating func rollBack() {
    switch kind {
    case .nothing: break
    case .memory: entries.removeSubrange(countBefore...)
    case .database: database!.rollBack()
    }
  }

  public mutating func forEach(
    _ body: (SyncCore.JournalEntry) -> Bool
  ) throws(StorageError) {
    times.read = 0
    let times = times
    switch kind {
    case .nothing: break
    case .memory:
      // By index: an entry is large, and an iterator would copy it.
      for place in entries.indices {
        times.read += 1
        if !body(entries[place]) { return }
      }
    case .database:
      try database!.forEach { entry in
        times.read += 1
        return body(entry)
      }
    }
  }

  public mutating func entries(
    first count: Int
  ) throws(StorageError) -> [SyncCore.JournalEntry] {
    switch kind {
    case .nothing: return []
    case .memory:
      times.read = min(count, entries.count)
      return count >= entries.count ? entries : Array(entries[..<count])
    case .database:
      let first = try database!.entries(first: count)
      times.read = first.count
      return first
    }
  }

  /// Becomes a replica of another journal that has these entries.
  mutating func fill(_ replicated: [SyncCore.JournalEntry]) throws(StorageError) {
    switch kind {
    case .nothing: break
    case .memory: entries = replicated
    case .database:
      try database!.begin()
      for entry in replicated { try database!.append(entry) }
      try database!.commit()
    }
  }
}

/// When the transactions of a journal ended, and how many entries there were then: a stale replica
/// of the journal is a prefix of it.
final class JournalTimes {
  /// The time of the next transaction.
  @exclusivity(unchecked) var now = Instant(milliseconds: 0)
  /// How many entries the open transaction has.
  @exclusivity(unchecked) fileprivate(set) var open = 0
  @exclusivity(unchecked) private var ends: [(time: Instant, count: Int)] = []

  /// How many entries there are.
  var count: Int { ends.last?.count ?? 0 }

  fileprivate func commit() {
    if open > 0 { ends.append((now, count + open)) }
    open = 0
  }

  /// How many entries were read last.
  fileprivate(set) var read = 0

  /// All entries were read: a transaction whose end no one saw may be there.
  func adoptRead() {
    if read > count { ends.append((now, read)) }
  }

  /// Drops what was written after `time`.
  func cut(after time: Instant) {
    while let last = ends.last, last.time > time { ends.removeLast() }
  }
}
