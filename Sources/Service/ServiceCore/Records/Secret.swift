import Base

/// 256 random bits that give a right to those who have them: a token, the secret of an account, or
/// a claim. They are written as 64 lower-case hexadecimal digits.
public struct Secret: Sendable {
  private let words: FourWords

  /// Reads exactly 64 lower-case hexadecimal digits.
  public init?(_ digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 64 else { return nil }
    var words = FourWords()
    for place in 0..<4 {
      guard let word = Hexadecimal.word(digits[16 * place..<16 * place + 16]) else { return nil }
      words[place] = word
    }
    self.words = words
  }

  public init?(_ digits: String) {
    guard let secret = Array(digits.utf8).withUnsafeBufferPointer({ Secret($0) }) else {
      return nil
    }
    self = secret
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
  public var hash: SecretHash {
    // As it is written in memory, the highest byte of each word comes first.
    withUnsafeBytes(of: words.bigEndian) { SecretHash(of: $0) }
  }
}

/// The SHA-256 of a secret, or of anything else that is recognized but not kept.
public struct SecretHash: Hashable, Sendable {
  private let words: FourWords

  init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { SecretHash(of: $0) }
  }

  init(of bytes: UnsafeRawBufferPointer) {
    var digest = SHA256()
    digest.update(bytes)
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

  var bigEndian: (UInt64, UInt64, UInt64, UInt64) {
    (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
  }

  var text: String { (0..<4).map { Hexadecimal.text(self[$0]) }.joined() }
}
