public import SQLiteStores
public import SyncCore

/// Where the service keeps its journal.
public struct ServiceStorage: ServerStorage, ~Copyable {
  /// As the storages behind it have it.
  public typealias Failure = StorageError

  private var database: SQLiteServerStorage?

  /// Opens a storage, and makes it if nothing is there yet.
  public init(_ choice: StoreChoice) throws(StoreOpeningError) {
    switch choice {
    case .memory: database = nil
    case .sqlite(let path):
      database = try SQLiteServerStorage(
        at: StorePlace(database: path, patienceMilliseconds: 2_000))
    }
  }

  public var isDurable: Bool { database != nil }

  public mutating func begin() throws(StorageError) { try database?.begin() }
  public mutating func append(_ entry: JournalEntry) throws(StorageError) {
    try database?.append(entry)
  }
  public mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    try database?.erase(fields)
  }
  public mutating func commit() throws(StorageError) { try database?.commit() }
  public mutating func rollBack() { database?.rollBack() }
  public mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    try database?.forEach(body)
  }
}
