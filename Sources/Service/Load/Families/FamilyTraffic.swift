import Base
import DomainCore
import Scenarios
import SyncCore

/// The phones of a load while it runs: each arrival is the next step of the plan, or what people do
/// who decide then.
struct FamilyTraffic: LoadTraffic {
  var recorder: LoadRecorder
  let plan: FamilyPlan
  /// Those that have signed in, in the order in which they did.
  private(set) var devices: [FamilyDevice]
  /// What people ask for beside exchanges.
  var errands: FamilyErrands
  /// What phones whose app is open wait for.
  var news: FamilyNews
  private let additions: Additions
  /// The places of the plan's devices among the devices.
  private var places: [Int?]
  /// Steps of people who wait for their phone to be signed in, by the devices of the plan.
  private var early: [Int: [EarlyStep]] = [:]
  /// Those who will not get in.
  private var refused: Set<Int> = []
  /// When new installs sign in, and those that have begun, by their places.
  private var installTimes: [Int64] = []
  private var installs: [FamilyDevice.Place: Int64] = [:]
  /// When the actions of each family were intended, by their operations.
  private var intended: [[UInt64: Int64]]
  private let texts: PlanTexts
  private let messages = ExchangeMessages()
  private let timing: ExchangeTiming
  private var next = 0
  private var queue = Ring<Int>()
  /// The retries that wait, in no order; there are few.
  private var retries: [(time: Int64, device: Int, message: Int32)] = []
  private(set) var wakes = Int64.max
  private var random = SystemRandomNumberGenerator()
  var counts = Counts()
  /// The load is over and brings all copies together: what is still sent is no arrival.
  private var isSettling = false

  /// What happened to the steps.
  struct Counts {
    var operations: Int64 = 0
    var refused: Int64 = 0
    var impossible: Int64 = 0
    /// What people wanted to do who decide while the load runs, and that such a load has not.
    var leftOut: Int64 = 0
    var exchanges: Int64 = 0
    /// Those whose response acknowledged operations.
    var acknowledging: Int64 = 0
    var joined = 0
    var installs = 0
  }

  /// A step that waits, when it was intended and when the sender turned to it.
  private struct EarlyStep {
    let step: FamilyPlan.Step
    let want: FamilyDevice.Want
  }

  init(
    _ recorder: LoadRecorder, _ plan: FamilyPlan, _ devices: [FamilyDevice], _ texts: PlanTexts,
    _ signUp: FamilySignUp, _ additions: Additions = Additions()
  ) {
    errands = FamilyErrands(signUp)
    news = FamilyNews(pollsMax: additions.pollsMax)
    self.additions = additions
    installTimes = additions.installTimes
    intended = plan.families.map { _ in [:] }
    var registered = devices.indices.makeIterator()
    places = plan.devices.map { $0.isJoiners ? nil : registered.next() }
    wakes = installTimes.first ?? .max
    self.recorder = recorder
    self.recorder.hasPeople = true
    self.plan = plan
    self.devices = devices
    self.texts = texts
    let sync = plan.scenario.sync
    timing = ExchangeTiming(
      requestTimeoutMilliseconds: Int64(sync.requestTimeoutMilliseconds),
      retryBackoffMillisecondsMin: Int64(sync.retryBackoffMillisecondsMin),
      retryBackoffMillisecondsMax: Int64(sync.retryBackoffMillisecondsMax))
  }

  var waitingCount: Int { queue.count + errands.readyCount + news.readyCount }
  var heldCount: Int { news.heldCount }

  // MARK: Arrivals

  var arrivals: ArrivalSource {
    additions.people.map { .traffic(next: $0.nextArrival) } ?? .schedule
  }

  mutating func arrive(intended time: Int64, at now: Int64) -> Bool {
    if let people = additions.people { return act(people, intended: time, at: now) }
    while next < plan.steps.count {
      let device = plan.steps[next].device
      if additions.keepsAccounts && plan.devices[device].isJoiners {
        counts.leftOut += 1
      } else if refused.contains(device) {
        counts.impossible += 1
      } else {
        break
      }
      next += 1
    }
    guard next < plan.steps.count else { return false }
    let step = plan.steps[next]
    next += 1
    recorder.arrived(intended: time, at: now)
    let want = FamilyDevice.Want(intended: time, turned: now)
    if let index = places[step.device] {
      perform(step, want, on: index, at: now)
    } else {
      delay(step, want, at: now)
    }
    return true
  }

