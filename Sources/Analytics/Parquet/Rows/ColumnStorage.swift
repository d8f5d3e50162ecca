/// The flat memory of one column while a row group is built. Its owner manages the memory.
public struct ColumnStorage {
  /// The values, packed without nulls.
  public let values: UnsafeMutableRawPointer
  /// A byte for each row, 1 where there is a value; nil in a column that has no nulls.
  public let definitions: UnsafeMutablePointer<UInt8>?
  public let storage: ColumnKind.Storage
  public var valueCount = 0
  public var rowCount = 0

  /// Rows append to all columns in turn. If the columns' memory were a power of two apart, they
  /// would compete for the same cache lines, so each column starts a few lines later.
  private static var cacheLine: Int { 64 }
  private static var linesApart: Int { 5 }

  private let memory: UnsafeMutableRawPointer

  init(_ column: ColumnSchema, position: Int, rowCapacity: Int) {
    storage = column.kind.storage
    let shift = position % Self.cacheLine * Self.linesApart * Self.cacheLine
    memory = .allocate(byteCount: rowCapacity * storage.stride + shift, alignment: Self.cacheLine)
    values = memory + shift
    definitions = column.isNullable ? .allocate(capacity: rowCapacity) : nil
  }

  func deallocate() {
    memory.deallocate()
    definitions?.deallocate()
  }
}

extension ColumnStorage {
  /// The values in their own type, which must be the one of the column's storage.
  func values<Value: BitwiseCopyable>(as type: Value.Type) -> UnsafeBufferPointer<Value> {
    precondition(MemoryLayout<Value>.stride == storage.stride)
    let start = UnsafePointer(values.assumingMemoryBound(to: type))
    return UnsafeBufferPointer(start: start, count: valueCount)
  }

  /// The sum of all values, for booleans the number of true ones; zero for texts and fractions.
  public var sum: Int64 {
    switch storage {
    case .boolean: values(as: UInt8.self).reduce(0) { $0 &+ Int64($1) }
    case .int32: values(as: Int32.self).reduce(0) { $0 &+ Int64($1) }
    case .int64: values(as: Int64.self).reduce(0, &+)
    case .double, .handle: 0
    }
  }
}
