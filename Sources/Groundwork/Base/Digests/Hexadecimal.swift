/// Lower-case hexadecimal text, the one spelling of digests everywhere.
public enum Hexadecimal {
  /// Two digits a byte, in order.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Sixteen digits, leading zeros included.
  public static func text(_ word: UInt64) -> String {
    text((0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) })
  }

  /// The word that exactly sixteen lower-case digits spell, or nil.
  @inlinable public static func word(_ digits: some Collection<UInt8>) -> UInt64? {
    guard digits.count == 16 else { return nil }
    var word: UInt64 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      word = word << 4 | UInt64(value)
    }
    return word
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  @usableFromInline static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
