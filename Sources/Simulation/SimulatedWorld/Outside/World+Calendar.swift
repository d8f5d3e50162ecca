import Base
import Chronology
import Environment
import DomainCore
import Properties
import SyncCore

/// The replicas of a world, where one of them is borrowed: an element is borrowed inside a function
/// of its own, because borrowing it in a method would borrow the whole world.
typealias OwnedReplicas = OwnedArray<MemoryReplica>

// CAL-1…CAL-4 as a phone runs them: it keeps the calendar and the schedule alike. It speaks with
// the calendar when it is awake anyway and has just heard from the family's server, or when the
// calendar tells it of a change.
extension World {
  /// A family's calendar at another company, which a device is to keep alike with the schedule.
  mutating func linkCalendar(on device: Int) {
    let household = devices[device].household
    guard households[household].calendar < 0 else { return }
    let record = households[household]
    let who = HouseholdKey(record.number).who
    var calendar = ExternalCalendar.Settings()
    calendar.skew = settings.externalServiceFaults.skew(of: who)
    calendar.requestsPerMinuteMax = settings.calendarRequestsPerMinuteMax
    households[household].calendar = Int32(calendars.count)
    devices[device].calendar = Int32(calendars.count)
    calendars.append(
      LinkedCalendar(
        who: who, household: household, device: device, scope: record.scope,
        calendar: ExternalCalendar(settings: calendar)))
  }

  mutating func askCalendar(of household: Int) {
    let index = Int(households[household].calendar)
    calendars[index].occasion.asked = deviceTime(calendars[index].device)
  }

  /// What a device knows of the family's calendar, from what everybody has agreed on.
  private func connection(on device: Int) -> CalendarConnection? {
    replicas[devices[device].family].store.state.calendarConnection(LinkedCalendar.number)
  }

  // MARK: When to exchange

  /// CAL-4: a phone that has just heard from the server looks whether an exchange is due.
  mutating func checkCalendar(_ index: Int) {
    let device = calendars[index].device
    let family = devices[device].family
    let now = deviceTime(device)
    guard calendars[index].link.isIdle, actsByItself(device),
      let connection = connection(on: device), connection.isConnected
    else { return }
    if calendars[index].connected != connection.connected {
      calendars[index].begin(connection.connected)
    }
    calendars[index].occasion.exchanged = calendars[index].link.exchanged
    calendars[index].occasion.notBefore = calendars[index].link.notBefore
    let due = connection.mode.nextExchange(
      calendars[index].occasion, connected: connection.connected)
    guard let due, due <= now else { return }
    calendars[index].occasion.noticed = nil
    calendars[index].occasion.asked = nil
    calendars[index].link.start()
    calendars[index].cause = ExchangeCause(
      following: MessageKey(
        cause: links[family].cause.raw, device: shortName(of: family),
        attempt: links[family].attempts))
    calendars[index].attempts = 0
    advanceCalendar(index)
  }

  /// CAL-4: the calendar tells a phone that is online of a change; it may not care.
  mutating func receiveCalendarNotice(_ index: Int) {
    let device = calendars[index].device
    let family = devices[device].family
    guard offlineUntil(device) == nil, actsByItself(device) else { return }
    noticeChange(of: index)
    startExchange(family, for: calendars[index].noticeCause)
  }

  private mutating func noticeChange(of index: Int) {
    let now = deviceTime(calendars[index].device)
    calendars[index].occasion.noticed = calendars[index].occasion.noticed ?? now
  }

  /// What a phone had read of its calendar lies in the copy of the family's log that it has lost,
  /// or that others have written anew: it is read again from the beginning.
  mutating func forgetCalendar(of device: Int) {
    guard devices[device].calendar >= 0 else { return }
    let index = Int(devices[device].calendar)
    // An answer that is still on its way is not waited for any more.
    calendars[index].call += 1
    calendars[index].request = nil
    calendars[index].reply = nil
    calendars[index].link.giveUp()
  }

  /// The rows that the phone has just taken in change the schedule.
  mutating func noticeScheduleChange(_ index: Int) {
    noticeChange(of: index)
    calendars[index].itemsDay = nil
  }

  static func changesSchedule(_ kind: FactKind) -> Bool {
    // Who has left drives nobody any more.
    kind.area == .schedule && kind != .attendanceSet || kind == .memberEnded
  }

  // MARK: An exchange, request by request

