import Base
import Chronology
import DomainCore

// The link's requests in an app's types, and the calendar's responses in the link's.

extension CalendarSync {
  mutating func call(_ request: CalendarRequest, _ texts: CalendarTexts) -> CalendarCall {
    switch request {
    case .read(let position):
      if position == nil { token = nil }
      return .read(since: token)
    case .look(let event): return .fetch(id: texts.id(of: event))
    case .create(let key, let values, let versions):
      let entry = texts.entry(values)
      return .create(
        CalendarDraft(
          entry: entry, key: key.text, memo: CalendarSyncMetadata(versions, of: entry).text))
    case .update(let event, let revision, let fields, let values, let versions):
      let before = known(event)
      var written = values
      // Fields that are not written keep their content there; the family always decides about
      // drivers.
      for field in CalendarField.allCases where fields & field.bit == 0 && field != .drivers {
        if let before { written[field] = before.event.values[field] }
      }
      let entry = texts.entry(written)
      return .update(
        id: texts.id(of: event), ifMatch: etag(of: event, revision),
        CalendarDraft(
          entry: entry, key: before?.event.key?.text ?? "",
          memo: CalendarSyncMetadata(versions, of: entry).text))
    case .delete(let event, let revision):
      return .delete(id: texts.id(of: event), ifMatch: etag(of: event, revision))
    }
  }

  mutating func respond(_ reply: CalendarReply, _ texts: CalendarTexts) -> CalendarResponse {
    switch reply {
    case .page(let outside, let next, let isLast):
      token = next
      let events = outside.compactMap { event($0, texts) }
      return .page(events, next: CalendarToken(first: 1, second: 1), isLast: isLast)
    case .event(let outside): return event(outside, texts).map { .event($0) } ?? .unknown
    case .conflict(let outside): return event(outside, texts).map { .conflict($0) } ?? .unknown
    case .unknown: return .unknown
    case .tokenExpired:
      token = nil
      return .tokenExpired
    case .limited(let retryAfter):
      return .limited(retryAfter: min(max(retryAfter, 0), Span.day))
    case .unavailable: return .unavailable
    }
  }

  /// For a revision other than the known one the response is a conflict, which shows it.
  private func etag(of event: UInt64, _ revision: UInt64) -> String {
    guard let known = known(event), known.event.revision == revision else { return "" }
    return known.etag
  }

  // MARK: Events

  /// CAL-2: the event, if it is one of the family's, by its key or by the last agreement.
  private mutating func event(
    _ outside: ExternalCalendarEvent, _ texts: CalendarTexts
  ) -> CalendarEvent? {
    guard (1...TextSlot.Role.note.bytesMax).contains(outside.id.utf8.count), outside.revision > 0,
      let key = key(of: outside, texts),
      key.scope == link.scope
    else { return nil }
    let number = texts.number(of: outside.id)
    let before = known(number)
    guard let entry = outside.entry else {
      forget(number)
      var gone = before?.event ?? CalendarEvent(number, key)
      (gone.revision, gone.isDeleted) = (outside.revision, true)
      return gone
    }
    let reading = CalendarEventReading(
      memo: CalendarSyncMetadata(outside.memo), marks: CalendarSyncMetadata.marks(of: entry),
      before: before,
      item: texts.items[key.identity], mapping: texts.mapping(of: key.identity))
    var event = CalendarEvent(number, key)
    event.revision = outside.revision
    event.values = texts.values(entry, of: reading.item)
    reading.noteEdits(in: &event, at: outside.changed.plausible, texts)
    if let memo = reading.memo, reading.isNewInformation {
      event.written = memo.versions
      event.writtenRevision = outside.revision - (memo.marks == reading.marks ? 0 : 1)
    }
    note(
      KnownEvent(
        number: number, id: outside.id, etag: outside.etag, marks: reading.marks, event: event))
    return event
  }

  /// A calendar may omit from a deleted event what it was written with.
  private func key(of outside: ExternalCalendarEvent, _ texts: CalendarTexts) -> CalendarKey? {
    if let key = CalendarKey(text: outside.key) { return key }
    if let known = known.first(where: { $0.id == outside.id }) { return known.event.key }
    guard outside.entry == nil else { return nil }
    return texts.mapping(ofEvent: outside.id).map {
      CalendarKey(scope: link.scope, identity: $0.identity, life: $0.life)
    }
  }
}

/// CAL-3: an event as the calendar reported it, with the means to detect which of its fields were
/// edited.
private struct CalendarEventReading {
  let memo: CalendarSyncMetadata?
  let marks: SIMD8<UInt32>
  let before: CalendarSync.KnownEvent?
  let item: CalendarItem?
  let mapping: CalendarMapping?

  /// Whether the family wrote it since both sides last agreed: the response to that was lost, or is
  /// this one.
  var isNewInformation: Bool {
    memo?.isNewInformation(to: mapping?.exchanged ?? CalendarVersions()) ?? false
  }

  func noteEdits(in event: inout CalendarEvent, at changed: Instant, _ texts: CalendarTexts) {
    let ours = item.map { CalendarSyncMetadata.marks(of: texts.entry($0.values)) }
    for field in CalendarField.allCases {
      let place = Int(field.rawValue)
      if let before, before.marks[place] == marks[place] {
        event.fieldRevisions[place] = before.event.fieldRevisions[place]
        event.fieldMilliseconds[place] = before.event.fieldMilliseconds[place]
      } else if isEdited(field, ours) {
        event.fieldRevisions[place] = event.revision
        event.fieldMilliseconds[place] = changed.milliseconds
      }
    }
  }

  /// Whether a field was edited externally since it was last seen, or since both sides agreed.
  private func isEdited(_ field: CalendarField, _ ours: SIMD8<UInt32>?) -> Bool {
    let place = Int(field.rawValue)
    let isAsWritten = memo.map { $0.marks[place] == marks[place] } ?? false
    if isNewInformation { return !isAsWritten }
    if before != nil { return true }
    // It was not edited here, so it still has the agreed value here.
    if let ours, let item, let mapping, item.versions[field] == mapping.exchanged[field] {
      return ours[place] != marks[place]
    }
    return !isAsWritten
  }
}

extension CalendarEvent {
  fileprivate init(_ number: UInt64, _ key: CalendarKey) {
    self.init(
      id: number, revision: 0, isDeleted: false, key: key, values: CalendarValues(words: .zero),
      fieldRevisions: .zero, fieldMilliseconds: .zero, written: CalendarVersions(),
      writtenRevision: 0)
  }
}
