extension RecurrenceRule {
  /// SCH-3: reads the text of a rule, a RECUR value of RFC 5545: "FREQ=WEEKLY;BYDAY=TU,TH".
  ///
  /// Parts come in any order and case. What the subset leaves out is refused rather than ignored.
  public init(parsing text: String) throws(RecurrenceError) {
    var values: [RecurrencePart: String] = [:]
    for field in text.uppercased().split(separator: ";", omittingEmptySubsequences: text.isEmpty) {
      let sides = field.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw .malformed(String(field)) }
      guard let part = RecurrencePart(rawValue: String(sides[0])) else {
        throw .unknown(String(sides[0]))
      }
      guard values.updateValue(String(sides[1]), forKey: part) == nil else {
        throw .repeated(part)
      }
    }
    guard let frequency = values[.frequency] else { throw .missing(.frequency) }
    let (weekdays, ordinalWeekdays) = try Self.weekdays(values[.weekdays])
    try self.init(
      frequency: Self.frequency(frequency),
      interval: Self.number(values[.interval] ?? "1", of: .interval),
      weekdays: weekdays, ordinalWeekdays: ordinalWeekdays,
      monthDays: Self.monthDays(values[.monthDays]),
      end: Self.end(count: values[.count], until: values[.until]),
      weekStart: Self.weekStart(values[.weekStart] ?? "MO"))
  }

  private static func frequency(_ text: String) throws(RecurrenceError) -> Frequency {
    switch text {
    case "DAILY": .daily
    case "WEEKLY": .weekly
    case "MONTHLY": .monthly
    default: throw .refused(.frequency, value: text)
    }
  }

  /// Reads digits alone; the rule itself knows the range.
  private static func number(
    _ text: String, of part: RecurrencePart
  ) throws(RecurrenceError) -> Int {
    guard let value = Int(text), text.utf8.first != UInt8(ascii: "+") else {
      throw .refused(part, value: text)
    }
    return value
  }

  private static func weekdays(
    _ text: String?
  ) throws(RecurrenceError) -> (WeekdaySet, OrdinalWeekdaySet) {
    var plain: WeekdaySet = []
    var ordinal = OrdinalWeekdaySet()
    guard let text else { return (plain, ordinal) }
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let index = RecurrencePart.weekdayNames.firstIndex(of: String(item.suffix(2))) else {
        throw .refused(.weekdays, value: String(item))
      }
      let place = item.dropLast(2)
      if place.isEmpty {
        plain.insert(WeekdaySet(weekday: index + 1))
      } else if let place = Int(place), (1...5).contains(place.magnitude) {
        ordinal.insert(ordinal: place, weekday: index + 1)
      } else {
        throw .refused(.weekdays, value: String(item))
      }
    }
    return (plain, ordinal)
  }

  private static func monthDays(_ text: String?) throws(RecurrenceError) -> MonthDaySet {
    var days = MonthDaySet()
    guard let text else { return days }
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let day = Int(item), (1...31).contains(day.magnitude) else {
        throw .refused(.monthDays, value: String(item))
      }
      days.insert(day)
    }
    return days
  }

  private static func end(count: String?, until: String?) throws(RecurrenceError) -> End {
    switch (count, until) {
    case (nil, nil):
      return .never
    case (let count?, nil):
      return .count(try number(count, of: .count))
    case (nil, let until?):
      var reader = DigitReader(until)
      if let day = reader.day(separator: nil) {
        if reader.isAtEnd { return .until(day) }
        if let instant = reader.utcTime(on: day) { return .untilInstant(instant) }
      }
      throw .refused(.until, value: until)
    case (.some, .some):
      throw .conflict(.count, with: .until, advice: "keep one of the two")
    }
  }

  private static func weekStart(_ text: String) throws(RecurrenceError) -> Int {
    guard let index = RecurrencePart.weekdayNames.firstIndex(of: text) else {
      throw .refused(.weekStart, value: text)
    }
    return index + 1
  }
}

extension DigitReader {
  /// Reads the rest of a moment of RFC 5545 after its day: T225959Z.
  fileprivate mutating func utcTime(on day: LocalDay) -> Instant? {
    guard skip("T"), let hour = number(digits: 2), hour < 24,
      let minute = number(digits: 2), minute < 60,
      let second = number(digits: 2), second < 60, skip("Z"), isAtEnd
    else { return nil }
    return Instant(milliseconds: Int64(day.number) * Span.day)
      + Int64(hour) * Span.hour + Int64(minute) * Span.minute + Int64(second) * Span.second
  }
}
