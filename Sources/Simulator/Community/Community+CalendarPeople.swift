import Base
import Chronology
import Counterparts
import DomainCore
import Faults
import Population
import SimulationKernel
import SyncCore

// What people do in a calendar outside, where they know nothing of the app: grandparents, coaches,
// the parents themselves.
extension Community {
  /// A family's day in its calendar.
  mutating func planCalendarDay(_ date: LocalDay, _ index: Int, of household: Int) {
    if simulation.outsideWeather.expiresTokens(calendars[index].who, on: date) {
      calendars[index].calendar.expireTokens()
    }
    for number in 0..<Behaviour.calendarEditsPerDayMax {
      guard
        let edit = simulation.behaviour.calendarEdit(
          households[household].index, on: date, number: number)
      else { continue }
      let moment = households[household].zone.instant(
        of: date, millisecondOfDay: edit.millisecondOfDay)
      queue.schedule(
        at: moment, kind: CommunityEvent.calendarEdited.rawValue, detail: UInt16(number),
        target: UInt32(index), payload: UInt32(bitPattern: date.number))
    }
  }

  mutating func editCalendar(_ index: Int, number: Int, day: Int32) {
    let household = households[calendars[index].household].index
    guard
      let edit = simulation.behaviour.calendarEdit(
        household, on: LocalDay(number: day), number: number)
    else { return }
    let count = calendars[index].upcomingCount(after: now)
    if edit.deed == .add || count == 0 {
      addEvent(index, edit)
    } else if let event = calendars[index].upcoming(
      Int(edit.lot & 0xFFFF_FFFF) % count, after: now)
    {
      change(event, in: index, edit)
    }
    tellOfChange(index)
  }

  /// The texts that people choose from, by lot.
  private func text(_ lot: UInt64) -> UInt64 {
    let texts = simulation.calendarTexts
    return UInt64(texts[Int(lot % UInt64(texts.count))].raw)
  }

  /// Somebody writes down something of their own, within the next days, on the hour.
  private mutating func addEvent(_ index: Int, _ edit: CalendarEdit) {
    let hours = 1 + Int64(edit.lot >> 32 & 127)
    let start = Instant(
      milliseconds: floorDivided(now.milliseconds, by: Span.hour).quotient * Span.hour)
    var values = CalendarValues(words: .zero)
    values[.title] = text(edit.lot >> 40)
    values[.start] = UInt64(bitPattern: (start + hours * Span.hour).milliseconds)
    values[.duration] = UInt64(Span.hour)
    let event = calendars[index].calendar.personCreates(values.theirs, at: now)
    calendars[index].deeds.append(
      CalendarDeedRecord(moment: now, event: event, change: .added))
  }

  private mutating func change(_ event: UInt64, in index: Int, _ edit: CalendarEdit) {
    guard let theirs = calendars[index].calendar.event(event) else { return }
    let values = CalendarValues(theirs: theirs.values)
    let lot = edit.lot >> 32
    switch edit.deed {
    case .move:
      // Up to an hour and a half later, half an hour earlier, or the next day.
      let minutes: [Int64] = [15, 30, 45, 60, 75, 90, -30, 24 * 60]
      let start = values.start + minutes[Int(lot & 7)] * Span.minute
      edited(event, .start, UInt64(bitPattern: start.milliseconds), values, in: index)
    case .stretch:
      edited(event, .duration, (30 + 15 * (lot & 7)) * UInt64(Span.minute), values, in: index)
    case .relocate: edited(event, .place, text(lot), values, in: index)
    case .retitle: edited(event, .title, text(lot), values, in: index)
    case .note: edited(event, .details, text(lot), values, in: index)
    case .meddle: edited(event, .drivers, lot & 3, values, in: index)
    case .delete, .add:
      calendars[index].calendar.personDeletes(event, at: now)
      calendars[index].deeds.append(
        CalendarDeedRecord(moment: now, event: event, change: .deleted))
    }
  }

  private mutating func edited(
    _ event: UInt64, _ field: CalendarField, _ value: UInt64, _ values: CalendarValues,
    in index: Int
  ) {
    var changed = values
    changed[field] = value
    // Who drives stands in the details.
    let place = Int((field == .drivers ? CalendarField.details : field).rawValue)
    calendars[index].calendar.personEdits(
      event, field: place, to: changed.theirs[place], at: now)
    calendars[index].deeds.append(
      CalendarDeedRecord(moment: now, event: event, change: .field(field), value: value))
  }

  /// CAL-4: in real time the calendar tells the phone, unless the notice gets lost.
  private mutating func tellOfChange(_ index: Int) {
    let device = calendars[index].device
    let connection = replicas[device].store.state.calendarConnection(LinkedCalendar.number)
    guard let connection, connection.isConnected, connection.mode == .realTime else { return }
    let fate = simulation.messageWeather.fate(
      FaultDecision.calendarNoticeFate, who: calendars[index].who,
      step: Int32(calendars[index].deeds.count))
    guard !fate.isLost else { return }
    queue.schedule(
      at: now + Int64(fate.delayMilliseconds), kind: CommunityEvent.calendarTells.rawValue,
      target: UInt32(index))
  }
}
