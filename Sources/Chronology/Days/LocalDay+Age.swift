extension LocalDay {
  /// The full years that somebody born on this day has lived when `day` begins.
  ///
  /// Who was born on February 29 has their birthday on March 1 in common years. Negative before
  /// birth.
  @inlinable
  public func age(on day: LocalDay) -> Int {
    let birth = civil
    let today = day.civil
    // In a common year February 29 is never reached, so the comparison waits until March 1.
    let hadBirthday = (today.month, today.day) >= (birth.month, birth.day)
    return today.year - birth.year - (hadBirthday ? 0 : 1)
  }
}
