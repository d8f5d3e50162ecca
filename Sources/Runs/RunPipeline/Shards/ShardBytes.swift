// How numbers and blocks stand in shards: little-endian, and each block behind its length.

extension [UInt8] {
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  mutating func append(block: [UInt8]) {
    append(number: UInt64(block.count))
    append(contentsOf: block)
  }
}

/// Takes numbers and blocks from bytes, in their order.
struct ShardCursor {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type
  ) throws(ShardError) -> Value {
    let part = try take(MemoryLayout<Value>.size)
    return Value(littleEndian: part.loadUnaligned(as: Value.self))
  }

  /// A number that counts something.
  mutating func count() throws(ShardError) -> Int {
    let value = try number(UInt64.self)
    guard let count = Int(exactly: value) else { throw Self.unreadable }
    return count
  }

  mutating func block() throws(ShardError) -> UnsafeRawBufferPointer {
    try take(try count())
  }

  mutating func take(_ count: Int) throws(ShardError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - offset else { throw Self.unreadable }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// Bytes with the right hash, but of another form.
  static let unreadable = ShardError("A batch has contents that no shard of this format has.")
}