  /// A person does something on a phone that is signed in.
  private mutating func perform(
    _ step: FamilyPlan.Step, _ want: FamilyDevice.Want, on index: Int, at now: Int64
  ) {
    let device = devices[index]
    switch step.action {
    case .look(let isOpening):
      device.look(at: step.time)
      if isOpening { news.open(index, at: want.intended) }
    case .close:
      device.look(at: step.time)
      news.close(index)
    case .submit(let commands): submit(commands, step, on: device, intended: want.intended)
    case .join(let command): submit([command], step, on: device, intended: want.intended)
    case .deleteAccount:
      device.look(at: step.time)
      deleteAccount(of: device)
    }
    self.want(want, on: index, at: now)
  }

  /// The owner of a phone deletes their account.
  mutating func deleteAccount(of device: FamilyDevice) {
    guard !additions.keepsAccounts else {
      counts.leftOut += 1
      return
    }
    errands.plan(for: device.place.family) {
      $0.addDeletion(device.place.device, in: device.place.family)
    }
  }

  /// A phone asks the server for an arrival.
  mutating func want(_ want: FamilyDevice.Want, on index: Int, at now: Int64) {
    devices[index].wants.append(want)
    perform(devices[index].machine.want(), index, at: now)
  }

  private mutating func submit(
    _ commands: [Command], _ step: FamilyPlan.Step, on device: FamilyDevice, intended: Int64
  ) {
    switch device.submit(commands, step, texts, intended: intended) {
    case .done(let first):
      noteSaved(
        first, count: commands.count, on: device, intended: intended, at: MonotonicClock.now)
    case .refused: counts.refused += 1
    case .impossible: counts.impossible += 1
    }
  }

  /// A phone has saved so many operations.
  mutating func noteSaved(
    _ first: Entity, count: Int, on device: FamilyDevice, intended: Int64, at now: Int64
  ) {
    counts.operations += Int64(count)
    recorder.saved(intended: intended, at: now)
    guard additions.pollsMax > 0 else { return }
    for place in 0..<UInt64(count) {
      self.intended[device.place.family][first.raw + place] = intended
    }
  }

  // MARK: Phones that sign in

  /// A person does something on a phone that is not signed in yet; joining is the first of it.
  private mutating func delay(
    _ step: FamilyPlan.Step, _ want: FamilyDevice.Want, at now: Int64
  ) {
    var want = want
    recorder.sent(intended: want.intended, turned: want.turned, at: now)
    want.isSent = true
    let isFirst = early[step.device] == nil
    early[step.device, default: []].append(EarlyStep(step: step, want: want))
    guard isFirst, case .join(let command) = step.action else { return }
    let device = plan.devices[step.device]
    let place = plan.families[device.family].devices.firstIndex(of: step.device) ?? 0
    guard let phone = device.phone else {
      return errands.plan(for: device.family) {
        $0.addJoiner(place, code: MemberJoining(command.payload).code.raw, in: device.family)
      }
    }
    let family = plan.devices[phone].family
    let number = plan.families[family].devices.firstIndex(of: phone) ?? 0
    let code = GroupJoin(command.payload).code.raw
    let isSignedIn = errands.plan(for: device.family) {
      $0.addGroupJoiner(place, code: code, in: device.family, phone: number, of: family)
    }
    if !isSignedIn { refuse(step.device, at: now) }
  }

  /// One more phone of a member signs in, which then reads everything.
  private mutating func beginInstall(at time: Int64) {
    let number = counts.installs
    counts.installs += 1
    // Another family each time, of those in which someone has a phone that works.
    let candidates = devices.indices.map { devices[($0 + 7 * number) % devices.count] }
    let families = errands.signUp.families
    let owner = candidates.first { device in
      !device.isPurged && !device.isNewcomer && !plan.families[device.place.family].isGroup
        && !families[device.place.family].deleted.contains(device.place.member)
    }
    guard let place = owner?.place else { return }
    let install = additions.newInstall(number)
    let device = errands.plan(for: place.family) {
      $0.addInstall(install, of: place.member, in: place.family)
    }
    installs[FamilyDevice.Place(family: place.family, member: place.member, device: device)] = time
  }

  /// An answer to something else than an exchange has come.
  private mutating func finished(errandOf family: Int, _ outcome: RequestOutcome) {
    let now = MonotonicClock.now
    let result = errands.finished(family, outcome, at: now)
    wakes = min(wakes, errands.wakes)
    let device: Int
    switch result {
    case .nothing: return
    case .registered(let place), .refused(let place): device = place
    }
    let signedUp = errands.signUp.families[family].devices[device]
    let place = FamilyDevice.Place(family: family, member: signedUp.member, device: device)
    let own = plan.families[family].devices
    let planned = device < own.count ? own[device] : nil
    guard case .registered = result, let new = additions.makeDevice(place, signedUp, devices.count)
    else {
      return refuse(planned, at: now)
    }
    devices.append(new)
    new.beginning = installs.removeValue(forKey: place)
    guard let planned else {
      return perform(new.machine.want(), devices.count - 1, at: now)
    }
    places[planned] = devices.count - 1
    counts.joined += 1
    for step in early.removeValue(forKey: planned) ?? [] {
      new.beginning = new.beginning ?? step.want.intended
      perform(step.step, step.want, on: devices.count - 1, at: now)
    }
  }

