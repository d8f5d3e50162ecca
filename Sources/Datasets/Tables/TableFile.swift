public import Columnar

/// What a finished file of a table holds.
public struct TableReceipt: Sendable, Equatable {
  public var path: String
  public var schema: TableSchema
  public var rows: Int
  public var bytes: Int
  public var sha256: String
  /// The sum of every column, in the order of the schema; of texts and fractions it is zero.
  public var sums: [Int64]
}

/// A table's Parquet file while it is written, batch by batch in order.
public struct TableFile: ~Copyable {
  private let name: String
  private let schema: TableSchema
  private let sink: FileSink
  private var writer: ParquetFileWriter<FileError>
  private var sums: [Int64]
  private var rows = 0

  public init(
    _ schema: TableSchema, in directory: borrowing OutputDirectory, createdBy: String
  ) throws(FileError) {
    let sink = try directory.sink("\(schema.name).parquet")
    let writer = try ParquetFileWriter(schema: schema, createdBy: createdBy) {
      (bytes) throws(FileError) in try sink.write(bytes)
    }
    self.schema = schema
    self.sink = sink
    self.writer = writer
    name = "\(schema.name).parquet"
    sums = Array(repeating: 0, count: schema.columns.count)
  }

  public mutating func append(_ batch: TableRows.Batch) throws(FileError) {
    for group in batch.groups { try writer.append(group) }
    for index in sums.indices { sums[index] &+= batch.sums[index] }
    rows += batch.rows
  }

  public consuming func finish() throws(FileError) -> TableReceipt {
    let (name, schema, sums, rows, sink) = (name, schema, sums, rows, sink)
    try writer.finish()
    let receipt = try sink.finish()
    return TableReceipt(
      path: name, schema: schema, rows: rows, bytes: receipt.byteCount, sha256: receipt.sha256,
      sums: sums)
  }
}
