public import Base
import Chronology

/// Where a replica's records are stored.
///
/// A storage has no logic. It keeps records in the order of arrival, and knows nothing of their
/// meaning: that a row confirms an entry of the outbox, the replica expresses by removing the
/// entry. It guarantees the transaction: everything written between `begin` and `commit` is there
/// as a whole once `commit` has returned, whatever happens afterwards; if it does not return, it is
/// there as a whole or not at all. The replica alone folds, and its fold is a cache.
///
/// Several processes may share a storage, an app and its widget. Then `begin` waits for the other's
/// transaction to end, and `revision` shows whether another process has written since.
public protocol ReplicaStorage: ~Copyable {
  /// The possible errors: none in memory, `StorageError` elsewhere.
  associatedtype Failure: Error

  /// Where the bases of copies in such a storage come from: each copy folds its own unless a
  /// storage names another source.
  associatedtype Source: BaseSource = OwnBase

  /// Whether written records can be read again. The same for the life of a storage, and a constant
  /// in memory, which then costs nothing.
  var isDurable: Bool { get }

  /// The error that a replica throws for contradictory records.
  static func failure(_ error: StorageError) -> Failure

  /// Changes with each committed transaction of any process: as of the last one that this process
  /// has committed, or of its last `begin`, `look` or `reading`, whichever was later.
  var revision: UInt64 { get }

  /// Looks for what other processes have committed.
  mutating func look() throws(Failure)

  /// Reads everything as of one revision, in or outside of a transaction.
  mutating func reading<Result: ~Copyable>(
    _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result

  mutating func begin() throws(Failure)
  mutating func commit() throws(Failure)
  /// Ends a transaction as if it had not begun.
  mutating func rollBack()

  // MARK: Writing, inside a transaction

  mutating func write(_ head: ReplicaHead) throws(Failure)

  /// An entry of the outbox, with its fields of a later app version.
  mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) throws(Failure)

  /// Removes the entries of the outbox up to a sequence.
  mutating func removePending(through sequence: UInt32) throws(Failure)

  /// A rejected operation, or one that a purge has dropped, with the fields that travel beside it,
  /// which have the number `number` there.
  mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) throws(Failure)

  /// Rows of the feed, which follow the existing ones, with their fields of a later app version:
  /// the first of them has the number `first` there (P19).
  mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) throws(Failure)

  /// Removes everything; later rows are to be folded into this genesis.
  ///
  /// When the transaction has committed, nothing of what was there may be left on the medium: it
  /// may be the words of a person who is gone (P27).
  mutating func restart(from genesis: borrowing ScopeGenesis) throws(Failure)

  // MARK: Reading

  /// Hands over everything but the rows; leaves `records` unchanged if the storage was never
  /// written.
  mutating func read(into records: inout ReplicaRecords) throws(Failure)

  /// Appends some of the rows after the first `start`: none only if there are none. Fields of a
  /// later app version are numbered by the places of their rows in `rows`.
  mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(Failure)
}

extension ReplicaStorage where Self: ~Copyable, Failure == StorageError {
  @inlinable public static func failure(_ error: StorageError) -> StorageError { error }
}

extension ReplicaStorage where Self: ~Copyable {
  /// For storages whose `revision` is always current.
  @inlinable public mutating func look() {}

  /// For storages that no other process can write into meanwhile.
  @inlinable public mutating func reading<Result: ~Copyable>(
    _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&self)
  }

  /// A transaction: everything that `body` writes, or nothing.
  @inlinable @inline(__always) public mutating func transaction<Result>(
    _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try begin()
    do throws(Failure) {
      let result = try body(&self)
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }
}

/// The content of a storage when a replica is opened.
public struct ReplicaRecords: ~Copyable {
  public var head: ReplicaHead?
  public var genesis: ScopeGenesis
  /// Oldest first.
  public var outbox = FlatQueue<Operation>()
  /// Fields of a later app version in its entries, by their sequences.
  public var unknown = UnknownFields()
  public var rejections = FlatArray<FeedRow>()
  public var dropped = FlatArray<FeedRow>()
  /// The fields beside the rejected and the dropped operations, by their places.
  public var rejectedUnknown = UnknownFields()
  public var droppedUnknown = UnknownFields()

  public init() {
    genesis = ScopeGenesis(firstDay: LocalDay(number: 0))
  }

  /// Clears everything and starts from a genesis.
  public mutating func restart(from genesis: consuming ScopeGenesis) {
    self.genesis = genesis
    head = nil
    outbox = FlatQueue()
    unknown.clear()
    rejections = FlatArray()
    dropped = FlatArray()
    rejectedUnknown.clear()
    droppedUnknown.clear()
  }

  /// A rejected operation, or one that a purge has dropped, with the fields beside it.
  public mutating func append(
    rejected row: FeedRow, unknown fields: UnknownFields.RowUnknownFields, isDropped: Bool
  ) {
    if isDropped {
      droppedUnknown.keep(fields, ofRow: dropped.count)
      dropped.append(row)
    } else {
      rejectedUnknown.keep(fields, ofRow: rejections.count)
      rejections.append(row)
    }
  }

  /// An entry of the outbox, with its fields of a later app version.
  public mutating func append(
    pending operation: Operation, unknown fields: UnsafeBufferPointer<UInt8>
  ) {
    outbox.append(operation)
    unknown.erase(operation: Int(operation.sequence))
    unknown.keep(fields, of: .operation, Int(operation.sequence))
  }

  /// Removes the entries of the outbox up to a sequence.
  public mutating func removePending(through sequence: UInt32) {
    while !outbox.isEmpty && outbox[0].sequence <= sequence {
      unknown.erase(operation: Int(outbox.removeFirst().sequence))
    }
  }
}
