import Chronology
import Environment
import DomainCore

// One exchange of a phone with a calendar: when it is due, and what each call leaves behind.
extension LinkedCalendar {
  // MARK: When to exchange

  /// Begins anew where the family has connected the calendar once more.
  mutating func connect(_ connection: CalendarConnection) {
    if connected != connection.connected { begin(connection.connected) }
  }

  /// Whether an exchange is due by now.
  mutating func isDue(_ connection: CalendarConnection, at now: Instant) -> Bool {
    occasion.exchanged = link.exchanged
    occasion.notBefore = link.notBefore
    let due = connection.mode.nextExchange(occasion, connected: connection.connected)
    guard let due else { return false }
    return due <= now
  }

  /// Begins an exchange for a cause.
  mutating func start(for cause: ExchangeCause) {
    occasion.noticed = nil
    occasion.asked = nil
    link.start()
    self.cause = cause
    attempts = 0
  }

  /// Something has changed, on either side.
  mutating func notice(at now: Instant) { occasion.noticed = occasion.noticed ?? now }

  /// What the phone had read is lost. An answer that is still on its way is not waited for any
  /// more.
  mutating func forget() {
    call += 1
    request = nil
    reply = nil
    link.giveUp()
  }

  // MARK: Calls

  mutating func send(_ request: CalendarRequest, at now: Instant) {
    call += 1
    self.request = request
    called = now
    // A calendar that never answers is asked for months; then the fates of its calls begin again.
    attempts = (attempts + 1) % MessageKey.copy
  }

  /// The calendar does what it is asked, unless it is a call that nobody waits for any more.
  mutating func respond(
    _ call: Int32, at now: Instant, fault: ExternalCalendar.Fault
  ) -> ExternalCalendar.Response? {
    guard call == self.call, let request else { return nil }
    let reply = calendar.respond(request, at: now, fault: fault)
    self.reply = reply
    return reply.response
  }

  /// The answer to a call has come.
  mutating func takeReply() -> ExternalCalendar.Reply? {
    guard let result = reply else { return nil }
    request = nil
    reply = nil
    return result
  }

  /// No answer comes. Returns how long to wait before the calendar is asked again.
  mutating func fail(at now: Instant) -> Int64 {
    request = nil
    reply = nil
    link.lost(at: now)
    return max(0, link.notBefore - now)
  }

  /// What came from outside may have changed the occurrences.
  mutating func noteImports(_ commands: [Command]) {
    if commands.contains(where: {
      $0.kind == .calendarEditImported || $0.kind == .calendarEventGone
    }) {
      itemsDay = nil
    }
  }
}