  /// A person was not admitted: what they wanted to do was answered with that.
  private mutating func refuse(_ planned: Int?, at now: Int64) {
    guard let planned, places[planned] == nil else { return }
    refused.insert(planned)
    for step in early.removeValue(forKey: planned) ?? [] {
      counts.impossible += 1
      if isSettling { continue }
      recorder.answered(intended: step.want.intended, sent: now, status: 404, at: now)
    }
  }

  private mutating func perform(_ action: ExchangeAction, _ index: Int, at now: Int64) {
    switch action {
    case .nothing: break
    case .rest:
      devices[index].hasRested = true
      guard let beginning = devices[index].beginning, !devices[index].isNewcomer else { return }
      recorder.complete(begun: beginning, at: now)
      devices[index].beginning = nil
    case .send:
      guard !devices[index].isQueued else { return }
      devices[index].isQueued = true
      queue.append(index)
    case .wait(let wait):
      let message = devices[index].machine.retried
      retry(index, message, at: now + wait.milliseconds(randomBits: random.next()) * 1_000_000)
    }
  }

  private mutating func retry(_ index: Int, _ message: Int32, at time: Int64) {
    retries.append((time, index, message))
    wakes = min(wakes, time)
  }

  mutating func wake(at now: Int64) {
    let due = retries.filter { $0.time <= now }
    retries.removeAll { $0.time <= now }
    while let time = installTimes.first, time <= now {
      installTimes.removeFirst()
      if !isSettling { beginInstall(at: time) }
    }
    errands.wake(at: now)
    news.wake(at: now)
    wakes = min(
      retries.map(\.time).min() ?? .max, errands.wakes, news.wakes, installTimes.first ?? .max)
    for retry in due {
      perform(devices[retry.device].machine.waited(for: retry.message), retry.device, at: now)
    }
  }

  // MARK: Requests

  mutating func send(on pool: ConnectionPool, at now: Int64) {
    // Those who sign in come first: they are few, and others wait for them.
    if errands.readyCount > 0 {
      let (family, request) = errands.begin()
      return request.withUnsafeBytes { pool.send($0, for: -1 - family, at: now, &self) }
    }
    guard let index = queue.popFirst() else { return sendPoll(on: pool, at: now) }
    let device = devices[index]
    device.isQueued = false
    let begun = device.machine.begin()
    let body = device.requestBody(begun, messages)
    let request = device.head + Array("\(body.count)\r\n\r\n".utf8) + body
    device.message = begun.number
    device.sent = now
    device.underWay = device.wants
    device.wants = []
    for place in device.underWay.indices where !device.underWay[place].isSent {
      let want = device.underWay[place]
      recorder.sent(intended: want.intended, turned: want.turned, at: now)
      device.underWay[place].isSent = true
    }
    counts.exchanges += 1
    request.withUnsafeBytes { pool.send($0, for: index, at: now, &self) }
  }

  mutating func finished(_ token: Int, _ outcome: RequestOutcome) {
    if token < 0 { return finished(errandOf: -1 - token, outcome) }
    if token >= FamilyNews.firstToken {
      return finished(pollOf: token - FamilyNews.firstToken, outcome)
    }
    let device = devices[token]
    let now = MonotonicClock.now
    let (message, wants) = (device.message, device.underWay)
    device.message = 0
    device.underWay = []
    switch outcome {
    case .response(200, let body, let retryAfter):
      guard let result = device.apply(body, messages) else {
        return fail(token, message, wants, .malformed, at: now, retryAfter: retryAfter)
      }
      if !isSettling {
        for want in wants {
          recorder.answered(intended: want.intended, sent: device.sent, status: 200, at: now)
        }
      }
      noteShown(on: token, result, at: now)
      noteDurable(on: device, at: now)
      // An install that the server no longer knows is found by the audit; it goes on to ask.
      _ = device.machine.react(
        to: result, needsSite: device.replica.needsSite, isForeign: device.replica.isForeign)
      let action = device.machine.finish(
        message, result, wasAwaited: true, hasUnsent: device.replica.hasUnsent, timing)
      perform(action, token, at: now)
    case .response(let status, _, let retryAfter):
      if !isSettling { recorder.erred(status: status, at: device.sent) }
      again(token, message, wants, at: now, retryAfter: retryAfter)
    case .failed(let failure):
      fail(token, message, wants, failure, at: now, retryAfter: nil)
    }
  }

