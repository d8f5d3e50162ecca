/// The position and encoding of one column of a row group.
public struct ColumnChunkMetadata: Sendable, Equatable {
  public var physicalType: PhysicalType
  public var encodings: [Encoding]
  public var name: String
  public var codec: Codec
  /// Rows of the chunk, nulls included.
  public var valueCount: Int
  /// Bytes of all pages with their headers, before and after compression.
  public var uncompressedByteCount: Int
  public var compressedByteCount: Int
  public var dataPageOffset: Int
  public var dictionaryPageOffset: Int?
  public var statistics: ColumnStatistics
}

extension ColumnChunkMetadata {
  /// The offset of the chunk's first page; the dictionary comes before the data.
  public var offset: Int {
    min(dataPageOffset, dictionaryPageOffset ?? dataPageOffset)
  }

  func write(to writer: inout ThriftCompactWriter, shiftedBy shift: Int) {
    writer.structure { chunk in
      chunk.field(2, int64: 0)
      chunk.field(3) { metadata in
        metadata.field(1, int32: physicalType.rawValue)
        metadata.field(2, listOf: .int32, count: encodings.count)
        for encoding in encodings { metadata.element(int32: encoding.rawValue) }
        metadata.field(3, listOf: .binary, count: 1)
        metadata.element(string: name)
        metadata.field(4, int32: codec.rawValue)
        metadata.field(5, int64: Int64(valueCount))
        metadata.field(6, int64: Int64(uncompressedByteCount))
        metadata.field(7, int64: Int64(compressedByteCount))
        metadata.field(9, int64: Int64(dataPageOffset + shift))
        if let dictionaryPageOffset {
          metadata.field(11, int64: Int64(dictionaryPageOffset + shift))
        }
        metadata.field(12) { statistics.write(to: &$0) }
      }
    }
  }

  init(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var found: ColumnChunkMetadata?
    try reader.structure { (reader, field, type) throws(ParquetError) in
      if field == 3, type == .structure {
        found = try Self.metadata(from: &reader)
      } else {
        try reader.skip(type)
      }
    }
    guard let found else { throw ParquetError(.corrupt, "a column chunk has no metadata") }
    self = found
  }

  private static func metadata(
    from reader: inout ThriftCompactReader
  ) throws(ParquetError) -> ColumnChunkMetadata {
    var physicalType: PhysicalType?
    var codec: Codec?
    var dataPageOffset: Int?
    var chunk = ColumnChunkMetadata(
      physicalType: .boolean, encodings: [], name: "", codec: .uncompressed, valueCount: 0,
      uncompressedByteCount: 0, compressedByteCount: 0, dataPageOffset: 0,
      dictionaryPageOffset: nil, statistics: ColumnStatistics())
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 1: physicalType = try reader.code(type, "physical type")
      case 2: chunk.encodings = try reader.codes(type, "encoding")
      case 3:
        try reader.list(type) { (reader, element) throws(ParquetError) in
          chunk.name = try reader.string(element)
        }
      case 4: codec = try reader.code(type, "compression codec")
      case 5: chunk.valueCount = try reader.natural(type)
      case 6: chunk.uncompressedByteCount = try reader.natural(type)
      case 7: chunk.compressedByteCount = try reader.natural(type)
      case 9: dataPageOffset = try reader.natural(type)
      case 11: chunk.dictionaryPageOffset = try reader.natural(type)
      case 12: chunk.statistics = try ColumnStatistics(from: &reader)
      default: try reader.skip(type)
      }
    }
    guard let physicalType, let codec, let dataPageOffset else {
      throw ParquetError(.corrupt, "a column chunk's metadata is incomplete")
    }
    chunk.physicalType = physicalType
    chunk.codec = codec
    chunk.dataPageOffset = dataPageOffset
    return chunk
  }
}
