import Base
public import Chronology
import Environment
public import DomainCore
import SyncCore
import Properties

extension World {
  /// Advances the time up to and including `time`, and handles all events until then.
  @inline(__always)
  public mutating func advance(to time: Instant) {
    // Most steps share their instant with the step before them, and there is nothing to handle
    // then.
    guard time > queue.now || (queue.nextTime.map { $0 <= time } ?? false) else { return }
    pass(to: time)
  }

  private mutating func pass(to time: Instant) {
    while let event = queue.next(before: time + 1) { happen(event) }
    queue.advance(to: max(time, queue.now))
  }

  /// Advances the time up to `end`, without the events of that instant.
  public mutating func finish(before end: Instant) {
    while let event = queue.next(before: end) { happen(event) }
    queue.advance(to: max(end, queue.now))
  }

  private mutating func happen(_ event: ScheduledEvent) {
    guard let kind = WorldEvent(rawValue: event.kind) else {
      preconditionFailure("nothing else was scheduled")
    }
    let target = Int(event.target)
    let payload = Int32(bitPattern: event.payload)
    switch kind {
    case .requestArrives: requestArrives(event.target, isCopy: event.detail == 1)
    case .responseArrives: responseArrives(event.target)
    case .timeout: timeOut(target, message: payload)
    case .retry: retry(target, message: payload)
    case .reconnects: reconnect(target)
    case .groupPush: wake(target, for: network.links[target].pushCause)
    case .notificationScan: notify(target)
    case .calendarAsked: callArrives(payload, at: target)
    case .calendarResponds: responseArrives(payload, from: target)
    case .calendarSilent: callFails(payload, of: target)
    case .calendarLinkContinues: wakeCalendar(target)
    case .calendarChangeNotice: receiveCalendarNotice(target)
    case .sampleArrives: sampleArrives(Int(payload), in: target)
    case .sampleChanges: sampleChanges(Int(payload), in: target)
    }
    if events.isTraced { events.traceViolations() }
  }

  // MARK: Steps

  /// The only way to change a world. All events up to the step's time come first; a step from the
  /// past happens now.
  @discardableResult
  public mutating func perform(_ step: Step) -> StepOutcome {
    if case .submit(let command, let place) = step.action {
      return perform(step.id, at: step.time, saying: command, at: place)
    }
    begin(step.id, at: step.time)
    if let phones { return perform(step, on: phones) }
    let outcome = isPossible(step.action) ? act(step) : .impossible
    if case .impossible = outcome {
      events.counters.stepsImpossible += 1
    } else if events.coveragePoints != nil {
      events.noteFault(step)
    }
    if events.journal != nil { enter(step, outcome) }
    events.stepEnds(step.id, outcome, at: now)
    return outcome
  }

  /// Performs a step that submits one command. Most steps do, and this path builds no action for
  /// it.
  @discardableResult
  public mutating func perform(
    _ id: StepID, at time: Instant, saying command: Command, at place: ReplicaAddress
  ) -> StepOutcome {
    begin(id, at: time)
    if let phones { return perform(Step(id, at: time, .submit(command, place)), on: phones) }
    var outcome = StepOutcome.impossible
    if place.device < fleet.devices.count, let replica = replica(at: place) {
      outcome = self.outcome(of: commit(command, on: replica), on: replica, count: 1)
      if events.coveragePoints != nil, let fault = FaultOccurrence(id.verb) { events.note(fault) }
    } else {
      events.counters.stepsImpossible += 1
    }
    if events.journal != nil { enter(Step(id, at: time, .submit(command, place)), outcome) }
    events.stepEnds(id, outcome, at: now)
    return outcome
  }

  @inline(__always)
  private mutating func begin(_ step: StepID, at time: Instant) {
    advance(to: time)
    self.step = step
    queue.setCurrent(
      kind: Self.stepKind, target: UInt32(step.raw >> 32),
      payload: UInt32(truncatingIfNeeded: step.raw))
    events.stepBegins(step, at: now)
  }

