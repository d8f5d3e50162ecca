/// A growable buffer of bytes, which all writers use.
///
/// There are always `slack` bytes allocated behind the end, so that packing loops can store whole
/// words and count only the intended bytes.
struct ByteBuffer: ~Copyable {
  static var slack: Int { 32 }

  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 4096) {
    self.capacity = capacity
    base = .allocate(byteCount: capacity + Self.slack, alignment: 16)
  }

  deinit {
    base.deallocate()
  }

  /// The bytes written so far, valid until the next change.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  mutating func removeAll() {
    count = 0
  }

  /// Reserves `additional` more bytes, to be written at `base + count` and then claimed.
  mutating func reserve(_ additional: Int) {
    if count + additional > capacity {
      grow(to: count + additional)
    }
  }

  /// Counts `additional` bytes that were written behind the end after a `reserve`.
  mutating func claim(_ additional: Int) {
    precondition(additional >= 0 && count + additional <= capacity)
    count += additional
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an integer in little-endian order, as for all fixed-width numbers in Parquet.
  mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(littleEndian value: Value) {
    let width = MemoryLayout<Value>.size
    reserve(width)
    base.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
    count += width
  }

  mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(
    littleEndian values: UnsafeBufferPointer<Value>
  ) {
    let width = MemoryLayout<Value>.stride
    reserve(values.count * width)
    let target = base + count
    for (index, value) in values.enumerated() {
      target.storeBytes(of: value.littleEndian, toByteOffset: index &* width, as: Value.self)
    }
    count += values.count * width
  }

  /// Writes the number of bytes after the four bytes at `start` into these four bytes.
  mutating func setLength(at start: Int) {
    precondition(start + 4 <= count)
    let length = UInt32(count - start - 4)
    base.storeBytes(of: length.littleEndian, toByteOffset: start, as: UInt32.self)
  }

  /// Appends an unsigned integer with seven bits per byte, least significant first.
  mutating func append(varint value: UInt64) {
    var rest = value
    reserve(10)
    while rest >= 0x80 {
      base.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      count += 1
      rest >>= 7
    }
    base.storeBytes(of: UInt8(rest), toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends a signed integer as a varint that is short for small magnitudes of either sign.
  mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  private mutating func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let fresh = UnsafeMutableRawPointer.allocate(
      byteCount: larger + Self.slack, alignment: 16)
    fresh.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = fresh
    capacity = larger
  }
}
