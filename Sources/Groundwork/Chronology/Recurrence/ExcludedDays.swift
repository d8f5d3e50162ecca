/// SCH-3: the days on which a rule's occurrences do not happen, EXDATE in RFC 5545.
///
/// A rule has one wall time, so an occurrence is known by the day that the rule gives it.
public struct ExcludedDays: Hashable, Sendable {
  /// In order, each once.
  package private(set) var days: [LocalDay] = []

  public init() {}

  public init(_ days: some Sequence<LocalDay>) {
    for day in days.sorted() where day != self.days.last {
      self.days.append(day)
    }
  }

  /// Reads a list such as "20260105,20260112"; the empty text is the empty list.
  public init(parsing text: String) throws(RecurrenceError) {
    var days: [LocalDay] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      var reader = DigitReader(item)
      guard let day = reader.day(separator: nil), reader.isAtEnd else {
        throw RecurrenceError(
          code: .illegalValue, part: "EXDATE", value: String(item),
          allowed: "days like 20261231, with commas between them")
      }
      days.append(day)
    }
    self.init(days)
  }

  /// O(log days).
  public func contains(_ day: LocalDay) -> Bool {
    var low = 0
    var high = days.count
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low < days.count && days[low] == day
  }
}

extension ExcludedDays: CustomStringConvertible {
  /// The list as RFC 5545 writes it: "20260105,20260112".
  public var description: String {
    days.map(\.compactDescription).joined(separator: ",")
  }
}
