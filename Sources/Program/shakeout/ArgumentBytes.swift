/// The words of the command line as the system passed them.
enum ArgumentBytes {
  /// The first word that is not valid UTF-8, with its other bytes in hexadecimal digits; nil if
  /// all are valid.
  static var firstInvalid: String? {
    let words = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for case let word? in words {
      let bytes = UnsafeBufferPointer(start: word, count: length(of: word)).map(
        UInt8.init(bitPattern:))
      if String(validating: bytes, as: UTF8.self) == nil { return shown(bytes) }
    }
    return nil
  }

  private static func length(of word: UnsafeMutablePointer<CChar>) -> Int {
    var count = 0
    while word[count] != 0 { count += 1 }
    return count
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      if (32..<127).contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
