/// The header of a page.
struct PageHeader {
  var type: PageType
  var uncompressedByteCount: Int
  var compressedByteCount: Int
  /// Values of a data page with its nulls, or entries of a dictionary.
  var valueCount: Int
  var encoding: Encoding
}

extension PageHeader {
  func write(to writer: inout ThriftCompactWriter) {
    writer.structure { header in
      header.field(1, int32: type.rawValue)
      header.field(2, int32: Int32(uncompressedByteCount))
      header.field(3, int32: Int32(compressedByteCount))
      switch type {
      case .data:
        header.field(5) { page in
          page.field(1, int32: Int32(valueCount))
          page.field(2, int32: encoding.rawValue)
          page.field(3, int32: Encoding.runLength.rawValue)
          page.field(4, int32: Encoding.runLength.rawValue)
        }
      case .dictionary:
        header.field(7) { page in
          page.field(1, int32: Int32(valueCount))
          page.field(2, int32: encoding.rawValue)
        }
      case .index, .dataVersion2: preconditionFailure("such pages are never written")
      }
    }
  }

  init(from reader: inout ThriftCompactReader) throws(ParquetError) {
    var type: PageType?
    var sizes = (uncompressed: -1, compressed: -1)
    var body: (valueCount: Int, encoding: Encoding)?
    try reader.structure { (reader, field, wireType) throws(ParquetError) in
      switch field {
      case 1: type = try reader.code(wireType, "page type")
      case 2: sizes.uncompressed = try reader.natural(wireType)
      case 3: sizes.compressed = try reader.natural(wireType)
      case 5, 7: body = try Self.body(from: &reader)
      default: try reader.skip(wireType)
      }
    }
    guard let type, let body, sizes.uncompressed >= 0, sizes.compressed >= 0 else {
      throw ParquetError(.corrupt, "a page header is incomplete")
    }
    self.init(
      type: type, uncompressedByteCount: sizes.uncompressed,
      compressedByteCount: sizes.compressed, valueCount: body.valueCount,
      encoding: body.encoding)
  }

  /// Data and dictionary headers agree in their first two fields.
  private static func body(
    from reader: inout ThriftCompactReader
  ) throws(ParquetError) -> (valueCount: Int, encoding: Encoding) {
    var valueCount: Int?
    var encoding: Encoding?
    try reader.structure { (reader, field, type) throws(ParquetError) in
      switch field {
      case 1: valueCount = try reader.natural(type)
      case 2: encoding = try reader.code(type, "encoding")
      default: try reader.skip(type)
      }
    }
    guard let valueCount, let encoding else {
      throw ParquetError(.corrupt, "a page header is incomplete")
    }
    return (valueCount, encoding)
  }
}
