import Base
import Chronology
import Environment
import DomainCore
import Properties
import SyncCore

// CAL-1…CAL-4 as a phone runs them: it keeps the calendar and the schedule in sync. It exchanges
// with the calendar when it is awake and has just received from the family's server, or when the
// calendar notifies it of a change.
extension World {
  /// Links a family's external calendar with the schedule, on a device.
  mutating func linkCalendar(on device: Int) {
    let household = fleet.devices[device].household
    guard directory.households[household].calendar < 0 else { return }
    let record = directory.households[household]
    let who = HouseholdKey(record.number).who
    var calendar = ExternalCalendar.Settings()
    calendar.skew = settings.externalServiceFaults.skew(of: who)
    calendar.requestsPerMinuteMax = settings.calendarRequestsPerMinuteMax
    directory.households[household].calendar = Int32(integrations.calendars.count)
    fleet.devices[device].calendar = Int32(integrations.calendars.count)
    integrations.calendars.append(
      LinkedCalendar(
        who: who, household: household, device: device, scope: record.scope,
        calendar: ExternalCalendar(settings: calendar)))
  }

  mutating func askCalendar(of household: Int) {
    let index = Int(directory.households[household].calendar)
    integrations.calendars[index].occasion.asked = deviceTime(integrations.calendars[index].device)
  }

  /// A device's calendar connection, according to the family's state.
  private func connection(on device: Int) -> CalendarConnection? {
    fleet.replicas[fleet.devices[device].family].store.state.calendar.calendarConnection(
      LinkedCalendar.number)
  }

  // MARK: When to exchange

  /// CAL-4: a phone that has just received from the server checks whether an exchange is due.
  mutating func checkCalendar(_ index: Int) {
    let device = integrations.calendars[index].device
    let family = fleet.devices[device].family
    let now = deviceTime(device)
    guard integrations.calendars[index].link.isIdle, actsByItself(device),
      let connection = connection(on: device), connection.isConnected
    else { return }
    integrations.calendars[index].connect(connection)
    guard integrations.calendars[index].isDue(connection, at: now) else { return }
    integrations.calendars[index].start(
      for: ExchangeCause(
        following: MessageKey(
          cause: network.links[family].cause.raw, device: fleet.shortName(of: family),
          attempt: network.links[family].attempts)))
    advanceCalendar(index)
  }

  /// CAL-4: the calendar notifies a phone of a change; a phone without network ignores it.
  mutating func receiveCalendarNotice(_ index: Int) {
    let device = integrations.calendars[index].device
    let family = fleet.devices[device].family
    guard fleet.offlineUntil(device, at: self.now) == nil, actsByItself(device) else { return }
    noticeChange(of: index)
    startExchange(family, for: integrations.calendars[index].noticeCause)
  }

  private mutating func noticeChange(of index: Int) {
    integrations.calendars[index].notice(at: deviceTime(integrations.calendars[index].device))
  }

  /// A phone stores what it has read of its calendar with its family replica. When that is lost or
  /// replaced by a snapshot, the phone reads the calendar again from the beginning.
  mutating func forgetCalendar(of device: Int) {
    guard fleet.devices[device].calendar >= 0 else { return }
    integrations.calendars[Int(fleet.devices[device].calendar)].forget()
  }

  /// A phone has applied a response of the server, which may change the schedule.
  @inline(__always) mutating func noticeCalendar(
    _ replica: Int, _ result: ApplyResult, _ response: UInt32
  ) {
    let device = fleet.placements[replica].device
    guard fleet.devices[device].calendar >= 0, replica == fleet.devices[device].family else {
      return
    }
    if case .snapshot = result { forgetCalendar(of: device) }
    if result.rowsApplied > 0 {
      noticeRows(Int(fleet.devices[device].calendar), in: response, result.rowsApplied)
    }
  }

  private mutating func noticeRows(_ index: Int, in response: UInt32, _ fresh: Int) {
    var hasChanged = false
    let rows = network.responses[response].rows.count
    for place in rows - fresh..<rows
    where changesSchedule(network.responses[response].rows[place].operation.fact.kind) {
      hasChanged = true
    }
    guard hasChanged else { return }
    noticeChange(of: index)
    integrations.calendars[index].itemsDay = nil
  }

  private func changesSchedule(_ kind: FactKind) -> Bool {
    // A person who has left drives no more.
    kind.area == .schedule && kind != .attendanceSet || kind == .memberEnded
  }

  // MARK: An exchange, request by request

  /// Sends the next request to the calendar, if there is a network and it is not too early.
  private mutating func advanceCalendar(_ index: Int) {
    let device = integrations.calendars[index].device
    let family = fleet.devices[device].family
    guard actsByItself(device) else { return }
    if let until = fleet.offlineUntil(device, at: self.now) {
      wakeCalendar(index, at: until)
      return
    }
    let now = deviceTime(device)
    let today = shownDay(on: device)
    if integrations.calendars[index].itemsDay != today {
      readItems(index, on: today)
    }
    if let request = nextRequest(index, at: now) {
      call(index, request)
    } else if integrations.calendars[index].link.isIdle {
      if fleet.replicas[family].hasUnsent { continueExchanging(family) }
    } else if !integrations.calendars[index].link.isWaiting {
      let wait = max(0, integrations.calendars[index].link.notBefore - now)
      wakeCalendar(index, at: self.now + wait)
    }
  }

