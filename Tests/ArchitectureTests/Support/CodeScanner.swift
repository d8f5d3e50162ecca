/// Blanks the comments and the text of string literals out of Swift code.
///
/// What is left has the same lines and columns, so that a rule can look for a word without finding
/// it in prose. Code inside an interpolation is code and stays.
struct CodeScanner {
  private let bytes: [UInt8]
  private var code: [UInt8] = []
  private var index = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    code.reserveCapacity(bytes.count)
  }

  static func code(of text: String) -> String {
    var scanner = CodeScanner(Array(text.utf8))
    scanner.scanCode(isInterpolation: false)
    return String(decoding: scanner.code, as: UTF8.self)
  }

  private func isNext(_ text: String) -> Bool {
    index < bytes.count && bytes[index] == text.utf8.first
      && bytes[index...].starts(with: text.utf8)
  }

  /// Writes a blank for each character of the next bytes, which are not code.
  private mutating func blank(_ count: Int) {
    for _ in 0..<count where index < bytes.count {
      let isContinuation = bytes[index] & 0b1100_0000 == 0b1000_0000
      if bytes[index] == UInt8(ascii: "\n") {
        code.append(bytes[index])
      } else if !isContinuation {
        code.append(UInt8(ascii: " "))
      }
      index += 1
    }
  }

  /// Goes through code to the end, or to the parenthesis that closes an interpolation.
  private mutating func scanCode(isInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      if isNext("//") {
        blank((bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) - index)
      } else if isNext("/*") {
        scanComment()
      } else if let hashes = hashesOfString() {
        scanString(hashes: hashes)
      } else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        if isInterpolation && depth < 0 { return }
        code.append(bytes[index])
        index += 1
      }
    }
  }

  /// Blanks a comment with all those inside it.
  private mutating func scanComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        blank(2)
      } else if isNext("*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && index < bytes.count
  }

  /// How many `#` stand before the quote, when a string begins here.
  private func hashesOfString() -> Int? {
    var quote = index
    while quote < bytes.count && bytes[quote] == UInt8(ascii: "#") { quote += 1 }
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? quote - index : nil
  }

  private mutating func scanString(hashes: Int) {
    let sharp = String(repeating: "#", count: hashes)
    blank(hashes)
    let quote = isNext("\"\"\"") ? "\"\"\"" : "\""
    blank(quote.utf8.count)
    let (end, escape) = (quote + sharp, "\\" + sharp)
    let interpolation = escape + "("
    while index < bytes.count && !isNext(end) {
      if isNext(interpolation) {
        blank(hashes + 2)
        scanCode(isInterpolation: true)
        blank(1)
      } else if isNext(escape) {
        blank(hashes + 2)
      } else {
        blank(1)
      }
    }
    blank(end.utf8.count)
  }
}
