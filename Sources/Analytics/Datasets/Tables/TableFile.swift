public import Parquet

/// What a finished file of a table holds.
public struct TableFileInfo: Sendable, Equatable {
  public var path: String
  public var schema: TableSchema
  public var rows: Int
  public var bytes: Int
  public var sha256: String
  /// The sum of every column, in the order of the schema; of texts and fractions it is zero.
  public var sums: [Int64]
}

/// A table's Parquet file while it is written, batch by batch in order, by one thread.
public final class TableFile {
  /// What is said of a file in its own footer, under names.
  public typealias Notes = [(key: String, value: String)]

  private let schema: TableSchema
  private let sink: FileSink
  private var writer: ParquetFileWriter<FileError>?
  private var sums: [Int64]
  private var rows = 0

  public init(
    _ table: DatasetTable, in directory: borrowing OutputDirectory, createdBy: String,
    notes: Notes = []
  ) throws(FileError) {
    schema = table.schema
    let sink = try directory.sink("\(schema.name).parquet")
    writer = try ParquetFileWriter(schema: schema, createdBy: createdBy, notes: notes) {
      (bytes) throws(FileError) in try sink.write(bytes)
    }
    self.sink = sink
    sums = Array(repeating: 0, count: schema.columns.count)
  }

  /// How far a table's file has come.
  public struct Checkpoint: Sendable, Codable {
    var bytes: FileSink.Checkpoint
    var writer: ParquetFileWriter<FileError>.Checkpoint
    var sums: [Int64]
    var rows: Int

    /// How many bytes belong beside it.
    public var groupByteCount: Int { writer.groupByteCount }
  }

  /// How far it has come, with all of that handed to the system.
  public func mark() throws(FileError) -> Checkpoint {
    guard let written = writer?.mark else { preconditionFailure("a file that is finished") }
    return Checkpoint(bytes: try sink.mark(), writer: written, sums: sums, rows: rows)
  }

  /// Hands on what belongs beside its mark, which grows with the file.
  public func withGroups(
    _ take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    try writer?.withGroups(take)
  }

  /// Goes on with a file that had come to a mark; nothing where it is not what it was.
  public init?(
    _ table: DatasetTable, in directory: borrowing OutputDirectory, createdBy: String,
    notes: Notes = [], from mark: Checkpoint, groups: [UInt8]
  ) throws(FileError) {
    schema = table.schema
    let path = try directory.path(of: "\(schema.name).parquet")
    guard let sink = try FileSink(path: path, from: mark.bytes) else { return nil }
    self.sink = sink
    writer = ParquetFileWriter(
      schema: schema, createdBy: createdBy, notes: notes, from: mark.writer, groups: groups
    ) { (bytes) throws(FileError) in try sink.write(bytes) }
    sums = mark.sums
    rows = mark.rows
  }

  public func append(_ batch: TableRows.Batch) throws(FileError) {
    for group in batch.groups { try writer?.append(group) }
    for index in sums.indices { sums[index] &+= batch.sums[index] }
    rows += batch.rows
  }

  /// Ends the file, which can be done once.
  public func finish() throws(FileError) -> TableFileInfo {
    guard let writer = writer.take() else { preconditionFailure("a file is finished once") }
    try writer.finish()
    let receipt = try sink.finish()
    return TableFileInfo(
      path: "\(schema.name).parquet", schema: schema, rows: rows, bytes: receipt.byteCount,
      sha256: receipt.sha256, sums: sums)
  }
}
