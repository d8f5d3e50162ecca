import Base
import Chronology
import Counterparts
import DomainCore
import Faults
import Population
import SimulationKernel
import SyncCore

// CAL-1…CAL-4 as families live them: a parent connects a calendar outside, and a phone keeps it
// and the schedule alike. The phone speaks with the calendar when it is awake anyway and has just
// heard from the family's server, or when the calendar tells it of a change.
extension Community {
  // MARK: Parents

  /// The first parent's first session: connects a calendar, if the family has a sport to show.
  mutating func openCalendar(_ tapping: Tapping) {
    let household = people[tapping.author].household
    let record = households[household]
    var hasPractice = false
    for index in record.firstPerson..<record.firstPerson + record.personCount
    where activities[index].practice != .none { hasPractice = true }
    guard hasPractice, simulation.behaviour.linksCalendar(record.index) else { return }
    let who = Who.household(record.index)
    var settings = ExternalCalendar.Settings()
    settings.skew = simulation.outsideWeather.skew(of: who)
    settings.requestsPerMinute = simulation.scenario.network.calendarRequestsPerMinute
    households[household].calendar = Int32(calendars.count)
    devices[tapping.device].calendar = Int32(calendars.count)
    calendars.append(
      LinkedCalendar(
        who: who, household: household, device: tapping.device, scope: record.scope,
        calendar: ExternalCalendar(settings: settings)))
    connectCalendar(true, tapping)
    tap(
      .setCalendarMode(
        LinkedCalendar.number, simulation.behaviour.calendarMode(record.index),
        by: people[tapping.author].member),
      about: tapping.author, tapping)
  }

  private mutating func connectCalendar(_ isConnected: Bool, _ tapping: Tapping) {
    tap(
      .connectCalendar(
        LinkedCalendar.number, isConnected, by: people[tapping.author].member),
      about: tapping.author, tapping)
  }

  /// A parent's first session of a day: somebody disconnects the calendar, the one who connected it
  /// connects it again, or asks for an exchange.
  mutating func keepCalendar(_ tapping: Tapping) {
    let index = Int(households[people[tapping.author].household].calendar)
    guard index >= 0, let connection = connection(on: tapping.device) else { return }
    let (person, day) = (people[tapping.author].person, tapping.plannedDay)
    let isOwner = tapping.author == devices[calendars[index].device].owner
    if !connection.isConnected {
      if isOwner { connectCalendar(true, tapping) }
    } else if simulation.behaviour.disconnectsCalendar(person, on: day) {
      connectCalendar(false, tapping)
    } else if tapping.device == calendars[index].device,
      simulation.behaviour.asksCalendar(person, on: day)
    {
      calendars[index].occasion.asked = now
    }
    if simulation.behaviour.restoresCancelled(person, on: day),
      let cancelled = Self.nextCancelled(on: replicas, tapping.device, at: now)
    {
      tap(.cancelOccurrence(cancelled, false), about: tapping.author, tapping)
    }
  }

  /// The next occurrence that was cancelled, here or by deleting its event.
  private static func nextCancelled(
    on replicas: borrowing OwnedArray<MemoryReplica>, _ device: Int, at now: Instant
  ) -> OccurrenceID? {
    replicas[device].store.state.occurrences(
      in: now..<now + 7 * Span.day, now: now, filter: ScheduleFilter(showsCancelled: true)
    ).first(where: \.isCancelled)?.id
  }

  /// What a device knows of the family's calendar, from what everybody has agreed on.
  private func connection(on device: Int) -> CalendarConnection? {
    replicas[device].store.state.calendarConnection(LinkedCalendar.number)
  }

  // MARK: When to exchange

  /// CAL-4: a phone that has just heard from the server looks whether an exchange is due.
  mutating func lookAtCalendar(_ index: Int) {
    noticeChanges(index)
    let device = calendars[index].device
    guard calendars[index].link.isIdle, doingByItself(device) != nil,
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
    advanceCalendar(index)
  }

