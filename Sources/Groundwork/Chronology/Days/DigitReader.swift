/// Reads numbers of fixed width and the signs between them, as dates are written.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: some StringProtocol) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Steps over `sign` if it comes next.
  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads exactly `digits` digits.
  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Reads one to three digits after a decimal point, as milliseconds.
  mutating func fraction() -> Int64? {
    guard var value = digit() else { return nil }
    for _ in 0..<2 { value = value * 10 + (digit() ?? 0) }
    return Int64(value)
  }

  /// Reads four digits of year, two of month and two of day, with `separator` between them.
  mutating func day(separator: Unicode.Scalar?) -> LocalDay? {
    guard let year = number(digits: 4), skipSeparator(separator),
      let month = number(digits: 2), skipSeparator(separator),
      let day = number(digits: 2),
      (1...12).contains(month), (1...CivilDate.daysInMonth(month, year: year)).contains(day)
    else { return nil }
    return LocalDay(year: year, month: month, day: day)
  }

  private mutating func skipSeparator(_ separator: Unicode.Scalar?) -> Bool {
    guard let separator else { return true }
    return skip(separator)
  }

  private mutating func digit() -> Int? {
    guard let first = rest.first, first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9")
    else { return nil }
    rest.removeFirst()
    return Int(first - UInt8(ascii: "0"))
  }
}

/// The decimal digits of a number that is not negative, with zeros in front up to `width`.
func padded(_ value: some BinaryInteger, width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
