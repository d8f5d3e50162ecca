/// Reads structures in Thrift's compact protocol; arbitrary bytes give an error and no crash.
struct ThriftCompactReader {
  private(set) var cursor: ByteCursor
  private var depth = 0

  /// No Parquet structure is nested deeper than ten levels; the limit protects the stack.
  private static var depthMax: Int { 32 }

  init(_ bytes: UnsafeRawBufferPointer) {
    cursor = ByteCursor(bytes)
  }

  /// Calls `body` with each field's number and type; it reads the value or skips it.
  mutating func structure(
    _ body: (inout ThriftCompactReader, Int16, ThriftCompactType) throws(ParquetError) -> Void
  ) throws(ParquetError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthMax else {
      throw ParquetError(.corrupt, "metadata is nested deeper than \(Self.depthMax) levels")
    }
    var fieldLast: Int16 = 0
    while true {
      let header = try cursor.byte()
      let type = try self.type(header & 0x0F)
      if type == .stop { return }
      if header >> 4 == 0 {
        guard let number = Int16(exactly: try cursor.zigzag()) else {
          throw ParquetError(.corrupt, "a metadata field's number is out of range")
        }
        fieldLast = number
      } else {
        fieldLast &+= Int16(header >> 4)
      }
      try body(&self, fieldLast, type)
    }
  }

  mutating func boolean(_ type: ThriftCompactType) throws(ParquetError) -> Bool {
    switch type {
    case .booleanTrue: true
    case .booleanFalse: false
    default: throw mismatch("a boolean", type)
    }
  }

  mutating func byte(_ type: ThriftCompactType) throws(ParquetError) -> Int8 {
    guard type == .byte else { throw mismatch("a byte", type) }
    return Int8(bitPattern: try cursor.byte())
  }

  /// An integer field of any width; the wire form is the same.
  mutating func integer(_ type: ThriftCompactType) throws(ParquetError) -> Int64 {
    guard type == .int16 || type == .int32 || type == .int64 else {
      throw mismatch("an integer", type)
    }
    return try cursor.zigzag()
  }

  /// An integer field that counts or locates something, so it must not be negative.
  mutating func natural(_ type: ThriftCompactType) throws(ParquetError) -> Int {
    let value = try integer(type)
    guard value >= 0 else {
      throw ParquetError(.corrupt, "a size or offset is negative (\(value))")
    }
    return Int(value)
  }

  mutating func binary(_ type: ThriftCompactType) throws(ParquetError) -> [UInt8] {
    guard type == .binary else { throw mismatch("bytes", type) }
    let count = try cursor.varint()
    guard count <= UInt64(cursor.remaining) else {
      throw ParquetError(.truncated, "metadata names \(count) bytes, \(cursor.remaining) left")
    }
    return Array(try cursor.take(Int(count)))
  }

  mutating func string(_ type: ThriftCompactType) throws(ParquetError) -> String {
    String(decoding: try binary(type), as: UTF8.self)
  }

  /// Calls `body` once for each element, with the elements' type.
  mutating func list(
    _ type: ThriftCompactType,
    _ body: (inout ThriftCompactReader, ThriftCompactType) throws(ParquetError) -> Void
  ) throws(ParquetError) {
    guard type == .list || type == .set else { throw mismatch("a list", type) }
    let header = try cursor.byte()
    let count = header >> 4 == 15 ? try cursor.varint() : UInt64(header >> 4)
    let element = try self.type(header & 0x0F)
    // Every element takes at least one byte, which bounds the loop by the input.
    guard count <= UInt64(cursor.remaining) else {
      throw ParquetError(.truncated, "a list names \(count) elements, \(cursor.remaining) left")
    }
    for _ in 0..<count {
      try body(&self, element)
    }
  }

  /// Skips an unknown value, so that later versions of the format can be read.
  mutating func skip(_ type: ThriftCompactType) throws(ParquetError) {
    switch type {
    case .stop: throw mismatch("a value", type)
    case .booleanTrue, .booleanFalse: break
    case .byte: _ = try cursor.byte()
    case .int16, .int32, .int64: _ = try cursor.varint()
    case .double: _ = try cursor.take(8)
    case .binary: _ = try binary(type)
    case .structure:
      try structure { (reader, _, type) throws(ParquetError) in try reader.skip(type) }
    case .list, .set:
      try list(type) { (reader, element) throws(ParquetError) in try reader.skip(element: element) }
    case .map: throw ParquetError(.unsupported, "metadata holds a map")
    }
  }

  /// In a list a boolean has a byte, in a field it is part of the header.
  private mutating func skip(element type: ThriftCompactType) throws(ParquetError) {
    if type == .booleanTrue || type == .booleanFalse {
      _ = try cursor.byte()
    } else {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.depthMax else {
        throw ParquetError(.corrupt, "metadata is nested deeper than \(Self.depthMax) levels")
      }
      try skip(type)
    }
  }

  private func type(_ code: UInt8) throws(ParquetError) -> ThriftCompactType {
    guard let type = ThriftCompactType(rawValue: code) else {
      throw ParquetError(.corrupt, "metadata has an unknown wire type \(code)")
    }
    return type
  }

  private func mismatch(_ wanted: String, _ found: ThriftCompactType) -> ParquetError {
    ParquetError(.corrupt, "metadata should have \(wanted) at \(cursor.offset), not \(found)")
  }
}
