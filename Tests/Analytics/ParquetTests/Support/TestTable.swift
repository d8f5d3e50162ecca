import Testing

@testable import Parquet

/// A table as columns of cells, to be written to bytes and read back.
struct TestTable: Equatable {
  var schema: TableSchema
  var columns: [[Cell]]

  var rowCount: Int { columns[0].count }

  /// A table of one column.
  init(_ kind: ColumnKind, isNullable: Bool = false, _ cells: [Cell]) {
    schema = TableSchema(
      name: "test", columns: [ColumnSchema("value", kind, isNullable: isNullable)])
    columns = [cells]
  }

  init(schema: TableSchema, columns: [[Cell]]) {
    self.schema = schema
    self.columns = columns
  }
}

extension TestTable {
  /// The table as encoded row groups of at most `groupRows` rows.
  func groups(of groupRows: Int = 1000) throws(ParquetError) -> [EncodedRowGroup] {
    var builder = RowGroupBuilder(schema: schema, rowCapacity: groupRows)
    var encoder = RowGroupEncoder()
    var groups: [EncodedRowGroup] = []
    for start in stride(from: 0, to: rowCount, by: groupRows) {
      builder.removeAll()
      fill(&builder, start..<min(start + groupRows, rowCount))
      groups.append(try encoder.encode(builder))
    }
    return groups
  }

  func fill(_ builder: inout RowGroupBuilder, _ rows: Range<Int>) {
    for row in rows {
      for (index, column) in columns.enumerated() {
        builder.append(column[row], to: index)
      }
    }
  }

  /// The table as a Parquet file.
  func file(groupRows: Int = 1000) throws(ParquetError) -> [UInt8] {
    TestTable.file(of: try groups(of: groupRows), schema)
  }

  static func file(of groups: [EncodedRowGroup], _ schema: TableSchema) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = ParquetFileWriter<Never>(
      schema: schema, createdBy: "shakeout version 0.0.0", notes: [("key", "value")]
    ) { bytes.append(contentsOf: $0) }
    for group in groups { writer.append(group) }
    writer.finish()
    return bytes
  }

  /// The table that a Parquet file holds.
  init(file bytes: [UInt8]) throws {
    self = try bytes.withUnsafeBytes { try TestTable(reading: $0) }
  }

  private init(reading bytes: UnsafeRawBufferPointer) throws(ParquetError) {
    let file = try ParquetFile(bytes)
    var reader = ParquetColumnReader()
    var vector = ColumnVector()
    var columns: [[Cell]] = []
    for column in file.schema.columns.indices {
      var cells: [Cell] = []
      for group in 0..<file.rowGroupCount {
        try reader.read(column: column, rowGroup: group, of: file, in: bytes, into: &vector)
        cells += vector.cells
      }
      columns.append(cells)
    }
    self.init(schema: file.schema, columns: columns)
  }
}

extension RowGroupBuilder {
  fileprivate mutating func append(_ cell: Cell, to column: Int) {
    switch (cell, schema.columns[column].kind.storage) {
    case (.null, _): appendNull(to: column)
    case (.boolean(let value), _): append(value, to: column)
    case (.integer(let value), .int32): append(Int32(value), to: column)
    case (.integer(let value), _): append(value, to: column)
    case (.double(let bits), _): append(Double(bitPattern: bits), to: column)
    case (.text(let text), _): append(text, to: column)
    }
  }
}

extension ColumnVector {
  /// All rows of the vector.
  fileprivate var cells: [Cell] {
    let values: [Cell] =
      switch kind.storage {
      case .boolean: booleanValues.map { .boolean($0 == 1) }
      case .int32: int32Values.map { .integer(Int64($0)) }
      case .int64: int64Values.map { .integer($0) }
      case .double: doubleValues.map { .double($0.bitPattern) }
      case .handle: handles.map { .text(strings[$0]) }
      }
    guard let definitions else { return values }
    var rest = values.makeIterator()
    return definitions.map { $0 == 1 ? rest.next()! : .null }
  }
}