  /// Appends a step to the journal.
  private mutating func enter(_ step: Step, _ outcome: StepOutcome) {
    var made: CreatedOperations?
    if case .done(let first) = outcome { made = first }
    var refusal: Refusal?
    if case .refused(let why) = outcome { refusal = why }
    let membershipSnapshot = membershipSnapshot(at: place(of: step.action))
    events.journal?.append(
      PerformedStep(
        step: step, made: made, refusal: refusal, membershipSnapshot: membershipSnapshot))
  }

  /// The replica on which a step submits commands.
  private func place(of action: StepAction) -> ReplicaAddress? {
    switch action {
    case .submit(_, let place), .submitTogether(_, let place): place
    case .join(let command, let person) where person < directory.people.count:
      ReplicaAddress(directory.people[person].firstDevice, isGroup: command.kind != .memberJoined)
    default: nil
    }
  }

  /// Which member is which on the replica at an address.
  public func membershipSnapshot(at place: ReplicaAddress?) -> MembershipSnapshot {
    guard let place, place.device < fleet.devices.count, let replica = replica(at: place) else {
      return MembershipSnapshot()
    }
    let scope = Int(fleet.replicas[replica].scope)
    var membershipSnapshot = MembershipSnapshot(
      founders: scope < directory.households.count ? directory.households[scope].founderCount : 0)
    let count = fleet.replicas[replica].store.state.memberCount
    for index in min(membershipSnapshot.founders, count)..<count {
      membershipSnapshot.joined.append(
        fleet.replicas[replica].store.state.member(MemberHandle(UInt16(index))).entity)
    }
    return membershipSnapshot
  }

  private mutating func act(_ step: Step) -> StepOutcome {
    switch step.action {
    case .submitTogether(let commands, let place):
      guard let replica = replica(at: place) else { return .impossible }
      return commitTogether(commands, on: replica)
    case .join(let command, let person):
      return join(command, person, for: step.id)
    default:
      change(step.action)
      return .done(nil)
    }
  }

  /// Whether all preconditions of an action exist; a missing one was removed from the plan.
  private func isPossible(_ action: StepAction) -> Bool {
    switch action {
    case .open(let device), .close(let device), .refresh(let device), .offline(let device, _),
      .setClock(let device, _), .setZone(let device, _), .linkCalendar(let device),
      .reinstall(let device), .backUp(let device), .crash(let device),
      .wakeWidget(let device), .deviceFault(let device, _, _), .catalogFails(let device):
      device < fleet.devices.count
    case .diskFault(let device, _): fleet.isStored && device < fleet.devices.count
    case .serverDiskFault: fleet.isStored
    case .update(let device, let version): fleet.canHave(version, device)
    case .restore(let device, let source): fleet.canRestore(device, from: source)
    case .signIn(let person, let device):
      device < fleet.devices.count && person < directory.people.count
        && directory.people[person].household == fleet.devices[device].household
        && (directory.people[person].isFounder || fleet.devices[device].owner == person)
    case .failOver: backend.keepsJournal
    case .exchange(let place), .submit(_, let place), .submitTogether(_, let place):
      place.device < fleet.devices.count && hasReplica(at: place)
    case .leave(let person), .openHealthStore(let person):
      person < directory.people.count
    case .deleteAccount(let person):
      person < directory.people.count && !directory.people[person].isDeleted
    case .join(let command, let person):
      person < directory.people.count && directory.people[person].deviceCount > 0
        && (command.kind != .memberJoined || mayJoinFamily(person))
    case .setServerClock, .outage: true
    case .impossible: false
    case .askCalendar(let household), .editCalendar(let household, _),
      .expireCalendarTokens(let household):
      household < directory.households.count && directory.households[household].calendar >= 0
    case .recordWorkout(let person, _), .healthStoreFault(let person, _):
      person < directory.people.count && directory.people[person].healthStore >= 0
    }
  }

  /// Whether a person is not in their family yet and uses their own phone.
  private func mayJoinFamily(_ person: Int) -> Bool {
    !directory.people[person].isFounder && directory.people[person].member == .newcomer
      && fleet.devices[directory.people[person].firstDevice].user == person
  }

