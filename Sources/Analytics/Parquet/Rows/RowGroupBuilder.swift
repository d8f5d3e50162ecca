/// Collects rows column by column in flat memory until they are encoded as one row group.
///
/// Each row appends exactly one value or null to every column, in any order; whole columns may
/// be appended one after the other as well. Appending a value of the wrong type, beyond the
/// capacity or to only some of the columns is a broken invariant and traps.
///
/// A builder is filled and encoded by one thread; every thread has its own.
public struct RowGroupBuilder: ~Copyable {
  public let schema: TableSchema
  /// The most rows that fit.
  public let rowCapacity: Int
  public let columns: UnsafeMutablePointer<ColumnStorage>
  public let columnCount: Int
  /// One table a column; those of columns that hold no strings stay empty.
  private(set) var strings: [StringTable]

  /// Rows of a group by default: small enough to stay in a cache's reach column by column,
  /// large enough for dictionaries and headers to cost next to nothing.
  public static var rowCapacityDefault: Int { 131_072 }

  /// The most rows a group may have here, so that no page outgrows what its header can say.
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

  /// Complete rows held.
  public var rowCount: Int {
    let count = columns[0].rowCount
    for index in 1..<columnCount where columns[index].rowCount != count {
      preconditionFailure(
        "column \(schema.columns[index].name) has \(columns[index].rowCount) rows, not \(count)")
    }
    return count
  }

  /// Whether the next row no longer fits, going by the first column.
  @inlinable
  public var isFull: Bool { columns[0].rowCount == rowCapacity }

  /// Forgets all rows and keeps the memory, and all strings with their handles.
  public mutating func removeAll() {
    for index in 0..<columnCount {
      columns[index].valueCount = 0
      columns[index].rowCount = 0
    }
  }

  /// Forgets the strings that are in no column's vocabulary, and with them their handles.
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
