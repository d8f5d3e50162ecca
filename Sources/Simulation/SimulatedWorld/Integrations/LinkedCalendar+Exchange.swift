import Chronology
import Environment
import DomainCore

// One exchange of a phone with a calendar: when it is due, and what each call leaves behind.
extension LinkedCalendar {
  // MARK: When to exchange

  /// Starts over if the family has connected the calendar again.
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

  /// Notes a change on either side.
  mutating func notice(at now: Instant) { occasion.noticed = occasion.noticed ?? now }

  /// The phone has lost what it had read. It no longer waits for a response that is in flight.
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
    // A calendar that never responds may be asked for months; then the draws of its calls repeat.
    attempts = (attempts + 1) % MessageKey.copy
  }

  /// The calendar performs the request, unless the call has been abandoned.
  mutating func respond(
    _ call: Int32, at now: Instant, fault: ExternalCalendar.Fault
  ) -> ExternalCalendar.Response? {
    guard call == self.call, let request else { return nil }
    let reply = calendar.respond(request, at: now, fault: fault)
    self.reply = reply
    return reply.response
  }

  /// Takes the response to the current call.
  mutating func takeReply() -> ExternalCalendar.Reply? {
    guard let result = reply else { return nil }
    request = nil
    reply = nil
    return result
  }

  /// The call gets no response. Returns how long to wait before the next call.
  mutating func fail(at now: Instant) -> Int64 {
    request = nil
    reply = nil
    link.lost(at: now)
    return max(0, link.notBefore - now)
  }

  /// Imports may have changed the occurrences.
  mutating func noteImports(_ commands: [Command]) {
    if commands.contains(where: {
      $0.kind == .calendarEditImported || $0.kind == .calendarEventGone
    }) {
      itemsDay = nil
    }
  }
}
