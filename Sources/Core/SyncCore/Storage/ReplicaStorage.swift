public import Base
import Chronology

/// Where a replica's records rest.
///
/// A storage is dumb. It keeps records in the order in which they came, and knows nothing of what
/// they mean: that a row confirms an entry of the outbox, the replica says by removing the entry.
/// What it promises is the transaction: what is written between `begin` and `commit` is there as a
/// whole once `commit` has returned, whatever happens afterwards; if it does not return, it is
/// there as a whole or not at all. The replica alone folds, and its fold is a cache.
///
/// Several processes may share a storage, an app and its widget. Then `begin` waits for the other's
/// transaction to end, and `revision` tells whether anybody has written since one last looked.
public protocol ReplicaStorage: ~Copyable {
  /// What can go wrong: nothing in memory, `StorageError` elsewhere.
  associatedtype Failure: Error

  /// Whether what is written can be read again. A constant, so that memory costs nothing.
  static var isDurable: Bool { get }

  /// How a replica says that what it has read cannot be.
  static func failure(_ error: StorageError) -> Failure

  /// Another one after each transaction that anybody has committed.
  var revision: UInt64 { get }

  mutating func begin() throws(Failure)
  mutating func commit() throws(Failure)
  /// Ends a transaction as if it had not begun.
  mutating func rollBack()

  // MARK: Writing, inside a transaction

  mutating func write(_ head: ReplicaHead) throws(Failure)

  /// An entry of the outbox, with what somebody newer has put into it.
  mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) throws(Failure)

  /// Removes the entries of the outbox up to a sequence.
  mutating func removePending(through sequence: UInt32) throws(Failure)

  /// An operation that came back rejected, or that a purge has dropped.
  mutating func append(rejected row: FeedRow, isDropped: Bool) throws(Failure)

  /// Rows of the feed, which follow those that are there, with what somebody newer has put into
  /// them: the first of them has the number `first` there (P19).
  mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) throws(Failure)

  /// Removes everything; rows that come are to be folded into this.
  mutating func restart(from genesis: borrowing ScopeGenesis) throws(Failure)

  // MARK: Reading

  /// Hands everything but the rows over; leaves `records` as it is if nobody ever wrote.
  mutating func read(into records: inout ReplicaRecords) throws(Failure)

  /// Appends some of the rows behind the first `start`: none only if there are none. What somebody
  /// newer has put into them is numbered by their places in `rows`.
  mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(Failure)
}

extension ReplicaStorage where Self: ~Copyable, Failure == StorageError {
  @inlinable public static func failure(_ error: StorageError) -> StorageError { error }
}

extension ReplicaStorage where Self: ~Copyable {
  /// A transaction: all that `body` writes, or nothing.
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

/// What a storage hands over when a replica is opened.
public struct ReplicaRecords: ~Copyable {
  public var head: ReplicaHead?
  public var genesis: ScopeGenesis
  /// Oldest first.
  public var outbox = FlatQueue<Operation>()
  /// What somebody newer has put into entries of it, by their sequences.
  public var unknown = UnknownFields()
  public var rejections = FlatArray<FeedRow>()
  public var dropped = FlatArray<FeedRow>()

  public init() {
    genesis = ScopeGenesis(firstDay: LocalDay(number: 0))
  }

  /// Begins anew.
  public mutating func restart(from genesis: consuming ScopeGenesis) {
    self.genesis = genesis
    head = nil
    outbox = FlatQueue()
    unknown.clear()
    rejections = FlatArray()
    dropped = FlatArray()
  }

  /// An entry of the outbox, with what somebody newer has put into it.
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