  private mutating func change(_ action: StepAction) {
    switch action {
    case .open(let device): open(device)
    case .refresh(let device): wake(fleet.devices[device].family, for: ExchangeCause(step))
    case .close(let device): close(device)
    case .exchange(let place):
      if let replica = replica(at: place) { startExchange(replica, for: ExchangeCause(step)) }
    case .leave(let person): leave(person)
    case .deleteAccount(let person): deleteAccount(of: person)
    case .offline(let device, let window): cutOff(device, window)
    case .deviceFault(let device, let deviceFault, let window):
      events.counters.deviceFaults += 1
      fleet.set(deviceFault, on: device, during: window)
    case .setClock(let device, let setting): fleet.devices[device].clock.set(setting, at: now)
    case .diskFault(let device, let fault): meet(fault, on: device)
    case .serverDiskFault(let fault): meetOnServer(fault)
    case .setZone(let device, let zone): fleet.devices[device].zone = ZoneCursor(zone)
    case .setServerClock(let setting): backend.clock.set(setting, at: now)
    case .reinstall(let device): reinstall(device)
    case .backUp(let device): fleet.backUp(device)
    case .crash(let device): crash(device)
    case .wakeWidget(let device): wakeWidget(device)
    case .update(let device, let version): update(device, to: version)
    case .restore(let device, let source): restore(device, from: source)
    case .signIn(let person, let device): signIn(person, on: device)
    case .failOver(let behind): failOver(to: now - behind)
    case .outage(let until): goDown(until: until)
    case .linkCalendar(let device): linkCalendar(on: device)
    case .askCalendar(let household): askCalendar(of: household)
    case .editCalendar(let household, let edit):
      editCalendar(Int(directory.households[household].calendar), edit)
    case .expireCalendarTokens(let household):
      integrations.calendars[Int(directory.households[household].calendar)].calendar.expireTokens()
    case .openHealthStore(let person): openHealthStore(of: person)
    case .recordWorkout(let person, let workout):
      record(workout, in: Int(directory.people[person].healthStore))
    case .healthStoreFault(let person, let healthFault):
      integrations.healthFault(healthFault, of: Int(directory.people[person].healthStore))
    case .catalogFails: break
    case .submit, .submitTogether, .join, .impossible:
      preconditionFailure("perform handles commands and impossible steps first")
    }
  }

  /// A person opens the app, which retries after a refused sign-in (FAM-8).
  private mutating func open(_ device: Int) {
    note(.opened, on: fleet.devices[device].family, device: device)
    events.service.opened(by: fleet.placements[fleet.devices[device].family].person, at: now)
    network.links[fleet.devices[device].family].machine.retrySignIn()
    if let replica = replica(at: ReplicaAddress(device, isGroup: true)) {
      network.links[replica].machine.retrySignIn()
    }
    wake(fleet.devices[device].family, for: ExchangeCause(step))
  }

  /// A device that is opened, or woken in the background, reads its data and asks for news.
  private mutating func wake(_ replica: Int, for cause: ExchangeCause) {
    let device = fleet.placements[replica].device
    if replica == fleet.devices[device].family && fleet.devices[device].importer >= 0 {
      importWorkouts(on: device)
    }
    startExchange(replica, for: cause)
  }

  private mutating func close(_ device: Int) {
    let replica = fleet.devices[device].family
    note(.closed, on: replica, device: device)
    if network.links[replica].machine.awaited == 0 || fleet.replicas[replica].hasUnsent {
      startExchange(replica, for: ExchangeCause(step))
    }
  }

  private mutating func leave(_ person: Int) {
    directory.people[person].hasLeft = true
    events.simulationEvents.append(
      SimulationEvent(
        kind: .left, time: now, person: person, day: day(of: directory.people[person].household),
        fact: Fact.nothing))
  }

  private mutating func cutOff(_ device: Int, _ window: OfflineWindow) {
    events.counters.offlinePeriods += 1
    fleet.devices[device].cutOff(window)
  }
}
