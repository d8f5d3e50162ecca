/// The parts of RFC 5545 that a rule may have, in the order in which they are printed.
enum RecurrencePart: String, CaseIterable {
  case frequency = "FREQ"
  case interval = "INTERVAL"
  case weekdays = "BYDAY"
  case monthDays = "BYMONTHDAY"
  case count = "COUNT"
  case until = "UNTIL"
  case weekStart = "WKST"

  /// The names of the weekdays, Monday first.
  static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// What a value may be, for people who wrote another.
  var allowedValues: String {
    switch self {
    case .frequency: "DAILY, WEEKLY or MONTHLY"
    case .interval: "a number from 1 to 9999"
    case .weekdays: "some of MO, TU, WE, TH, FR, SA, SU, each perhaps after 1 to 5 or -5 to -1"
    case .monthDays: "numbers from 1 to 31 or -31 to -1"
    case .count: "a number from 1 to 999999"
    case .until: "a day like 20261231 or a moment in UTC like 20261231T225959Z"
    case .weekStart: "one of MO, TU, WE, TH, FR, SA, SU"
    }
  }
}
