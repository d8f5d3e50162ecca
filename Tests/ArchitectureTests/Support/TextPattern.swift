import Foundation

/// A regular expression in which `^` and `$` stand for the ends of lines.
struct TextPattern {
  private let expression: NSRegularExpression

  init(_ pattern: String) {
    guard
      let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    else { preconditionFailure("not a regular expression: \(pattern)") }
    self.expression = expression
  }

  /// Every match with its line, counted from 1, and the text of its groups ("" where one is not
  /// part of the match).
  func matches(in text: String) -> [(line: Int, groups: [String])] {
    let whole = text as NSString
    let range = NSRange(location: 0, length: whole.length)
    return expression.matches(in: text, range: range).map { match in
      let before = whole.substring(to: match.range.location)
      let groups = (1..<max(1, match.numberOfRanges)).map { index in
        let range = match.range(at: index)
        return range.location == NSNotFound ? "" : whole.substring(with: range)
      }
      return (before.utf8.count { $0 == UInt8(ascii: "\n") } + 1, groups)
    }
  }
}
