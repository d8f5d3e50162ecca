import Base
import Chronology
import DomainCore
import Faults
import Metrics
import Population
import Properties
import SimulationKernel
import SyncCore

// The carrier: requests and answers through a network that delays, loses, doubles and reorders
// them, and devices that are offline, wait, give up and try again.
extension Community {
  /// Begins an exchange, unless one is under way or the device has no network.
  mutating func startExchange(_ device: Int) {
    if devices[device].signInRefusal != nil { return }
    if devices[device].awaited != 0 {
      devices[device].wantsExchange = true
      return
    }
    if let until = offlineUntil(device) {
      awaitReconnect(device, until: until)
      return
    }
    send(device)
  }

  /// When a device has network again, if it has none now.
  func offlineUntil(_ device: Int) -> Instant? {
    devices[devices[device].phone].offlineUntil(now)
  }

  private mutating func awaitReconnect(_ device: Int, until: Instant) {
    guard !devices[device].awaitsReconnect else { return }
    devices[device].awaitsReconnect = true
    queue.schedule(
      at: until, kind: CommunityEvent.reconnects.rawValue, target: UInt32(device))
  }

  mutating func reconnect(_ device: Int) {
    devices[device].awaitsReconnect = false
    startExchange(device)
  }

  private mutating func send(_ device: Int) {
    devices[device].messagesSent += 1
    let message = devices[device].messagesSent
    devices[device].awaited = message
    devices[device].awaitedSince = now
    devices[device].wantsExchange = false
    devices[device].retried = 0
    counters.messages += 1
    let (now, sync) = (self.now, simulation.scenario.sync)
    let fate = simulation.messageWeather.fate(
      FaultDecision.requestFate, who: devices[device].who, step: message)
    let copies = (fate.isLost ? 0 : 1) + (fate.isDuplicated ? 1 : 0)
    if fate.isLost { counters.messagesLost += 1 }
    if fate.isDuplicated { counters.messagesDuplicated += 1 }
    // Nobody needs the timeout of an answer that comes in time. Of a request that gets there in
    // time the answer's fate decides.
    if fate.isLost || Int(fate.delayMilliseconds) >= sync.requestTimeoutMilliseconds {
      scheduleTimeout(device, message: message)
    }
    guard copies > 0 else { return }
    let handle =
      devices[device].mustSignIn
      ? postSignIn(device, message: message, copies: UInt32(copies))
      : Self.post(
        from: replicas, device: device, message: message, copies: UInt32(copies),
        sync: sync, into: &requests)
    if !fate.isLost {
      queue.schedule(
        at: now + Int64(fate.delayMilliseconds), kind: CommunityEvent.requestArrives.rawValue,
        target: handle)
    }
    if fate.isDuplicated {
      queue.schedule(
        at: now + Int64(fate.duplicateDelayMilliseconds),
        kind: CommunityEvent.requestArrives.rawValue, target: handle)
    }
  }

  static func post(
    from replicas: borrowing OwnedArray<MemoryReplica>, device: Int, message: Int32, copies: UInt32,
    sync: SyncParameters, into requests: inout MessagePool<RequestEnvelope, Operation>
  ) -> UInt32 {
    let empty = ExchangeRequest(
      site: replicas[device].site, scope: replicas[device].scope, pushCount: 0, epoch: 0,
      position: 0,
      pageRowsMax: 0)
    var envelope = RequestEnvelope(request: empty, device: UInt32(device), message: message)
    let handle = requests.post(envelope, deliveries: copies)
    envelope.request = replicas[device].request(
      pushOperationsMax: sync.pushOperationsMax, pageRowsMax: UInt32(sync.pageRowsMax)
    ) { requests.load($0, into: handle) }
    requests.setHeader(handle, envelope)
    return handle
  }

  private mutating func scheduleTimeout(_ device: Int, message: Int32) {
    let timeout = Int64(simulation.scenario.sync.requestTimeoutMilliseconds)
    queue.schedule(
      at: devices[device].awaitedSince + timeout, kind: CommunityEvent.timeout.rawValue,
      target: UInt32(device), payload: UInt32(bitPattern: message))
  }

  // MARK: The server's side

  mutating func requestArrives(_ handle: UInt32, latencies: inout LatencyHistogram) {
    let (now, envelope) = (self.now, requests.header(handle))
    if envelope.signsIn {
      signInArrives(envelope)
      requests.delivered(handle)
      return
    }
    let served = Self.exchange(
      envelope.request, requests.freight(handle), at: now, on: &server)
    requests.delivered(handle)
    let isNews = recordDecisions(of: served, latencies: &latencies)
    if isNews { wakeGroup(served.scope, but: Int(envelope.device)) }
    sendAnswer(
      AnswerEnvelope(
        answer: served.answer, device: envelope.device, message: envelope.message))
  }