  /// Reads the occurrences as the phone shows them.
  private mutating func readItems(_ index: Int, on day: LocalDay) {
    fleet.replicas.with(fleet.devices[integrations.calendars[index].device].family) {
      integrations.calendars[index].readItems(on: day, of: $0.shown.pointee)
      if let run = settings.texts, let own = $0.store.texts {
        integrations.calendars[index].items = run.read(integrations.calendars[index].items, of: own)
      }
    }
  }

  private mutating func nextRequest(_ index: Int, at now: Instant) -> CalendarRequest? {
    fleet.replicas.with(fleet.devices[integrations.calendars[index].device].family) {
      integrations.calendars[index].next(at: now, on: $0.shown.pointee)
    }
  }

  private mutating func receive(
    _ reply: ExternalCalendar.Reply, _ index: Int, at now: Instant
  ) -> [Command] {
    fleet.replicas.with(fleet.devices[integrations.calendars[index].device].family) {
      integrations.calendars[index].receive(reply, at: now, on: $0.shown.pointee)
    }
  }

  private mutating func wakeCalendar(_ index: Int, at time: Instant) {
    if let wakes = integrations.calendars[index].wakes, wakes <= time { return }
    integrations.calendars[index].wakes = time
    queue.schedule(at: time, kind: WorldEvent.calendarLinkContinues.rawValue, target: UInt32(index))
  }

  mutating func wakeCalendar(_ index: Int) {
    guard let wakes = integrations.calendars[index].wakes, wakes <= now else { return }
    integrations.calendars[index].wakes = nil
    if !integrations.calendars[index].link.isIdle && !integrations.calendars[index].link.isWaiting {
      advanceCalendar(index)
    }
  }

  private mutating func call(_ index: Int, _ request: CalendarRequest) {
    integrations.calendars[index].send(request, at: now)
    let messageDelivery = network.messageDelivery(.calendarRequest, of: callKey(index))
    let device = integrations.calendars[index].device
    events.emitTrace(.calendarAsked(device: device, messageDelivery), at: now)
    if messageDelivery.isLost {
      scheduleCall(.calendarSilent, index, at: now + settings.sync.requestTimeoutMilliseconds)
    } else {
      scheduleCall(.calendarAsked, index, at: now + Int64(messageDelivery.delayMilliseconds))
    }
  }

  private func callKey(_ index: Int) -> MessageKey {
    MessageKey(
      cause: integrations.calendars[index].cause.raw,
      device: fleet.shortName(of: fleet.devices[integrations.calendars[index].device].family),
      attempt: integrations.calendars[index].attempts)
  }

  private mutating func scheduleCall(_ kind: WorldEvent, _ index: Int, at time: Instant) {
    queue.schedule(
      at: time, kind: kind.rawValue, target: UInt32(index),
      payload: UInt32(bitPattern: integrations.calendars[index].call))
  }

  /// The calendar performs the request and sends its response.
  mutating func callArrives(_ call: Int32, at index: Int) {
    let fault = ExternalCalendar.Fault(settings.externalServiceFaults.call(callKey(index)))
    let response = integrations.calendars[index].respond(call, at: now, fault: fault)
    guard let response else { return }
    if fault != .none { events.note(.calendarFailure) }
    if fault == .none, case .limited = response { events.note(.calendarRateLimit) }
    let messageDelivery = network.messageDelivery(.calendarResponse, of: callKey(index))
    let device = integrations.calendars[index].device
    events.emitTrace(.calendarResponded(device: device, response, messageDelivery), at: now)
    if messageDelivery.isLost {
      let timeout = integrations.calendars[index].called + settings.sync.requestTimeoutMilliseconds
      scheduleCall(.calendarSilent, index, at: max(now, timeout))
    } else {
      scheduleCall(.calendarResponds, index, at: now + Int64(messageDelivery.delayMilliseconds))
    }
  }

  /// The phone received no response: the link waits and asks again.
  mutating func callFails(_ call: Int32, of index: Int) {
    guard call == integrations.calendars[index].call else { return }
    let device = integrations.calendars[index].device
    events.emitTrace(.calendarSilent(device: device), at: self.now)
    let wait = integrations.calendars[index].fail(at: deviceTime(device))
    wakeCalendar(index, at: self.now + wait)
  }

  mutating func responseArrives(_ call: Int32, from index: Int) {
    guard call == integrations.calendars[index].call,
      let reply = integrations.calendars[index].takeReply()
    else { return }
    let device = integrations.calendars[index].device
    let family = fleet.devices[device].family
    guard fleet.offlineUntil(device, at: self.now) == nil, actsByItself(device) else {
      callFails(call, of: index)
      return
    }
    let (now, today) = (deviceTime(device), shownDay(on: device))
    if integrations.calendars[index].itemsDay != today {
      readItems(index, on: today)
    }
    let commands = receive(reply, index, at: now)
    checkEdits(reply, commands, of: index)
    if commands.isEmpty {
      advanceCalendar(index)
    } else if case .done = commitTogether(commands, on: family) {
      integrations.calendars[index].noteImports(commands)
      advanceCalendar(index)
    } else {
      integrations.calendars[index].link.giveUp()
    }
  }

