extension RowGroupBuilder {
  /// Appends to a column of `int16`, `int32` or `date`.
  ///
  /// Values outside the kind's range are detected when the group is encoded.
  @inlinable
  @inline(__always)
  public mutating func append(_ value: Int32, to column: Int) {
    append(value, to: column, as: .int32)
  }

  /// Appends to a column of `int64` or `timestampMilliseconds`.
  @inlinable
  @inline(__always)
  public mutating func append(_ value: Int64, to column: Int) {
    append(value, to: column, as: .int64)
  }

  @inlinable
  @inline(__always)
  public mutating func append(_ value: Double, to column: Int) {
    append(value, to: column, as: .double)
  }

  @inlinable
  @inline(__always)
  public mutating func append(_ value: Bool, to column: Int) {
    append(value ? 1 : 0 as UInt8, to: column, as: .boolean)
  }

  /// Appends the string that has `handle` in this column.
  @inlinable
  @inline(__always)
  public mutating func append(handle: UInt32, to column: Int) {
    append(handle, to: column, as: .handle)
  }

  /// Appends a string and looks up its handle; for columns that are not hot.
  public mutating func append(_ text: String, to column: Int) {
    append(handle: handle(of: text, in: column), to: column)
  }

  /// Appends a null to a nullable column.
  @inlinable
  @inline(__always)
  public mutating func appendNull(to column: Int) {
    precondition(column >= 0 && column < columnCount)
    let target = columns + column
    let row = target.pointee.rowCount
    precondition(row < rowCapacity && target.pointee.definitions != nil)
    target.pointee.definitions.unsafelyUnwrapped[row] = 0
    target.pointee.rowCount = row &+ 1
  }

  /// The only place that writes memory: checks, then two stores and two counters.
  @inlinable
  @inline(__always)
  internal mutating func append<Value: BitwiseCopyable>(
    _ value: Value, to column: Int, as storage: ColumnKind.Storage
  ) {
    precondition(column >= 0 && column < columnCount)
    let target = columns + column
    let row = target.pointee.rowCount
    precondition(row < rowCapacity && target.pointee.storage == storage)
    let index = target.pointee.valueCount
    target.pointee.values.storeBytes(
      of: value, toByteOffset: index &* MemoryLayout<Value>.stride, as: Value.self)
    target.pointee.valueCount = index &+ 1
    target.pointee.rowCount = row &+ 1
    if let definitions = target.pointee.definitions { definitions[row] = 1 }
  }
}