  /// What the server answered, and how much it had decided before.
  struct Served {
    var answer: ExchangeAnswer
    var scope: UInt32
    var feedBefore: UInt32
    var refusedBefore: UInt32
    /// The rows of a group that has ended with them, which no feed has any more.
    var lastRows: [FeedRow]
  }

  static func exchange(
    _ request: ExchangeRequest, _ operations: UnsafeBufferPointer<Operation>, at now: Instant,
    on server: inout Server
  ) -> Served {
    let feedBefore = UInt32(server.scopes[Int(request.scope)].feed.count)
    let refusedBefore = server.sites[Int(request.site)].refusedCount
    // Only the exchange in which a group ends has last rows; newcomers who come later have none.
    let mayEnd =
      !server.scopes[Int(request.scope)].isDeleted
      && operations.contains { $0.fact.kind.area == .groups }
    var rows: [FeedRow] = []
    let answer = server.exchange(request, operations: operations, now: now) { row, _ in
      if mayEnd { rows.append(row) }
    }
    return Served(
      answer: answer, scope: request.scope, feedBefore: feedBefore, refusedBefore: refusedBefore,
      lastRows: server.scopes[Int(request.scope)].isDeleted ? rows : [])
  }

  /// Records what an exchange has decided; returns whether the scope has news.
  mutating func recordDecisions(of served: Served, latencies: inout LatencyHistogram) -> Bool {
    let (site, scope, now) = (served.answer.site, served.scope, self.now)
    if server.sites[Int(site)].refusedCount > served.refusedBefore,
      let row = server.refusal(of: site)
    {
      record(row, waited: watch.turnedAway(row, scope: scope, at: now), latencies: &latencies)
    }
    for row in served.lastRows {
      record(row, waited: watch.decided(row, scope: scope, at: now), latencies: &latencies)
    }
    let feedEnd = server.scopes[Int(scope)].feed.count
    for position in stride(from: Int(served.feedBefore), to: feedEnd, by: 1) {
      let row = server.scopes[Int(scope)].feed[position]
      record(row, waited: watch.decided(row, scope: scope, at: now), latencies: &latencies)
    }
    return feedEnd > Int(served.feedBefore)
  }

  /// An operation has become durable on the server.
  private mutating func record(
    _ row: FeedRow, waited: Int64, latencies: inout LatencyHistogram
  ) {
    let now = self.now
    if let refusal = row.verdict.refusal {
      counters.rejected += 1
      refusals.note(refusal, by: .server)
    }
    guard now < watermark else { return }
    latencies.record(milliseconds: max(0, waited))
    let author = devices[Int(row.operation.site)].owner
    let record = author * days + runDay(row.operation.fact.day)
    let committed = now - waited
    let claimed = row.operation.fact.version.milliseconds
    records[record].observed.operations.addClamped(1)
    if committed + deadlineMilliseconds <= watermark {
      if waited <= deadlineMilliseconds { records[record].truth.operationsOnTime.addClamped(1) }
    }
    // The server knows the operation's own stamp only, and only of operations that came.
    if claimed + deadlineMilliseconds <= watermark.milliseconds {
      records[record].observed.operationsDue.addClamped(1)
      if now.milliseconds - claimed <= deadlineMilliseconds {
        records[record].observed.operationsOnTime.addClamped(1)
      }
    }
  }

  mutating func sendAnswer(_ answer: AnswerEnvelope) {
    let (device, message) = (Int(answer.device), answer.message)
    devices[device].answersSent += 1
    counters.messages += 1
    let fate = simulation.messageWeather.fate(
      FaultDecision.answerFate, who: devices[device].who, step: devices[device].answersSent)
    if fate.isLost { counters.messagesLost += 1 }
    if fate.isDuplicated { counters.messagesDuplicated += 1 }
    let copies = (fate.isLost ? 0 : 1) + (fate.isDuplicated ? 1 : 0)
    let awaits = devices[device].awaited == message
    let timeout = Int64(simulation.scenario.sync.requestTimeoutMilliseconds)
    let arrives = now + Int64(fate.delayMilliseconds)
    if awaits && (fate.isLost || arrives > devices[device].awaitedSince + timeout) {
      scheduleTimeout(device, message: message)
    }
    guard copies > 0 else { return }
    let handle = answers.post(answer, deliveries: UInt32(copies))
    if !fate.isLost {
      queue.schedule(
        at: arrives, kind: CommunityEvent.answerArrives.rawValue, target: handle)
    }
    if fate.isDuplicated {
      queue.schedule(
        at: now + Int64(fate.duplicateDelayMilliseconds),
        kind: CommunityEvent.answerArrives.rawValue, target: handle)
    }
  }

  // MARK: The device's side

