/// Comma-separated text of RFC 4180, read and written byte by byte.
///
/// Characters would be the wrong unit: a carriage return and a line feed are one character, and an
/// accent that begins a field would become one with the comma before it.
public enum CSVText {
  /// A row and the line on which it begins, counted from 1.
  public struct Row: Equatable {
    public let line: Int
    public fileprivate(set) var fields: [String]
  }

  private static let quotation = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let apostrophe = UInt8(ascii: "'")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  // MARK: Writing

  /// The rows, each ended by a carriage return and a line feed.
  public static func text(of rows: [[String]]) -> String {
    var bytes: [UInt8] = []
    for row in rows {
      for (index, field) in row.enumerated() {
        if index > 0 { bytes.append(comma) }
        write(field, to: &bytes)
      }
      bytes.append(carriageReturn)
      bytes.append(lineFeed)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ field: String, to bytes: inout [UInt8]) {
    let text = (isFormula(field.utf8.first) ? [apostrophe] : []) + Array(field.utf8)
    let isQuoted = text.contains {
      $0 == quotation || $0 == comma || $0 == lineFeed || $0 == carriageReturn
    }
    guard isQuoted else {
      bytes.append(contentsOf: text)
      return
    }
    bytes.append(quotation)
    for byte in text {
      if byte == quotation { bytes.append(quotation) }
      bytes.append(byte)
    }
    bytes.append(quotation)
  }

  /// Whether a spreadsheet would run, or hide, a field that begins with this byte.
  ///
  /// Such a text gets an apostrophe in front, which spreadsheets read as "this is text", and
  /// reading removes it; so does a text that begins with an apostrophe of its own.
  private static func isFormula(_ first: UInt8?) -> Bool {
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), apostrophe,
      UInt8(ascii: "\t"), carriageReturn, lineFeed:
      true
    default: false
    }
  }

  // MARK: Reading

  /// The rows of a text; lines may end either way, and empty ones are skipped.
  public static func rows(of text: String) throws(CSVError) -> [Row] {
    let bytes = Array(text.utf8)
    // Spreadsheets mark UTF-8 with a byte order mark.
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    var rows: [Row] = []
    while offset < bytes.count {
      var row = Row(line: line, fields: [])
      repeat {
        row.fields.append(try field(of: bytes, at: &offset, line: &line))
      } while take(comma, in: bytes, at: &offset)
      if row.fields != [""] { rows.append(row) }
      guard offset < bytes.count else { break }
      if take(carriageReturn, in: bytes, at: &offset) {
        _ = take(lineFeed, in: bytes, at: &offset)
      } else if !take(lineFeed, in: bytes, at: &offset) {
        throw CSVError(
          "a field in quotation marks ends in the middle; double a mark that belongs to the text",
          line: line)
      }
      line += 1
    }
    return rows
  }

  private static func take(_ byte: UInt8, in bytes: [UInt8], at offset: inout Int) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// Reads up to the end of a field, which is a comma, a line's end or the text's.
  private static func field(
    of bytes: [UInt8], at offset: inout Int, line: inout Int
  ) throws(CSVError) -> String {
    var content: [UInt8] = []
    if take(quotation, in: bytes, at: &offset) {
      let start = line
      while true {
        guard offset < bytes.count else {
          throw CSVError("the quotation mark that begins here is never closed", line: start)
        }
        let byte = bytes[offset]
        offset += 1
        if byte == quotation && !take(quotation, in: bytes, at: &offset) { break }
        if byte == lineFeed { line += 1 }
        content.append(byte)
      }
    } else {
      while offset < bytes.count, bytes[offset] != comma, bytes[offset] != lineFeed,
        bytes[offset] != carriageReturn
      {
        content.append(bytes[offset])
        offset += 1
      }
    }
    if content.count > 1, content[0] == apostrophe, isFormula(content[1]) {
      content.removeFirst()
    }
    return String(decoding: content, as: UTF8.self)
  }
}

/// Why a text is not comma-separated text, and where.
public struct CSVError: Error, Hashable, Sendable {
  public let sentence: String
  /// The line of the error, counted from 1.
  public let line: Int

  fileprivate init(_ sentence: String, line: Int) {
    self.sentence = sentence
    self.line = line
  }
}
