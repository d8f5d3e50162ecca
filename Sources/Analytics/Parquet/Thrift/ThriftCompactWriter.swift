/// Writes structures in Thrift's compact protocol, the format of Parquet's metadata.
///
/// A field header holds the distance from the number of the previous field, so each structure keeps
/// its last number while nested structures are written.
struct ThriftCompactWriter: ~Copyable {
  var buffer = ByteBuffer()
  private var fieldLast: Int16 = 0

  init() {}

  /// Writes `body`'s fields as one structure, closing it.
  mutating func structure<Failure: Error>(
    _ body: (inout ThriftCompactWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let outer = fieldLast
    fieldLast = 0
    try body(&self)
    buffer.append(ThriftCompactType.stop.rawValue)
    fieldLast = outer
  }

  mutating func field(_ number: Int16, structure body: (inout ThriftCompactWriter) -> Void) {
    header(number, .structure)
    structure(body)
  }

  mutating func field(_ number: Int16, boolean value: Bool) {
    header(number, value ? .booleanTrue : .booleanFalse)
  }

  mutating func field(_ number: Int16, byte value: Int8) {
    header(number, .byte)
    buffer.append(UInt8(bitPattern: value))
  }

  mutating func field(_ number: Int16, int16 value: Int16) {
    header(number, .int16)
    buffer.append(zigzag: Int64(value))
  }

  mutating func field(_ number: Int16, int32 value: Int32) {
    header(number, .int32)
    buffer.append(zigzag: Int64(value))
  }

  mutating func field(_ number: Int16, int64 value: Int64) {
    header(number, .int64)
    buffer.append(zigzag: value)
  }

  mutating func field(_ number: Int16, binary value: [UInt8]) {
    header(number, .binary)
    binary(value)
  }

  mutating func field(_ number: Int16, string value: String) {
    field(number, binary: Array(value.utf8))
  }

  /// Opens a list of `count` elements, which the caller writes next, one by one.
  mutating func field(_ number: Int16, listOf type: ThriftCompactType, count: Int) {
    header(number, .list)
    if count < 15 {
      buffer.append(UInt8(count) << 4 | type.rawValue)
    } else {
      buffer.append(0xF0 | type.rawValue)
      buffer.append(varint: UInt64(count))
    }
  }

  /// A list element.
  mutating func element(int32 value: Int32) {
    buffer.append(zigzag: Int64(value))
  }

  /// A list element.
  mutating func element(string value: String) {
    binary(Array(value.utf8))
  }

  private mutating func binary(_ value: [UInt8]) {
    buffer.append(varint: UInt64(value.count))
    value.withUnsafeBytes { buffer.append($0) }
  }

  private mutating func header(_ number: Int16, _ type: ThriftCompactType) {
    let distance = number - fieldLast
    precondition(distance > 0 && distance < 16, "fields are written in ascending order")
    buffer.append(UInt8(distance) << 4 | type.rawValue)
    fieldLast = number
  }
}