  /// CAL-4: the calendar tells a phone that is online of a change; it may not care.
  mutating func hearOfCalendar(_ index: Int) {
    let device = calendars[index].device
    guard offlineUntil(device) == nil, doingByItself(device) != nil else { return }
    calendars[index].occasion.noticed = calendars[index].occasion.noticed ?? now
    startExchange(device)
  }

  /// Looks for changes of the schedule in the rows of the feed that the phone has got since.
  private mutating func noticeChanges(_ index: Int) {
    let device = calendars[index].device
    let scope = Int(replicas[device].scope)
    let end = replicas[device].store.position
    var position = min(calendars[index].rowsSeen, end)
    while position < end {
      if Self.changesSchedule(server.scopes[scope].feed[Int(position)].operation.fact.kind) {
        calendars[index].occasion.noticed = calendars[index].occasion.noticed ?? now
        calendars[index].itemsDay = nil
      }
      position += 1
    }
    calendars[index].rowsSeen = end
  }

  private static func changesSchedule(_ kind: FactKind) -> Bool {
    // Who has left drives nobody any more.
    kind.area == .schedule && kind != .attendanceSet || kind == .memberEnded
  }

  // MARK: An exchange, request by request

  /// Asks the calendar for the next thing, if there is a network and it is not too early.
  private mutating func advanceCalendar(_ index: Int) {
    let device = calendars[index].device
    guard let tapping = doingByItself(device) else { return }
    if let until = offlineUntil(device) {
      wakeCalendar(index, at: until)
      return
    }
    noticeChanges(index)
    if calendars[index].itemsDay != tapping.day {
      Self.readItems(&calendars[index], on: tapping.day, of: replicas, at: now)
    }
    let (link, now) = (Self.ask(&calendars[index], replicas, at: now), self.now)
    if let request = link {
      call(index, request)
    } else if calendars[index].link.isIdle {
      if replicas[device].hasUnsent { startExchange(device) }
    } else if !calendars[index].link.isWaiting {
      wakeCalendar(index, at: max(now, calendars[index].link.notBefore))
    }
  }

  // An element of `replicas` is borrowed inside a function of its own, as elsewhere.
  static func ask(
    _ calendar: inout LinkedCalendar, _ replicas: borrowing OwnedArray<MemoryReplica>,
    at now: Instant
  ) -> CalendarRequest? {
    calendar.next(at: now, on: replicas[calendar.device].shown(at: now).pointee)
  }

  static func readItems(
    _ calendar: inout LinkedCalendar, on day: LocalDay,
    of replicas: borrowing OwnedArray<MemoryReplica>, at now: Instant
  ) {
    calendar.readItems(on: day, of: replicas[calendar.device].shown(at: now).pointee)
  }

  static func take(
    _ reply: ExternalCalendar.Reply, _ calendar: inout LinkedCalendar,
    _ replicas: borrowing OwnedArray<MemoryReplica>, at now: Instant
  ) -> [Command] {
    calendar.receive(reply, at: now, on: replicas[calendar.device].shown(at: now).pointee)
  }

  private mutating func wakeCalendar(_ index: Int, at time: Instant) {
    if let wakes = calendars[index].wakes, wakes <= time { return }
    calendars[index].wakes = time
    queue.schedule(
      at: time, kind: CommunityEvent.calendarWakes.rawValue, target: UInt32(index))
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
    let (who, call) = (calendars[index].who, calendars[index].call)
    let fate = simulation.messageWeather.fate(
      FaultDecision.calendarRequestFate, who: who, step: call)
    if fate.isLost {
      scheduleCall(.calendarSilent, index, at: now + timeoutMilliseconds)
    } else {
      scheduleCall(.calendarAsked, index, at: now + Int64(fate.delayMilliseconds))
    }
  }

  private var timeoutMilliseconds: Int64 {
    Int64(simulation.scenario.sync.requestTimeoutMilliseconds)
  }

