public import Base
public import Chronology

/// CAL-1: a person's external calendar: it has its own clock, event numbers, etags and tokens, and
/// does not know what a family is.
///
/// Each call passes in the true time and the call's fault; nothing in the calendar is random. The
/// caller simulates a lost response: it drops the response after the calendar has performed the
/// request.
public struct ExternalCalendar: ~Copyable {
  /// How the calendar treats its clients.
  public struct Settings: BitwiseCopyable, Hashable, Sendable {
    /// How far its clock is ahead of the true time, in milliseconds.
    public var skew: Int64 = 0
    /// How many events a page holds.
    public var pageSize = 50
    /// How long a token is valid.
    public var tokenLifetime: Int64 = 7 * Span.day
    /// How many requests it accepts in each minute.
    public var requestsPerMinuteMax = 600

    public init() {}
  }

  public var settings: Settings
  private var events: FlatArray<Event>
  private var places: IndexedTable<UInt32>
  private var journal: ChangeJournal
  private var generation: UInt16 = 0
  private var minute = Int64.min
  private var requestsInMinute = 0
  private var closedUntil = Instant(milliseconds: .min)
  /// Requests that arrived before the time that the calendar had named in `retryAfter`.
  public private(set) var requestsBeforeRetryAfter = 0
  /// Requests that it has rate-limited.
  public private(set) var limitedRequests = 0
  /// Reads whose token had expired.
  public private(set) var expiredReadings = 0
  /// All requests that got a response.
  public private(set) var requestCount = 0

  public init(settings: Settings = Settings()) {
    precondition(settings.pageSize > 0 && settings.requestsPerMinuteMax > 0)
    self.settings = settings
    events = FlatArray()
    places = IndexedTable()
    journal = ChangeJournal()
  }

  /// How many events there ever were.
  public var count: Int { events.count }

  /// The event with a number, deleted or not.
  public func event(_ id: UInt64) -> Event? {
    id >= 1 && id <= UInt64(events.count) ? events[Int(id) - 1] : nil
  }

  /// The calendar's own time.
  public func clock(at now: Instant) -> Instant { now + settings.skew }

  /// Expires all tokens, as a calendar does once in a while.
  public mutating func expireTokens() { generation &+= 1 }

  // MARK: What an application asks

  /// Reads from a position on, or lists all events when there is none.
  ///
  /// A listing omits deleted events. Changes contain them as tombstones.
  public mutating func read(
    from position: ReadingPosition?, at now: Instant, fault: Fault = .none
  ) -> Reply {
    if let refusal = admit(at: now, fault) { return reply(refusal, now) }
    var cursor =
      position.map { ReadingCursor($0) }
      ?? ReadingCursor(
        isListing: true, position: 0, start: journal.count, generation: generation,
        issuedMilliseconds: clock(at: now).milliseconds)
    let age = clock(at: now).milliseconds - cursor.issuedMilliseconds
    guard cursor.generation == generation, age <= settings.tokenLifetime else {
      expiredReadings += 1
      return reply(.tokenExpired, now)
    }
    let end = cursor.isListing ? events.count : journal.count
    var page: [Event] = []
    while cursor.position < end && page.count < settings.pageSize {
      let place = cursor.isListing ? cursor.position : journal.place(at: cursor.position)
      cursor.position += 1
      guard let place else { continue }
      if !cursor.isListing || !events[place].isDeleted { page.append(events[place]) }
    }
    let isLast = cursor.position >= end
    if isLast && cursor.isListing {
      cursor = ReadingCursor(
        isListing: false, position: cursor.start, start: 0, generation: generation,
        issuedMilliseconds: 0)
    }
    cursor.issuedMilliseconds = clock(at: now).milliseconds
    return reply(.page(page, next: cursor.packed, isLast: isLast), now)
  }

  /// Returns one event, or its tombstone.
  public mutating func look(at id: UInt64, at now: Instant, fault: Fault = .none) -> Reply {
    if let refusal = admit(at: now, fault) { return reply(refusal, now) }
    return reply(event(id).map { .event($0) } ?? .unknown, now)
  }

  /// Creates an event under a key that the application chose. A key that was used before returns
  /// the event that has it, even if it was deleted since.
  public mutating func create(
    key: RowKey, values: SIMD8<UInt64>, properties: PrivateProperties, at now: Instant,
    fault: Fault = .none
  ) -> Reply {
    if let refusal = admit(at: now, fault) { return reply(refusal, now) }
    if let place = places.row(of: key) { return reply(.event(events[Int(place)]), now) }
    places.add(UInt32(events.count), under: key)
    let id = add(values, key: key, at: now)
    events[Int(id) - 1].properties = properties
    events[Int(id) - 1].propertiesRevision = 1
    return reply(.event(events[Int(id) - 1]), now)
  }