  /// Asks the calendar for the next thing, if there is a network and it is not too early.
  private mutating func advanceCalendar(_ index: Int) {
    let device = calendars[index].device
    let family = devices[device].family
    guard actsByItself(device) else { return }
    if let until = offlineUntil(device) {
      wakeCalendar(index, at: until)
      return
    }
    let now = deviceTime(device)
    let today = shownDay(on: device)
    if calendars[index].itemsDay != today {
      Self.readItems(&calendars[index], on: today, of: replicas, family, at: now)
    }
    if let request = Self.ask(&calendars[index], replicas, family, at: now) {
      call(index, request)
    } else if calendars[index].link.isIdle {
      if replicas[family].hasUnsent { continueExchanging(family) }
    } else if !calendars[index].link.isWaiting {
      let wait = max(0, calendars[index].link.notBefore - now)
      wakeCalendar(index, at: self.now + wait)
    }
  }

  static func ask(
    _ calendar: inout LinkedCalendar, _ replicas: borrowing OwnedReplicas, _ replica: Int,
    at now: Instant
  ) -> CalendarRequest? {
    calendar.next(at: now, on: replicas[replica].shown.pointee)
  }

  static func readItems(
    _ calendar: inout LinkedCalendar, on day: LocalDay, of replicas: borrowing OwnedReplicas,
    _ replica: Int, at now: Instant
  ) {
    calendar.readItems(on: day, of: replicas[replica].shown.pointee)
  }

  static func take(
    _ reply: ExternalCalendar.Reply, _ calendar: inout LinkedCalendar,
    _ replicas: borrowing OwnedReplicas, _ replica: Int, at now: Instant
  ) -> [Command] {
    calendar.receive(reply, at: now, on: replicas[replica].shown.pointee)
  }

  private mutating func wakeCalendar(_ index: Int, at time: Instant) {
    if let wakes = calendars[index].wakes, wakes <= time { return }
    calendars[index].wakes = time
    queue.schedule(at: time, kind: WorldEvent.calendarLinkWakes.rawValue, target: UInt32(index))
  }

  mutating func wakeCalendar(_ index: Int) {
    guard let wakes = calendars[index].wakes, wakes <= now else { return }
    calendars[index].wakes = nil
    if !calendars[index].link.isIdle && !calendars[index].link.isWaiting { advanceCalendar(index) }
  }

  private mutating func call(_ index: Int, _ request: CalendarRequest) {
    calendars[index].call += 1
    calendars[index].request = request
    calendars[index].called = now
    // A calendar that never answers is asked for months; then the fates of its calls begin again.
    calendars[index].attempts = (calendars[index].attempts + 1) % MessageKey.copy
    let messageDelivery = messageDelivery(.calendarRequest, of: callKey(index))
    if trace != nil { emitTrace(.calendarAsked(device: calendars[index].device, messageDelivery)) }
    if messageDelivery.isLost {
      scheduleCall(.calendarSilent, index, at: now + settings.sync.requestTimeoutMilliseconds)
    } else {
      scheduleCall(.calendarAsked, index, at: now + Int64(messageDelivery.delayMilliseconds))
    }
  }

  private func callKey(_ index: Int) -> MessageKey {
    MessageKey(
      cause: calendars[index].cause.raw,
      device: shortName(of: devices[calendars[index].device].family),
      attempt: calendars[index].attempts)
  }

  private mutating func scheduleCall(_ kind: WorldEvent, _ index: Int, at time: Instant) {
    queue.schedule(
      at: time, kind: kind.rawValue, target: UInt32(index),
      payload: UInt32(bitPattern: calendars[index].call))
  }

  /// The calendar does what it is asked, and its answer sets off.
  mutating func callArrives(_ call: Int32, at index: Int) {
    guard call == calendars[index].call, let request = calendars[index].request else { return }
    let fault = ExternalCalendar.Fault(settings.externalServiceFaults.call(callKey(index)))
    if fault != .none { note(.calendarFailure) }
    calendars[index].reply = calendars[index].calendar.respond(request, at: now, fault: fault)
    if fault == .none, case .limited = calendars[index].reply?.response { note(.calendarLimit) }
    let messageDelivery = messageDelivery(.calendarResponse, of: callKey(index))
    if trace != nil, let response = calendars[index].reply?.response {
      emitTrace(.calendarResponded(device: calendars[index].device, response, messageDelivery))
    }
    if messageDelivery.isLost {
      let timeout = calendars[index].called + settings.sync.requestTimeoutMilliseconds
      scheduleCall(.calendarSilent, index, at: max(now, timeout))
    } else {
      scheduleCall(.calendarResponses, index, at: now + Int64(messageDelivery.delayMilliseconds))
    }
  }

