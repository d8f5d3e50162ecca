/// Finds functions and how long they are, by matching braces in blanked code.
struct FunctionScanner {
  struct Function: Equatable {
    /// The line of the declaration, counted from 1.
    let line: Int
    /// From the declaration to the closing brace, both included.
    let lineCount: Int
  }

  private let bytes: [UInt8]

  static func functions(of code: String) -> [Function] {
    let scanner = FunctionScanner(bytes: Array(code.utf8))
    let keywords = ["func", "init", "deinit", "subscript"].map { Array($0.utf8) }
    var functions: [Function] = []
    var (index, line) = (0, 1)
    while index < scanner.bytes.count {
      if scanner.bytes[index] == UInt8(ascii: "\n") { line += 1 }
      if let keyword = keywords.first(where: { scanner.isWord($0, at: index) }) {
        index += keyword.count
        if let lineCount = scanner.lineCount(from: index) {
          functions.append(Function(line: line, lineCount: lineCount))
        }
      } else {
        index += 1
      }
    }
    return functions
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"):
      true
    default: false
    }
  }

  /// Whether a keyword stands here; `.init` is a call.
  private func isWord(_ word: [UInt8], at index: Int) -> Bool {
    guard bytes[index] == word[0], bytes[index...].starts(with: word) else { return false }
    let (before, after) = (index - 1, index + word.count)
    if before >= 0 && (Self.isLetter(bytes[before]) || bytes[before] == UInt8(ascii: ".")) {
      return false
    }
    return after >= bytes.count || !Self.isLetter(bytes[after])
  }

  /// How many lines the declaration has from here, or nil when it has no body.
  private func lineCount(from start: Int) -> Int? {
    var parentheses = 0
    var braces = 0
    var lines = 1
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        lines += 1
      case UInt8(ascii: "("), UInt8(ascii: "["):
        parentheses += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        parentheses -= 1
      case UInt8(ascii: "{") where parentheses == 0:
        braces += 1
      case UInt8(ascii: "}") where parentheses == 0:
        braces -= 1
        if braces == 0 { return lines }
        // The end of a protocol whose requirement this was.
        if braces < 0 { return nil }
      default:
        if braces == 0 && parentheses == 0 && startsDeclaration(at: index) { return nil }
      }
    }
    return nil
  }

  /// Whether the next declaration begins here, so that the one before it had no body.
  private func startsDeclaration(at index: Int) -> Bool {
    ["func", "init", "subscript", "var", "let", "static", "mutating", "associatedtype"]
      .contains { isWord(Array($0.utf8), at: index) }
  }
}
