public import Base
public import SyncCore

/// A replica's storage in an SQLite database, which an app and its widget may share.
public struct SQLiteReplicaStorage: ReplicaStorage, ~Copyable {
  /// Full, busy, failed or damaged.
  public typealias Failure = StorageError

  private let file: RecordFile
  private var writer = WireWriter()

  /// Opens the storage, and makes it if nothing is there yet.
  public init(at place: StorePlace) throws(StoreOpeningError) {
    try self.init(at: place, .replica)
  }

  init(at place: StorePlace, _ layout: StoreLayout) throws(StoreOpeningError) {
    self.init(try RecordFile(place, layout))
  }

  init(_ file: RecordFile) {
    self.file = file
  }

  public var isDurable: Bool { true }

  public var revision: UInt64 { file.revision }
  public mutating func look() throws(StorageError) { try file.look() }

  public mutating func reading<Result: ~Copyable>(
    _ body: (inout Self) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let file = file
    return try file.reading { () throws(StorageError) in try body(&self) }
  }

  public mutating func begin() throws(StorageError) { try file.begin() }
  public mutating func commit() throws(StorageError) { try file.commit() }
  public mutating func rollBack() { file.rollBack() }

  // MARK: Writing

  private func put(_ part: StorePart, _ number: Int) throws(StorageError) {
    try writer.bytes.withElements { (bytes) throws(StorageError) in
      try file.append(part, number, bytes)
    }
  }

  public mutating func write(_ head: ReplicaHead) throws(StorageError) {
    writer.writeRecord(head)
    writer.bytes.withElements { file.setContent($0) }
  }

  public mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) throws(StorageError) {
    let sequence = Int(operation.sequence)
    writer.writeRecord(operation, sequence, of: unknown)
    try put(.outbox, sequence)
  }

  public mutating func removePending(through sequence: UInt32) throws(StorageError) {
    try file.remove(.outbox, through: Int(sequence))
  }

  public mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) throws(StorageError) {
    let part: StorePart = isDropped ? .dropped : .rejected
    writer.writeRecord(row, number, of: unknown)
    try put(part, file.count(part))
  }

  public mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) throws(StorageError) {
    for (place, row) in rows.enumerated() {
      writer.writeRecord(row, first + place, of: unknown)
      try put(.row, file.count(.row))
    }
  }

  public mutating func restart(from genesis: borrowing ScopeGenesis) throws(StorageError) {
    try file.removeAll()
    writer.writeRecord(genesis)
    try put(.genesis, 0)
  }

  // MARK: Reading

  public mutating func read(into records: inout ReplicaRecords) throws(StorageError) {
    guard file.revision > 0 else { return }
    var found = ReplicaRecords()
    try file.reading { () throws(StorageError) in
      try file.forEach(.genesis) { (_, bytes) throws(StorageError) in
        try decode { () throws(WireError) in
          found.restart(from: try StoredRecord.genesis(bytes))
        }
      }
      try file.forEach(.outbox) { (sequence, bytes) throws(StorageError) in
        try decode { () throws(WireError) in
          let operation = try StoredRecord.operation(bytes, keeping: &found.unknown)
          found.outbox.append(operation)
        }
      }
      for part in [StorePart.rejected, .dropped] {
        try file.forEach(part) { (_, bytes) throws(StorageError) in
          try decode { () throws(WireError) in
            var unknown = UnknownFields()
            let row = try StoredRecord.row(bytes, 0, keeping: &unknown)
            found.append(
              rejected: row, unknown: unknown.ofRow(0), isDropped: part == .dropped)
          }
        }
      }
      let content = file.head.content
      _ = try decode { () throws(WireError) in
        try content.withUnsafeBufferPointer { (bytes) throws(WireError) in
          found.head = try StoredRecord.head(bytes)
        }
      }
    }
    records = found
  }

  public mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(StorageError) {
    try file.reading { () throws(StorageError) in
      try file.forEach(.row, from: start) { (_, bytes) throws(StorageError) in
        try decode { () throws(WireError) in
          rows.append(try StoredRecord.row(bytes, rows.count, keeping: &unknown))
        }
      }
    }
  }
}

/// Reads a record; one with the right checksum that cannot be read was never written.
func decode(_ body: () throws(WireError) -> Void) throws(StorageError) -> Bool {
  do throws(WireError) {
    try body()
    return true
  } catch {
    throw .damaged(.record)
  }
}
