import Foundation

/// A Swift file of the tree, as it is written and with only its code left.
struct SourceFile: Sendable {
  /// The path from the root of the tree.
  let path: String
  /// The lines as written.
  let lines: [String]
  /// The file without comments and the text of strings, but with all its lines and columns.
  let code: String
  let codeLines: [String]
  /// Its comments and the text of its string literals.
  let prose: [CodeScanner.Prose]

  init(path: String, text: String) {
    self.path = path
    lines = Self.lines(of: text)
    (code, prose) = CodeScanner.scan(text)
    codeLines = Self.lines(of: code)
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The module that the file belongs to: `Sources/<Layer>/<Module>/…`.
  var module: String? {
    let parts = path.split(separator: "/")
    return parts.first == "Sources" && parts.count > 3 ? String(parts[2]) : nil
  }

  /// A violation of a rule at a line, counted from 1.
  func finding(line: Int, _ message: String) -> Finding {
    Finding(path: path, line: line, message: message)
  }

  /// Every place in the code that the pattern matches, with the text of its groups.
  func matches(of pattern: String) -> [(line: Int, groups: [String])] {
    TextPattern(pattern).matches(in: code)
  }

  /// A finding for every place in the code that the pattern matches.
  func findings(of pattern: String, _ message: String) -> [Finding] {
    matches(of: pattern).map { finding(line: $0.line, message) }
  }
}
