extension Digest128: CustomStringConvertible {
  /// The 32 lower-case hexadecimal digits of the two lanes.
  public var description: String {
    Hexadecimal.text(first) + Hexadecimal.text(second)
  }

  /// The digest that `description` spells as `text`, or nil if no digest does.
  public init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32, let first = Hexadecimal.word(digits[..<16]),
      let second = Hexadecimal.word(digits[16...])
    else { return nil }
    self.init(first: first, second: second)
  }
}
