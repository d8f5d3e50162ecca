public import Base
public import Chronology
public import DomainCore

/// A record of a replica on a simulated medium.
public enum ReplicaRecord: Sendable {
  case head(ReplicaHead)
  case pending(Operation, unknown: [UInt8])
  case removePending(through: UInt32)
  case rejected(FeedRow, unknown: UnknownFields.RowUnknownFields, isDropped: Bool)
  case row(FeedRow, unknown: UnknownFields.RowUnknownFields)
  case restart(members: [Member], unknown: [[UInt8]], firstDay: LocalDay, dayCapacity: Int)
}

/// A replica's storage on a simulated medium, which outlasts the process that has it open.
public struct SimulatedReplicaStorage: ReplicaStorage, ~Copyable {
  /// Stopped, or full.
  public typealias Failure = StorageError
  /// The medium with a replica's records on it.
  public typealias Log = SimulatedLog<ReplicaRecord>

  private let log: Log
  private let crashes: Int

  /// Opens the content of a medium.
  public init(on log: Log) {
    self.log = log
    crashes = log.crashes
  }

  public var isDurable: Bool { true }

  public var revision: UInt64 { log.revision }
  public mutating func begin() throws(StorageError) { try log.begin(since: crashes) }
  public mutating func commit() throws(StorageError) { try log.commit(since: crashes) }
  public mutating func rollBack() { log.rollBack(since: crashes) }

  // MARK: Writing

  private func write(_ record: ReplicaRecord) throws(StorageError) {
    try log.append(record, since: crashes)
  }

  public mutating func write(_ head: ReplicaHead) throws(StorageError) { try write(.head(head)) }

  public mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) throws(StorageError) {
    var fields: [UInt8] = []
    unknown.withFields(of: .operation, Int(operation.sequence)) { fields = Array($0) }
    try write(.pending(operation, unknown: fields))
  }

  public mutating func removePending(through sequence: UInt32) throws(StorageError) {
    try write(.removePending(through: sequence))
  }

  public mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) throws(StorageError) {
    try write(.rejected(row, unknown: unknown.ofRow(number), isDropped: isDropped))
  }

  public mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) throws(StorageError) {
    for (place, row) in rows.enumerated() {
      try write(.row(row, unknown: unknown.ofRow(first + place)))
    }
  }

  public mutating func restart(from genesis: borrowing ScopeGenesis) throws(StorageError) {
    try log.rewriteAtCommit(since: crashes) { _ in nil }
    let members = genesis.members.withElements { Array($0) }
    var unknown = [[UInt8]](repeating: [], count: members.count)
    for place in members.indices {
      genesis.unknown.withFields(of: .founder, place) { unknown[place] = Array($0) }
    }
    try write(
      .restart(
        members: members, unknown: unknown, firstDay: genesis.firstDay,
        dayCapacity: genesis.dayCapacity))
  }

  // MARK: Reading

  public mutating func read(into records: inout ReplicaRecords) throws(StorageError) {
    try log.forEach(since: crashes) { record in
      switch record {
      case .head(let head): records.head = head
      case .pending(let operation, let fields):
        fields.withUnsafeBufferPointer { records.append(pending: operation, unknown: $0) }
      case .removePending(let sequence): records.removePending(through: sequence)
      case .rejected(let row, let fields, let isDropped):
        records.append(rejected: row, unknown: fields, isDropped: isDropped)
      case .row: break
      case .restart(let members, let unknown, let firstDay, let dayCapacity):
        var genesis = ScopeGenesis(firstDay: firstDay, dayCapacity: dayCapacity)
        for (place, member) in members.enumerated() {
          genesis.members.append(member)
          unknown[place].withUnsafeBufferPointer {
            genesis.unknown.keep($0, of: .founder, place)
          }
        }
        records.restart(from: genesis)
      }
      return true
    }
  }

  public mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(StorageError) {
    var place = 0
    try log.forEach(since: crashes) { record in
      switch record {
      case .restart:
        rows.removeAll()
        unknown.clear()
        place = 0
      case .row(let row, let fields):
        if place >= start {
          unknown.keep(fields, ofRow: rows.count)
          rows.append(row)
        }
        place += 1
      default: break
      }
      return true
    }
  }
}
