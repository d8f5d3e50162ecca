/// Decodes column chunks; each thread reuses one reader.
///
/// Arbitrary bytes give either values or an error: sizes, offsets, levels and indices are checked
/// before they are used.
public struct ParquetColumnReader: ~Copyable {
  private var decompressor = ZstdDecompressor()
  private var page = ByteBuffer()
  private var levels = ScratchBuffer<UInt32>()
  var indices = ScratchBuffer<UInt32>()
  /// The entries of a dictionary of numbers, as bits.
  var entries: [Int64] = []
  var entryCount = 0

  public init() {}

  /// Replaces the contents of `vector` by the values of one column in one row group of `file`,
  /// whose complete contents are `bytes`.
  public mutating func read(
    column: Int, rowGroup: Int, of file: ParquetFile, in bytes: UnsafeRawBufferPointer,
    into vector: inout ColumnVector
  ) throws(ParquetError) {
    let schema = file.schema.columns[column]
    let chunk = file.footer.rowGroups[rowGroup].columns[column]
    guard chunk.valueCount <= RowGroupBuilder.rowCapacityMax else {
      throw ParquetError(.unsupported, "a row group has \(chunk.valueCount) rows")
    }
    guard chunk.offset <= bytes.count, chunk.compressedByteCount <= bytes.count - chunk.offset
    else {
      throw ParquetError(.truncated, "column “\(schema.name)” extends beyond the end")
    }
    let end = chunk.offset + chunk.compressedByteCount
    var rest = UnsafeRawBufferPointer(rebasing: bytes[chunk.offset..<end])

    vector.begin(schema, rowCapacity: chunk.valueCount)
    entryCount = 0
    while vector.rowCount < chunk.valueCount {
      let header = try readPage(from: &rest, codec: chunk.codec)
      switch header.type {
      case .dictionary: try readEntries(header, of: schema.kind.storage, into: &vector)
      case .data:
        guard header.valueCount <= chunk.valueCount - vector.rowCount else {
          throw ParquetError(.corrupt, "column “\(schema.name)” has too many values")
        }
        try readValues(header, of: schema, into: &vector)
      case .index: break
      case .dataVersion2: throw ParquetError(.unsupported, "data pages of version 2")
      }
    }
  }

  /// Reads the next page of `rest` into `page`.
  private mutating func readPage(
    from rest: inout UnsafeRawBufferPointer, codec: Codec
  ) throws(ParquetError) -> PageHeader {
    var thrift = ThriftCompactReader(rest)
    let header = try PageHeader(from: &thrift)
    var cursor = thrift.cursor
    let body = try cursor.take(header.compressedByteCount)
    rest = UnsafeRawBufferPointer(rebasing: rest[cursor.offset...])
    switch codec {
    case .zstd:
      try decompressor.decompress(body, count: header.uncompressedByteCount, into: &page)
    case .uncompressed:
      page.removeAll()
      page.append(body)
    }
    return header
  }

  /// Decodes a data page: levels, if the column may have nulls, then values.
  private mutating func readValues(
    _ header: PageHeader, of column: ColumnSchema, into vector: inout ColumnVector
  ) throws(ParquetError) {
    var cursor = ByteCursor(page.bytes)
    var count = header.valueCount
    if column.isNullable {
      let length = try cursor.littleEndian(UInt32.self)
      var part = ByteCursor(try cursor.take(Int(length)))
      let levels = levels.reserve(count)
      try RunLengthHybrid.read(from: &part, count: count, width: 1, into: levels)
      count = try vector.append(levels: levels, count: count)
    }
    switch column.kind.storage {
    case .boolean: try readBooleans(header.encoding, from: &cursor, count, into: vector)
    case .int32: try readIntegers(header.encoding, Int32.self, from: &cursor, count, into: vector)
    case .int64: try readIntegers(header.encoding, Int64.self, from: &cursor, count, into: vector)
    case .double: try readDoubles(header.encoding, from: &cursor, count, into: vector)
    case .handle: try readText(header.encoding, from: &cursor, count, into: &vector)
    }
    vector.claim(rows: header.valueCount, values: count)
  }

  private mutating func readEntries(
    _ header: PageHeader, of storage: ColumnKind.Storage, into vector: inout ColumnVector
  ) throws(ParquetError) {
    guard header.encoding == .plain || header.encoding == .plainDictionary,
      vector.valueCount == 0, header.valueCount <= page.count
    else {
      throw ParquetError(.corrupt, "a dictionary is out of place or larger than its page")
    }
    var cursor = ByteCursor(page.bytes)
    entries.removeAll(keepingCapacity: true)
    vector.strings.removeAll()
    for _ in 0..<header.valueCount {
      switch storage {
      case .boolean: throw ParquetError(.unsupported, "a dictionary of booleans")
      case .int32: entries.append(Int64(try cursor.littleEndian(Int32.self)))
      case .int64, .double: entries.append(try cursor.littleEndian(Int64.self))
      case .handle: try vector.strings.append(utf8: Self.text(from: &cursor))
      }
    }
    entryCount = header.valueCount
  }

  static func text(from cursor: inout ByteCursor) throws(ParquetError) -> UnsafeRawBufferPointer {
    try cursor.take(Int(try cursor.littleEndian(UInt32.self)))
  }
}
