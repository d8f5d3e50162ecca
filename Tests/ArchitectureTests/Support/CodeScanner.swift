/// Blanks the comments and the text of string literals out of Swift code.
///
/// What is left has the same lines and columns, so that a rule can look for a word without finding
/// it in prose. Code inside an interpolation is code and stays. The prose is kept apart.
struct CodeScanner {
  /// A comment, or the text of a string literal between two interpolations.
  struct Prose: Equatable {
    let isComment: Bool
    /// The line on which it begins, counted from 1.
    let line: Int
    var text: String
    /// Whether it goes on with the prose before it: only blanks, or plus signs, lie between.
    let continues: Bool
  }

  private let bytes: [UInt8]
  private var code: [UInt8] = []
  private var index = 0
  private(set) var prose: [Prose] = []
  private var line = 1
  /// Up to where lines are counted, and where the last prose ended.
  private var lineIndex = 0
  private var proseEnd = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    code.reserveCapacity(bytes.count)
  }

  static func code(of text: String) -> String { scan(text).code }

  static func scan(_ text: String) -> (code: String, prose: [Prose]) {
    var scanner = CodeScanner(Array(text.utf8))
    scanner.scanCode(isInterpolation: false)
    return (String(decoding: scanner.code, as: UTF8.self), scanner.prose)
  }

  /// Keeps the bytes from a start to here as prose.
  private mutating func keepProse(from start: Int, isComment: Bool) {
    while lineIndex < start {
      if bytes[lineIndex] == UInt8(ascii: "\n") { line += 1 }
      lineIndex += 1
    }
    // The quotes of a literal lie outside of its text.
    let between = bytes[min(proseEnd, start)..<start].filter {
      $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "#")
    }
    let continues =
      prose.last?.isComment == isComment
      && between.allSatisfy {
        [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "+")].contains($0)
      }
      && between.count { $0 == UInt8(ascii: "\n") } <= 1
    prose.append(
      Prose(
        isComment: isComment, line: line,
        text: String(decoding: bytes[start..<index], as: UTF8.self), continues: continues))
    proseEnd = index
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
        let start = index
        blank((bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) - index)
        keepProse(from: start, isComment: true)
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
    let start = index
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
    keepProse(from: start, isComment: true)
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
    var start = index
    while index < bytes.count && !isNext(end) {
      if isNext(interpolation) {
        keepProse(from: start, isComment: false)
        blank(hashes + 2)
        scanCode(isInterpolation: true)
        blank(1)
        start = index
      } else if isNext(escape) {
        blank(hashes + 2)
      } else {
        blank(1)
      }
    }
    keepProse(from: start, isComment: false)
    blank(end.utf8.count)
  }
}
