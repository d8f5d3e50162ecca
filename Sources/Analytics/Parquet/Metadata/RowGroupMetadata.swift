/// One row group of a file: a horizontal slice of the table, column after column.
public struct RowGroupMetadata: Sendable, Equatable {
  public var rowCount: Int
  public var columns: [ColumnChunkMetadata]
}

extension RowGroupMetadata {
  /// Writes the metadata with all offsets increased by `shift`.
  func write(to writer: inout ThriftCompactWriter, shiftedBy shift: Int) {
    writer.structure { group in
      group.field(1, listOf: .structure, count: columns.count)
      for column in columns { column.write(to: &group, shiftedBy: shift) }
      group.field(2, int64: Int64(columns.reduce(0) { $0 + $1.uncompressedByteCount }))
      group.field(3, int64: Int64(rowCount))
      group.field(5, int64: Int64((columns.first?.offset ?? 0) + shift))
      group.field(6, int64: Int64(columns.reduce(0) { $0 + $1.compressedByteCount }))
    }
  }

  init(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var group = RowGroupMetadata(rowCount: 0, columns: [])
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 1:
        try reader.list(type) { (reader, _) throws(ParquetError) in
          group.columns.append(try ColumnChunkMetadata(from: &reader))
        }
      case 3: group.rowCount = try reader.natural(type)
      default: try reader.skip(type)
      }
    }
    self = group
  }
}
