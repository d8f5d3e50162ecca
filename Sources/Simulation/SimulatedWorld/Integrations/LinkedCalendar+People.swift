import Base
import Chronology
import Environment
import DomainCore

// What people edit in an external calendar, independently of the app: grandparents, coaches, the
// parents themselves. `texts` are the texts that they choose from at random; a plan may have none.
extension LinkedCalendar {
  mutating func edit(_ edit: CalendarEdit, _ texts: [TextHandle], at now: Instant) {
    let count = upcomingCount(after: now)
    if edit.kind == .add || count == 0 {
      addEvent(edit, texts, at: now)
    } else if let event = upcoming(Int(edit.randomWord & 0xFFFF_FFFF) % count, after: now) {
      change(event, edit, texts, at: now)
    }
  }

  private func text(_ randomWord: UInt64, of texts: [TextHandle]) -> UInt64 {
    guard !texts.isEmpty else { return UInt64(TextHandle.empty.raw) }
    return UInt64(texts[Int(randomWord % UInt64(texts.count))].raw)
  }

  /// A person adds an event of their own, within the next days, on the hour.
  private mutating func addEvent(_ edit: CalendarEdit, _ texts: [TextHandle], at now: Instant) {
    let hours = 1 + Int64(edit.randomWord >> 32 & 127)
    let start = Instant(
      milliseconds: floorDivided(now.milliseconds, by: Span.hour).quotient * Span.hour)
    var values = CalendarValues(words: .zero)
    values[.title] = text(edit.randomWord >> 40, of: texts)
    values[.start] = UInt64(bitPattern: (start + hours * Span.hour).milliseconds)
    values[.duration] = UInt64(Span.hour)
    let event = calendar.createByPerson(values.theirs, at: now)
    calendarEdits.append(CalendarEditRecord(moment: now, event: event, change: .added))
  }

  private mutating func change(
    _ event: UInt64, _ edit: CalendarEdit, _ texts: [TextHandle], at now: Instant
  ) {
    guard let theirs = calendar.event(event) else { return }
    let values = CalendarValues(theirs: theirs.values)
    let randomWord = edit.randomWord >> 32
    switch edit.kind {
    case .move:
      // Up to an hour and a half later, half an hour earlier, or the next day.
      let minutes: [Int64] = [15, 30, 45, 60, 75, 90, -30, 24 * 60]
      let start = values.start + minutes[Int(randomWord & 7)] * Span.minute
      set(.start, UInt64(bitPattern: start.milliseconds), of: event, values, at: now)
    case .changeDuration:
      set(.duration, (30 + 15 * (randomWord & 7)) * UInt64(Span.minute), of: event, values, at: now)
    case .changePlace: set(.place, text(randomWord, of: texts), of: event, values, at: now)
    case .changeTitle: set(.title, text(randomWord, of: texts), of: event, values, at: now)
    case .note: set(.details, text(randomWord, of: texts), of: event, values, at: now)
    case .editDriver: set(.drivers, randomWord & 3, of: event, values, at: now)
    case .delete, .add:
      calendar.deleteByPerson(event, at: now)
      calendarEdits.append(CalendarEditRecord(moment: now, event: event, change: .deleted))
    }
  }

  private mutating func set(
    _ field: CalendarField, _ value: UInt64, of event: UInt64, _ values: CalendarValues,
    at now: Instant
  ) {
    var changed = values
    changed[field] = value
    // The driver is stored in the details.
    let place = Int((field == .drivers ? CalendarField.details : field).rawValue)
    calendar.editByPerson(event, field: place, to: changed.theirs[place], at: now)
    calendarEdits.append(
      CalendarEditRecord(moment: now, event: event, change: .field(field), value: value))
  }
}
