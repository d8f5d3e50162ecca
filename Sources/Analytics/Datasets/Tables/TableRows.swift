public import Parquet

/// Collects rows of a table into encoded row groups, with the sum of every column.
///
/// Any thread can encode a batch of rows, since a batch is a pure function of its values. The
/// writer of the file then appends the batches in order.
public struct TableRows: ~Copyable {
  @usableFromInline var builder: RowGroupBuilder
  private var sums: [Int64]
  private var encoder: RowGroupEncoder
  private var full: [EncodedRowGroup] = []

  public init(_ table: DatasetTable) {
    self.init(table.schema, rowsPerGroup: table.rowsPerGroup)
  }

  init(_ schema: TableSchema, rowsPerGroup: Int) {
    builder = RowGroupBuilder(schema: schema, rowCapacity: rowsPerGroup)
    sums = Array(repeating: 0, count: schema.columns.count)
    encoder = RowGroupEncoder()
  }

  /// A batch of encoded rows, ready to be appended to a file.
  public struct Batch: Sendable {
    public var groups: [EncodedRowGroup]
    public var sums: [Int64]
    public var rows: Int

    public init(columns: Int) {
      groups = []
      sums = Array(repeating: 0, count: columns)
      rows = 0
    }
  }

  @inlinable public mutating func add(_ value: some BinaryInteger, to column: Int) {
    builder.append(Int32(truncatingIfNeeded: value), to: column)
  }

  /// Adds to a column of 64 bits.
  @inlinable public mutating func add(wide value: Int64, to column: Int) {
    builder.append(value, to: column)
  }

  @inlinable public mutating func add(_ value: Bool, to column: Int) {
    builder.append(value, to: column)
  }

  @inlinable public mutating func add(_ value: Double, to column: Int) {
    builder.append(value, to: column)
  }

  public mutating func add(_ value: Double?, to column: Int) {
    if let value { builder.append(value, to: column) } else { builder.appendNull(to: column) }
  }

  public mutating func add(_ text: String, to column: Int) {
    builder.append(text, to: column)
  }

  @inlinable public mutating func addNull(to column: Int) {
    builder.appendNull(to: column)
  }

  /// Ends a row. A full group is encoded immediately, so memory stays bounded.
  @inlinable public mutating func endRow() throws(ParquetError) {
    if builder.isFull { try flush() }
  }

  public mutating func flush() throws(ParquetError) {
    guard builder.rowCount > 0 else { return }
    for column in sums.indices { sums[column] &+= builder.columns[column].sum }
    full.append(try encoder.encode(builder))
    builder.removeAll()
  }

  /// The rows since the last call, encoded.
  public mutating func batch() throws(ParquetError) -> Batch {
    try flush()
    builder.removeStrings()
    var batch = Batch(columns: sums.count)
    batch.groups = full
    batch.sums = sums
    batch.rows = full.reduce(0) { $0 + $1.rowCount }
    full = []
    for index in sums.indices { sums[index] = 0 }
    return batch
  }
}
