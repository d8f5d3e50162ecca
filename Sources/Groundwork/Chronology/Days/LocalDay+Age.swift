extension LocalDay {
  /// The full years of a person born on this day when `day` begins.
  ///
  /// A person born on February 29 has their birthday on March 1 in common years. Negative before
  /// birth.
  ///
  /// A birthday lies within three days of where years of the mean length put it (2.2 at most), so
  /// only near one the calendar is needed.
  @inlinable
  public func age(on day: LocalDay) -> Int {
    let margin: Int64 = 3 * 400
    let lived = floorDivided((Int64(day.number) - Int64(number)) * 400, by: 146_097)
    if lived.remainder >= margin && lived.remainder < 146_097 - margin {
      return Int(lived.quotient)
    }
    let birth = civil
    let today = day.civil
    // In a common year February 29 is never reached, so the comparison turns true on March 1.
    let hadBirthday = (today.month, today.day) >= (birth.month, birth.day)
    return today.year - birth.year - (hadBirthday ? 0 : 1)
  }
}
