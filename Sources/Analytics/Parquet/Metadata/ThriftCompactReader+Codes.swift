extension ThriftCompactReader {
  /// An integer field that is one of an enumeration's codes.
  mutating func code<Code: RawRepresentable<Int32>>(
    _ type: ThriftCompactType, _ what: String
  ) throws(ParquetError) -> Code {
    let value = try integer(type)
    guard let code = Int32(exactly: value).flatMap(Code.init(rawValue:)) else {
      throw ParquetError(.unsupported, "\(what) \(value)")
    }
    return code
  }

  /// A list element that is one of an enumeration's codes.
  mutating func codes<Code: RawRepresentable<Int32>>(
    _ type: ThriftCompactType, _ what: String
  ) throws(ParquetError) -> [Code] {
    var codes: [Code] = []
    try list(type) { (reader, element) throws(ParquetError) in
      codes.append(try reader.code(element, what))
    }
    return codes
  }
}
