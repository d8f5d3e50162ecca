import DomainCore

/// One field in the bytes.
struct WireField {
  enum Value {
    case number(UInt64)
    case fixed(UInt64)
    case block(Range<Int>)
  }

  var number: UInt32
  var value: Value
  /// Its bytes, from its tag to the end of its value.
  var extent: Range<Int>

  /// The field's value as a number, at most `max`.
  func number(_ max: UInt64 = .max) throws(WireError) -> UInt64 {
    guard case .number(let number) = value else { throw error(.otherType(field: self.number)) }
    guard number <= max else { throw error(.tooGreat(field: self.number)) }
    return number
  }

  func uint8() throws(WireError) -> UInt8 { UInt8(try number(UInt64(UInt8.max))) }
  func uint16() throws(WireError) -> UInt16 { UInt16(try number(UInt64(UInt16.max))) }
  func uint32() throws(WireError) -> UInt32 { UInt32(try number(UInt64(UInt32.max))) }
  func flag() throws(WireError) -> Bool { try number(1) == 1 }

  func int64() throws(WireError) -> Int64 {
    let folded = try number()
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  func int32() throws(WireError) -> Int32 {
    guard let value = Int32(exactly: try int64()) else { throw error(.tooGreat(field: number)) }
    return value
  }

  func fixed() throws(WireError) -> UInt64 {
    guard case .fixed(let bits) = value else { throw error(.otherType(field: number)) }
    return bits
  }

  func block() throws(WireError) -> Range<Int> {
    guard case .block(let range) = value else { throw error(.otherType(field: number)) }
    return range
  }

  /// The number of bytes of the field's value, which is a text.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError) -> Int {
    let range = try block()
    let max = TextSlot.Role.note.bytesMax
    guard range.count <= max else { throw error(.textTooLong(range.count, max: max)) }
    guard Self.isUTF8(UnsafeBufferPointer(rebasing: bytes[range])) else {
      throw error(.textInvalid)
    }
    return range.count
  }

  private static func isUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Most texts are ASCII, and need no string to be made of them.
    var bits: UInt8 = 0
    for byte in text { bits |= byte }
    return bits < 0x80 || String(validating: text, as: UTF8.self) != nil
  }

  /// Notes the number of bytes of one more text of an operation.
  func addText(
    to texts: inout TextLengths, of bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) {
    let length = try text(bytes)
    guard texts.count < TextFields.countMax else { throw error(.textsTooMany) }
    texts.append(length)
  }

  /// The field's value as a case of an enum.
  func choice<Choice: RawRepresentable<UInt8>>(_: Choice.Type) throws(WireError) -> Choice {
    let number = try number()
    guard let raw = UInt8(exactly: number), let choice = Choice(rawValue: raw) else {
      throw error(.valueUnknown(field: self.number, number))
    }
    return choice
  }

  func error(_ problem: WireError.Problem) -> WireError {
    WireError(problem, at: extent.lowerBound)
  }
}

/// How many bytes each text of an operation has, in a fixed place.
struct TextLengths {
  private var lengths = InlineArray<4, Int>(repeating: 0)
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The length of the text at a place, or nil.
  subscript(place: Int) -> Int? {
    UInt(bitPattern: place) < UInt(bitPattern: count) ? lengths[place] : nil
  }

  /// There is room for `TextFields.countMax`.
  mutating func append(_ length: Int) {
    lengths[count] = length
    count += 1
  }
}

