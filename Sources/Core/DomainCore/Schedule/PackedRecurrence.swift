public import Chronology

/// SCH-3: a recurrence rule in the two words of a payload.
///
/// All rules fit but those that list both days of the month and weekdays by their position in it,
/// and those that end at an instant, which `RecurrenceRule.resolved` turns into a day. A rule of
/// zeros means a class that takes place once.
public struct PackedRecurrence: BitwiseCopyable, Hashable, Sendable {
  public var payload: Payload

  public init(_ payload: Payload) {
    self.payload = payload
  }

  /// A class that takes place on its first day only.
  public static var once: PackedRecurrence { PackedRecurrence(Payload()) }

  public var isOnce: Bool { payload == Payload() }

  /// Nil for the few rules that do not fit.
  public init?(_ rule: RecurrenceRule) {
    var head: UInt64
    switch rule.frequency {
    case .daily: head = 0
    case .weekly: head = 1
    case .monthly: head = 2
    }
    head |= UInt64(rule.interval) << 2 | UInt64(rule.weekdays.rawValue) << 16
    head |= UInt64(rule.weekStart) << 23
    switch rule.end {
    case .never: break
    case .count(let count): head |= 1 << 26 | UInt64(count) << 28
    case .until(let day):
      guard (0..<1 << 22).contains(day.number) else { return nil }
      head |= 2 << 26 | UInt64(day.number) << 28
    case .untilInstant: return nil
    }
    var detail: UInt64 = 0
    if rule.ordinalWeekdays.isEmpty {
      for day in 1...31 {
        if rule.monthDays.contains(day) { detail |= 1 << UInt64(day - 1) }
        if rule.monthDays.contains(-day) { detail |= 1 << UInt64(30 + day) }
      }
    } else {
      guard rule.monthDays.isEmpty else { return nil }
      head |= 1 << 50
      for place in 0..<10 {
        let weekdays = UInt64(rule.ordinalWeekdays.weekdays(ordinal: Self.ordinal(place)).rawValue)
        detail |= weekdays << UInt64(place * 7)
        // The tenth position begins with bit 63 and continues in the head.
        if place == 9 { head |= (weekdays >> 1) << 51 }
      }
    }
    payload = Payload(head, detail)
  }

  /// The rule, or nil if the words do not encode one.
  public var rule: RecurrenceRule? {
    // Nearly all words without a rule mean a class that takes place once.
    if isOnce { return nil }
    let head = payload.first
    let frequency: RecurrenceRule.Frequency
    switch head & 3 {
    case 0: frequency = .daily
    case 1: frequency = .weekly
    case 2: frequency = .monthly
    default: return nil
    }
    let value = Int(head >> 28 & (1 << 22 - 1))
    let end: RecurrenceRule.End
    switch head >> 26 & 3 {
    case 0: end = .never
    case 1: end = .count(value)
    case 2: end = .until(LocalDay(number: Int32(value)))
    default: return nil
    }
    var ordinals = OrdinalWeekdaySet()
    var monthDays = MonthDaySet()
    // The bits have the layout of the sets, because this is read for every class at every scan.
    if head >> 50 & 1 == 1 {
      ordinals = OrdinalWeekdaySet(
        fromStart: payload.second, fromEnd: payload.second >> 35 | (head >> 51) << 29)
    } else {
      monthDays = MonthDaySet(
        fromStart: UInt32(truncatingIfNeeded: payload.second),
        fromEnd: UInt32(truncatingIfNeeded: payload.second >> 31))
    }
    return try? RecurrenceRule(
      frequency: frequency, interval: Int(head >> 2 & (1 << 14 - 1)),
      weekdays: WeekdaySet(rawValue: UInt8(truncatingIfNeeded: head >> 16)),
      ordinalWeekdays: ordinals, monthDays: monthDays, end: end,
      weekStart: Int(head >> 23 & 7))
  }

  /// 1 to 5, then -1 to -5.
  private static func ordinal(_ place: Int) -> Int { place < 5 ? place + 1 : 4 - place }
}
