extension Instant: CustomStringConvertible {
  /// The instant in ISO 8601, in UTC: "2026-01-05T00:00:00Z", milliseconds only when there are any.
  public var description: String {
    let (day, rest) = floorDivided(milliseconds, by: Span.day)
    let second = rest / Span.second
    var text = CivilDate(dayNumber: day).description
    text += "T" + padded(second / 3_600, width: 2)
    text += ":" + padded(second / 60 % 60, width: 2)
    text += ":" + padded(second % 60, width: 2)
    let fraction = rest % Span.second
    if fraction > 0 { text += "." + padded(fraction, width: 3) }
    return text + "Z"
  }

  /// Reads what `description` prints for the years 0000 to 9999.
  ///
  /// One to three digits may follow a decimal point. Everything else is refused, including a leap
  /// second and an offset other than Z: an instant read wrongly is worse than one not read.
  public init?(_ text: some StringProtocol) {
    var reader = DigitReader(text)
    guard let day = reader.day(separator: "-"), reader.skip("T"),
      let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
      let second = reader.number(digits: 2), second < 60
    else { return nil }
    var fraction: Int64 = 0
    if reader.skip(".") {
      guard let digits = reader.fraction() else { return nil }
      fraction = digits
    }
    guard reader.skip("Z"), reader.isAtEnd else { return nil }
    milliseconds =
      Int64(day.number) * Span.day + Int64(hour) * Span.hour + Int64(minute) * Span.minute
      + Int64(second) * Span.second + fraction
  }
}
