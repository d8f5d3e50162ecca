/// Where a server's journal is stored: entries in the order of the decisions.
///
/// Like a replica's storage it has no logic and guarantees the transaction: everything appended
/// between `begin` and `commit` is there as a whole once `commit` has returned. A replica elsewhere
/// that lags behind has a prefix of whole transactions.
public protocol ServerStorage: ~Copyable {
  /// The possible errors.
  associatedtype Failure: Error

  /// Whether entries can be read again. The same for the life of a storage; a server does not even
  /// make entries for one that keeps none.
  var isDurable: Bool { get }

  /// The error that a server throws for a contradictory journal.
  static func failure(_ error: StorageError) -> Failure

  mutating func begin() throws(Failure)
  mutating func append(_ entry: JournalEntry) throws(Failure)
  /// FAM-7, P27: makes unreadable, on the medium too, what entries hold in `unknown`: later they
  /// are handed over as `JournalEntry.erased` has them. A storage keeps these bytes in a table of
  /// their own.
  mutating func erase(_ fields: [JournalFields]) throws(Failure)
  mutating func commit() throws(Failure)
  /// Ends a transaction as if it had not begun.
  mutating func rollBack()

  /// Hands over the entries in order, until `body` returns false.
  mutating func forEach(_ body: (JournalEntry) -> Bool) throws(Failure)
  /// The first entries, as a replica has them that lags behind.
  mutating func entries(first count: Int) throws(Failure) -> [JournalEntry]
}

/// Whose fields in a journal are meant: those beside a row, or beside a newcomer's rejection.
public enum JournalFields: Hashable, Sendable {
  case row(scope: UInt32, position: UInt32)
  /// Those of the row by which a person joined, but for what they have given to the scope.
  case joining(scope: UInt32, position: UInt32)
  case refusal(site: UInt32)
}

extension ServerStorage where Self: ~Copyable {
  @inlinable public var isDurable: Bool { true }

  public mutating func entries(first count: Int) throws(Failure) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    entries.reserveCapacity(count)
    try forEach { entry in
      if entries.count < count { entries.append(entry) }
      return entries.count < count
    }
    return entries
  }
}

extension ServerStorage where Self: ~Copyable, Failure == StorageError {
  @inlinable public static func failure(_ error: StorageError) -> StorageError { error }
}
