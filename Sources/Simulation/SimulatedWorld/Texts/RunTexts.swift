import Base
public import DomainCore
import SyncCore

/// The table of a run whose replicas and server have tables of their own.
///
/// What people and services outside of the product write comes from this table: steps, plans and
/// external calendars have its handles. A command gets the handles of its device when it is
/// submitted, and what is reported of a device or of the server gets the run's again, by the
/// letters.
public final class RunTexts: Sendable {
  let table: NameTable

  public init(_ table: NameTable) {
    self.table = table
  }

  /// The run's handle of a text; one that no text has if people have never written it.
  func handle(of text: [UInt8]) -> TextHandle { table.known(text) ?? TextHandle(.max) }

  /// A fact of another table with the run's handles.
  func read(_ fact: Fact, of texts: ScopeTexts) -> Fact {
    fact.inOtherTable(letters: texts.bytes(of:)) { text, _ in handle(of: text) }
  }

  // MARK: Calendars

  private static let calendarTexts: [CalendarField] = [.title, .place, .details]

  /// The occurrences of a device as an external calendar shows them.
  func read(_ items: CalendarItems, of texts: ScopeTexts) -> CalendarItems {
    CalendarItems(
      (0..<items.count).map { place in
        var item = items[place]
        for field in Self.calendarTexts {
          let text = texts.bytes(of: TextHandle(packed: item.values[field]))
          item.values[field] = text.map { UInt64(handle(of: $0).raw) } ?? 0
        }
        return item
      }, window: items.window)
  }

  /// An event of an external calendar with the handles of another table, to be compared.
  func written(_ event: CalendarEvent, in texts: ScopeTexts) -> CalendarEvent {
    var event = event
    for field in Self.calendarTexts {
      let handle = TextHandle(packed: event.values[field])
      if handle == .empty { continue }
      let text = table.holds(handle) ? Array(table.text(of: handle).utf8) : []
      event.values[field] = UInt64((texts.known(text, .note) ?? TextHandle(.max)).raw)
    }
    return event
  }
}
