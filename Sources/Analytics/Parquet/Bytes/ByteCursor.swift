/// Reads bytes in order and throws at the end; no content of a file is trusted.
struct ByteCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count - offset }

  mutating func byte() throws(ParquetError) -> UInt8 {
    guard offset < bytes.count else { throw end("a byte") }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// The next `count` bytes.
  mutating func take(_ count: Int) throws(ParquetError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw end("\(count) bytes") }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  mutating func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type
  ) throws(ParquetError) -> Value {
    let width = MemoryLayout<Value>.size
    guard width <= remaining else { throw end("\(width) bytes") }
    defer { offset += width }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }

  mutating func varint() throws(ParquetError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || (shift == 63 && next <= 1) else {
        throw ParquetError(.corrupt, "a number is longer than 64 bits")
      }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  mutating func zigzag() throws(ParquetError) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  private func end(_ wanted: String) -> ParquetError {
    ParquetError(.truncated, "\(wanted) wanted at offset \(offset), only \(remaining) left")
  }
}
