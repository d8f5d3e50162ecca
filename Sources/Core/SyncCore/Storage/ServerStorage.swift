/// Where a server's journal rests: entries in the order in which they were decided.
///
/// As dumb as a replica's storage, with the same promise: what is appended between `begin` and
/// `commit` is there as a whole once `commit` has returned. A copy elsewhere that lags behind has a
/// prefix of whole transactions.
public protocol ServerStorage: ~Copyable {
  /// What can go wrong.
  associatedtype Failure: Error

  /// How a server says that what it has read cannot be.
  static func failure(_ error: StorageError) -> Failure

  mutating func begin() throws(Failure)
  mutating func append(_ entry: JournalEntry) throws(Failure)
  mutating func commit() throws(Failure)
  /// Ends a transaction as if it had not begun.
  mutating func rollBack()

  /// Hands the entries over in their order, until `body` does not want more.
  mutating func forEach(_ body: (JournalEntry) -> Bool) throws(Failure)
}

extension ServerStorage where Self: ~Copyable, Failure == StorageError {
  @inlinable public static func failure(_ error: StorageError) -> StorageError { error }
}
