public import Base
import Environment
import SQLiteStores
public import SyncCore

/// The storage of a replica of a world: none, or an SQLite database on its device's drive.
///
/// One concrete type and not a parameter of `World`, so that everything above the world stays free
/// of it. In memory each call costs a comparison.
public struct FleetStorage: ReplicaStorage, ~Copyable {
  /// As a database has it; memory does not fail.
  public typealias Failure = StorageError
  /// In a large run copies read the server's states.
  public typealias Source = SharedBase

  private var database: SQLiteReplicaStorage?
  public let isDurable: Bool
  /// How many of the first rows the app has read as an earlier version does: none after a snapshot,
  /// unless it is of that version itself.
  private var rowsReadPartially: Int
  /// The same before the open transaction.
  private var rowsReadPartiallyBefore = 0

  /// Keeps nothing.
  init() {
    database = nil
    isDurable = false
    rowsReadPartially = 0
  }

  init(_ database: consuming SQLiteReplicaStorage, rowsReadPartially: Int) {
    self.database = consume database
    isDurable = true
    self.rowsReadPartially = rowsReadPartially
  }

  public var revision: UInt64 {
    switch database {
    case .some(let database): database.revision
    case .none: 0
    }
  }

  public mutating func look() throws(StorageError) { try database?.look() }

  public mutating func begin() throws(StorageError) {
    guard isDurable else { return }
    try database!.begin()
    rowsReadPartiallyBefore = rowsReadPartially
  }

  public mutating func commit() throws(StorageError) { if isDurable { try database!.commit() } }

  public mutating func rollBack() {
    guard isDurable else { return }
    database!.rollBack()
    rowsReadPartially = rowsReadPartiallyBefore
  }

  // MARK: Writing

  public mutating func write(_ head: ReplicaHead) throws(StorageError) {
    if isDurable { try database!.write(head) }
  }

  public mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) throws(StorageError) {
    if isDurable { try database!.append(pending: operation, unknown: unknown) }
  }

  public mutating func removePending(through sequence: UInt32) throws(StorageError) {
    if isDurable { try database!.removePending(through: sequence) }
  }

  public mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) throws(StorageError) {
    guard isDurable else { return }
    try database!.append(rejected: row, unknown: unknown, as: number, isDropped: isDropped)
  }

  public mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) throws(StorageError) {
    if isDurable { try database!.append(rows: rows, unknown: unknown, from: first) }
  }

  public mutating func restart(from genesis: borrowing ScopeGenesis) throws(StorageError) {
    guard isDurable else { return }
    try database!.restart(from: genesis)
    if rowsReadPartially < .max { rowsReadPartially = 0 }
  }

  // MARK: Reading

  // A second process writes at most while this one does, so nothing changes between two reads.

  public mutating func read(into records: inout ReplicaRecords) throws(StorageError) {
    if isDurable { try database!.read(into: &records) }
  }

  public mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(StorageError) {
    guard isDurable else { return }
    let first = rows.count
    try database!.readRows(from: start, into: &rows, unknown: &unknown)
    guard rowsReadPartially > start else { return }
    for index in first..<first + min(rows.count - first, rowsReadPartially - start) {
      rows[index].operation = rows[index].operation.read(asOf: AppVersion.before.format)
    }
  }
}
