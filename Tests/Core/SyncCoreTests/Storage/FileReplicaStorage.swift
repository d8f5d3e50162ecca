import Base
import Chronology
import DomainCore
import Foundation

@testable import SyncCore

/// A replica's storage in a plain file: one transaction after the other, each preceded by its
/// length and a checksum, with its records as they are in memory. An incomplete transaction was not
/// committed, nor were those that follow it.
struct FileReplicaStorage: ReplicaStorage, ~Copyable {
  typealias Failure = StorageError

  private enum Kind: UInt8 {
    case head = 1, pending, removePending, rejected, dropped, row, restart
  }

  private let file: FileHandle
  /// The open transaction.
  private var body: [UInt8] = []
  /// Where the last whole transaction ends.
  private var end: UInt64
  private(set) var revision: UInt64

  var isDurable: Bool { true }

  init(at path: String) throws(StorageError) {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    let file = FileHandle(forUpdatingAtPath: path)
    let found = try Self.transactions(in: file)
    self.file = file!
    end = found.reduce(0) { $0 + UInt64($1.count + 8) }
    revision = UInt64(found.count)
  }

  // MARK: Transactions

  mutating func begin() { body = [] }
  mutating func rollBack() { body = [] }

  mutating func commit() throws(StorageError) {
    let frame = Self.bytes(of: UInt32(body.count)) + Self.bytes(of: Self.sum(body[...])) + body
    do {
      try file.seek(toOffset: end)
      try file.write(contentsOf: frame)
      try file.truncate(atOffset: end + UInt64(frame.count))
      try file.synchronize()
    } catch {
      throw .stopped
    }
    end += UInt64(frame.count)
    revision += 1
  }

  // MARK: Writing

  private mutating func put(_ kind: Kind, _ record: [UInt8]) {
    body.append(kind.rawValue)
    body += Self.bytes(of: UInt32(record.count)) + record
  }

  mutating func write(_ head: ReplicaHead) { put(.head, Self.bytes(of: head)) }

  mutating func append(pending operation: SyncCore.Operation, unknown: borrowing UnknownFields) {
    var fields: [UInt8] = []
    unknown.withFields(of: .operation, Int(operation.sequence)) { fields = Array($0) }
    put(.pending, Self.bytes(of: operation) + fields)
  }

  mutating func removePending(through sequence: UInt32) {
    put(.removePending, Self.bytes(of: sequence))
  }

  mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) {
    put(isDropped ? .dropped : .rejected, Self.record(of: row, unknown.ofRow(number)))
  }

  private static func record(
    of row: FeedRow, _ fields: UnknownFields.RowUnknownFields
  ) -> [UInt8] {
    bytes(of: row) + bytes(of: UInt32(fields.row.count)) + fields.row + fields.operation
  }

  private static func takeRow(
    from record: inout ArraySlice<UInt8>
  ) -> (FeedRow, UnknownFields.RowUnknownFields) {
    let row: FeedRow = take(from: &record)
    let ofRow = takeBytes(Int(take(from: &record) as UInt32), from: &record)
    return (row, .init(row: Array(ofRow), operation: Array(record)))
  }

  mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) {
    for (place, row) in rows.enumerated() {
      put(.row, Self.record(of: row, unknown.ofRow(first + place)))
    }
  }

  mutating func restart(from genesis: borrowing ScopeGenesis) {
    var record = Self.bytes(of: genesis.firstDay) + Self.bytes(of: UInt32(genesis.dayCapacity))
    for index in 0..<genesis.members.count {
      var fields: [UInt8] = []
      genesis.unknown.withFields(of: .founder, index) { fields = Array($0) }
      record += Self.bytes(of: genesis.members[index]) + Self.bytes(of: UInt32(fields.count))
      record += fields
    }
    put(.restart, record)
  }

  // MARK: Reading

  mutating func read(into records: inout ReplicaRecords) throws(StorageError) {
    try forEach { kind, record in
      var record = record
      switch kind {
      case .head: records.head = Self.take(from: &record)
      case .pending:
        let operation: SyncCore.Operation = Self.take(from: &record)
        record.withUnsafeBufferPointer { records.append(pending: operation, unknown: $0) }
      case .removePending: records.removePending(through: Self.take(from: &record))
      case .rejected, .dropped:
        let (row, fields) = Self.takeRow(from: &record)
        records.append(rejected: row, unknown: fields, isDropped: kind == .dropped)
      case .row: break
      case .restart:
        var genesis = ScopeGenesis(firstDay: Self.take(from: &record))
        genesis.dayCapacity = Int(Self.take(from: &record) as UInt32)
        while !record.isEmpty {
          genesis.members.append(Self.take(from: &record) as Member)
          Self.takeBytes(Int(Self.take(from: &record) as UInt32), from: &record)
            .withUnsafeBufferPointer {
              genesis.unknown.keep($0, of: .founder, genesis.members.count - 1)
            }
        }
        records.restart(from: genesis)
      }
    }
  }

  mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(StorageError) {
    var all: [ArraySlice<UInt8>] = []
    try forEach { kind, record in
      if kind == .row { all.append(record) }
      if kind == .restart { all = [] }
    }
    for var record in all.dropFirst(start) {
      let (row, fields) = Self.takeRow(from: &record)
      unknown.keep(fields, ofRow: rows.count)
      rows.append(row)
    }
  }

  private func forEach(_ body: (Kind, ArraySlice<UInt8>) -> Void) throws(StorageError) {
    for var rest in try Self.transactions(in: file) {
      while let first = rest.popFirst(), let kind = Kind(rawValue: first) {
        let count = Int(Self.take(from: &rest) as UInt32)
        body(kind, rest.prefix(count))
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The complete transactions.
  private static func transactions(
    in file: FileHandle?
  ) throws(StorageError) -> [ArraySlice<UInt8>] {
    guard let file, (try? file.seek(toOffset: 0)) != nil,
      let all = try? file.readToEnd() ?? Data()
    else {
      throw .stopped
    }
    var rest = [UInt8](all)[...]
    var found: [ArraySlice<UInt8>] = []
    while rest.count >= 8 {
      let count = Int(Self.take(from: &rest) as UInt32)
      let sum: UInt32 = Self.take(from: &rest)
      guard rest.count >= count, Self.sum(rest.prefix(count)) == sum else { break }
      found.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return found
  }

  // MARK: Bytes

  private static func bytes<Value: BitwiseCopyable>(of value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { [UInt8]($0) }
  }

  private static func take<Value: BitwiseCopyable>(from bytes: inout ArraySlice<UInt8>) -> Value {
    let size = MemoryLayout<Value>.size
    defer { bytes = bytes.dropFirst(size) }
    return bytes.prefix(size).withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
  }

  private static func takeBytes(
    _ count: Int, from bytes: inout ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { UInt32(truncatingIfNeeded: Digest128.of(bytes: $0).first) }
  }
}
