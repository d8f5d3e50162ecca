/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong with a text.
  public enum Problem: Equatable, Sendable {
    case unexpected(found: String, expected: String)
    case malformedNumber(String)
    case numberOutOfRange(String)
    case controlCharacter(UInt8)
    case unknownEscape(String)
    case unpairedSurrogate(String)
    case unclosedText
    case unclosedComment
    case repeatedKey(String, first: JSONPosition)
    case tooDeep(levelsMax: Int)
    case invalidUTF8
  }

  public var position: JSONPosition
  public var problem: Problem

  public init(_ problem: Problem, at position: JSONPosition) {
    self.position = position
    self.problem = problem
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "\(position): \(sentence)" }

  /// The problem without its place.
  public var sentence: String {
    switch problem {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .malformedNumber(let text): "'\(text)' is not a number in JSON"
    case .numberOutOfRange(let text): "the number \(text) is too large"
    case .controlCharacter(let byte):
      "a text cannot hold the control character \(hexadecimal(scalar: UInt32(byte))) as it is; "
        + "write it with a backslash"
    case .unknownEscape(let escape):
      "'\(escape)' is not an escape; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four "
        + "hexadecimal digits"
    case .unpairedSurrogate(let escape): "'\(escape)' is half of a surrogate pair"
    case .unclosedText: "the text that begins here does not end"
    case .unclosedComment: "the comment that begins here does not end"
    case .repeatedKey(let key, let first): "the key '\(key)' appears already at \(first)"
    case .tooDeep(let levelsMax): "more than \(levelsMax) levels of lists and objects"
    case .invalidUTF8: "the bytes are not UTF-8"
    }
  }
}

/// `U+000A`: how to name a character that cannot be shown.
func hexadecimal(scalar: UInt32) -> String {
  let digits = String(scalar, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
