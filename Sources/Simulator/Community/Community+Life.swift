import Base
import Chronology
import DomainCore
import Faults
import Metrics
import Population
import SimulationKernel
import SyncCore

// The days: what is scheduled when a local day begins, and what each event leads to.
extension Community {
  mutating func live(latencies: inout LatencyHistogram) {
    while let event = queue.next(before: watermark) {
      guard let kind = CommunityEvent(rawValue: event.kind) else {
        preconditionFailure("nothing else was scheduled")
      }
      let target = Int(event.target)
      switch kind {
      case .dayBegins: beginDay(Int32(event.payload), of: target)
      case .sessionOpens: openSession(Int(event.detail), of: target, day: event.payload)
      case .sessionActs:
        actInSession(Int(event.detail), of: target, day: Int32(event.payload))
      case .refresh: refresh(target)
      case .woken: wake(target)
      case .requestArrives: requestArrives(event.target, latencies: &latencies)
      case .answerArrives: answerArrives(event.target)
      case .timeout: timeOut(target, message: Int32(bitPattern: event.payload))
      case .retry: retry(target, message: Int32(bitPattern: event.payload))
      case .reconnects: reconnect(target)
      case .notifies: notify(target)
      case .calendarAsked, .calendarAnswers, .calendarSilent, .calendarWakes, .calendarTells,
        .calendarEdited, .sampleArrives, .sampleChanges:
        liveOutside(kind, event)
      }
    }
    counters.events = Int64(queue.taken)
  }

  var now: Instant { queue.now }

  func date(of day: Int32) -> LocalDay {
    simulation.households.startDay.adding(days: Int(day))
  }

  private mutating func beginDay(_ day: Int32, of household: Int) {
    let record = households[household]
    let date = date(of: day)
    let dayStart = now
    drawUnrelated(household: record.index, day: date)
    if day == record.joinDay {
      beginNotifications(of: household)
      beginRefreshes(of: household, dayStart: dayStart)
    }
    for index in record.firstPerson..<record.firstPerson + record.personCount {
      planDay(day, of: index, dayStart: dayStart)
    }
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      planDevice(device, on: date, dayStart: dayStart)
    }
    if record.calendar >= 0 { planCalendarDay(date, Int(record.calendar), of: household) }
    scheduleDay(day + 1, of: household)
  }

  /// Draws and ignores, if the scenario asks for it: it must change nothing anywhere.
  private func drawUnrelated(household: UInt32, day: LocalDay) {
    let experiments = simulation.scenario.experiments
    guard experiments.unrelatedDraw else { return }
    if let only = experiments.unrelatedDrawHousehold, only != Int(household) { return }
    _ = simulation.behaviour.randomness.draw(
      PopulationDecision.unrelated, who: Who.household(household), day: day.number)
  }

  private mutating func planDay(_ day: Int32, of index: Int, dayStart: Instant) {
    guard people[index].person.logsForItself, !people[index].state.hasLeft else { return }
    let person = people[index].person
    let date = date(of: day)
    simulation.behaviour.wakeUp(person, &people[index].state, on: date)
    if people[index].state.hasLeft {
      people[index].leftDay = day
      return
    }
    records[index * days + Int(day)].isEnrolled = true
    let plan = simulation.behaviour.plan(person, people[index].state, on: date)
    people[index].plan = plan
    people[index].state.tenure += 1
    let household = people[index].household
    for session in 0..<plan.sessionCount {
      let opens = households[household].zone.instant(
        of: date, millisecondOfDay: plan.starts[session])
      queue.schedule(
        at: opens, kind: CommunityEvent.sessionOpens.rawValue, detail: UInt16(session),
        target: UInt32(index), payload: UInt32(day))
    }
    if activities[index].healthStore >= 0 { planTraining(on: date, of: index) }
  }

  private mutating func planDevice(_ device: Int, on date: LocalDay, dayStart: Instant) {
    let who = devices[device].who
    if let spell = simulation.offlineWeather.spell(device: who, day: date, dayStart: dayStart) {
      if devices[device].spell.until > devices[device].spellBefore.until {
        devices[device].spellBefore = devices[device].spell
      }
      devices[device].spell = spell
      counters.offlineSpells += 1
    }
  }

  /// A sleeping device asks for news so often, from its first day on, whatever the clocks do.
  private mutating func beginRefreshes(of household: Int, dayStart: Instant) {
    let record = households[household]
    for device in record.firstDevice..<record.firstDevice + record.deviceCount {
      let first = devices[device].refreshMillisecond % simulation.refreshMilliseconds
      scheduleRefresh(device, at: dayStart + first)
    }
  }

  private mutating func scheduleRefresh(_ device: Int, at moment: Instant) {
    queue.schedule(at: moment, kind: CommunityEvent.refresh.rawValue, target: UInt32(device))
  }

  private mutating func refresh(_ device: Int) {
    wake(device)
    scheduleRefresh(device, at: now + simulation.refreshMilliseconds)
  }

  /// A device that is opened, or woken in the background, reads what is on it and asks for news.
  private mutating func wake(_ device: Int) {
    if devices[device].importer >= 0 { importWorkouts(on: device) }
    startExchange(device)
  }

  private mutating func openSession(_ session: Int, of index: Int, day: UInt32) {
    let person = people[index].person
    let date = date(of: Int32(day))
    let device = device(of: index, session: session, on: date)
    forgetSignInRefusal(device)
    let groupDevice = activities[index].groupDevice
    if groupDevice >= 0 && devices[groupDevice].phone == device { forgetSignInRefusal(groupDevice) }
    wake(device)
    let length = simulation.behaviour.sessionMilliseconds(person, on: date, session: session)
    queue.schedule(
      at: now + length, kind: CommunityEvent.sessionActs.rawValue, detail: UInt16(session),
      target: UInt32(index), payload: day)
  }

  func device(of index: Int, session: Int, on date: LocalDay) -> Int {
    people[index].firstDevice
      + simulation.behaviour.device(people[index].person, on: date, session: session)
  }
}