  /// CAL-3: checks whether the later of two edits has won.
  private mutating func checkEdits(
    _ reply: ExternalCalendar.Reply, _ commands: [Command], of index: Int
  ) {
    guard commands.contains(where: { $0.kind == .calendarConflictRecorded }) else { return }
    let (clock, called) = (
      fleet.devices[integrations.calendars[index].device].clock,
      integrations.calendars[index].called
    )
    let shown = clock.shows(now)
    let look = CalendarMergeChecker(
      of: integrations.calendars[index].link.scope,
      clockAhead: integrations.calendars[index].calendar.clock(at: now) - shown,
      slack: abs(shown - clock.shows(called)) + (now - called), at: now)
    events.monitor.calendarWasReconciled(
      look, by: CalendarResponse(reply.response), having: integrations.calendars[index].items,
      saying: commands)
  }

  // MARK: The end

  /// Exchanges with a connected calendar over a network without faults until neither side has
  /// anything to send. It takes a few rounds: one transfers an edit, the next writes its result.
  /// The calendar stores whether it reached quiescence.
  mutating func settleCalendar(_ index: Int) {
    let device = integrations.calendars[index].device
    let family = fleet.devices[device].family
    guard let connection = connection(on: device), connection.isConnected else { return }
    let now = deviceTime(device)
    if integrations.calendars[index].link.isWaiting {
      integrations.calendars[index].link.lost(at: now)
    }
    integrations.calendars[index].connect(connection)
    integrations.calendars[index].calendar.settings.requestsPerMinuteMax = .max
    var (time, rounds, hasSaid) = (now, 0, true)
    while hasSaid && rounds < 8 {
      // A round that is in progress has missed what has changed since it began.
      (rounds, hasSaid) = (rounds + 1, !integrations.calendars[index].link.isIdle)
      integrations.calendars[index].link.start()
      while !integrations.calendars[index].link.isIdle {
        time = max(time, integrations.calendars[index].link.notBefore)
        readItems(index, on: settings.lastDay)
        guard let request = nextRequest(index, at: time) else {
          continue
        }
        let reply = integrations.calendars[index].calendar.respond(request, at: time)
        let commands = receive(reply, index, at: time)
        if case .read = request {} else { hasSaid = true }
        guard !commands.isEmpty else { continue }
        hasSaid = true
        // The link would submit a rejected command again without end.
        guard case .done = commitTogether(commands, on: family) else { return }
      }
    }
    integrations.calendars[index].isQuiescent = !hasSaid
  }

  /// P6: what a calendar that was kept in sync to the end shows of the family's schedule.
  mutating func checkCalendar(atQuiescence index: Int) {
    guard let isQuiescent = integrations.calendars[index].isQuiescent else { return }
    let look = CalendarConvergenceChecker(
      of: integrations.calendars[index].link.scope, in: LinkedCalendar.window(on: settings.lastDay),
      at: now)
    let count = UInt64(integrations.calendars[index].calendar.count)
    let shown = (0..<count).compactMap { integrations.calendars[index].calendar.event($0 + 1) }
    var found = shown.map { CalendarEvent($0) }
    let scope = Int(integrations.calendars[index].link.scope)
    if let run = settings.texts, let texts = backend.server.scopes[scope].texts {
      found = found.map { run.written($0, in: texts) }
    }
    events.monitor.calendarWasExchanged(
      look, rests: isQuiescent, showing: found, on: backend.server)
  }

  // MARK: People

  /// A person changes something in an external calendar.
  mutating func editCalendar(_ index: Int, _ edit: CalendarEdit) {
    integrations.calendars[index].edit(edit, settings.calendarTexts, at: now)
    notifyOfChange(index)
  }

  /// CAL-4: in real-time mode the calendar notifies the phone, unless the notice is lost.
  private mutating func notifyOfChange(_ index: Int) {
    let device = integrations.calendars[index].device
    let family = fleet.devices[device].family
    let connection = fleet.replicas[family].store.state.calendar.calendarConnection(
      LinkedCalendar.number)
    guard let connection, connection.isConnected, connection.mode == .realTime else { return }
    let key = MessageKey(cause: step.raw, device: fleet.shortName(of: family))
    let messageDelivery = network.messageDelivery(.calendarNotice, of: key)
    guard !messageDelivery.isLost else { return }
    integrations.calendars[index].noticeCause = ExchangeCause(following: key)
    queue.schedule(
      at: now + Int64(messageDelivery.delayMilliseconds),
      kind: WorldEvent.calendarChangeNotice.rawValue,
      target: UInt32(index))
  }
}

/// A household's key for random draws.
public struct HouseholdKey: BitwiseCopyable, Hashable, Sendable {
  public let who: UInt64

  @inlinable public init(_ number: UInt32) {
    who = 1 << 56 | UInt64(number)
  }
}
