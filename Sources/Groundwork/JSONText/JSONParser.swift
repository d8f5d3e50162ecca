/// One pass over the bytes of a text: a cursor with its position, and a function per rule of the
/// grammar.
struct JSONParser {
  let bytes: [UInt8]
  let extensions: JSONReader.Extensions

  private(set) var offset = 0
  private var line = 1
  private var lineStart = 0
  /// UTF-8 bytes of this line that begin no scalar: what the column has to leave out.
  private var continuationBytes = 0

  init(_ bytes: [UInt8], accepting extensions: JSONReader.Extensions) {
    self.bytes = bytes
    self.extensions = extensions
  }

  mutating func parseText() throws(JSONError) -> JSONNode {
    if let invalid = invalidUTF8Offset {
      while offset < invalid { step() }
      throw JSONError(.invalidUTF8, at: position)
    }
    skipByteOrderMark()
    try skipBlanks()
    let node = try parseValue(level: 0, or: nil)
    try skipBlanks()
    guard offset == bytes.count else { throw unexpected("the end of the text") }
    return node
  }

  private var invalidUTF8Offset: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

// MARK: - Cursor

extension JSONParser {
  /// The mark takes no column, since it is invisible.
  private mutating func skipByteOrderMark() {
    guard extensions.contains(.byteOrderMark), bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      return
    }
    offset = 3
    lineStart = 3
  }
}

extension JSONParser {
  var position: JSONPosition {
    JSONPosition(line: line, column: offset - lineStart - continuationBytes + 1)
  }

  /// The byte under the cursor; nil at the end of the text.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func peek(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Moves over one byte; a line ends with LF, CR or both.
  mutating func step() {
    let byte = bytes[offset]
    offset += 1
    if byte == Ascii.lineFeed || (byte == Ascii.carriageReturn && next != Ascii.lineFeed) {
      line += 1
      lineStart = offset
      continuationBytes = 0
    } else if byte & 0b1100_0000 == 0b1000_0000 {
      continuationBytes += 1
    }
  }

  /// Moves over bytes of this line that are ASCII.
  mutating func move(to end: Int) { offset = end }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    step()
    return true
  }

  /// Moves over white space, and over comments where they are accepted.
  mutating func skipBlanks() throws(JSONError) {
    while let byte = next {
      switch byte {
      case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn: step()
      case Ascii.slash where extensions.contains(.comments):
        guard try skipComment() else { return }
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) -> Bool {
    let start = position
    switch peek(1) {
    case Ascii.slash:
      while let byte = next, byte != Ascii.lineFeed, byte != Ascii.carriageReturn { step() }
      return true
    case Ascii.asterisk:
      step()
      step()
      while let byte = next {
        step()
        if byte == Ascii.asterisk, take(Ascii.slash) { return true }
      }
      throw JSONError(.unclosedComment, at: start)
    default:
      return false
    }
  }

  func unexpected(_ expected: String) -> JSONError {
    JSONError(.unexpected(found: found, expected: expected), at: position)
  }

  /// The text under the cursor, as a person would name it: a word, a character, the end.
  private var found: String {
    guard offset < bytes.count else { return "the end of the text" }
    let word = bytes[offset...].prefix(24).prefix(while: Ascii.isLetterOrDigit)
    if !word.isEmpty { return "'\(String(decoding: word, as: UTF8.self))'" }
    let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first!
    return scalar.value > 0x20 && scalar.value < 0x7F
      ? "'\(scalar)'" : hexadecimal(scalar: scalar.value)
  }
}
