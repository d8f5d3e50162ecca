import Base
import Chronology
import DomainCore

/// CAL-1: the calendar data of a family's log, in an app's types.
struct CalendarTexts {
  let texts: ScopeTexts
  let state: UnsafePointer<ScopeState>
  let items: CalendarItems
  let calendar: UInt8

  /// The log has numbers for events, and a calendar names: these are texts.
  func id(of event: UInt64) -> String {
    CalendarEventName.name(of: event).map { texts.text(of: $0) } ?? ""
  }

  func number(of id: String) -> UInt64 { CalendarEventName.number(of: texts.handle(of: id)) }

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

  /// A calendar's texts have no bounds; ours keep as much as they may.
  private func handle(of text: String, _ role: TextSlot.Role) -> TextHandle {
    var bytes = Array(text.utf8.prefix(role.bytesMax + 1))
    guard bytes.count > role.bytesMax else { return texts.handle(of: text) }
    // Not in the middle of a character.
    repeat { bytes.removeLast() } while String(validating: bytes, as: UTF8.self) == nil
    return texts.handle(of: String(decoding: bytes, as: UTF8.self))
  }

  /// The values of an occurrence's event. The drivers come from the family's data, or else are
  /// none.
  func values(_ entry: CalendarEntry, of item: CalendarItem?) -> CalendarValues {
    let notes = CalendarDetails.notes(of: entry.details)
    var values = CalendarValues(
      title: handle(of: entry.title, .name), start: entry.start.plausible,
      durationMilliseconds: entry.lasting, place: handle(of: entry.place, .name),
      details: handle(of: notes, .note))
    let driving = CalendarDetails.driving(of: entry.details)
    let isKnown = item.map {
      CalendarDetails.driving(of: self.entry($0.values).details) == driving
    }
    values[.drivers] = isKnown == true ? item?.values[.drivers] ?? .max : .max
    return values
  }
}