  /// The operations that a response has acknowledged.
  private mutating func noteDurable(on device: FamilyDevice, at now: Int64) {
    guard let first = device.nextDurable() else { return }
    counts.acknowledging += 1
    recorder.acknowledged()
    recorder.durable(intended: first, at: now)
    while let next = device.nextDurable() { recorder.durable(intended: next, at: now) }
  }

  // MARK: News

  private mutating func sendPoll(on pool: ConnectionPool, at now: Int64) {
    guard let (index, cursor) = news.begin() else { return }
    let place = devices[index].place
    let token = errands.signUp.families[place.family].devices[place.device].token
    let request = additions.pollRequest(token, cursor)
    request.withUnsafeBytes {
      pool.send($0, for: FamilyNews.firstToken + index, at: now, &self)
    }
  }

  private mutating func finished(pollOf index: Int, _ outcome: RequestOutcome) {
    let now = MonotonicClock.now
    let result = news.finished(index, outcome, at: now, randomBits: random.next())
    wakes = min(wakes, news.wakes)
    guard case .news = result, !isSettling, !devices[index].isPurged else { return }
    perform(devices[index].machine.want(), index, at: now)
  }

  /// An open phone shows what others have done since it was opened.
  private mutating func noteShown(on index: Int, _ result: ApplyResult, at now: Int64) {
    guard !isSettling, let opened = news.opened(index), result.rowsApplied > 0 else { return }
    let (family, site) = (devices[index].place.family, devices[index].replica.site)
    let count = messages.response.rows.count
    for place in max(0, count - result.rowsApplied)..<count {
      let operation = messages.response.rows[place].operation
      let author = operation.fact.version.site
      let identity = Entity(site: author, sequence: operation.sequence).raw
      guard author != site, let time = intended[family][identity], time >= opened else { continue }
      recorder.shown(intended: time, at: now)
    }
  }

  private mutating func fail(
    _ index: Int, _ message: Int32, _ wants: [FamilyDevice.Want], _ failure: RequestFailure,
    at now: Int64, retryAfter: Int?
  ) {
    if !isSettling { recorder.erred(failure, at: devices[index].sent) }
    again(index, message, wants, at: now, retryAfter: retryAfter)
  }

  /// An exchange has failed. Those for whom it was wait for the next attempt.
  private mutating func again(
    _ index: Int, _ message: Int32, _ wants: [FamilyDevice.Want], at now: Int64, retryAfter: Int?
  ) {
    let device = devices[index]
    if !isSettling { device.wants = wants + device.wants }
    guard let wait = device.machine.fails(message, timing) else { return }
    let delay = RetryDelay.nanoseconds(
      wait, retryAfterSeconds: retryAfter, randomBits: random.next())
    retry(index, message, at: now + delay)
  }

  /// No one acts any more, so phones that wait before they try again need not wait longer.
  mutating func arrivalsAreOver(at now: Int64) {
    guard additions.people == nil, !retries.isEmpty else { return }
    for index in retries.indices { retries[index].time = now }
    wakes = min(wakes, now)
  }

  mutating func end(at now: Int64, _ failure: RequestFailure) {
    isSettling = true
    // Those whose phone waits before it tries again: no request of theirs took too long.
    let waiting = failure == .timeout ? .unanswered : failure
    for step in early.values.joined() {
      recorder.failed(intended: step.want.intended, failure, at: now)
    }
    installTimes = []
    news.end()
    for device in devices {
      for want in device.underWay { recorder.failed(intended: want.intended, failure, at: now) }
      for want in device.wants { recorder.failed(intended: want.intended, waiting, at: now) }
      device.underWay = []
      device.wants = []
    }
  }

  // MARK: The end

  /// All devices exchange until none has anything to send or to fetch, or the time is over.
  mutating func settle(on pool: ConnectionPool, until end: Int64) {
    isSettling = true
    let begun = MonotonicClock.now
    // Those that have failed several times need not wait any longer.
    for index in retries.indices { retries[index].time = begun }
    wakes = min(retries.isEmpty ? .max : begun, errands.wakes)
    for (index, device) in devices.enumerated()
    where !errands.signUp.families[device.place.family].deleted.contains(device.place.member) {
      device.hasRested = false
      perform(devices[index].machine.want(), index, at: begun)
    }
    while true {
      let now = MonotonicClock.now
      if wakes <= now { wake(at: now) }
      while waitingCount > 0 && pool.hasIdle { send(on: pool, at: now) }
      if (waitingCount == 0 && pool.busyCount == heldCount && wakes == .max) || now >= end {
        return
      }
      pool.wait(until: min(end, wakes, now + 50_000_000), &self)
    }
  }

  /// What was never acknowledged has waited until now, and longer.
  mutating func giveUp(at now: Int64) {
    for device in devices {
      while let intended = device.nextUnacknowledged() {
        recorder.durable(intended: intended, at: now)
      }
    }
  }
}
