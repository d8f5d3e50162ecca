/// Writes a Parquet file front to back into a sink: row groups in order, then the footer.
///
/// The sink decides where the bytes go and which errors it throws.
public struct ParquetFileWriter<Failure: Error>: ~Copyable {
  /// Receives the file's bytes in order.
  public typealias Sink = (UnsafeRawBufferPointer) throws(Failure) -> Void

  public let schema: TableSchema
  private let createdBy: String
  private let notes: [(key: String, value: String)]
  private let sink: Sink
  private var groups = ThriftCompactWriter()
  private var groupCount = 0
  package private(set) var rowCount = 0
  package private(set) var byteCount = 0

  /// A point from which writing can resume. The metadata of the row groups is stored next to it, as
  /// bytes, because it grows with the file.
  public struct Checkpoint: Sendable, Codable {
    public fileprivate(set) var groupByteCount: Int
    fileprivate var groupCount: Int
    fileprivate var rowCount: Int
    fileprivate var byteCount: Int
  }

  public var mark: Checkpoint {
    Checkpoint(
      groupByteCount: groups.buffer.count, groupCount: groupCount, rowCount: rowCount,
      byteCount: byteCount)
  }

  /// Passes on the metadata that belongs next to a checkpoint.
  public func withGroups<Thrown: Error>(
    _ take: (UnsafeRawBufferPointer) throws(Thrown) -> Void
  ) throws(Thrown) {
    try take(groups.buffer.bytes)
  }

  /// Resumes a file from a checkpoint. The sink must already hold everything written before.
  public init(
    schema: TableSchema, createdBy: String, notes: [(key: String, value: String)] = [],
    from mark: Checkpoint, groups bytes: [UInt8], sink: @escaping Sink
  ) {
    precondition(bytes.count == mark.groupByteCount, "the metadata belongs to another checkpoint")
    self.schema = schema
    self.createdBy = createdBy
    self.notes = notes
    self.sink = sink
    bytes.withUnsafeBytes { groups.buffer.append($0) }
    groupCount = mark.groupCount
    rowCount = mark.rowCount
    byteCount = mark.byteCount
  }

  /// Starts a file. `createdBy` reads like `shakeout version 1.2.0`; old readers parse it.
  public init(
    schema: TableSchema, createdBy: String, notes: [(key: String, value: String)] = [],
    sink: @escaping Sink
  ) throws(Failure) {
    self.schema = schema
    self.createdBy = createdBy
    self.notes = notes
    self.sink = sink
    try write(
      UnsafeRawBufferPointer(
        start: ParquetMagic.bytes.utf8Start, count: ParquetMagic.count))
  }

  /// Appends the next rows. A group without rows writes nothing.
  public mutating func append(_ group: EncodedRowGroup) throws(Failure) {
    guard group.rowCount > 0 else { return }
    precondition(
      group.metadata.columns.map(\.name) == schema.columns.map(\.name),
      "a row group of another table")
    group.metadata.write(to: &groups, shiftedBy: byteCount)
    groupCount += 1
    rowCount += group.rowCount
    try group.bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Finishes the file with its footer. The sink is not called again.
  public consuming func finish() throws(Failure) {
    let footer = footer()
    try write(footer.buffer.bytes)
  }

  private func footer() -> ThriftCompactWriter {
    var writer = ThriftCompactWriter()
    writer.structure { file in
      file.field(1, int32: FileFooter.version)
      file.field(2, listOf: .structure, count: schema.columns.count + 1)
      var root = SchemaElement()
      root.name = schema.name
      root.childCount = schema.columns.count
      root.write(to: &file)
      for column in schema.columns { SchemaElement(column).write(to: &file) }
      file.field(3, int64: Int64(rowCount))
      file.field(4, listOf: .structure, count: groupCount)
      file.buffer.append(groups.buffer.bytes)
      if !notes.isEmpty {
        file.field(5, listOf: .structure, count: notes.count)
        for note in notes {
          file.structure {
            $0.field(1, string: note.key)
            $0.field(2, string: note.value)
          }
        }
      }
      file.field(6, string: createdBy)
      // Bounds use the order of each column's type; without this, readers ignore them.
      file.field(7, listOf: .structure, count: schema.columns.count)
      for _ in schema.columns { file.structure { $0.field(1) { _ in } } }
    }
    let length = UInt32(writer.buffer.count)
    writer.buffer.append(littleEndian: length)
    writer.buffer.append(ParquetMagic.bytes)
    return writer
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try sink(bytes)
    byteCount += bytes.count
  }
}
