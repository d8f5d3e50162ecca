import Chronology
import DomainCore
import JSONText

extension Fields {
  // MARK: Days

  static let day = day(Int32.min...Int32.max)
  static let day16 = day(0...1 << 16 - 1)
  static let day20 = day(0...1 << 20 - 1)
  static let day22 = day(0...1 << 22 - 1)

  /// The days whose year has four digits, as dates have.
  private static let dated =
    LocalDay(year: 0, month: 1, day: 1)...LocalDay(year: 9_999, month: 12, day: 31)

  /// As a date, or as days since 1970 where there is no date.
  private static func day(_ range: ClosedRange<Int32>) -> FieldType<LocalDay> {
    FieldType(
      allowed: range.lowerBound == 0
        ? "a day from 1970 on such as \"2026-03-04\"" : "a day such as \"2026-03-04\"",
      blank: LocalDay(number: 0),
      write: { day, _ in
        guard range.contains(day.number) else { return nil }
        return dated.contains(day) ? .string(day.description) : .integer(day.number)
      },
      read: { node, _ in
        let day =
          node.string.flatMap { LocalDay($0) }
          ?? node.integer(as: Int32.self).map { LocalDay(number: $0) }
        return day.flatMap { range.contains($0.number) ? $0 : nil }
      })
  }

  // MARK: Instants

  static let instant = instant(Int64.min...Int64.max)
  static let instant48 = instant(0...1 << 48 - 1)

  /// As a date and a time, or as milliseconds since 1970 where there is no date.
  private static func instant(_ range: ClosedRange<Int64>) -> FieldType<Instant> {
    let first = Int64(dated.lowerBound.number) * Span.day
    let end = Int64(dated.upperBound.number + 1) * Span.day
    return FieldType(
      allowed: "an instant such as \"2026-03-04T17:30:00Z\"", blank: Instant(milliseconds: 0),
      write: { instant, _ in
        guard range.contains(instant.milliseconds) else { return nil }
        return (first..<end).contains(instant.milliseconds)
          ? .string(instant.description) : .integer(instant.milliseconds)
      },
      read: { node, _ in
        let instant =
          node.string.flatMap { Instant($0) }
          ?? node.integer(as: Int64.self).map { Instant(milliseconds: $0) }
        return instant.flatMap { range.contains($0.milliseconds) ? $0 : nil }
      })
  }

  // MARK: Times of a day

  static let time = time(most: UInt16.max)
  static let time11 = time(most: 1 << 11 - 1)
  static let time12 = time(most: 1 << 12 - 1)

  /// As hours and minutes; times that no clock shows have more than 24 hours.
  private static func time(most: UInt16) -> FieldType<UInt16> {
    FieldType(
      allowed: "a time of the day such as \"07:30\"", blank: 0,
      write: { minute, _ in minute <= most ? .string(text(ofMinute: minute)) : nil },
      read: { node, _ in
        node.string.flatMap { minute(of: $0[...]) }.flatMap { $0 <= most ? $0 : nil }
      })
  }

  private static func text(ofMinute minute: UInt16) -> String {
    let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
    return (hours < 10 ? "0" : "") + String(hours) + (minutes < 10 ? ":0" : ":") + String(minutes)
  }

  private static func minute(of text: Substring) -> UInt16? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count >= 2, parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
      let hours = UInt16(parts[0]), let minutes = UInt16(parts[1]), minutes < 60
    else { return nil }
    return UInt16(exactly: Int(hours) * 60 + Int(minutes))
  }

  static let quietHours = FieldType<QuietHours>(
    allowed: "two times such as \"21:00-06:30\"", blank: QuietHours(from: 0, until: 0),
    write: { quiet, _ in
      .string(text(ofMinute: quiet.from) + "-" + text(ofMinute: quiet.until))
    },
    read: { node, _ in
      let parts = node.string?.split(separator: "-", omittingEmptySubsequences: false) ?? []
      guard parts.count == 2, let from = minute(of: parts[0]), let until = minute(of: parts[1])
      else { return nil }
      return QuietHours(from: from, until: until)
    })

  static let movedStart = FieldType<MovedStart>(
    allowed: "a day and a time such as \"2026-03-04 17:30\"",
    blank: MovedStart(day: LocalDay(number: 0), minute: 0),
    write: { start, _ in
      dated.contains(start.day)
        ? .string("\(start.day) \(text(ofMinute: start.minute))") : nil
    },
    read: { node, _ in
      let parts = node.string?.split(separator: " ", omittingEmptySubsequences: false) ?? []
      guard parts.count == 2, let day = LocalDay(parts[0]), let minute = minute(of: parts[1])
      else { return nil }
      return MovedStart(day: day, minute: minute)
    })

  // MARK: Zones and rules

  static let zone = FieldType<UInt16>(
    allowed: "a time zone such as \"Europe/Berlin\"", blank: 0,
    write: { id, _ in id < zoneCount ? .string(Zone(id: id).name) : nil },
    read: { node, _ in node.string.flatMap { Zone(named: $0)?.id } },
    nearest: { Zone.suggestions(for: $0, count: 1).first })

  private static let zoneCount = UInt16(Zone.all.count)

  static let recurrence = FieldType<PackedRecurrence>(
    allowed: "a rule such as \"FREQ=WEEKLY;BYDAY=TU,TH\" that ends never, by COUNT or on a day, "
      + "or \"once\"",
    blank: .once,
    write: { recurrence, _ in
      if recurrence.isOnce { return "once" }
      // Only words that form a valid rule are written as one.
      guard let rule = recurrence.rule, PackedRecurrence(rule) == recurrence else { return nil }
      return .string(rule.description)
    },
    read: { node, _ in
      guard let text = node.string else { return nil }
      if text == "once" { return .once }
      return (try? RecurrenceRule(parsing: text)).flatMap { PackedRecurrence($0) }
    })
}
