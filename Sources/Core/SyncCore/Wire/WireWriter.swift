public import Base

/// Writes messages as numbered fields, into memory that is reused for the next.
///
/// A field is a tag, which is its number and the type of its value, and the value. Zero is not
/// written: a missing field reads as zero. `docs/wire.md` describes the form.
public struct WireWriter: ~Copyable {
  /// The bytes written since the last message began.
  public private(set) var bytes = FlatArray<UInt8>()

  public init() {}

  mutating func begin(_ message: WireMessage) {
    bytes.removeAll()
    bytes.append(WireForm.fields.rawValue)
    bytes.append(message.rawValue)
  }

  /// A message in the compact form, whose second byte also says which optional parts it has.
  mutating func begin(_ message: WireMessage, parts: UInt8) {
    bytes.removeAll()
    bytes.append(WireForm.compact.rawValue)
    bytes.append(message.rawValue | parts << 2)
  }

  /// A record of a storage, which needs no kind: its key says what it is.
  mutating func beginRecord() {
    bytes.removeAll()
    bytes.append(WireForm.fields.rawValue)
  }

  // MARK: Values without a tag

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  /// Replaces a byte that is written already.
  mutating func set(_ byte: UInt8, at place: Int) { bytes[place] = byte }

  /// A number of any size, seven bits a byte, the lowest first.
  @inline(__always) mutating func write(_ number: UInt64) {
    // Most numbers have one byte.
    if number <= 0x7F { return bytes.append(UInt8(truncatingIfNeeded: number)) }
    writeLong(number)
  }

  @inline(never) private mutating func writeLong(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A number that may be negative: the sign goes into the lowest bit.
  mutating func write(signed value: Int64) {
    write(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// The lowest bytes of a word, the lowest first.
  mutating func write(lowest count: Int, of word: UInt64) {
    var rest = word
    for _ in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func write(block: UnsafeBufferPointer<UInt8>) {
    write(UInt64(block.count))
    bytes.append(block)
  }

  // MARK: Fields

  private mutating func tag(_ field: UInt32, _ type: WireType) {
    write(UInt64(field) << 3 | UInt64(type.rawValue))
  }

  mutating func number<Value: FixedWidthInteger & UnsignedInteger>(_ field: UInt32, _ value: Value)
  {
    guard value != 0 else { return }
    tag(field, .number)
    write(UInt64(value))
  }

  /// A number that may be negative: the sign goes into the lowest bit.
  mutating func signed(_ field: UInt32, _ value: Int64) {
    number(field, UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  mutating func flag(_ field: UInt32, _ value: Bool) { number(field, value ? 1 as UInt8 : 0) }

  /// A number of which all bytes are random: eight of them, the lowest first.
  mutating func fixed(_ field: UInt32, _ value: UInt64) {
    guard value != 0 else { return }
    tag(field, .fixed)
    // As one piece: most of a row are such numbers.
    withUnsafeBytes(of: value.littleEndian) {
      bytes.append($0.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// A field that has fields of its own.
  mutating func block(_ field: UInt32, _ body: (inout WireWriter) -> Void) {
    tag(field, .block)
    let start = bytes.count
    bytes.append(0)
    body(&self)
    let length = bytes.count - start - 1
    if length <= 0x7F {
      bytes[start] = UInt8(length)
      return
    }
    // Few blocks are that long, and they move only once.
    let end = bytes.count
    bytes[start] = UInt8(truncatingIfNeeded: length) | 0x80
    write(UInt64(length) >> 7)
    let digits = bytes.count - end
    bytes.withMutableElements { bytes in
      let block = bytes.baseAddress.unsafelyUnwrapped + start + 1
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digits) { kept in
        let first = kept.baseAddress.unsafelyUnwrapped
        first.update(from: block + length, count: digits)
        (block + digits).update(from: block, count: length)
        block.update(from: first, count: digits)
      }
    }
  }

  /// A field of plain bytes.
  mutating func bytes(_ field: UInt32, _ value: [UInt8]) {
    tag(field, .block)
    write(UInt64(value.count))
    value.withUnsafeBufferPointer { bytes.append($0) }
  }

  /// Fields that are written already, unchanged: texts, and those of a later app version.
  mutating func raw(_ fields: UnsafeBufferPointer<UInt8>) { bytes.append(fields) }
}

/// The kind of a message, its second byte.
enum WireMessage: UInt8 {
  case request = 1
  case response = 2
  case registration = 3
}

/// How a value is written, the lowest three bits of a tag.
enum WireType: UInt8 {
  case number = 0
  case fixed = 1
  case block = 2
}
