import ShakeoutCore

/// An external calendar with its own names, etags and tokens, and a clock that may be off; it
/// reports when an event was changed, but not which of its fields.
struct WallCalendar {
  private struct Stored {
    var event: ExternalCalendarEvent
    /// Its place in the order of changes.
    var change: Int
  }

  var clock: () -> Instant
  /// The response to the next call instead of the normal one.
  var mood: CalendarReply?
  private(set) var calls: [CalendarCall] = []
  private var stored: [Stored] = []
  private var changes = 0
  private var generation = 0

  init(clock: @escaping () -> Instant) { self.clock = clock }

  /// The existing events.
  var entries: [CalendarEntry] { stored.compactMap(\.event.entry) }
  var count: Int { stored.count }

  mutating func expireTokens() { generation += 1 }

  mutating func respond(_ call: CalendarCall) -> CalendarReply {
    calls.append(call)
    if let mood {
      self.mood = nil
      return mood
    }
    switch call {
    case .read(let token): return read(since: token)
    case .fetch(let id): return place(of: id).map { .event(stored[$0].event) } ?? .unknown
    case .create(let draft):
      if let place = stored.firstIndex(where: { $0.event.key == draft.key }) {
        return .event(stored[place].event)
      }
      stored.append(
        Stored(
          event: ExternalCalendarEvent(
            id: "event-\(stored.count)", etag: "", revision: 0, changed: clock(), entry: nil,
            key: draft.key), change: 0))
      return .event(write(draft.entry, draft.memo, at: stored.count - 1))
    case .update(let id, let etag, let draft):
      return ifMatches(id, etag) { $0.write(draft.entry, draft.memo, at: $1) }
    case .delete(let id, let etag):
      return ifMatches(id, etag) { $0.write(nil, "", at: $1) }
    }
  }

  // MARK: User edits

  mutating func edit(_ title: String, _ change: (inout CalendarEntry) -> Void) {
    guard let place = stored.firstIndex(where: { $0.event.entry?.title == title }),
      var entry = stored[place].event.entry
    else { return }
    change(&entry)
    _ = write(entry, stored[place].event.memo, at: place)
  }

  mutating func tearOff(_ title: String) {
    guard let place = stored.firstIndex(where: { $0.event.entry?.title == title }) else { return }
    _ = write(nil, "", at: place)
  }

  /// The copy has everything of the event except its name.
  mutating func copy(_ title: String, as other: String) {
    guard var copied = stored.first(where: { $0.event.entry?.title == title }) else { return }
    copied.event.id = "copy-\(stored.count)"
    copied.event.entry?.title = other
    stored.append(copied)
    _ = write(copied.event.entry, copied.event.memo, at: stored.count - 1)
  }

  mutating func pin(_ entry: CalendarEntry) {
    stored.append(
      Stored(
        event: ExternalCalendarEvent(
          id: "own-\(stored.count)", etag: "", revision: 0, changed: clock(), entry: nil),
        change: 0))
    _ = write(entry, "", at: stored.count - 1)
  }

  // MARK: Inside

  private mutating func read(since token: String?) -> CalendarReply {
    var known = 0
    if let token {
      let parts = token.split(separator: ".").compactMap { Int($0) }
      guard parts.first == generation else { return .tokenExpired }
      known = parts[1]
    }
    let events = stored.filter {
      $0.change > known && (token != nil || $0.event.entry != nil)
    }
    return .page(
      events.sorted { $0.change < $1.change }.map(\.event), next: "\(generation).\(changes)",
      isLast: true)
  }

  private func place(of id: String) -> Int? { stored.firstIndex { $0.event.id == id } }

  private mutating func ifMatches(
    _ id: String, _ etag: String, _ change: (inout WallCalendar, Int) -> ExternalCalendarEvent
  ) -> CalendarReply {
    guard let place = place(of: id) else { return .unknown }
    guard stored[place].event.etag == etag else { return .conflict(stored[place].event) }
    return .event(change(&self, place))
  }

  /// A deleted event has only its name.
  private mutating func write(
    _ entry: CalendarEntry?, _ memo: String, at place: Int
  ) -> ExternalCalendarEvent {
    changes += 1
    stored[place].change = changes
    stored[place].event.revision += 1
    stored[place].event.etag = "tag-\(changes)"
    stored[place].event.changed = clock()
    stored[place].event.entry = entry
    stored[place].event.memo = memo
    if entry == nil { stored[place].event.key = "" }
    return stored[place].event
  }
}
