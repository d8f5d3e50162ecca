import Scenarios
import SyncCore

/// The phones of a load while it runs: each arrival is the next step of the plan.
struct FamilyTraffic: LoadTraffic {
  var recorder: LoadRecorder
  private let plan: FamilyPlan
  let devices: [FamilyDevice]
  private let texts: PlanTexts
  private let messages = ExchangeMessages()
  private let timing: ExchangeTiming
  private var next = 0
  private var queue = Ring<Int>()
  /// The retries that wait, in no order; there are few.
  private var retries: [(time: Int64, device: Int, message: Int32)] = []
  private(set) var wakes = Int64.max
  private var random = SystemRandomNumberGenerator()
  private(set) var counts = Counts()
  /// The load is over and brings all copies together: what is still sent is no arrival.
  private var isSettling = false

  /// What happened to the steps.
  struct Counts {
    var operations: Int64 = 0
    var refused: Int64 = 0
    var impossible: Int64 = 0
    var exchanges: Int64 = 0
  }

  init(_ recorder: LoadRecorder, _ plan: FamilyPlan, _ devices: [FamilyDevice], _ texts: PlanTexts)
  {
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

  var waitingCount: Int { queue.count }

  // MARK: Arrivals

  mutating func arrive(intended time: Int64, at now: Int64) -> Bool {
    guard next < plan.steps.count else { return false }
    let step = plan.steps[next]
    next += 1
    recorder.arrived(intended: time, at: now)
    let device = devices[step.device]
    switch step.action {
    case .look: device.look(at: step)
    case .submit(let commands):
      switch device.submit(commands, step, texts, intended: time) {
      case .done:
        counts.operations += Int64(commands.count)
        recorder.saved(intended: time, at: MonotonicClock.now)
      case .refused: counts.refused += 1
      case .impossible: counts.impossible += 1
      }
    }
    device.wants.append(FamilyDevice.Want(intended: time, turned: now))
    perform(device.machine.want(), step.device, at: now)
    return true
  }

  private mutating func perform(_ action: ExchangeAction, _ index: Int, at now: Int64) {
    switch action {
    case .nothing: break
    case .rest: devices[index].hasRested = true
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
    wakes = retries.map(\.time).min() ?? .max
    for retry in due {
      perform(devices[retry.device].machine.waited(for: retry.message), retry.device, at: now)
    }
  }

  // MARK: Requests

  mutating func send(on pool: ConnectionPool, at now: Int64) {
    guard let index = queue.popFirst() else { preconditionFailure("something waits") }
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
      while let intended = device.nextDurable() { recorder.durable(intended: intended, at: now) }
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

  mutating func end(at now: Int64, _ failure: RequestFailure) {
    isSettling = true
    for device in devices {
      for want in device.underWay { recorder.failed(intended: want.intended, failure, at: now) }
      for want in device.wants { recorder.failed(intended: want.intended, failure, at: now) }
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
    wakes = retries.isEmpty ? .max : begun
    for index in devices.indices where !devices[index].isPurged {
      devices[index].hasRested = false
      perform(devices[index].machine.want(), index, at: begun)
    }
    while true {
      let now = MonotonicClock.now
      if wakes <= now { wake(at: now) }
      while waitingCount > 0 && pool.hasIdle { send(on: pool, at: now) }
      if (waitingCount == 0 && pool.busyCount == 0 && wakes == .max) || now >= end { return }
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
