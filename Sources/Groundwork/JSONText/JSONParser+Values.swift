extension JSONParser {
  /// Parses the value under the cursor; `closing` names the bracket that could stand there too.
  mutating func parseValue(level: Int, or closing: String?) throws(JSONError) -> JSONNode {
    let start = position
    switch next {
    case Ascii.braceOpen: return JSONNode(.object(try parseObject(level: level + 1)), at: start)
    case Ascii.bracketOpen: return JSONNode(.array(try parseArray(level: level + 1)), at: start)
    case Ascii.quotationMark: return JSONNode(.string(try parseString()), at: start)
    case Ascii.minus, .some(Ascii.zero...Ascii.nine): return JSONNode(try parseNumber(), at: start)
    default:
      guard let value = parseLiteral() else {
        throw unexpected(closing.map { "a value or \($0)" } ?? "a value")
      }
      return JSONNode(value, at: start)
    }
  }

  private mutating func parseLiteral() -> JSONValue? {
    let word = bytes[offset...].prefix(6).prefix(while: Ascii.isLetterOrDigit)
    let value: JSONValue
    switch String(decoding: word, as: UTF8.self) {
    case "null": value = .null
    case "true": value = .boolean(true)
    case "false": value = .boolean(false)
    default: return nil
    }
    for _ in word { step() }
    return value
  }

  private mutating func parseArray(level: Int) throws(JSONError) -> [JSONNode] {
    try open(level: level)
    var elements: [JSONNode] = []
    while true {
      try skipBlanks()
      let mayClose = elements.isEmpty || extensions.contains(.trailingCommas)
      if mayClose, take(Ascii.bracketClose) { return elements }
      elements.append(try parseValue(level: level, or: mayClose ? "']'" : nil))
      try skipBlanks()
      if take(Ascii.bracketClose) { return elements }
      guard take(Ascii.comma) else { throw unexpected("',' or ']'") }
    }
  }

  private mutating func parseObject(level: Int) throws(JSONError) -> [JSONMember] {
    try open(level: level)
    var members: [JSONMember] = []
    var positions: [String: JSONPosition] = [:]
    while true {
      try skipBlanks()
      let mayClose = members.isEmpty || extensions.contains(.trailingCommas)
      if mayClose, take(Ascii.braceClose) { return members }
      guard next == Ascii.quotationMark else {
        throw unexpected("a key in quotation marks" + (mayClose ? " or '}'" : ""))
      }
      let keyPosition = position
      let key = try parseString()
      if !extensions.contains(.repeatedKeys),
        let first = positions.updateValue(keyPosition, forKey: key)
      {
        throw JSONError(.repeatedKey(key, first: first), at: keyPosition)
      }
      try skipBlanks()
      guard take(Ascii.colon) else { throw unexpected("':'") }
      try skipBlanks()
      members.append(JSONMember(key, at: keyPosition, try parseValue(level: level, or: nil)))
      try skipBlanks()
      if take(Ascii.braceClose) { return members }
      guard take(Ascii.comma) else { throw unexpected("',' or '}'") }
    }
  }

  private mutating func open(level: Int) throws(JSONError) {
    guard level <= JSONReader.levelsMax else {
      throw JSONError(.tooDeep(levelsMax: JSONReader.levelsMax), at: position)
    }
    step()
  }
}

// MARK: - Numbers

extension JSONParser {
  private mutating func parseNumber() throws(JSONError) -> JSONValue {
    let start = position
    let token = bytes[offset...].prefix(while: Ascii.isInNumber)
    let text = String(decoding: token, as: UTF8.self)
    for _ in token { step() }
    guard let isInteger = Self.numberForm(token) else {
      throw JSONError(.malformedNumber(Self.shortened(text)), at: start)
    }
    if isInteger, let integer = Int128(text) { return .integer(integer) }
    // Correct rounding has one right answer, so the digits decide and no library does.
    if !isInteger, let number = Double(text), number.isFinite { return .number(number) }
    throw JSONError(.numberOutOfRange(Self.shortened(text)), at: start)
  }

