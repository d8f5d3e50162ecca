import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// The server's side of the network: the server responds to a request each time it arrives.
extension World {
  mutating func requestArrives(_ request: UInt32, isCopy: Bool) {
    var envelope = network.requests.envelope(request)
    if isCopy { envelope.key.attempt |= MessageKey.copy }
    let replica = Int(envelope.replica)
    if !backend.isUp(at: now) {
      requestIsLost(request, envelope)
      return
    }
    events.requestArrived(envelope, isCopy: isCopy, at: now)
    if settings.hasOwnTexts { readRequest(request) }
    let messageDelivery = network.messageDelivery(.response, of: envelope.key)
    let copies = (messageDelivery.isLost ? 0 : 1) + (messageDelivery.isDuplicated ? 1 : 0)
    if events.coveragePoints != nil { noteClock(of: request) }
    envelope.isUnreadable = messageDelivery.deliveredPerMille == 0
    envelope.isRateLimited =
      settings.requestsPerMinuteMax > 0 && network.exceedsRateLimit(of: replica, at: now)
    let response = network.responses.post(envelope, deliveries: UInt32(max(1, copies))) {
      Response()
    }
    if envelope.isRateLimited {
      return rejectRateLimited(request, response, envelope, messageDelivery)
    }
    guard let hasNews = decide(request, into: response) else {
      // The server has ended before it could respond.
      network.responses.withdraw(response)
      requestIsLost(request, envelope)
      return
    }
    if fleet.placements[replica].isGroup {
      if hasNews {
        notifyGroup(fleet.replicas[replica].scope, but: replica, because: envelope.key)
      }
      let header = network.responses[response].header
      updateSubscription(header.site, to: header.scope, responded: header.kind)
    }
    network.requests.delivered(request)
    if events.isTraced {
      events.emitTrace(network.responded(response, to: envelope, messageDelivery), at: now)
    }
    if messageDelivery.isDamaged {
      events.responseDamaged(fleet.replicas[replica].site, at: now)
      network.cut(response, messageDelivery)
    }
    send(response, envelope, messageDelivery)
    if copies == 0 { network.responses.delivered(response) }
  }

  /// Notes when a device's clock deviates by more than the server tolerates.
  private mutating func noteClock(of request: UInt32) {
    let shown = network.requests[request].header.clock
    guard shown != 0 else { return }
    let off = abs(serverTime - Fact.instant(of: shown))
    if off > settings.sync.clockSkewBoundMilliseconds { events.note(.clockSkewBoundExceeded) }
  }

  /// The server rate-limits the request.
  @inline(never) private mutating func rejectRateLimited(
    _ request: UInt32, _ response: UInt32, _ envelope: Envelope, _ messageDelivery: MessageDelivery
  ) {
    events.requestRateLimited(envelope, fleet.replicas[Int(envelope.replica)].site, at: now)
    network.requests.delivered(request)
    send(response, envelope, messageDelivery)
    if messageDelivery.isLost && !messageDelivery.isDuplicated {
      network.responses.delivered(response)
    }
  }

  /// A request has reached a server that is down.
  @inline(never) private mutating func requestIsLost(_ request: UInt32, _ envelope: Envelope) {
    let replica = Int(envelope.replica)
    events.serverUnreachable(envelope, fleet.replicas[replica].site, at: now)
    if network.links[replica].machine.awaits(envelope.message) && !envelope.hasTimeout {
      let deadline = envelope.sent + settings.sync.requestTimeoutMilliseconds
      scheduleTimeout(replica, message: envelope.message, at: max(now, deadline))
    }
    network.requests.delivered(request)
  }

  private mutating func send(
    _ response: UInt32, _ envelope: Envelope, _ messageDelivery: MessageDelivery
  ) {
    let (replica, now) = (Int(envelope.replica), self.now)
    let timeout = settings.sync.requestTimeoutMilliseconds
    events.responseSent(messageDelivery)
    if let end = messageDelivery.keepsWaiting(timeout, since: now) { hold(replica, until: end) }
    let deadline = envelope.sent + timeout
    // A response in time needs no timeout, so only the others get one.
    if !envelope.hasTimeout && network.links[replica].machine.awaits(envelope.message)
      && (messageDelivery.isLost || now + Int64(messageDelivery.delayMilliseconds) > deadline)
    {
      scheduleTimeout(replica, message: envelope.message, at: max(now, deadline))
    }
    network.carry(response, messageDelivery, as: .responseArrives, at: now, &queue)
  }

  // MARK: The end

  /// Exchanges over a network without faults until the outbox is empty and the feed is fully read.
  mutating func heal(_ replica: Int) {
    let pending = fleet.replicas[replica].store.pendingCount
    let feed = backend.server.scopes[Int(fleet.replicas[replica].scope)].feed.count
    // After a group has ended, its feed is shorter than its members' position in it.
    let behind = max(0, feed + pending - Int(fleet.replicas[replica].store.position))
    let limit =
      4 + (pending + resent(replica)) / settings.sync.pushOperationsMax
      + behind / settings.sync.pageRowsMax
    network.links[replica].machine.retrySignIn()
    let install = fleet.replicas[replica].install
    var remaining = limit
    while remaining > 0 {
      remaining -= 1
      events.counters.healingExchanges += 1
      let failures = events.counters.storageFailures + events.counters.serverRestarts
      let envelope = Envelope(
        replica: UInt32(replica), key: MessageKey(cause: 0), message: 0, sent: now,
        hasTimeout: true)
      let request = network.requests.post(envelope, deliveries: 1) { Request() }
      let response = network.responses.post(envelope, deliveries: 1) { Response() }
      write(request, for: replica)
      if settings.hasOwnTexts { readRequest(request) }
      let result = decide(request, into: response) == nil ? nil : apply(response, on: replica)
      network.requests.delivered(request)
      network.responses.delivered(response)
      // What a storage could not save is asked for once more; each fault of a disk happens once.
      let hasFailed =
        events.counters.storageFailures + events.counters.serverRestarts > failures
      if hasFailed { remaining += 1 }
      guard let result else {
        // Another install has more to receive.
        if fleet.replicas[replica].install != install { return heal(replica) }
        continue
      }
      let hasUnsent = fleet.replicas[replica].hasUnsent
      if !hasFailed && !ExchangeMachine.hasMore(after: result, hasUnsent: hasUnsent) { break }
    }
    if events.isTraced { events.traceViolations() }
  }
}
