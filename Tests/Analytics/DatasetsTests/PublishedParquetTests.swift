import Parquet
import Foundation
import TestKit
import Testing

@testable import Datasets

@Suite("A Parquet file goes into an output folder")
struct PublishedParquetTests {
  private let folder: TemporaryFolder
  private let schema = TableSchema(
    name: "days", columns: [ColumnSchema("person", .int32), ColumnSchema("steps", .int32)])

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Writes `groupCount` row groups of 1000 rows to `sink`.
  private func write(_ groupCount: Int32, to sink: FileSink) throws -> WrittenFileInfo {
    var builder = RowGroupBuilder(schema: schema, rowCapacity: 1000)
    var encoder = RowGroupEncoder()
    var writer = try ParquetFileWriter<FileError>(
      schema: schema, createdBy: "shakeout version 0.0.0"
    ) { (bytes) throws(FileError) in try sink.write(bytes) }
    for group in 0..<groupCount {
      builder.removeAll()
      for row: Int32 in 0..<1000 {
        builder.append(group, to: 0)
        builder.append(steps(group, row), to: 1)
      }
      try writer.append(try encoder.encode(builder))
    }
    try writer.finish()
    return try sink.finish()
  }

  /// Numbers in which no compression finds a pattern.
  private func steps(_ group: Int32, _ row: Int32) -> Int32 {
    let mixed = UInt64(group * 1000 + row + 1) &* 0x9E37_79B9_7F4A_7C15
    return Int32(((mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9) >> 48)
  }

  @Test("and is read from there")
  func publishing() throws {
    let output = try OutputDirectory(at: "\(folder.path)/run")
    let receipt = try write(3, to: try output.sink("datasets/days.parquet"))
    _ = try output.sink("manifest.json").finish()
    try output.publish()
    let bytes = try folder.bytes("run/datasets/days.parquet")
    #expect(bytes.count == receipt.byteCount)
    try bytes.withUnsafeBytes { bytes in
      let file = try ParquetFile(bytes)
      #expect(file.rowCount == 3000)
      var reader = ParquetColumnReader()
      var vector = ColumnVector()
      try reader.read(column: 1, rowGroup: 2, of: file, in: bytes, into: &vector)
      let read = Array(vector.int32Values)
      #expect(read == (0..<1000).map { steps(2, $0) })
    }
  }

  @Test("unless the disk is full", .enabled(if: SmallDisk.isPossible))
  func fullDisk() throws {
    let disk = try SmallDisk()
    try Data(count: 200_000).write(to: URL(filePath: "\(disk.path)/ballast"))
    let error = #expect(throws: FileError.self) {
      let output = try OutputDirectory(at: "\(disk.path)/run")
      _ = try write(100, to: try output.sink("days.parquet"))
      try output.publish()
    }
    #expect(error?.code == .noSpace)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["ballast"])
  }
}