  /// Whether a token is a number of RFC 8259, and if so whether it has neither fraction nor
  /// exponent.
  private static func numberForm(_ token: ArraySlice<UInt8>) -> Bool? {
    var rest = token
    func takeDigits() -> Int {
      let digits = rest.prefix { (Ascii.zero...Ascii.nine).contains($0) }.count
      rest = rest.dropFirst(digits)
      return digits
    }
    if rest.first == Ascii.minus { rest = rest.dropFirst() }
    let leadingZero = rest.first == Ascii.zero
    let digits = takeDigits()
    guard digits > 0, !(leadingZero && digits > 1) else { return nil }
    if rest.isEmpty { return true }
    if rest.first == Ascii.point {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return nil }
    }
    if rest.first == Ascii.e || rest.first == Ascii.E {
      rest = rest.dropFirst()
      if rest.first == Ascii.plus || rest.first == Ascii.minus { rest = rest.dropFirst() }
      guard takeDigits() > 0 else { return nil }
    }
    return rest.isEmpty ? false : nil
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 48 ? text : text.prefix(45) + "…"
  }
}

// MARK: - Strings

extension JSONParser {
  private mutating func parseString() throws(JSONError) -> String {
    let start = position
    step()
    let plain = takePlainASCII()
    if next == Ascii.quotationMark {
      step()
      return String(decoding: bytes[plain], as: UTF8.self)
    }
    var text = Array(bytes[plain])
    while let byte = next {
      switch byte {
      case Ascii.quotationMark:
        step()
        return String(decoding: text, as: UTF8.self)
      case Ascii.backslash:
        try parseEscape(into: &text)
      case 0..<Ascii.space:
        throw JSONError(.controlCharacter(byte), at: position)
      default:
        text.append(byte)
        step()
      }
    }
    throw JSONError(.unclosedText, at: start)
  }

  /// Moves to the first byte of a text that is not ASCII as it stands. Nearly every text has none.
  private mutating func takePlainASCII() -> Range<Int> {
    let start = offset
    var end = start
    bytes.withUnsafeBufferPointer { bytes in
      while end < bytes.count, bytes[end] >= Ascii.space, bytes[end] < 0x80,
        bytes[end] != Ascii.quotationMark, bytes[end] != Ascii.backslash
      { end += 1 }
    }
    move(to: end)
    return start..<end
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
    if let byte = peek(1), let meant = Ascii.meaning(ofEscape: byte) {
      text.append(meant)
      step()
      step()
      return
    }
    let start = position
    let unit = try parseCodeUnit()
    var scalar = UInt32(unit)
    if UTF16.isLeadSurrogate(unit) {
      guard next == Ascii.backslash, peek(1) == Ascii.u else {
        throw JSONError(.unpairedSurrogate(Self.escape(unit)), at: start)
      }
      let trail = try parseCodeUnit()
      guard UTF16.isTrailSurrogate(trail) else {
        throw JSONError(.unpairedSurrogate(Self.escape(unit)), at: start)
      }
      scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    }
    guard let character = Unicode.Scalar(scalar) else {
      throw JSONError(.unpairedSurrogate(Self.escape(unit)), at: start)
    }
    text.append(contentsOf: UTF8.encode(character)!)
  }

  /// Parses `\u` and four hexadecimal digits.
  private mutating func parseCodeUnit() throws(JSONError) -> UInt16 {
    let digits = bytes[offset...].dropFirst(2).prefix(4)
    guard peek(1) == Ascii.u, digits.count == 4, digits.allSatisfy(Ascii.isHexadecimal) else {
      let end = peek(1) == Ascii.u ? 2 + digits.prefix(while: Ascii.isHexadecimal).count : 2
      var escape = bytes[offset...].prefix(end)
      // The byte after the backslash may begin a longer character.
      escape = escape.prefix { $0 < 0x80 && $0 >= Ascii.space }
      throw JSONError(.unknownEscape(String(decoding: escape, as: UTF8.self)), at: position)
    }
    for _ in 0..<6 { step() }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)!
  }

  private static func escape(_ unit: UInt16) -> String { "\\u" + String(unit, radix: 16) }
}
