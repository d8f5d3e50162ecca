import Base

/// 256 random bits that give a right to those who have them: a token, the secret of an account, or
/// a claim. They are written as 64 lower-case hexadecimal digits.
public struct Secret: Sendable {
  private let words: FourWords

  /// Reads exactly 64 lower-case hexadecimal digits.
  public init?(_ digits: some RandomAccessCollection<UInt8>) {
    guard digits.count == 64 else { return nil }
    var words = FourWords()
    var rest = digits[...]
    for place in 0..<4 {
      guard let word = Hexadecimal.word(rest.prefix(16)) else { return nil }
      words[place] = word
      rest = rest.dropFirst(16)
    }
    self.words = words
  }

  /// A secret of 32 random bytes.
  public init(random bytes: [UInt8]) {
    precondition(bytes.count == 32, "a secret has 256 bits")
    var words = FourWords()
    for (place, byte) in bytes.enumerated() {
      words[place / 8] = words[place / 8] << 8 | UInt64(byte)
    }
    self.words = words
  }

  /// As it is written.
  public var text: String { words.text }

  /// What a server keeps of it.
  public var hash: SecretHash { SecretHash(of: words.bytes) }
}

/// The SHA-256 of a secret, or of anything else that is recognized but not kept.
public struct SecretHash: Hashable, Sendable {
  private let words: FourWords

  init(of bytes: [UInt8]) {
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    var words = FourWords()
    for (place, byte) in digest.finish().enumerated() {
      words[place / 8] = words[place / 8] << 8 | UInt64(byte)
    }
    self.words = words
  }

  init(words: [UInt64]) {
    var own = FourWords()
    for place in 0..<4 { own[place] = words[place] }
    self.words = own
  }

  var array: [UInt64] { (0..<4).map { words[$0] } }

  /// All bits are random, so any of them spread the rows of a table.
  public func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}

private struct FourWords: Hashable, Sendable {
  private var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  subscript(place: Int) -> UInt64 {
    get {
      switch place {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    }
    set {
      switch place {
      case 0: words.0 = newValue
      case 1: words.1 = newValue
      case 2: words.2 = newValue
      default: words.3 = newValue
      }
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  /// The highest byte of each word first.
  var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: self[$0 / 8] >> UInt64(56 - 8 * ($0 % 8))) }
  }

  var text: String { (0..<4).map { Hexadecimal.text(self[$0]) }.joined() }
}
