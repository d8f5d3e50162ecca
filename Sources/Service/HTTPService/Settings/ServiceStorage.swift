import PostgreSQLStores
import SQLiteStores
import SyncCore

/// Where the service keeps its journal.
struct ServiceStorage: ServerStorage, ~Copyable {
  /// As the storages behind it have it.
  typealias Failure = StorageError

  private var file: SQLiteServerStorage?
  private var database: PostgreSQLServerStorage?

  /// Keeps nothing.
  init() {
    file = nil
    database = nil
  }

  init(_ file: consuming SQLiteServerStorage) {
    self.file = consume file
    database = nil
  }

  init(_ database: consuming PostgreSQLServerStorage) {
    file = nil
    self.database = consume database
  }

  var isDurable: Bool { file != nil || database != nil }

  mutating func begin() throws(StorageError) {
    try file?.begin()
    try database?.begin()
  }

  mutating func append(_ entry: JournalEntry) throws(StorageError) {
    try file?.append(entry)
    try database?.append(entry)
  }

  mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    try file?.erase(fields)
    try database?.erase(fields)
  }

  mutating func commit() throws(StorageError) {
    try file?.commit()
    try database?.commit()
  }

  mutating func rollBack() {
    file?.rollBack()
    database?.rollBack()
  }

  mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    try file?.forEach(body)
    try database?.forEach(body)
  }
}
