/// An encoded row group, with offsets from its own start.
///
/// It depends only on the values, so any thread can encode any group at any time. Appending the
/// groups in the order of the rows always gives the same file.
public struct EncodedRowGroup: Sendable, Equatable {
  public let metadata: RowGroupMetadata
  public let bytes: [UInt8]

  public var rowCount: Int { metadata.rowCount }
}

// A row group between the process that encodes it and the one that appends it.
extension EncodedRowGroup {
  /// The metadata as in the footer of a file, but with offsets from the start of the group.
  public var metadataBytes: [UInt8] {
    var writer = ThriftCompactWriter()
    metadata.write(to: &writer, shiftedBy: 0)
    return Array(writer.buffer.bytes)
  }

  /// A group of a table with this schema; fails if the metadata does not fit its bytes.
  public init(
    of schema: TableSchema, metadataBytes: UnsafeRawBufferPointer, bytes: [UInt8]
  ) throws(ParquetError) {
    var reader = ThriftCompactReader(metadataBytes)
    let metadata = try RowGroupMetadata(from: &reader)
    guard metadata.columns.map(\.name) == schema.columns.map(\.name) else {
      throw ParquetError(.corrupt, "a row group of another table than '\(schema.name)'")
    }
    for chunk in metadata.columns {
      guard chunk.valueCount == metadata.rowCount, chunk.dataPageOffset < bytes.count,
        chunk.offset <= bytes.count - chunk.compressedByteCount
      else { throw ParquetError(.corrupt, "column '\(chunk.name)' is not in its row group") }
    }
    self.init(metadata: metadata, bytes: bytes)
  }
}
