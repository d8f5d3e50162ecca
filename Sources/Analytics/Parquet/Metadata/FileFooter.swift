/// The metadata at the end of a file, which locates everything else.
public struct FileFooter: Sendable {
  public var schema: TableSchema
  public var rowCount: Int
  public var rowGroups: [RowGroupMetadata]
  /// Free text by key, in the order written.
  public var notes: [(key: String, value: String)]
  public var createdBy: String
}

extension FileFooter {
  /// Version 2 introduced the delta encoding; readers use it only as a hint.
  static var version: Int32 { 2 }

  init(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var elements: [SchemaElement] = []
    var rowCount = 0
    var rowGroups: [RowGroupMetadata] = []
    var notes: [(key: String, value: String)] = []
    var createdBy = ""
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 2:
        try reader.list(type) { (reader, _) throws(ParquetError) in
          elements.append(try SchemaElement(from: &reader))
        }
      case 3: rowCount = try reader.natural(type)
      case 4:
        try reader.list(type) { (reader, _) throws(ParquetError) in
          rowGroups.append(try RowGroupMetadata(from: &reader))
        }
      case 5: notes = try Self.notes(from: &reader, type)
      case 6: createdBy = try reader.string(type)
      default: try reader.skip(type)
      }
    }
    self.init(
      schema: try Self.schema(of: elements), rowCount: rowCount, rowGroups: rowGroups,
      notes: notes, createdBy: createdBy)
    try validate()
  }

  private static func notes(
    from reader: inout ThriftCompactReader, _ type: ThriftCompactType
  ) throws(ParquetError) -> [(key: String, value: String)] {
    var notes: [(key: String, value: String)] = []
    try reader.list(type) { (reader, _) throws(ParquetError) in
      var note = (key: "", value: "")
      try reader.structure { (reader, field, type) throws(ParquetError) in
        switch field {
        case 1: note.key = try reader.string(type)
        case 2: note.value = try reader.string(type)
        default: try reader.skip(type)
        }
      }
      notes.append(note)
    }
    return notes
  }

  private static func schema(of elements: [SchemaElement]) throws(ParquetError) -> TableSchema {
    guard let root = elements.first, root.physicalType == nil, elements.count > 1,
      root.childCount == elements.count - 1
    else {
      throw ParquetError(.unsupported, "the schema is not a flat list of columns")
    }
    var columns: [ColumnSchema] = []
    for element in elements.dropFirst() {
      columns.append(try element.column())
    }
    guard Set(columns.map(\.name)).count == columns.count else {
      throw ParquetError(.corrupt, "two columns have the same name")
    }
    return TableSchema(name: root.name, columns: columns)
  }

  /// Checks what all later steps rely on.
  private func validate() throws(ParquetError) {
    var rows = 0
    for group in rowGroups {
      guard group.columns.count == schema.columns.count else {
        throw ParquetError(.corrupt, "a row group has \(group.columns.count) columns")
      }
      for (chunk, column) in zip(group.columns, schema.columns) {
        guard chunk.physicalType == column.kind.physicalType,
          chunk.valueCount == group.rowCount
        else {
          throw ParquetError(.corrupt, "column “\(column.name)” contradicts the schema")
        }
      }
      let (sum, overflow) = rows.addingReportingOverflow(group.rowCount)
      guard !overflow else { throw ParquetError(.corrupt, "row counts overflow") }
      rows = sum
    }
    guard rows == rowCount else {
      throw ParquetError(.corrupt, "row groups hold \(rows) rows, the file claims \(rowCount)")
    }
  }
}
