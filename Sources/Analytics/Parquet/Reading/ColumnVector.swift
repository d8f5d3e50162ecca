/// The values of one column chunk, decoded into flat memory that is reused for the next.
///
/// Values are packed without nulls; `definitions` says which rows have a value. All pointers stay
/// valid until the next read into the vector.
public struct ColumnVector: ~Copyable {
  package private(set) var kind: ColumnKind = .boolean
  package private(set) var rowCount = 0
  package private(set) var valueCount = 0
  /// The texts that `handles` refer to; a text may occur twice.
  package internal(set) var strings = StringTable()
  private var isNullable = false
  private var memory = ScratchBuffer<UInt64>()
  private var levels = ScratchBuffer<UInt8>()

  public init() {}

  /// A byte for each row, 1 where there is a value; nil for a column that has no nulls.
  public var definitions: UnsafeBufferPointer<UInt8>? {
    isNullable ? UnsafeBufferPointer(start: levels.base, count: rowCount) : nil
  }

  /// The values of a column of `int16`, `int32` or `date`.
  public var int32Values: UnsafeBufferPointer<Int32> { values(.int32) }

  /// The values of a column of `int64` or `timestampMilliseconds`.
  public var int64Values: UnsafeBufferPointer<Int64> { values(.int64) }

  public var doubleValues: UnsafeBufferPointer<Double> { values(.double) }

  /// The values of a column of booleans, 0 or 1.
  public var booleanValues: UnsafeBufferPointer<UInt8> { values(.boolean) }

  /// The values of a column of strings, each an index into `strings`.
  public var handles: UnsafeBufferPointer<UInt32> { values(.handle) }

  private func values<Value: BitwiseCopyable>(
    _ storage: ColumnKind.Storage
  ) -> UnsafeBufferPointer<Value> {
    precondition(kind.storage == storage, "a column of \(kind) has values of another type")
    let start = UnsafeRawPointer(memory.base).assumingMemoryBound(to: Value.self)
    return UnsafeBufferPointer(start: start, count: valueCount)
  }
}

extension ColumnVector {
  /// Clears the vector and reserves memory for `rowCapacity` rows of `column`.
  mutating func begin(_ column: ColumnSchema, rowCapacity: Int) {
    kind = column.kind
    isNullable = column.isNullable
    rowCount = 0
    valueCount = 0
    strings.removeAll()
    memory.reserve((rowCapacity * kind.storage.stride + 7) / 8)
    if isNullable { levels.reserve(rowCapacity) }
  }

  /// The memory for the values of the next page.
  func end<Value: BitwiseCopyable>(
    as type: Value.Type, count: Int
  ) -> UnsafeMutableBufferPointer<Value> {
    let start = UnsafeMutableRawPointer(memory.base).assumingMemoryBound(to: type)
    return UnsafeMutableBufferPointer(start: start + valueCount, count: count)
  }

  /// Appends a page's definition levels and returns how many of its rows have a value.
  mutating func append(levels page: UnsafePointer<UInt32>, count: Int) throws(ParquetError) -> Int {
    var present = 0
    var all: UInt32 = 0
    let target = levels.base + rowCount
    for row in 0..<count {
      let level = page[row]
      all |= level
      present &+= Int(level & 1)
      target[row] = UInt8(truncatingIfNeeded: level)
    }
    guard all <= 1 else { throw ParquetError(.corrupt, "a definition level above 1") }
    return present
  }

  /// Adds a page whose levels and values were written.
  mutating func claim(rows: Int, values: Int) {
    rowCount += rows
    valueCount += values
  }
}
