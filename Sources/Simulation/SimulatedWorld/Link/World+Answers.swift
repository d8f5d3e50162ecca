import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// The simulated link, the server's side: a request is answered when it arrives, each time it does,
// and what the server has decided is told to whoever keeps books.
extension World {
  mutating func requestArrives(_ request: UInt32, isCopy: Bool) {
    var envelope = requests.envelope(request)
    if isCopy { envelope.key.attempt |= MessageKey.copy }
    let replica = Int(envelope.replica)
    if now < serverIsUpFrom {
      requestIsLost(request, envelope)
      return
    }
    counters.messages += 1
    if trace != nil {
      emitTrace(.arrived(replica: replica, message: envelope.message, isCopy: isCopy))
    }
    let messageDelivery = messageDelivery(.response, of: envelope.key)
    let copies = (messageDelivery.isLost ? 0 : 1) + (messageDelivery.isDuplicated ? 1 : 0)
    if coveragePoints != nil { noteClock(of: request) }
    envelope.isUnreadable = messageDelivery.deliveredPerMille == 0
    envelope.isTurnedAway = settings.requestsPerMinuteMax > 0 && exceedsRateLimit(of: replica)
    let response = responses.post(envelope, deliveries: UInt32(max(1, copies))) { Response() }
    if envelope.isTurnedAway {
      return rejectRateLimited(request, response, envelope, messageDelivery)
    }
    if decide(request, into: response) {
      wakeGroup(replicas[replica].scope, but: replica, because: envelope.key)
    }
    let header = responses[response].header
    noteLine(header.site, to: header.scope, responded: header.kind)
    requests.delivered(request)
    if trace != nil { emitTrace(responding(response, to: envelope, messageDelivery)) }
    if messageDelivery.isDamaged { cut(response, messageDelivery) }
    send(response, envelope, messageDelivery)
    if copies == 0 { responses.delivered(response) }
  }

  /// Notes when a device's clock is further off than the server bears.
  private mutating func noteClock(of request: UInt32) {
    let shown = requests[request].header.clock
    guard shown != 0 else { return }
    let off = abs(serverTime - Fact.instant(of: shown))
    if off > settings.sync.clockSkewBoundMilliseconds { note(.beyondBound) }
  }

  /// Whether an install has asked as often in this minute as it may.
  private mutating func exceedsRateLimit(of replica: Int) -> Bool {
    let minute = now.milliseconds / Span.minute
    if links[replica].rateLimitMinute != minute {
      links[replica].rateLimitMinute = minute
      links[replica].requestsThisMinute = 0
    }
    links[replica].requestsThisMinute += 1
    return links[replica].requestsThisMinute > settings.requestsPerMinuteMax
  }

  /// A request is answered by that there were too many.
  @inline(never) private mutating func rejectRateLimited(
    _ request: UInt32, _ response: UInt32, _ envelope: Envelope, _ messageDelivery: MessageDelivery
  ) {
    counters.requestsRateLimited += 1
    note(.turnedAway)
    let replica = Int(envelope.replica)
    hold(replica, until: now)
    requests.delivered(request)
    if trace != nil { emitTrace(.turnedAway(replica: replica, message: envelope.message)) }
    send(response, envelope, messageDelivery)
    if messageDelivery.isLost && !messageDelivery.isDuplicated { responses.delivered(response) }
  }

  /// A request has come to a server that is down.
  @inline(never) private mutating func requestIsLost(_ request: UInt32, _ envelope: Envelope) {
    let replica = Int(envelope.replica)
    counters.messagesLost += 1
    note(.outage)
    hold(replica, until: now)
    if trace != nil { emitTrace(.serverUnreachable(replica: replica, message: envelope.message)) }
    if links[replica].awaited == envelope.message && !envelope.hasTimeout {
      let deadline = envelope.sent + settings.sync.requestTimeoutMilliseconds
      scheduleTimeout(replica, message: envelope.message, at: max(now, deadline))
    }
    requests.delivered(request)
  }

  /// An answer loses rows on its way.
  @inline(never) private mutating func cut(_ response: UInt32, _ messageDelivery: MessageDelivery) {
    counters.responsesDamaged += 1
    note(.damage)
    hold(Int(responses.envelope(response).replica), until: now)
    let kept = responses[response].rows.count * Int(messageDelivery.deliveredPerMille) / 1_000
    while responses[response].rows.count > kept { _ = responses[response].rows.removeLast() }
  }

  /// Has the server answer a request, and tells of what it has decided; returns whether the scope
  /// has news.
  private mutating func decide(_ request: UInt32, into response: UInt32) -> Bool {
    let replica = Int(requests.envelope(request).replica)
    let scope = replicas[replica].scope
    let site = Int(requests[request].header.site)
    let feedBefore = server.scopes[Int(scope)].feed.count
    let before = siteRecord(site)
    let refusedBefore = site < server.sites.count ? server.sites[site].refusedCount : 0
    let (now, serverTime) = (self.now, self.serverTime)
    let used = server.meter.uncharged
    Self.respond(
      requests, request, into: &responses, response, by: &server, at: serverTime, &decided)
    Self.look(at: responses, response, to: requests, request, of: server, at: now, &monitor)
    checkExchange(response, to: requests[request].operations.count, since: used)
    service.charge(&server.meter, to: links[replica].person, at: serverTime)
    if let before { enter(UInt32(site), since: before, from: feedBefore) }
    // A newcomer is heard one operation at a time, so what was refused them is the last row.
    let isTurnedAway =
      site < server.sites.count && server.sites[site].refusedCount > refusedBefore
    for index in 0..<decided.count {
      let row = decided[index]
      let waited =
        isTurnedAway && index == decided.count - 1
        ? monitor.turnedAway(row, scope: scope, at: now)
        : monitor.decided(row, scope: scope, at: now)
      if row.verdict.isRejected, let refusal = row.verdict.refusal {
        counters.rejected += 1
        refusals.note(refusal, by: .server)
      }
      if links[replica].isGroup {
        Self.checkWardExchange(row, of: scope, on: server, at: now, &monitor)
      }
      noteCoverage(decided: row, behind: feedBefore)
      if trace != nil { emitTrace(.decided(row, scope: scope, position: feedBefore + index)) }
      note(row, waited: waited)
    }
    return server.scopes[Int(scope)].feed.count > feedBefore
  }

