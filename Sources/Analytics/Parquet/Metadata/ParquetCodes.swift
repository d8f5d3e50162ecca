/// The physical type of values in a file.
public enum PhysicalType: Int32, Sendable {
  case boolean = 0
  case int32 = 1
  case int64 = 2
  case int96 = 3
  case float = 4
  case double = 5
  case byteArray = 6
  case fixedLengthByteArray = 7
}

/// How a page's values are written.
public enum Encoding: Int32, Sendable {
  case plain = 0
  case plainDictionary = 2
  case runLength = 3
  case bitPacked = 4
  case deltaBinaryPacked = 5
  case deltaLengthByteArray = 6
  case deltaByteArray = 7
  case runLengthDictionary = 8
  case byteStreamSplit = 9
}

/// The compression of pages; only these two codecs are supported.
public enum Codec: Int32, Sendable {
  case uncompressed = 0
  case zstd = 6
}

enum PageType: Int32 {
  case data = 0
  case index = 1
  case dictionary = 2
  case dataVersion2 = 3
}

/// The names of logical types before 2017, which are also written for old readers.
enum ConvertedType: Int32 {
  case utf8 = 0
  case date = 6
  case timestampMilliseconds = 9
  case int16 = 16
  case int32 = 17
  case int64 = 18
}

extension ColumnKind {
  public var physicalType: PhysicalType {
    switch storage {
    case .boolean: .boolean
    case .int32: .int32
    case .int64: .int64
    case .double: .double
    case .handle: .byteArray
    }
  }
}

/// The four bytes at the start and the end of a Parquet file.
enum ParquetMagic {
  static var bytes: StaticString { "PAR1" }
  static var count: Int { 4 }

  static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.elementsEqual([0x50, 0x41, 0x52, 0x31])
  }
}
