/// Bytes as text (RFC 4648, with padding), as JSON carries them.
public enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let padding = UInt8(ascii: "=")

  public static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word: UInt32 = 0
      for place in 0..<3 {
        word = word << 8 | (place < count ? UInt32(bytes[start + place]) : 0)
      }
      for place in 0..<4 {
        let digit = digits[Int(word >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= count ? digit : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text, or nil if it is not Base64 with padding.
  public static func bytes(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count.isMultiple(of: 4) else { return nil }
    let paddings = letters.reversed().prefix { $0 == padding }.count
    guard paddings <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var (word, bits) = (UInt32(0), 0)
    for letter in letters.dropLast(paddings) {
      guard let value = value(of: letter) else { return nil }
      word = word << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
