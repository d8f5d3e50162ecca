import Parquet
import TestKit
import Testing

@testable import Datasets

@Suite("A table that is written again")
struct TableContentsTests {
  private let folder: TemporaryFolder
  private let schema = TableSchema(
    name: "all",
    columns: [
      ColumnSchema("flag", .boolean), ColumnSchema("small", .int16),
      ColumnSchema("wide", .int64, isNullable: true), ColumnSchema("share", .double),
      ColumnSchema("text", .string, isNullable: true),
    ])

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(groups: Int, rows: Int) throws -> [UInt8] {
    var builder = RowGroupBuilder(schema: schema, rowCapacity: rows)
    var encoder = RowGroupEncoder()
    var bytes: [UInt8] = []
    var writer = try ParquetFileWriter<FileError>(schema: schema, createdBy: "shakeout") {
      (more) throws(FileError) in bytes += more
    }
    for group in 0..<groups {
      builder.removeAll()
      for row in 0..<rows {
        builder.append(row.isMultiple(of: 3), to: 0)
        builder.append(Int32(row % 100 - 50), to: 1)
        if row.isMultiple(of: 5) {
          builder.appendNull(to: 2)
        } else {
          builder.append(Int64(row) << 33 + Int64(group), to: 2)
        }
        builder.append(Double(row) / 7, to: 3)
        if row % 4 == 1 {
          builder.appendNull(to: 4)
        } else {
          builder.append("text \(row % 11) of \(group)", to: 4)
        }
      }
      try writer.append(try encoder.encode(builder))
    }
    try writer.finish()
    return bytes
  }

  /// Everything in the columns of a file.
  private func contents(_ bytes: [UInt8]) throws -> [String] {
    try bytes.withUnsafeBytes { bytes in
      let file = try ParquetFile(bytes)
      var reader = ParquetColumnReader()
      var vector = ColumnVector()
      var columns: [String] = []
      for group in 0..<file.rowGroupCount {
        for (place, column) in file.schema.columns.enumerated() {
          try reader.read(column: place, rowGroup: group, of: file, in: bytes, into: &vector)
          let levels = vector.definitions.map(Array.init) ?? []
          switch column.kind {
          case .boolean: columns.append("\(levels) \(Array(vector.booleanValues))")
          case .int16: columns.append("\(levels) \(Array(vector.int32Values))")
          case .int64: columns.append("\(levels) \(Array(vector.int64Values))")
          case .double: columns.append("\(levels) \(Array(vector.doubleValues))")
          default:
            var texts: [String] = []
            for handle in vector.handles { texts.append(vector.strings[handle]) }
            columns.append("\(levels) \(texts)")
          }
        }
      }
      return columns
    }
  }

  @Test("has the same values, nulls and texts, in as many bytes as it returns")
  func again() throws {
    let bytes = try file(groups: 3, rows: 700)
    let table = try bytes.withUnsafeBytes { try TableContents($0) }
    #expect(table.rowCount == 2_100)
    let size = try table.write(to: "\(folder.path)/again.parquet", rowsPerGroup: 1_000)
    let written = [UInt8](try folder.bytes("again.parquet"))
    #expect(written.count == size)
    #expect(try contents(written) == contents(bytes))
  }

  @Test("cannot be read from other bytes")
  func otherBytes() throws {
    let bytes = try file(groups: 1, rows: 10)
    #expect(throws: ParquetError.self) {
      try bytes.dropLast(9).withUnsafeBytes { _ = try TableContents($0) }
    }
  }
}
