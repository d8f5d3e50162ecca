public import Chronology
public import DomainCore

/// CAL-4: the state of an external calendar's connection.
public struct CalendarView: Hashable, Sendable {
  public let isConnected: Bool
  public let mode: CalendarMode
  /// The member who connected it last; external edits are committed in their name.
  public let owner: MemberID
  public let connected: Instant
}

/// CAL-3: an edit that lost against one from the other side, or against a deletion.
public struct CalendarConflictView: Hashable, Sendable {
  public let occurrence: OccurrenceKey
  public let field: CalendarField
  /// The side that lost its edit.
  public let loser: CalendarSide
  public let isByDeletion: Bool
  /// The lost value of the field as text; an instant for a start, minutes for a duration.
  public let value: String
}

// MARK: Actions

extension Action where Made == Void {
  /// CAL-4: connects an external calendar, or disconnects it, which deletes nothing on either side.
  ///
  /// A family has up to 256 of them, by number.
  public static func connectCalendar(_ number: Int = 0, _ isConnected: Bool = true) -> Action {
    Action { draft throws(Refusal) in
      .connectCalendar(try draft.calendar(number), isConnected, by: draft.author)
    }
  }

  /// CAL-4: sets when a calendar is exchanged with.
  public static func setMode(ofCalendar number: Int = 0, to mode: CalendarMode) -> Action {
    Action { draft throws(Refusal) in
      .setCalendarMode(try draft.calendar(number), mode, by: draft.author)
    }
  }
}

extension ActionContext {
  fileprivate func calendar(_ number: Int) throws(Refusal) -> UInt8 {
    try integer(number, within: 0...UInt8.max, else: .calendarSettingUnknown)
  }
}

extension CalendarConflict {
  func formatted(_ texts: ScopeTexts) -> String {
    var values = CalendarValues(words: .zero)
    values[field] = value
    switch field {
    case .title: return texts.text(of: values.title)
    case .place: return texts.text(of: values.place)
    case .details: return texts.text(of: values.details)
    case .start: return values.start.plausible.description
    case .duration: return String(values.durationMilliseconds / Span.minute)
    case .drivers: return ""
    }
  }
}
