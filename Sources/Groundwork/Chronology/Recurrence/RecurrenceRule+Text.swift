extension RecurrenceRule: CustomStringConvertible {
  /// SCH-3: the rule as RFC 5545 writes it, in one fixed order and without default values.
  public var description: String {
    RecurrencePart.allCases
      .compactMap { part in value(of: part).map { "\(part.rawValue)=\($0)" } }
      .joined(separator: ";")
  }

  private func value(of part: RecurrencePart) -> String? {
    switch part {
    case .frequency:
      switch frequency {
      case .daily: "DAILY"
      case .weekly: "WEEKLY"
      case .monthly: "MONTHLY"
      }
    case .interval:
      interval == 1 ? nil : "\(interval)"
    case .weekdays:
      joined(weekdayNames)
    case .monthDays:
      joined((Array(1...31) + (-31 ... -1)).filter(monthDays.contains).map(String.init))
    case .count:
      if case .count(let count) = end { "\(count)" } else { nil }
    case .until:
      switch end {
      case .until(let day): day.compactDescription
      case .untilInstant(let instant): instant.compactDescription
      case .never, .count: nil
      }
    case .weekStart:
      weekStart == 1 ? nil : RecurrencePart.weekdayNames[weekStart - 1]
    }
  }

  private var weekdayNames: [String] {
    var names = weekdays.names
    for ordinal in [1, 2, 3, 4, 5, -5, -4, -3, -2, -1] {
      names += ordinalWeekdays.weekdays(ordinal: ordinal).names.map { "\(ordinal)\($0)" }
    }
    return names
  }

  private func joined(_ items: [String]) -> String? {
    items.isEmpty ? nil : items.joined(separator: ",")
  }
}

extension WeekdaySet {
  fileprivate var names: [String] {
    (1...7).filter(contains(weekday:)).map { RecurrencePart.weekdayNames[$0 - 1] }
  }
}

extension LocalDay {
  /// The day as RFC 5545 writes it: 20260105.
  var compactDescription: String {
    let civil = civil
    return padded(civil.year, width: 4) + padded(civil.month, width: 2)
      + padded(civil.day, width: 2)
  }
}

extension Instant {
  /// The instant as RFC 5545 writes it, in UTC: 20260105T170000Z.
  fileprivate var compactDescription: String {
    description.filter { $0 != "-" && $0 != ":" }
  }
}