  /// No answer came, or the phone could not hear it: the link waits, and asks again.
  mutating func callFails(_ call: Int32, of index: Int) {
    guard call == calendars[index].call else { return }
    if trace != nil { emitTrace(.calendarSilent(device: calendars[index].device)) }
    let now = deviceTime(calendars[index].device)
    calendars[index].request = nil
    calendars[index].reply = nil
    calendars[index].link.lost(at: now)
    wakeCalendar(index, at: self.now + max(0, calendars[index].link.notBefore - now))
  }

  mutating func responseArrives(_ call: Int32, from index: Int) {
    guard call == calendars[index].call, let reply = calendars[index].reply else { return }
    let device = calendars[index].device
    let family = devices[device].family
    guard offlineUntil(device) == nil, actsByItself(device) else {
      callFails(call, of: index)
      return
    }
    calendars[index].request = nil
    calendars[index].reply = nil
    let (now, today) = (deviceTime(device), shownDay(on: device))
    if calendars[index].itemsDay != today {
      Self.readItems(&calendars[index], on: today, of: replicas, family, at: now)
    }
    let commands = Self.take(reply, &calendars[index], replicas, family, at: now)
    checkEdits(reply, commands, of: index)
    if commands.isEmpty {
      advanceCalendar(index)
    } else if case .done = commitTogether(commands, on: family) {
      noteImports(commands, index)
      advanceCalendar(index)
    } else {
      calendars[index].link.giveUp()
    }
  }

  /// CAL-3: whether the later one of two edits has won.
  private mutating func checkEdits(
    _ reply: ExternalCalendar.Reply, _ commands: [Command], of index: Int
  ) {
    guard commands.contains(where: { $0.kind == .calendarConflictRecorded }) else { return }
    let (clock, called) = (devices[calendars[index].device].clock, calendars[index].called)
    let shown = clock.shows(now)
    let look = CalendarMergeChecker(
      of: calendars[index].link.scope,
      clockAhead: calendars[index].calendar.clock(at: now) - shown,
      slack: abs(shown - clock.shows(called)) + (now - called), at: now)
    monitor.calendarWasReconciled(
      look, by: CalendarResponse(reply.response), having: calendars[index].items, saying: commands)
  }

  /// What came from outside has changed the occurrences.
  private mutating func noteImports(_ commands: [Command], _ index: Int) {
    if commands.contains(where: {
      $0.kind == .calendarEditImported || $0.kind == .calendarEventGone
    }) {
      calendars[index].itemsDay = nil
    }
  }

  // MARK: The end

  /// Exchanges with a calendar that is connected, over a network without faults, until neither side
  /// has anything to say. It takes a few rounds: one brings an edit, the next writes what became
  /// of it. Whether it came to rest stands with the calendar.
  mutating func settleCalendar(_ index: Int) {
    let device = calendars[index].device
    let family = devices[device].family
    guard let connection = connection(on: device), connection.isConnected else { return }
    let now = deviceTime(device)
    if calendars[index].link.isWaiting { calendars[index].link.lost(at: now) }
    if calendars[index].connected != connection.connected {
      calendars[index].begin(connection.connected)
    }
    calendars[index].calendar.settings.requestsPerMinuteMax = .max
    var (time, rounds, hasSaid) = (now, 0, true)
    while hasSaid && rounds < 8 {
      // A round that is under way has passed by what has changed since it began.
      (rounds, hasSaid) = (rounds + 1, !calendars[index].link.isIdle)
      calendars[index].link.start()
      while !calendars[index].link.isIdle {
        time = max(time, calendars[index].link.notBefore)
        Self.readItems(&calendars[index], on: settings.lastDay, of: replicas, family, at: now)
        guard let request = Self.ask(&calendars[index], replicas, family, at: time) else {
          continue
        }
        let reply = calendars[index].calendar.respond(request, at: time)
        let commands = Self.take(reply, &calendars[index], replicas, family, at: time)
        if case .read = request {} else { hasSaid = true }
        guard !commands.isEmpty else { continue }
        hasSaid = true
        // What the device refuses it would be asked for again without end.
        guard case .done = commitTogether(commands, on: family) else { return }
      }
    }
    calendars[index].doesRest = !hasSaid
  }

  /// P6: what a calendar that was kept alike to the end shows of the family's plan.
  mutating func checkCalendar(atRest index: Int) {
    guard let doesRest = calendars[index].doesRest else { return }
    let look = CalendarConvergenceChecker(
      of: calendars[index].link.scope, in: LinkedCalendar.window(on: settings.lastDay), at: now)
    let count = UInt64(calendars[index].calendar.count)
    let events = (0..<count).compactMap { calendars[index].calendar.event($0 + 1) }
    monitor.calendarWasExchanged(
      look, rests: doesRest, showing: events.map { CalendarEvent($0) }, on: server)
  }
}

