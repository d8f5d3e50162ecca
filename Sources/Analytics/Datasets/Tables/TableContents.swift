public import Parquet

/// All values of a Parquet file in memory, to be written again: what writing alone costs.
public struct TableContents: Sendable {
  /// A column of a row group.
  private struct Column: Sendable {
    enum Values: Sendable {
      case boolean([UInt8])
      case int32([Int32])
      case int64([Int64])
      case double([Double])
      /// The distinct texts of the group, and the place of each row's text among them.
      case texts([String], [UInt32])
    }

    let values: Values
    /// A byte for each row, 1 where there is a value; nil if all rows have one.
    let definitions: [UInt8]?
  }

  private struct Group: Sendable {
    let rows: Int
    let columns: [Column]
  }

  public let schema: TableSchema
  private let groups: [Group]

  public var rowCount: Int { groups.reduce(0) { $0 + $1.rows } }

  /// Decodes a file whose complete contents are `bytes`.
  public init(_ bytes: UnsafeRawBufferPointer) throws(ParquetError) {
    let file = try ParquetFile(bytes)
    schema = file.schema
    var reader = ParquetColumnReader()
    var vector = ColumnVector()
    var groups: [Group] = []
    for group in 0..<file.rowGroupCount {
      var (rows, columns) = (0, [Column]())
      for column in file.schema.columns.indices {
        try reader.read(column: column, rowGroup: group, of: file, in: bytes, into: &vector)
        rows = vector.rowCount
        columns.append(Self.column(vector))
      }
      groups.append(Group(rows: rows, columns: columns))
    }
    self.groups = groups
  }

  private static func column(_ vector: borrowing ColumnVector) -> Column {
    let values: Column.Values =
      switch vector.kind.storage {
      case .boolean: .boolean(Array(vector.booleanValues))
      case .int32: .int32(Array(vector.int32Values))
      case .int64: .int64(Array(vector.int64Values))
      case .double: .double(Array(vector.doubleValues))
      case .handle:
        .texts(
          (0..<vector.strings.count).map { vector.strings[UInt32($0)] }, Array(vector.handles))
      }
    return Column(values: values, definitions: vector.definitions.map(Array.init))
  }

  /// Writes the rows to a file, as a run writes them: value by value into row groups, which are
  /// encoded and compressed. Returns the bytes of the file.
  public func write(to path: String, rowsPerGroup: Int) throws -> Int {
    let sink = try FileSink(path: path, isHashed: false)
    let written = ByteCount()
    var writer = try ParquetFileWriter(schema: schema, createdBy: "shakeout") {
      (bytes) throws(FileError) in
      try sink.write(bytes)
      written.bytes += bytes.count
    }
    var builder = RowGroupBuilder(
      schema: schema, rowCapacity: max(rowsPerGroup, groups.map(\.rows).max() ?? 1))
    var encoder = RowGroupEncoder()
    for group in groups {
      for (place, column) in group.columns.enumerated() {
        Self.append(column, rows: group.rows, to: place, of: &builder)
      }
      try writer.append(try encoder.encode(builder))
      builder.removeAll()
    }
    try writer.finish()
    try sink.end()
    return written.bytes
  }

  private final class ByteCount {
    var bytes = 0
  }

  private static func append(
    _ column: Column, rows: Int, to place: Int, of builder: inout RowGroupBuilder
  ) {
    switch column.values {
    case .boolean(let values):
      fill(place, of: &builder, column, rows: rows) { $0.append(values[$1] == 1, to: place) }
    case .int32(let values):
      fill(place, of: &builder, column, rows: rows) { $0.append(values[$1], to: place) }
    case .int64(let values):
      fill(place, of: &builder, column, rows: rows) { $0.append(values[$1], to: place) }
    case .double(let values):
      fill(place, of: &builder, column, rows: rows) { $0.append(values[$1], to: place) }
    case .texts(let texts, let places):
      let handles = texts.map { builder.handle(of: $0, in: place) }
      fill(place, of: &builder, column, rows: rows) {
        $0.append(handle: handles[Int(places[$1])], to: place)
      }
    }
  }

  /// Appends a null, or the next value, for each row.
  @inline(__always) private static func fill(
    _ place: Int, of builder: inout RowGroupBuilder, _ column: Column, rows: Int,
    append: (inout RowGroupBuilder, Int) -> Void
  ) {
    guard let definitions = column.definitions else {
      for row in 0..<rows { append(&builder, row) }
      return
    }
    var next = 0
    for row in 0..<rows {
      if definitions[row] == 1 {
        append(&builder, next)
        next += 1
      } else {
        builder.appendNull(to: place)
      }
    }
  }
}