/// Reads numbered fields one after the other. Whatever the bytes are, it reads them all or throws.
struct WireReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  let end: Int

  /// Reads the fields of a block.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ block: Range<Int>) {
    self.bytes = bytes
    position = block.lowerBound
    end = block.upperBound
  }

  /// Reads a message as fields, whose first two bytes are its form and its kind.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ message: WireMessage) throws(WireError) {
    guard bytes.count >= 2 else { throw WireError(.cutOff, at: bytes.count) }
    guard bytes[0] == WireForm.fields.rawValue else {
      throw WireError(.formUnknown(bytes[0]), at: 0)
    }
    guard bytes[1] == message.rawValue else { throw WireError(.otherMessage(bytes[1]), at: 1) }
    self.init(bytes, 2..<bytes.count)
  }

  /// Reads a record of a storage, whose first byte is its form.
  init(record bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
    guard bytes.count >= 1 else { throw WireError(.cutOff, at: bytes.count) }
    guard bytes[0] == WireForm.fields.rawValue else {
      throw WireError(.formUnknown(bytes[0]), at: 0)
    }
    self.init(bytes, 1..<bytes.count)
  }

  /// Reads a message in the compact form, whose second byte has its kind in the lowest two bits
  /// and above them its optional parts.
  init(
    compact bytes: UnsafeBufferPointer<UInt8>, _ message: WireMessage
  ) throws(WireError) {
    guard bytes.count >= 2 else { throw WireError(.cutOff, at: bytes.count) }
    guard bytes[1] & 3 == message.rawValue else {
      throw WireError(.otherMessage(bytes[1] & 3), at: 1)
    }
    self.init(bytes, 2..<bytes.count)
  }

  /// The next field, or nil at the end.
  mutating func next() throws(WireError) -> WireField? {
    guard position < end else { return nil }
    let start = position
    let tag = try number()
    guard tag >> 3 > 0, let number = UInt32(exactly: tag >> 3) else {
      throw WireError(.fieldNumber(tag >> 3), at: start)
    }
    let value: WireField.Value
    switch WireType(rawValue: UInt8(tag & 7)) {
    case .number: value = .number(try self.number())
    case .fixed: value = .fixed(try fixed())
    case .block: value = .block(try block())
    case nil: throw WireError(.typeUnknown(UInt8(tag & 7)), at: start)
    }
    return WireField(number: number, value: value, extent: start..<position)
  }

  /// The bytes of a field.
  func fields(_ field: WireField) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[field.extent])
  }

  // MARK: Values without a tag

  @inline(__always) mutating func number() throws(WireError) -> UInt64 {
    // Most numbers have one byte.
    if position < end, bytes[position] < 0x80 {
      position += 1
      return UInt64(bytes[position - 1])
    }
    return try longNumber()
  }

  @inline(never) private mutating func longNumber() throws(WireError) -> UInt64 {
    let start = position
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard position < end else { throw WireError(.cutOff, at: position) }
      let byte = UInt64(bytes[position])
      position += 1
      guard shift < 63 || byte <= 1 else { throw WireError(.numberTooLong, at: start) }
      number |= (byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
  }

  private mutating func fixed() throws(WireError) -> UInt64 {
    guard end - position >= 8 else { throw WireError(.cutOff, at: end) }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return bits
  }

  mutating func block() throws(WireError) -> Range<Int> {
    let length = try number()
    guard length <= UInt64(end - position) else { throw WireError(.cutOff, at: end) }
    defer { position += Int(length) }
    return position..<position + Int(length)
  }

  mutating func byte() throws(WireError) -> UInt8 {
    guard position < end else { throw WireError(.cutOff, at: end) }
    position += 1
    return bytes[position - 1]
  }

  /// Some bytes of a word, the lowest first.
  mutating func word(bytes count: Int) throws(WireError) -> UInt64 {
    guard end - position >= count else { throw WireError(.cutOff, at: end) }
    var word: UInt64 = 0
    for place in 0..<count { word |= UInt64(bytes[position + place]) << UInt64(8 * place) }
    position += count
    return word
  }

  /// A number without a tag, for a field that the error names if it is too great.
  mutating func uint32(_ field: UInt32) throws(WireError) -> UInt32 {
    let start = position
    guard let value = UInt32(exactly: try number()) else {
      throw WireError(.tooGreat(field: field), at: start)
    }
    return value
  }

  mutating func uint16(_ field: UInt32) throws(WireError) -> UInt16 {
    let start = position
    guard let value = UInt16(exactly: try number()) else {
      throw WireError(.tooGreat(field: field), at: start)
    }
    return value
  }

  mutating func signed() throws(WireError) -> Int64 {
    let folded = try number()
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// A value that is written as its distance from an expected one.
  mutating func near(
    _ expected: Int64, _ possible: ClosedRange<Int64>, _ field: UInt32
  ) throws(WireError) -> Int64 {
    let start = position
    let (value, isOver) = expected.addingReportingOverflow(try signed())
    guard !isOver, possible.contains(value) else {
      throw WireError(.tooGreat(field: field), at: start)
    }
    return value
  }

  mutating func uint32(
    near expected: UInt32, _ field: UInt32
  ) throws(WireError) -> UInt32 {
    UInt32(try near(Int64(expected), 0...Int64(UInt32.max), field))
  }
}
