import TestKit
import Testing

@testable import Parquet

@Suite("A damaged file gives an error, never a crash")
struct DamageTests {
  /// Small enough to be damaged at every byte, with every encoding and level in it.
  private static func file() throws -> (table: TestTable, bytes: [UInt8]) {
    var random = SplitMix64(seed: 11)
    let rows = 40
    let schema = TableSchema(
      name: "t",
      columns: [
        ColumnSchema("a", .int32, isNullable: true), ColumnSchema("b", .int64),
        ColumnSchema("c", .double), ColumnSchema("d", .boolean),
        ColumnSchema("e", .string, isNullable: true), ColumnSchema("f", .date),
      ])
    let columns: [[Cell]] = [
      (0..<rows).map { _ in random.oneIn(3) ? .null : .integer(Int64(random.below(3))) },
      (0..<rows).map { .integer(Int64($0) << 33) },
      (0..<rows).map { _ in .double(random.fraction().bitPattern) },
      (0..<rows).map { .boolean($0 > 20) },
      (0..<rows).map { $0 % 5 == 0 ? .null : .text($0 % 2 == 0 ? "one" : "two") },
      (0..<rows).map { _ in .integer(Int64(Int32(truncatingIfNeeded: random.next()))) },
    ]
    let table = TestTable(schema: schema, columns: columns)
    return (table, try table.file(groupRows: 25))
  }

  @Test("truncated at any byte")
  func truncation() throws {
    let (_, bytes) = try Self.file()
    for length in 0..<bytes.count {
      #expect(throws: ParquetError.self) { try TestTable(file: Array(bytes.prefix(length))) }
    }
  }

  @Test("truncated at any byte, but with its end in place")
  func missingMiddle() throws {
    let (table, bytes) = try Self.file()
    for length in 4..<bytes.count - 8 {
      let damaged = Array(bytes.prefix(length) + bytes.suffix(8))
      if let read = try? TestTable(file: damaged) { #expect(read == table) }
    }
  }

  @Test("any bit flipped", arguments: 0..<8)
  func flippedBits(bit: Int) throws {
    let (table, bytes) = try Self.file()
    let pages = try pageBodies(bytes)
    for offset in bytes.indices {
      var damaged = bytes
      damaged[offset] ^= 1 << bit
      let read = try? TestTable(file: damaged)
      // Page bodies carry a checksum; elsewhere a name or a bound may change and be believed.
      if pages.contains(where: { $0.contains(offset) }), let read { #expect(read == table) }
    }
  }

  @Test("bytes replaced at random")
  func scrambled() throws {
    let (_, bytes) = try Self.file()
    var random = SplitMix64(seed: 99)
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0...random.below(4) {
        damaged[random.below(damaged.count)] = UInt8(random.below(256))
      }
      _ = try? TestTable(file: damaged)
    }
  }

  @Test("pages that are whole but contradict their header")
  func contradictingPages() throws {
    let schema = ColumnSchema("v", .int32, isNullable: true)
    var random = SplitMix64(seed: 5)
    for _ in 0..<3000 {
      // Uncompressed pages reach the decoders as they are; all rows have a value here.
      let rows = 1 + random.below(50)
      let levels = [2, 0, 0, 0, UInt8(rows * 2), 1]
      let noiseCount = random.below(random.oneIn(4) ? 1500 : 40)
      let noise = (0..<noiseCount).map { _ in UInt8(random.below(random.oneIn(2) ? 8 : 256)) }
      let encodings: [Encoding] = [.plain, .deltaBinaryPacked, .runLengthDictionary, .runLength]
      let encoding = encodings[random.below(4)]
      let start: [UInt8] = encoding == .deltaBinaryPacked ? [0x80, 1, 4, UInt8(rows)] : []
      let bytes = uncompressedFile(
        schema, rows: rows, encoding: encoding, body: levels + start + noise)
      _ = try? TestTable(file: bytes)
    }
  }

  @Test("foreign files are distinguished from damaged ones")
  func foreign() throws {
    let error = #expect(throws: ParquetError.self) {
      try TestTable(file: Array("not a parquet file at all".utf8))
    }
    #expect(error?.code == .notParquet)
    #expect(error?.description.hasPrefix("Not a Parquet file: ") == true)
  }

  private func pageBodies(_ bytes: [UInt8]) throws -> [Range<Int>] {
    try bytes.withUnsafeBytes { bytes in
      var bodies: [Range<Int>] = []
      for chunk in try ParquetFile(bytes).footer.rowGroups.flatMap(\.columns) {
        var offset = chunk.offset
        while offset < chunk.offset + chunk.compressedByteCount {
          var reader = ThriftCompactReader(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
          let header = try PageHeader(from: &reader)
          offset += reader.cursor.offset
          bodies.append(offset..<offset + header.compressedByteCount)
          offset += header.compressedByteCount
        }
      }
      return bodies
    }
  }

  private func uncompressedFile(
    _ column: ColumnSchema, rows: Int, encoding: Encoding, body: [UInt8]
  ) -> [UInt8] {
    var header = ThriftCompactWriter()
    PageHeader(
      type: .data, uncompressedByteCount: body.count, compressedByteCount: body.count,
      valueCount: rows, encoding: encoding
    ).write(to: &header)
    let page = Array(header.buffer.bytes) + body
    let chunk = ColumnChunkMetadata(
      physicalType: column.kind.physicalType, encodings: [encoding], name: column.name,
      codec: .uncompressed, valueCount: rows, uncompressedByteCount: page.count,
      compressedByteCount: page.count, dataPageOffset: 0, dictionaryPageOffset: nil,
      statistics: ColumnStatistics())
    let group = EncodedRowGroup(
      metadata: RowGroupMetadata(rowCount: rows, columns: [chunk]), bytes: page)
    return TestTable.file(of: [group], TableSchema(name: "t", columns: [column]))
  }
}
