import Testing

@testable import Parquet

@Suite("The file's structure is what the format asks for")
struct StructureTests {
  @Test("a page header in compact Thrift, byte by byte")
  func pageHeaderBytes() {
    var writer = ThriftCompactWriter()
    PageHeader(
      type: .data, uncompressedByteCount: 100, compressedByteCount: 64, valueCount: 7,
      encoding: .runLengthDictionary
    ).write(to: &writer)
    let bytes = Array(writer.buffer.bytes)
    #expect(
      bytes == [
        0x15, 0x00,  // 1: i32 data page
        0x15, 0xC8, 0x01,  // 2: i32 100
        0x15, 0x80, 0x01,  // 3: i32 64
        0x2C,  // 5: struct
        0x15, 0x0E, 0x15, 0x10, 0x15, 0x06, 0x15, 0x06, 0x00,
        0x00,
      ])
  }

  @Test("a column of the schema in compact Thrift, byte by byte")
  func schemaElementBytes() {
    var writer = ThriftCompactWriter()
    SchemaElement(ColumnSchema("at", .timestampMilliseconds, isNullable: true)).write(to: &writer)
    let bytes = Array(writer.buffer.bytes)
    #expect(
      bytes == [
        0x15, 0x04,  // 1: i32 INT64
        0x25, 0x02,  // 3: i32 OPTIONAL
        0x18, 0x02, 0x61, 0x74,  // 4: "at"
        0x25, 0x12,  // 6: i32 TIMESTAMP_MILLIS
        0x4C,  // 10: struct LogicalType
        0x8C,  // 8: struct TIMESTAMP
        0x11,  // 1: true
        0x1C, 0x1C, 0x00, 0x00,  // 2: struct unit, 1: struct MILLIS
        0x00, 0x00, 0x00,
      ])
  }

  @Test("pages follow one another from the first byte after the magic to the footer")
  func contiguousPages() throws {
    let table = TestTable.random(rows: 700, seed: 9)
    let bytes = try table.file(groupRows: 300)
    #expect(bytes.prefix(4) == Array("PAR1".utf8)[...])
    #expect(bytes.suffix(4) == Array("PAR1".utf8)[...])
    let file = try bytes.withUnsafeBytes { try ParquetFile($0) }
    var offset = 4
    for group in file.footer.rowGroups {
      for chunk in group.columns {
        #expect(chunk.offset == offset)
        var expected = [chunk.dataPageOffset: PageType.data]
        if let dictionary = chunk.dictionaryPageOffset { expected[dictionary] = .dictionary }
        #expect(try pages(of: chunk, in: bytes) == expected)
        offset += chunk.compressedByteCount
      }
    }
    let footerLength = bytes.suffix(8).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(offset + footerLength + 8 == bytes.count)
  }

  /// The pages of a chunk by offset; their sizes must add up to the chunk's own.
  private func pages(
    of chunk: ColumnChunkMetadata, in bytes: [UInt8]
  ) throws -> [Int: PageType] {
    var pages: [Int: PageType] = [:]
    var uncompressed = 0
    let end = chunk.offset + chunk.compressedByteCount
    try bytes.withUnsafeBytes { bytes in
      var offset = chunk.offset
      while offset < end {
        var reader = ThriftCompactReader(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
        let header = try PageHeader(from: &reader)
        pages[offset] = header.type
        uncompressed += reader.cursor.offset + header.uncompressedByteCount
        offset += reader.cursor.offset + header.compressedByteCount
      }
      #expect(offset == end)
    }
    #expect(uncompressed == chunk.uncompressedByteCount)
    return pages
  }

  @Test("the footer keeps schema, row counts, notes and creator")
  func footer() throws {
    let table = TestTable.random(rows: 700, seed: 9)
    let bytes = try table.file(groupRows: 300)
    let footer = try bytes.withUnsafeBytes { try ParquetFile($0) }.footer
    #expect(footer.schema == table.schema)
    #expect(footer.rowCount == 700)
    #expect(footer.rowGroups.map(\.rowCount) == [300, 300, 100])
    #expect(footer.notes.map(\.key) == ["key"])
    #expect(footer.notes.map(\.value) == ["value"])
    #expect(footer.createdBy == "shakeout version 0.0.0")
  }

  @Test("the same values give the same bytes, whatever an encoder has seen before")
  func encoderReuse() throws {
    let tables = (0..<3).map { TestTable.random(rows: 100 * $0 + 50, seed: UInt64($0)) }
    let alone = try tables.map { try $0.groups()[0] }
    var encoder = RowGroupEncoder()
    for (index, table) in tables.enumerated().reversed() {
      var builder = RowGroupBuilder(schema: table.schema, rowCapacity: 1000)
      table.fill(&builder, 0..<table.rowCount)
      #expect(try encoder.encode(builder) == alone[index])
      #expect(try encoder.encode(builder) == alone[index])
    }
  }

  @Test("handles may be given out in any order")
  func handleOrder() throws {
    let schema = TableSchema(name: "words", columns: [ColumnSchema("word", .string)])
    let words = ["b", "a", "c", "a"]
    let groups = try [[], ["c", "b", "x"]].map { (first: [String]) in
      var builder = RowGroupBuilder(schema: schema, rowCapacity: 10)
      var encoder = RowGroupEncoder()
      for word in first { _ = builder.handle(of: word, in: 0) }
      for word in words { builder.append(word, to: 0) }
      return try encoder.encode(builder)
    }
    #expect(groups[0] == groups[1])
  }

  @Test("a sink's error ends the writing and is passed on")
  func sinkError() throws {
    struct Full: Error, Equatable {}
    let groups = try TestTable(.int32, (0..<5).map { .integer($0) }).groups()
    var accepted = 0
    var writer = try ParquetFileWriter<Full>(
      schema: TableSchema(name: "test", columns: [ColumnSchema("value", .int32)]),
      createdBy: "shakeout"
    ) { (bytes) throws(Full) in
      accepted += bytes.count
      if accepted > 4 { throw Full() }
    }
    #expect(throws: Full()) { try writer.append(groups[0]) }
  }

  @Test("a value outside its column's range is an error that names the column")
  func outOfRange() {
    let table = TestTable(.int16, [.integer(3), .integer(32_768)])
    let error = #expect(throws: ParquetError.self) { try table.file() }
    #expect(error?.code == .valueOutOfRange)
    #expect(error?.description.contains("“value” of int16") == true)
  }
}