// What people do in a calendar outside, where they know nothing of the app: grandparents, coaches,
// the parents themselves.
extension World {
  mutating func editCalendar(_ index: Int, _ edit: CalendarEdit) {
    let count = calendars[index].upcomingCount(after: now)
    if edit.deed == .add || count == 0 {
      addEvent(index, edit)
    } else if let event = calendars[index].upcoming(
      Int(edit.randomWord & 0xFFFF_FFFF) % count, after: now)
    {
      change(event, in: index, edit)
    }
    notifyOfChange(index)
  }

  /// The texts that people choose from, by lot; a plan may have none.
  private func text(_ randomWord: UInt64) -> UInt64 {
    let texts = settings.calendarTexts
    guard !texts.isEmpty else { return UInt64(TextHandle.empty.raw) }
    return UInt64(texts[Int(randomWord % UInt64(texts.count))].raw)
  }

  /// Somebody writes down something of their own, within the next days, on the hour.
  private mutating func addEvent(_ index: Int, _ edit: CalendarEdit) {
    let hours = 1 + Int64(edit.randomWord >> 32 & 127)
    let start = Instant(
      milliseconds: floorDivided(now.milliseconds, by: Span.hour).quotient * Span.hour)
    var values = CalendarValues(words: .zero)
    values[.title] = text(edit.randomWord >> 40)
    values[.start] = UInt64(bitPattern: (start + hours * Span.hour).milliseconds)
    values[.duration] = UInt64(Span.hour)
    let event = calendars[index].calendar.createByPerson(values.theirs, at: now)
    calendars[index].calendarEdits.append(
      CalendarEditRecord(moment: now, event: event, change: .added))
  }

  private mutating func change(_ event: UInt64, in index: Int, _ edit: CalendarEdit) {
    guard let theirs = calendars[index].calendar.event(event) else { return }
    let values = CalendarValues(theirs: theirs.values)
    let randomWord = edit.randomWord >> 32
    switch edit.deed {
    case .move:
      // Up to an hour and a half later, half an hour earlier, or the next day.
      let minutes: [Int64] = [15, 30, 45, 60, 75, 90, -30, 24 * 60]
      let start = values.start + minutes[Int(randomWord & 7)] * Span.minute
      edited(event, .start, UInt64(bitPattern: start.milliseconds), values, in: index)
    case .changeDuration:
      edited(
        event, .duration, (30 + 15 * (randomWord & 7)) * UInt64(Span.minute), values, in: index)
    case .changePlace: edited(event, .place, text(randomWord), values, in: index)
    case .changeTitle: edited(event, .title, text(randomWord), values, in: index)
    case .note: edited(event, .details, text(randomWord), values, in: index)
    case .editDriver: edited(event, .drivers, randomWord & 3, values, in: index)
    case .delete, .add:
      calendars[index].calendar.deleteByPerson(event, at: now)
      calendars[index].calendarEdits.append(
        CalendarEditRecord(moment: now, event: event, change: .deleted))
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
    calendars[index].calendar.editByPerson(
      event, field: place, to: changed.theirs[place], at: now)
    calendars[index].calendarEdits.append(
      CalendarEditRecord(moment: now, event: event, change: .field(field), value: value))
  }

  /// CAL-4: in real time the calendar tells the phone, unless the notice gets lost.
  private mutating func notifyOfChange(_ index: Int) {
    let device = calendars[index].device
    let family = devices[device].family
    let connection = replicas[family].store.state.calendarConnection(LinkedCalendar.number)
    guard let connection, connection.isConnected, connection.mode == .realTime else { return }
    let key = MessageKey(cause: step.raw, device: shortName(of: family))
    let messageDelivery = messageDelivery(.calendarNotice, of: key)
    guard !messageDelivery.isLost else { return }
    calendars[index].noticeCause = ExchangeCause(following: key)
    queue.schedule(
      at: now + Int64(messageDelivery.delayMilliseconds),
      kind: WorldEvent.calendarChangeNotice.rawValue,
      target: UInt32(index))
  }
}

/// A household, as draws know it.
public struct HouseholdKey: BitwiseCopyable, Hashable, Sendable {
  public let who: UInt64

  @inlinable public init(_ number: UInt32) {
    who = 1 << 56 | UInt64(number)
  }
}