  private mutating func scheduleCall(_ kind: CommunityEvent, _ index: Int, at time: Instant) {
    queue.schedule(
      at: time, kind: kind.rawValue, target: UInt32(index),
      payload: UInt32(bitPattern: calendars[index].call))
  }

  /// The calendar does what it is asked, and its answer sets off.
  mutating func callArrives(_ call: Int32, at index: Int) {
    guard call == calendars[index].call, let request = calendars[index].request else { return }
    let who = calendars[index].who
    let fault = ExternalCalendar.Fault(simulation.outsideWeather.call(who, step: call))
    calendars[index].reply = calendars[index].calendar.answer(request, at: now, fault: fault)
    let fate = simulation.messageWeather.fate(
      FaultDecision.calendarAnswerFate, who: who, step: call)
    if fate.isLost {
      let timeout = calendars[index].called + timeoutMilliseconds
      scheduleCall(.calendarSilent, index, at: max(now, timeout))
    } else {
      scheduleCall(.calendarAnswers, index, at: now + Int64(fate.delayMilliseconds))
    }
  }

  /// No answer came, or the phone could not hear it: the link waits, and asks again.
  mutating func callFails(_ call: Int32, of index: Int) {
    guard call == calendars[index].call else { return }
    calendars[index].request = nil
    calendars[index].reply = nil
    calendars[index].link.lost(at: now)
    wakeCalendar(index, at: calendars[index].link.notBefore)
  }

  mutating func answerArrives(_ call: Int32, from index: Int) {
    guard call == calendars[index].call, let reply = calendars[index].reply else { return }
    let device = calendars[index].device
    guard offlineUntil(device) == nil, let tapping = doingByItself(device) else {
      callFails(call, of: index)
      return
    }
    calendars[index].request = nil
    calendars[index].reply = nil
    noticeChanges(index)
    if calendars[index].itemsDay != tapping.day {
      Self.readItems(&calendars[index], on: tapping.day, of: replicas, at: now)
    }
    let commands = Self.take(reply, &calendars[index], replicas, at: now)
    for (number, command) in commands.enumerated() {
      // All of one answer is one transaction.
      tap(
        command, about: tapping.author, tapping,
        followers: UInt16(commands.count - 1 - number))
    }
    noteImports(commands, index)
    advanceCalendar(index)
  }

  /// What came from outside has changed the occurrences.
  mutating func noteImports(_ commands: [Command], _ index: Int) {
    if commands.contains(where: {
      $0.kind == .calendarEditImported || $0.kind == .calendarEventGone
    }) {
      calendars[index].itemsDay = nil
    }
  }

  // MARK: The end

  /// Exchanges with a calendar that is connected, over a network without faults, until neither side
  /// has anything to say. It takes a few rounds: one brings an edit, the next writes what became
  /// of it.
  mutating func settleCalendar(_ index: Int) {
    let device = calendars[index].device
    guard let connection = connection(on: device), connection.isConnected else { return }
    if calendars[index].link.isWaiting { calendars[index].link.lost(at: now) }
    if calendars[index].connected != connection.connected {
      calendars[index].begin(connection.connected)
    }
    calendars[index].calendar.settings.requestsPerMinute = .max
    var (time, rounds, hasSaid) = (now, 0, true)
    while hasSaid && rounds < 8 {
      (rounds, hasSaid) = (rounds + 1, false)
      calendars[index].link.start()
      while !calendars[index].link.isIdle {
        time = max(time, calendars[index].link.notBefore)
        Self.readItems(&calendars[index], on: lastDay, of: replicas, at: now)
        guard
          let request = Self.ask(&calendars[index], replicas, at: time)
        else { continue }
        let reply = calendars[index].calendar.answer(request, at: time)
        let commands = Self.take(reply, &calendars[index], replicas, at: time)
        if case .read = request {} else { hasSaid = true }
        if !commands.isEmpty { hasSaid = true }
        for (number, command) in commands.enumerated() {
          commitAtEnd(command, on: device, followers: UInt16(commands.count - 1 - number))
        }
      }
    }
  }
}
