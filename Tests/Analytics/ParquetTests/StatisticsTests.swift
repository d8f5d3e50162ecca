import Testing

@testable import Parquet

@Suite("Statistics bound the values of a chunk")
struct StatisticsTests {
  @Test("integers by value, with nulls counted")
  func integers() throws {
    let statistics = try statistics(.int32, [.integer(-5), .null, .integer(300), .null])
    #expect(statistics.nullCount == 2)
    #expect(statistics.minimum == [0xFB, 0xFF, 0xFF, 0xFF])
    #expect(statistics.maximum == [0x2C, 0x01, 0, 0])
  }

  @Test("booleans")
  func booleans() throws {
    #expect(try statistics(.boolean, [.boolean(true)]).minimum == [1])
    let both = try statistics(.boolean, [.boolean(true), .boolean(false)])
    #expect(both.minimum == [0])
    #expect(both.maximum == [1])
  }

  @Test("strings by their bytes, and none for long ones")
  func strings() throws {
    let short = try statistics(.string, [.text("é"), .text("b"), .text("z")])
    #expect(short.minimum == Array("b".utf8))
    #expect(short.maximum == Array("é".utf8))
    let long = try statistics(.string, [.text("b"), .text(String(repeating: "z", count: 65))])
    #expect(long.minimum == [0x62])
    #expect(long.maximum == nil)
  }

  @Test("doubles without NaN, and zero of both signs")
  func doubles() throws {
    let zeros = try statistics(.double, cells(0, .nan, -0.0))
    #expect(zeros.minimum == bytes(-0.0))
    #expect(zeros.maximum == bytes(0))
    let infinite = try statistics(.double, cells(.infinity, .infinity))
    #expect(infinite.minimum == bytes(.infinity))
    #expect(infinite.maximum == bytes(.infinity))
    let undefined = try statistics(.double, cells(.nan, .nan))
    #expect(undefined.minimum == nil)
    #expect(undefined.maximum == nil)
  }

  @Test("none where all is null", arguments: ColumnKind.allCases)
  func nulls(kind: ColumnKind) throws {
    let statistics = try statistics(kind, [.null, .null])
    #expect(statistics == ColumnStatistics(nullCount: 2))
  }

  private func cells(_ values: Double...) -> [Cell] {
    values.map { .double($0.bitPattern) }
  }

  private func bytes(_ value: Double) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }

  /// The statistics as a reader finds them in the footer.
  private func statistics(_ kind: ColumnKind, _ cells: [Cell]) throws -> ColumnStatistics {
    let bytes = try TestTable(kind, isNullable: true, cells).file()
    let file = try bytes.withUnsafeBytes { try ParquetFile($0) }
    return file.footer.rowGroups[0].columns[0].statistics
  }
}