  private static func respond(
    _ requests: borrowing Requests, _ request: UInt32, into responses: inout Answers,
    _ response: UInt32, by server: inout Server, at now: Instant,
    _ decided: inout FlatArray<FeedRow>
  ) {
    decided.removeAll()
    server.respond(requests[request], now: now, into: &responses[response]) { row, _ in
      decided.append(row)
    }
  }

  /// FAM-8, COST-1: whether whom the server has let in was to be let in, and at what cost.
  private mutating func checkExchange(
    _ response: UInt32, to pushed: Int, since used: BackendUse
  ) {
    let header = responses[response].header
    let site = Int(header.site)
    guard site < server.sites.count, server.sites[site].account != .none else { return }
    let account = Int(server.sites[site].account.raw)
    monitor.exchanged(
      header, to: pushed, of: server.directory.accounts[account].kind,
      ends: server.sites[site].sessionEnds,
      delivering: responses[response].rows.count, having: decided, from: used,
      to: server.meter.uncharged, at: serverTime, realTime: now)
  }

  private static func look(
    at responses: borrowing Answers, _ response: UInt32, to requests: borrowing Requests,
    _ request: UInt32, of server: borrowing Server, at now: Instant,
    _ monitor: inout PropertyMonitor
  ) {
    monitor.responded(responses[response], to: requests[request].header, on: server, at: now)
  }

  private static func checkWardExchange(
    _ row: FeedRow, of scope: UInt32, on server: borrowing Server, at now: Instant,
    _ monitor: inout PropertyMonitor
  ) {
    monitor.decidedInGroup(row, scope: scope, on: server, at: now)
  }

  /// An operation has become durable on the server.
  private mutating func note(_ row: FeedRow, waited: Int64) {
    guard !isHealing, now < settings.watermark, !row.operation.fact.isCarried,
      !isDecidedAgain(row.operation)
    else { return }
    let replica = replicaBySite[Int(row.operation.site)]
    simulationEvents.append(
      SimulationEvent(
        kind: .decided, reason: row.verdict.reason, time: now, waited: waited,
        person: links[replica].person, day: row.operation.fact.day, fact: row.operation.fact))
  }

  /// Whether a server has decided something before that has lost it since: then it is no news.
  private func isDecidedAgain(_ operation: Operation) -> Bool {
    serverLog != nil && monitor.shared.ledger.knows(operation)
      && monitor.shared.ledger.entry(operation.site, operation.sequence).isLost
  }

  private mutating func send(
    _ response: UInt32, _ envelope: Envelope, _ messageDelivery: MessageDelivery
  ) {
    let replica = Int(envelope.replica)
    if messageDelivery.isLost {
      counters.messagesLost += 1
      note(.responseLost)
    }
    noteDelay(messageDelivery, replica)
    if messageDelivery.isDuplicated {
      counters.messagesDuplicated += 1
      note(.doubling)
    }
    let deadline = envelope.sent + settings.sync.requestTimeoutMilliseconds
    let arrives = now + Int64(messageDelivery.delayMilliseconds)
    // Nobody needs the timeout of an answer that comes in time, so only the others get one.
    if !envelope.hasTimeout && links[replica].awaited == envelope.message
      && (messageDelivery.isLost || arrives > deadline)
    {
      scheduleTimeout(replica, message: envelope.message, at: max(now, deadline))
    }
    if !messageDelivery.isLost {
      queue.schedule(at: arrives, kind: WorldEvent.responseArrives.rawValue, target: response)
    }
    if messageDelivery.isDuplicated {
      queue.schedule(
        at: now + Int64(messageDelivery.duplicateDelayMilliseconds),
        kind: WorldEvent.responseArrives.rawValue, target: response)
    }
  }

  // MARK: The end

  /// Exchanges as often as it takes to send what waits and to read the feed to its end, over a
  /// network without faults.
  mutating func heal(_ replica: Int) {
    let pending = replicas[replica].store.pendingCount
    let feed = server.scopes[Int(replicas[replica].scope)].feed.count
    // The feed of a group that has ended is shorter than what its members had of it.
    let behind = max(0, feed + pending - Int(replicas[replica].store.position))
    let limit =
      4 + (pending + resent(replica)) / settings.sync.pushOperationsMax
      + behind / settings.sync.pageRowsMax
    links[replica].isShutOut = false
    for _ in 0..<limit {
      counters.healingExchanges += 1
      let envelope = Envelope(
        replica: UInt32(replica), key: MessageKey(cause: 0), message: 0, sent: now,
        hasTimeout: true)
      let request = requests.post(envelope, deliveries: 1) { Request() }
      let response = responses.post(envelope, deliveries: 1) { Response() }
      write(request, for: replica)
      _ = decide(request, into: response)
      let taken = take(response, on: replica)
      requests.delivered(request)
      responses.delivered(response)
      if !hasMoreToExchange(after: taken, on: replica) { break }
    }
    if trace != nil { traceViolations() }
  }
}