  mutating func answerArrives(_ handle: UInt32) {
    let envelope = answers.header(handle)
    answers.delivered(handle)
    let device = Int(envelope.device)
    let isAwaited = devices[device].awaited == envelope.message
    // A device that has lost its network in the meantime hears nothing.
    if offlineUntil(device) != nil {
      counters.messagesLost += 1
      if isAwaited { scheduleTimeout(device, message: envelope.message) }
      return
    }
    let isOfExchange = envelope.message >= devices[device].exchangeFirst
    guard let answer = envelope.answer else {
      if isOfExchange { signInAnswered(envelope.refusal, device, isAwaited: isAwaited) }
      return
    }
    let hasMoved = take(answer, on: device)
    let mustSignIn = isOfExchange && answer.status == .needsSignIn
    if mustSignIn { devices[device].mustSignIn = true }
    let isDone = !mustSignIn && answer.to == answer.end && !replicas[device].hasUnsent
    // An answer that comes too late is as good as one in time, if it brings anything on.
    if isAwaited || (isOfExchange && (hasMoved || isDone || mustSignIn)) {
      goOn(device, isDone: isDone, isAwaited: isAwaited)
    }
  }

  /// The server has answered: whatever was tried again need not be, and if there is more to say, it
  /// is said at once.
  mutating func goOn(_ device: Int, isDone: Bool, isAwaited: Bool) {
    devices[device].attempts = 0
    devices[device].retried = 0
    // What is left is on its way with the attempt that has followed the one that is answered.
    if !isDone && !isAwaited && devices[device].awaited != 0 { return }
    devices[device].awaited = 0
    devices[device].exchangeFirst = devices[device].messagesSent + 1
    if !isDone || devices[device].wantsExchange {
      startExchange(device)
    } else if devices[device].calendar >= 0 {
      lookAtCalendar(Int(devices[device].calendar))
    }
  }

  /// Takes an answer in; returns whether it moved the device's copy on.
  @discardableResult
  mutating func take(_ answer: ExchangeAnswer, on device: Int) -> Bool {
    watch.ledger.acknowledge(answer.site, through: answer.sequenceDecided)
    let now = self.now
    // Who starts again applies all rows of the feed.
    let before = answer.status == .snapshot ? 0 : replicas[device].store.position
    if Self.deliver(answer, from: server, to: &replicas[device]) {
      counters.replicaApplies += Int64(replicas[device].store.position - before)
      Self.notePage(on: replicas, device, server: server, at: now, in: &watch)
      noteMembership(device)
      return true
    }
    if answer.status == .purge {
      Self.notePurge(on: replicas, device, at: now, in: &watch)
    } else if answer.from != answer.to {
      counters.answersStale += 1
    }
    return false
  }

  private static func notePurge(
    on replicas: borrowing OwnedArray<MemoryReplica>, _ device: Int, at now: Instant,
    in watch: inout PropertyWatch
  ) {
    watch.purged(replicas[device], at: now)
  }

  private static func notePage(
    on replicas: borrowing OwnedArray<MemoryReplica>, _ device: Int, server: borrowing Server,
    at now: Instant, in watch: inout PropertyWatch
  ) {
    watch.pageApplied(replicas[device], on: server, at: now)
  }

  private static func deliver(
    _ answer: ExchangeAnswer, from server: borrowing Server, to replica: inout MemoryReplica
  ) -> Bool {
    server.withRows(of: answer) { rows in
      answer.status == .snapshot
        ? replica.restart(answer, from: server.founded(answer.scope), rows: rows)
        : replica.receive(answer, rows: rows)
    }
  }

  /// Gives an answer up and tries again later, each time waiting twice as long.
  mutating func timeOut(_ device: Int, message: Int32) {
    guard devices[device].awaited == message else { return }
    devices[device].awaited = 0
    counters.retries += 1
    let sync = simulation.scenario.sync
    let doublings = min(devices[device].attempts, 20)
    devices[device].attempts += 1
    let longest = Int64(sync.retryBackoffMillisecondsMax)
    let wait = min(longest, Int64(sync.retryBackoffMillisecondsMin) << Int64(doublings))
    // Half of the wait is by lot, so that devices that failed together do not return together.
    let draw = simulation.retryDraws.draw(
      SimulatorDecision.retryWait, who: devices[device].who, day: message)
    devices[device].retried = message
    queue.schedule(
      at: now + wait / 2 + Int64(draw.integer(below: UInt64(wait / 2 + 1))),
      kind: CommunityEvent.retry.rawValue, target: UInt32(device),
      payload: UInt32(bitPattern: message))
  }

  /// Tries again, unless an answer or another attempt has come first.
  mutating func retry(_ device: Int, message: Int32) {
    guard devices[device].retried == message else { return }
    devices[device].retried = 0
    startExchange(device)
  }
}

/// The simulator's own decisions; an identifier is given once and never again to another.
enum SimulatorDecision {
  static var retryWait: Decision { Decision(0x3001) }
}
