/// Collects rows column by column in flat memory until they are encoded as one row group.
///
/// Each row appends exactly one value or null to every column, in any order; whole columns can also
/// be appended one after the other. Appending a value of the wrong type, beyond the capacity or to
/// only some of the columns violates an invariant and crashes.
///
/// One thread fills and encodes a builder; each thread has its own.
public struct RowGroupBuilder: ~Copyable {
  public let schema: TableSchema
  /// The maximum number of rows.
  public let rowCapacity: Int
  public let columns: UnsafeMutablePointer<ColumnStorage>
  public let columnCount: Int
  /// One table per column; those of columns without strings stay empty.
  private(set) var strings: [StringTable]

  /// The default size of a group: small enough that a column stays in the cache, large enough that
  /// dictionaries and headers cost little.
  public static var rowCapacityDefault: Int { 131_072 }

  /// The maximum size of a group, so that the size of a page fits into its header.
  public static var rowCapacityMax: Int { 1 << 24 }

  public init(schema: TableSchema, rowCapacity: Int = rowCapacityDefault) {
    precondition(rowCapacity > 0 && rowCapacity <= Self.rowCapacityMax)
    self.schema = schema
    self.rowCapacity = rowCapacity
    columnCount = schema.columns.count
    columns = .allocate(capacity: columnCount)
    for (index, column) in schema.columns.enumerated() {
      (columns + index).initialize(
        to: ColumnStorage(column, position: index, rowCapacity: rowCapacity))
    }
    strings = schema.columns.map { StringTable($0.vocabulary) }
  }

  deinit {
    for index in 0..<columnCount { columns[index].deallocate() }
    columns.deallocate()
  }

  /// The number of complete rows.
  public var rowCount: Int {
    let count = columns[0].rowCount
    for index in 1..<columnCount where columns[index].rowCount != count {
      preconditionFailure(
        "column \(schema.columns[index].name) has \(columns[index].rowCount) rows, not \(count)")
    }
    return count
  }

  /// Whether the next row no longer fits, judged by the first column.
  @inlinable
  public var isFull: Bool { columns[0].rowCount == rowCapacity }

  /// Removes all rows, and keeps the memory and all strings with their handles.
  public mutating func removeAll() {
    for index in 0..<columnCount {
      columns[index].valueCount = 0
      columns[index].rowCount = 0
    }
  }

  /// Removes the strings that are not in a column's vocabulary, with their handles.
  public mutating func removeStrings() {
    precondition(rowCount == 0, "rows hold handles of strings")
    strings = schema.columns.map { StringTable($0.vocabulary) }
  }

  /// The handle of `text` in a string column, the same for equal strings.
  public mutating func handle(of text: String, in column: Int) -> UInt32 {
    precondition(column >= 0 && column < columnCount && columns[column].storage == .handle)
    return strings[column].handle(of: text)
  }
}
