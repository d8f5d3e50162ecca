/// Reads a JSON text into nodes that know their positions.
///
/// Whatever the bytes are, the result is a tree or a `JSONError`: nothing crashes. The first
/// problem ends the reading, since everything after a syntax error is guesswork. Time is linear in
/// the text.
public struct JSONReader: Sendable {
  /// What is accepted beyond RFC 8259.
  public struct Extensions: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `// to the end of the line` and `/* … */`, wherever white space may stand.
    public static let comments = Extensions(rawValue: 1)
    /// A comma after the last element or member.
    public static let trailingCommas = Extensions(rawValue: 2)
    /// Members with a key that the object has already are kept, for a caller that reports all of
    /// them; otherwise the second is an error.
    public static let repeatedKeys = Extensions(rawValue: 4)
    /// The mark U+FEFF at the very beginning, which some editors write.
    public static let byteOrderMark = Extensions(rawValue: 8)
  }

  /// Deeper texts are refused, so that a hostile one cannot exhaust the stack.
  public static let levelsMax = 200

  public var extensions: Extensions

  public init(accepting extensions: Extensions = []) {
    self.extensions = extensions
  }

  public func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
    var parser = JSONParser(bytes, accepting: extensions)
    return try parser.parseText()
  }

  public func read(_ text: String) throws(JSONError) -> JSONNode {
    try read(Array(text.utf8))
  }
}
