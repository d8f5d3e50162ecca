public import Base

/// Stores nothing: a replica exists only in memory, and is lost with it.
///
/// For populations, in which no device ever restarts, and which would pay for every row that they
/// never read again. It costs nothing.
public struct MemoryReplicaStorage: ReplicaStorage, ~Copyable {
  @inlinable public init() {}

  @inlinable public var isDurable: Bool { false }

  @inlinable public static func failure(_ error: StorageError) -> Never {
    preconditionFailure("memory is never read, so it is never found damaged: \(error)")
  }

  @inlinable public var revision: UInt64 { 0 }
  @inlinable public mutating func begin() {}
  @inlinable public mutating func commit() {}
  @inlinable public mutating func rollBack() {}
  @inlinable public mutating func write(_ head: ReplicaHead) {}
  @inlinable public mutating func append(
    pending operation: Operation, unknown: borrowing UnknownFields
  ) {}
  @inlinable public mutating func removePending(through sequence: UInt32) {}
  @inlinable public mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) {}
  @inlinable public mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) {}
  @inlinable public mutating func restart(from genesis: borrowing ScopeGenesis) {}
  @inlinable public mutating func read(into records: inout ReplicaRecords) {}
  @inlinable public mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) {}
}