  /// Changes the fields whose bits are set, if the event still has that revision.
  public mutating func update(
    _ id: UInt64, ifRevision revision: UInt64, fields: UInt8, values: SIMD8<UInt64>,
    properties: PrivateProperties, at now: Instant, fault: Fault = .none
  ) -> Reply {
    if let refusal = admit(at: now, fault) { return reply(refusal, now) }
    guard let event = event(id) else { return reply(.unknown, now) }
    guard event.revision == revision, !event.isDeleted else { return reply(.conflict(event), now) }
    change(id, fields: fields, to: values, at: now)
    events[Int(id) - 1].properties = properties
    events[Int(id) - 1].propertiesRevision = events[Int(id) - 1].revision
    return reply(.event(events[Int(id) - 1]), now)
  }

  /// Deletes an event, if it still has that revision; deleting it again has no effect.
  public mutating func delete(
    _ id: UInt64, ifRevision revision: UInt64, at now: Instant, fault: Fault = .none
  ) -> Reply {
    if let refusal = admit(at: now, fault) { return reply(refusal, now) }
    guard let event = event(id) else { return reply(.unknown, now) }
    if event.isDeleted { return reply(.event(event), now) }
    guard event.revision == revision else { return reply(.conflict(event), now) }
    remove(id)
    return reply(.event(events[Int(id) - 1]), now)
  }

  // MARK: What a person does in the calendar itself

  /// A person adds an event of their own, which has no key.
  @discardableResult
  public mutating func createByPerson(_ values: SIMD8<UInt64>, at now: Instant) -> UInt64 {
    add(values, key: RowKey(0), at: now)
  }

  /// A person changes one field of an event.
  public mutating func editByPerson(
    _ id: UInt64, field: Int, to value: UInt64, at now: Instant
  ) {
    guard let event = event(id), !event.isDeleted else { return }
    precondition((0..<Self.fieldCount).contains(field))
    var values = event.values
    values[field] = value
    change(id, fields: 1 << UInt8(field), to: values, at: now)
  }

  /// A person deletes an event.
  public mutating func deleteByPerson(_ id: UInt64, at now: Instant) {
    guard let event = event(id), !event.isDeleted else { return }
    remove(id)
  }

  // MARK: Inside

  private func reply(_ response: Response, _ now: Instant) -> Reply {
    Reply(date: clock(at: now), response: response)
  }

  /// Why a request is rejected, if it is.
  private mutating func admit(at now: Instant, _ fault: Fault) -> Response? {
    if now < closedUntil {
      requestsBeforeRetryAfter += 1
      return .limited(retryAfter: closedUntil - now)
    }
    switch fault {
    case .unavailable: return .unavailable
    case .limited(let retryAfter):
      limitedRequests += 1
      closedUntil = now + retryAfter
      return .limited(retryAfter: retryAfter)
    case .none: break
    }
    let (current, elapsed) = floorDivided(clock(at: now).milliseconds, by: Span.minute)
    if current != minute {
      minute = current
      requestsInMinute = 0
    }
    requestsInMinute += 1
    if requestsInMinute > settings.requestsPerMinuteMax {
      limitedRequests += 1
      closedUntil = now + (Span.minute - elapsed)
      return .limited(retryAfter: Span.minute - elapsed)
    }
    requestCount += 1
    return nil
  }

  private mutating func add(_ values: SIMD8<UInt64>, key: RowKey, at now: Instant) -> UInt64 {
    var event = Event(id: UInt64(events.count + 1))
    event.key = key
    event.values = values
    event.fieldRevisions = SIMD8(repeating: 1)
    event.fieldMilliseconds = SIMD8(repeating: clock(at: now).milliseconds)
    events.append(event)
    journal.note(events.count - 1)
    return event.id
  }

  private mutating func change(
    _ id: UInt64, fields: UInt8, to values: SIMD8<UInt64>, at now: Instant
  ) {
    let place = Int(id) - 1
    events[place].revision += 1
    for field in 0..<Self.fieldCount where fields >> UInt8(field) & 1 == 1 {
      events[place].values[field] = values[field]
      events[place].fieldRevisions[field] = events[place].revision
      events[place].fieldMilliseconds[field] = clock(at: now).milliseconds
    }
    journal.note(place)
  }

  private mutating func remove(_ id: UInt64) {
    let place = Int(id) - 1
    events[place].revision += 1
    events[place].isDeleted = true
    journal.note(place)
  }
}
