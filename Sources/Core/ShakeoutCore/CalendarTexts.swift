import Base
import Chronology
import DomainCore

/// CAL-1: the calendar data of a family's log, in an app's types.
struct CalendarTexts {
  let texts: Texts
  let state: UnsafePointer<ScopeState>
  let items: CalendarItems
  let calendar: UInt8

  /// The log has numbers for events, and a calendar names: they map like texts.
  func id(of event: UInt64) -> String {
    texts.text(of: TextHandle(UInt32(truncatingIfNeeded: event &- 1)))
  }

  func number(of id: String) -> UInt64 { UInt64(texts.table.handle(of: id).raw) + 1 }

  func mapping(of identity: CalendarIdentity) -> CalendarMapping? {
    state.pointee.calendar.calendarMapping(of: identity, in: calendar)
  }

  /// CAL-2: the agreement about an event that has not ended.
  func mapping(ofEvent id: String) -> CalendarMapping? {
    for place in 0..<state.pointee.calendar.mappings.count {
      let mapping = state.pointee.calendar.mappings[place]
      if mapping.calendar == calendar && mapping.isMapped && !mapping.isGone
        && self.id(of: mapping.event) == id
      {
        return mapping
      }
    }
    return nil
  }

  // MARK: Fields

  func entry(_ values: CalendarValues) -> CalendarEntry {
    let details = CalendarDetails(
      notes: texts.text(of: values.details), dropOff: name(of: values.driver(.dropOff)),
      pickUp: name(of: values.driver(.pickUp)))
    return CalendarEntry(
      title: texts.text(of: values.title), start: values.start,
      end: values.start + values.durationMilliseconds, place: texts.text(of: values.place),
      details: details.text)
  }

  private func name(of driver: MemberHandle?) -> String? {
    guard let driver, Int(driver.index) < state.pointee.memberCount else { return nil }
    return texts.text(
      of: state.pointee.families.profileText(.name, of: driver, state.pointee.shared))
  }

  /// The values of an occurrence's event. The drivers come from the family's data, or else are
  /// none.
  func values(_ entry: CalendarEntry, of item: CalendarItem?) -> CalendarValues {
    let notes = CalendarDetails.notes(of: entry.details)
    var values = CalendarValues(
      title: texts.table.handle(of: entry.title), start: entry.start.plausible,
      durationMilliseconds: entry.lasting, place: texts.table.handle(of: entry.place),
      details: texts.table.handle(of: notes))
    let driving = CalendarDetails.driving(of: entry.details)
    let isKnown = item.map {
      CalendarDetails.driving(of: self.entry($0.values).details) == driving
    }
    values[.drivers] = isKnown == true ? item?.values[.drivers] ?? .max : .max
    return values
  }
}
