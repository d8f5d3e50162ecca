/// Encodes and compresses row groups; each thread reuses one encoder.
public struct RowGroupEncoder: ~Copyable {
  var compressor: ZstdCompressor
  var dictionary = DictionaryBuilder()
  /// A page before compression.
  var page = ByteBuffer()
  /// A part of the values in one of the layouts that are tried.
  var trial = ByteBuffer()
  /// A page after compression.
  var packed = ByteBuffer()
  var dictionaryPacked = ByteBuffer()
  private var levels = ScratchBuffer<UInt16>()
  private var header = ThriftCompactWriter()
  private var output = ByteBuffer()

  /// The compression level of zstd, 1 to 19.
  public init(level: Int = levelDefault) {
    compressor = ZstdCompressor(level: level)
  }

  public static var levelDefault: Int { ZstdCompressor.levelDefault }

  /// The rows in encoded form; `rows` does not change.
  public mutating func encode(
    _ rows: borrowing RowGroupBuilder
  ) throws(ParquetError) -> EncodedRowGroup {
    output.removeAll()
    let rowCount = rows.rowCount
    var chunks: [ColumnChunkMetadata] = []
    if rowCount > 0 {
      chunks.reserveCapacity(rows.schema.columns.count)
      for (index, column) in rows.schema.columns.enumerated() {
        chunks.append(
          try encode(rows.columns[index], of: column, strings: rows.strings[index]))
      }
    }
    return EncodedRowGroup(
      metadata: RowGroupMetadata(rowCount: rowCount, columns: chunks),
      bytes: Array(output.bytes))
  }

  /// Writes a chunk's pages, with the values in the smallest layout.
  mutating func encode(
    _ values: some ChunkValues, of column: ColumnSchema, in storage: ColumnStorage,
    statistics: ColumnStatistics
  ) throws(ParquetError) -> ColumnChunkMetadata {
    let dictionaryCost = try compressEntries(of: values)
    let choice = try choose(values, dictionaryCost: dictionaryCost)
    var chunk = ColumnChunkMetadata(
      physicalType: column.kind.physicalType, encodings: [choice.layout.encoding],
      name: column.name, codec: .zstd, valueCount: storage.rowCount, uncompressedByteCount: 0,
      compressedByteCount: 0, dataPageOffset: 0, dictionaryPageOffset: nil,
      statistics: statistics)

    if column.isNullable && choice.layout.encoding != .runLength {
      chunk.encodings.append(.runLength)
    }
    if choice.layout.needsDictionary, let dictionary = values.dictionary {
      chunk.encodings.append(.plain)
      chunk.dictionaryPageOffset = output.count
      let byteCount = page.count
      try append(
        PageHeader(
          type: .dictionary, uncompressedByteCount: byteCount,
          compressedByteCount: dictionaryPacked.count, valueCount: dictionary.entryCount,
          encoding: .plain),
        body: dictionaryPacked.bytes, to: &chunk)
    }

    page.removeAll()
    appendLevels(of: storage)
    values.append(0..<values.count, as: choice.layout, to: &page)
    packed.removeAll()
    try compressor.compress(page.bytes, choice.profile, into: &packed)
    chunk.dataPageOffset = output.count
    try append(
      PageHeader(
        type: .data, uncompressedByteCount: page.count, compressedByteCount: packed.count,
        valueCount: storage.rowCount, encoding: choice.layout.encoding),
      body: packed.bytes, to: &chunk)
    return chunk
  }

  /// Which rows have a value, for a column where some may not.
  private mutating func appendLevels(of storage: ColumnStorage) {
    guard let definitions = storage.definitions else { return }
    let levels = levels.reserve(storage.rowCount)
    for row in 0..<storage.rowCount { levels[row] = UInt16(definitions[row]) }
    let start = page.count
    page.append(littleEndian: UInt32(0))
    RunLengthHybrid.appendRuns(levels, count: storage.rowCount, width: 1, to: &page)
    page.setLength(at: start)
  }

  private mutating func append(
    _ pageHeader: PageHeader, body: UnsafeRawBufferPointer, to chunk: inout ColumnChunkMetadata
  ) throws(ParquetError) {
    guard max(pageHeader.uncompressedByteCount, body.count) <= Int(Int32.max) else {
      throw ParquetError(
        .tooLarge,
        "a page of column “\(chunk.name)” has \(pageHeader.uncompressedByteCount) bytes")
    }
    header.buffer.removeAll()
    pageHeader.write(to: &header)
    output.append(header.buffer.bytes)
    output.append(body)
    chunk.uncompressedByteCount += header.buffer.count + pageHeader.uncompressedByteCount
    chunk.compressedByteCount += header.buffer.count + body.count
  }
}
