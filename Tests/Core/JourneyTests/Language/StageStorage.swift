import Base
import SQLiteStores
import SyncCore

/// The storage of a journey's replica: on a simulated medium, or in SQLite on a simulated disk.
struct StageReplicaStorage: ReplicaStorage, ~Copyable {
  typealias Failure = StorageError

  private var log: SimulatedReplicaStorage?
  private var file: SQLiteReplicaStorage?
  private let isFile: Bool
  /// Called after every commit.
  private let committed: () -> Void

  init(on log: SimulatedReplicaStorage.Log) {
    self.log = SimulatedReplicaStorage(on: log)
    file = nil
    isFile = false
    committed = {}
  }

  init(at place: StorePlace, committed: @escaping () -> Void) throws(StorageError) {
    log = nil
    file = try whole { () throws(StoreOpeningError) in try SQLiteReplicaStorage(at: place) }
    isFile = true
    self.committed = committed
  }

  var isDurable: Bool { true }

  var revision: UInt64 {
    switch file {
    case .some(let file): return file.revision
    case .none: break
    }
    switch log {
    case .some(let log): return log.revision
    case .none: return 0
    }
  }

  mutating func look() throws(StorageError) { if isFile { try file!.look() } }

  mutating func reading<Result: ~Copyable>(
    _ body: (inout StageReplicaStorage) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    // Only one process has it open, so nothing is written between two reads.
    try look()
    return try body(&self)
  }

  mutating func begin() throws(StorageError) {
    if isFile { try file!.begin() } else { try log!.begin() }
  }

  mutating func commit() throws(StorageError) {
    if isFile { try file!.commit() } else { try log!.commit() }
    committed()
  }

  mutating func rollBack() {
    if isFile { file!.rollBack() } else { log!.rollBack() }
  }

  mutating func write(_ head: ReplicaHead) throws(StorageError) {
    if isFile { try file!.write(head) } else { try log!.write(head) }
  }

  mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) throws(StorageError) {
    if isFile {
      try file!.append(pending: operation, unknown: unknown)
    } else {
      try log!.append(pending: operation, unknown: unknown)
    }
  }

  mutating func removePending(through sequence: UInt32) throws(StorageError) {
    if isFile {
      try file!.removePending(through: sequence)
    } else {
      try log!.removePending(through: sequence)
    }
  }

  mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) throws(StorageError) {
    if isFile {
      try file!.append(rejected: row, unknown: unknown, as: number, isDropped: isDropped)
    } else {
      try log!.append(rejected: row, unknown: unknown, as: number, isDropped: isDropped)
    }
  }

  mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) throws(StorageError) {
    if isFile {
      try file!.append(rows: rows, unknown: unknown, from: first)
    } else {
      try log!.append(rows: rows, unknown: unknown, from: first)
    }
  }

  mutating func restart(from genesis: borrowing ScopeGenesis) throws(StorageError) {
    if isFile { try file!.restart(from: genesis) } else { try log!.restart(from: genesis) }
  }

  mutating func read(into records: inout ReplicaRecords) throws(StorageError) {
    if isFile { try file!.read(into: &records) } else { try log!.read(into: &records) }
  }

  mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(StorageError) {
    if isFile {
      try file!.readRows(from: start, into: &rows, unknown: &unknown)
    } else {
      try log!.readRows(from: start, into: &rows, unknown: &unknown)
    }
  }
}

/// The storage of a journey's server: on a simulated medium, or in SQLite on a simulated disk.
struct StageServerStorage: ServerStorage, ~Copyable {
  typealias Failure = StorageError

  private var log: SimulatedServerStorage?
  private var file: SQLiteServerStorage?
  private let isFile: Bool
  /// Called after every commit.
  private let committed: () -> Void

  init(on log: SimulatedServerStorage.Log) {
    self.log = SimulatedServerStorage(on: log)
    file = nil
    isFile = false
    committed = {}
  }

  init(at place: StorePlace, committed: @escaping () -> Void) throws(StorageError) {
    log = nil
    file = try whole { () throws(StoreOpeningError) in try SQLiteServerStorage(at: place) }
    isFile = true
    self.committed = committed
  }

  mutating func begin() throws(StorageError) {
    if isFile { try file!.begin() } else { try log!.begin() }
  }

  mutating func commit() throws(StorageError) {
    if isFile { try file!.commit() } else { try log!.commit() }
    committed()
  }

  mutating func rollBack() {
    if isFile { file!.rollBack() } else { log!.rollBack() }
  }

  mutating func append(_ entry: JournalEntry) throws(StorageError) {
    if isFile { try file!.append(entry) } else { try log!.append(entry) }
  }

  mutating func erase(_ fields: [JournalFields]) throws(StorageError) {
    if isFile { try file!.erase(fields) } else { try log!.erase(fields) }
  }

  mutating func forEach(_ body: (JournalEntry) -> Bool) throws(StorageError) {
    if isFile { try file!.forEach(body) } else { try log!.forEach(body) }
  }
}

/// What `open` opens; its file is always this program's and can be written.
private func whole<Storage: ~Copyable>(
  _ open: () throws(StoreOpeningError) -> Storage
) throws(StorageError) -> Storage {
  do throws(StoreOpeningError) {
    return try open()
  } catch {
    switch error {
    case .storage(let error, _): throw error
    case .notWritable: throw .unavailable
    default: preconditionFailure("a journey's storage is not recognized: \(error)")
    }
  }
}
