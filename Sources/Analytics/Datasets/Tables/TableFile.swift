public import Parquet

/// The contents of a finished table file: rows, size, hash and sums.
public struct TableFileInfo: Sendable, Equatable {
  public var path: String
  public var schema: TableSchema
  public var rows: Int
  public var bytes: Int
  public var sha256: String
  /// The sum of every column, in the order of the schema; zero for texts and fractions.
  public var sums: [Int64]
}

/// Writes a table's Parquet file, batch by batch in order, on one thread.
public final class TableFile {
  /// Key-value metadata for the footer of the file.
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

  /// A point in a table file from which writing can resume.
  public struct Checkpoint: Sendable, Codable {
    var bytes: FileSink.Checkpoint
    var writer: ParquetFileWriter<FileError>.Checkpoint
    var sums: [Int64]
    var rows: Int

    /// The size of the row-group metadata that is stored beside the checkpoint.
    public var groupByteCount: Int { writer.groupByteCount }
  }

  /// A checkpoint of all that was handed to the operating system so far.
  public func mark() throws(FileError) -> Checkpoint {
    guard let written = writer?.mark else { preconditionFailure("a file that is finished") }
    return Checkpoint(bytes: try sink.mark(), writer: written, sums: sums, rows: rows)
  }

  /// Passes on the row-group metadata that belongs beside a checkpoint. It grows with the file.
  public func withGroups(
    _ take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    try writer?.withGroups(take)
  }

  /// Resumes a file from a checkpoint; nil if the file no longer matches the checkpoint.
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

  /// Finishes the file. It can be finished only once.
  public func finish() throws(FileError) -> TableFileInfo {
    guard let writer = writer.take() else { preconditionFailure("a file is finished once") }
    try writer.finish()
    let receipt = try sink.finish()
    return TableFileInfo(
      path: "\(schema.name).parquet", schema: schema, rows: rows, bytes: receipt.byteCount,
      sha256: receipt.sha256, sums: sums)
  }
}
