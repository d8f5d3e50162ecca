/// Bytes as text (RFC 4648, with padding), as JSON carries them.
public enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte as a digit, or what is no digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noDigit, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  private static let noDigit: UInt8 = 0xFF
  private static let padding = UInt8(ascii: "=")

  public static func text(_ bytes: [UInt8]) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: length) { text in
      digits.withUnsafeBufferPointer { digits in
        bytes.withUnsafeBufferPointer { bytes in fill(text, from: bytes, by: digits) }
      }
      return length
    }
  }

  private static func fill(
    _ text: UnsafeMutableBufferPointer<UInt8>, from bytes: UnsafeBufferPointer<UInt8>,
    by digits: UnsafeBufferPointer<UInt8>
  ) {
    var place = 0
    func add(_ word: UInt32, _ count: Int) {
      for number in 0..<4 {
        let digit = digits[Int(word >> UInt32(18 - 6 * number) & 63)]
        text[place + number] = number <= count ? digit : padding
      }
      place += 4
    }
    var start = 0
    while start + 3 <= bytes.count {
      add(
        UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]), 3)
      start += 3
    }
    switch bytes.count - start {
    case 1: add(UInt32(bytes[start]) << 16, 1)
    case 2: add(UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8, 2)
    default: break
    }
  }

  /// The bytes of a text, or nil if it is not Base64 with padding.
  public static func bytes(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { letters in
      guard letters.count.isMultiple(of: 4) else { return nil }
      let paddings = letters.reversed().prefix { $0 == padding }.count
      guard paddings <= 2 else { return nil }
      return values.withUnsafeBufferPointer { values in
        bytes(UnsafeBufferPointer(rebasing: letters.dropLast(paddings)), by: values)
      }
    }
  }

  private static func bytes(
    _ letters: UnsafeBufferPointer<UInt8>, by values: UnsafeBufferPointer<UInt8>
  ) -> [UInt8]? {
    var isBase64 = true
    let bytes = [UInt8](unsafeUninitializedCapacity: letters.count * 3 / 4) { bytes, count in
      var (word, bits) = (UInt32(0), 0)
      for letter in letters {
        let value = values[Int(letter)]
        if value == noDigit { isBase64 = false }
        word = word << 6 | UInt32(value)
        bits += 6
        if bits >= 8 {
          bits -= 8
          bytes[count] = UInt8(truncatingIfNeeded: word >> UInt32(bits))
          count += 1
        }
      }
    }
    return isBase64 ? bytes : nil
  }
}
