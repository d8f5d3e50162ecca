/// Finds private words in the names, keys and prose of one file.
struct WordScanner {
  struct Hit: Sendable {
    let path: String
    let line: Int
    let kind: PrivateWords.Kind
    let word: String
  }

  private let words: PrivateWords
  private let path: String
  private(set) var hits: [Hit] = []

  init(_ words: PrivateWords, path: String) {
    self.words = words
    self.path = path
    scanPath()
  }

  private mutating func note(_ word: String, _ kind: PrivateWords.Kind, line: Int) {
    hits.append(Hit(path: path, line: line, kind: kind, word: word))
  }

  /// The names of the file and of its folders.
  private mutating func scanPath() {
    let parts = path.split(separator: "/").map(String.init)
    for folder in parts.dropLast() {
      let name = folder.hasSuffix("Tests") ? String(folder.dropLast(5)) : folder
      if words.holds(name, as: .module) { note(name, .module, line: 1) }
    }
    guard let file = parts.last, file.hasSuffix(".swift") else { return }
    let stem = String(file.prefix { $0 != "." && $0 != "+" })
    if words.holds(stem, as: .type) { note(stem, .type, line: 1) }
  }

  // MARK: Swift

  private static let typeKeywords: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype",
  ]
  private static let memberKeywords: Set<Substring> = ["func", "var", "let", "case"]

  mutating func scan(_ file: SourceFile) {
    for (index, line) in file.codeLines.enumerated() {
      let parts = line.split(separator: " ")
      for (keyword, name) in zip(parts, parts.dropFirst()) {
        let keyword = keyword.drop { $0 == "(" }
        let isType = Self.typeKeywords.contains(keyword)
        guard isType || Self.memberKeywords.contains(keyword) else { continue }
        let name = String(
          name.drop { $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        let kind: PrivateWords.Kind = isType ? .type : .member
        if words.holds(name, as: kind) { note(name, kind, line: index + 1) }
      }
    }
    var tokens: [Token] = []
    for prose in file.prose {
      if !prose.continues {
        scanPhrases(tokens)
        tokens.removeAll(keepingCapacity: true)
      }
      tokens += Token.all(in: prose.text, line: prose.line)
      if prose.isComment {
        scanNames(prose.text, line: prose.line) { _, isQuoted in isQuoted }
      } else {
        scanLiteral(prose.text, line: prose.line)
      }
    }
    scanPhrases(tokens)
  }

  /// A literal that is a key, a dotted path of keys, or holds a key that is no ordinary word.
  private mutating func scanLiteral(_ text: String, line: Int) {
    let isPath = text.contains(".") && !text.contains(" ")
    if words.holds(text, as: .faultKind) { note(text, .faultKind, line: line) }
    let count = text.utf8.count
    scanNames(text, line: line) { place, _ in isPath || place.count == count }
  }

  // MARK: Documents

  mutating func scan(document text: String) {
    scanPhrases(Token.all(in: text, line: 1))
    scanNames(text, line: 1, isDocument: true) { _, isQuoted in isQuoted }
  }

  /// Keys, and the names of types and members that are no ordinary words.
  private mutating func scanNames(
    _ text: String, line: Int, isDocument: Bool = false,
    isExact: (_ place: Range<Int>, _ isQuoted: Bool) -> Bool
  ) {
    let bytes = Array(text.utf8)
    var (index, line) = (0, line)
    while index < bytes.count {
      guard bytes[index].isLetter else {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
        continue
      }
      let start = index
      var isCompound = false
      while index < bytes.count && bytes[index].isKey {
        let isInside = index > start
        isCompound = isCompound || bytes[index] == UInt8(ascii: "_")
        isCompound = isCompound || isInside && bytes[index].isCapital
        index += 1
      }
      let isQuoted =
        start > 0 && index < bytes.count && bytes[start - 1] == bytes[index] && bytes[index].isQuote
      guard isCompound || isExact(start..<index, isQuoted) else { continue }
      let token = String(decoding: bytes[start..<index], as: UTF8.self)
      if words.holds(token, as: .key) {
        note(token, .key, line: line)
      } else if isCompound,
        let kind = [.type, .member].first(where: { words.holds(token, as: $0) })
      {
        note(token, kind, line: line)
      } else if isDocument, isQuoted, words.holds(token, as: .faultKind) {
        note(token, .faultKind, line: line)
      }
    }
  }

  // MARK: Prose

  /// The phrases of consecutive words, the longest at each place.
  private mutating func scanPhrases(_ tokens: [Token]) {
    var index = 0
    while index < tokens.count {
      let found = words.phrases[tokens[index].word]?.first { phrase in
        index + phrase.parts.count <= tokens.count
          && zip(phrase.parts, tokens[index...]).allSatisfy { $0 == $1.word }
      }
      if let found { note(found.word, found.kind, line: tokens[index].line) }
      index += found?.parts.count ?? 1
    }
  }

  /// A word in small letters, or a sign that ends a phrase.
  private struct Token {
    let word: String
    let line: Int

    private static let end = "."

    static func all(in text: String, line: Int) -> [Token] {
      let bytes = Array(text.utf8)
      var tokens: [Token] = []
      var (index, line) = (0, line)
      while index < bytes.count {
        let start = index
        while index < bytes.count && bytes.isWord(at: index) { index += 1 }
        if index > start {
          let word = String(decoding: bytes[start..<index].map(\.small), as: UTF8.self)
          tokens.append(Token(word: word, line: line))
          continue
        }
        let isLineEnd = bytes[index] == UInt8(ascii: "\n")
        let isEmptyLine = isLineEnd && index > 0 && bytes[index - 1] == UInt8(ascii: "\n")
        if isEmptyLine || bytes[index].endsPhrase { tokens.append(Token(word: end, line: line)) }
        if isLineEnd { line += 1 }
        index += 1
      }
      // An empty line of a comment.
      return tokens.isEmpty ? [Token(word: end, line: line)] : tokens
    }
  }
}

extension [UInt8] {
  /// Whether a byte is part of a word: of a letter, a digit, or what stands between them in a
  /// word. Dashes and quotes of typography are none; all of them begin with the byte E2.
  fileprivate func isWord(at index: Int) -> Bool {
    let byte = self[index]
    if byte < 0x80 { return byte.isKey || byte == UInt8(ascii: "'") }
    let first = index >= 2 && self[index - 2] == 0xE2 ? self[index - 2] : byte
    return first != 0xE2 && !(index >= 1 && self[index - 1] == 0xE2)
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isLetter: Bool {
    isCapital || self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z")
  }
  fileprivate var isKey: Bool {
    isLetter || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") || self == UInt8(ascii: "_")
  }
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "`") }
  fileprivate var small: UInt8 { isCapital ? self + 32 : self }
  fileprivate var endsPhrase: Bool { ".;:!?|<>(){}[]=".utf8.contains(self) }
}
