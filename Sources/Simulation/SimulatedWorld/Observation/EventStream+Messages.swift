import Base
import Chronology
import Environment
import Properties
import SyncCore

// What happens to messages. `site` is the site that a message comes from or goes to.
extension EventStream {
  /// A device sends a request.
  @inline(__always)
  mutating func requestSent(_ messageDelivery: MessageDelivery, isLate: Bool) {
    counters.messages += 1
    if messageDelivery.isLost {
      counters.messagesLost += 1
      note(.requestLost)
    } else if isLate {
      note(.latency)
    }
    noteDuplicate(messageDelivery)
  }

  /// The server sends a response.
  @inline(__always)
  mutating func responseSent(_ messageDelivery: MessageDelivery) {
    if messageDelivery.isLost {
      counters.messagesLost += 1
      note(.responseLost)
    }
    noteDuplicate(messageDelivery)
  }

  @inline(__always) private mutating func noteDuplicate(_ messageDelivery: MessageDelivery) {
    guard messageDelivery.isDuplicated else { return }
    counters.messagesDuplicated += 1
    note(.duplicate)
  }

  /// A fault outside of the sync engine delays the messages of a site (P23).
  @inline(__always) mutating func held(_ site: UInt32, until end: Instant) {
    monitor.feedUpdateIsDelayed(from: site, until: end)
  }

  /// A request has arrived at a server that is up.
  @inline(__always) mutating func requestArrived(
    _ envelope: Envelope, isCopy: Bool, at now: Instant
  ) {
    counters.messages += 1
    emitTrace(
      .arrived(replica: Int(envelope.replica), message: envelope.message, isCopy: isCopy), at: now)
  }

  /// A request has arrived at a server that is down.
  mutating func serverUnreachable(_ envelope: Envelope, _ site: UInt32, at now: Instant) {
    counters.messagesLost += 1
    note(.outage)
    held(site, until: now)
    emitTrace(
      .serverUnreachable(replica: Int(envelope.replica), message: envelope.message), at: now)
  }

  /// The server has rate-limited a request.
  mutating func requestRateLimited(_ envelope: Envelope, _ site: UInt32, at now: Instant) {
    counters.requestsRateLimited += 1
    note(.rateLimited)
    held(site, until: now)
    emitTrace(.rateLimited(replica: Int(envelope.replica), message: envelope.message), at: now)
  }

  /// A response has lost rows, or everything, in flight.
  mutating func responseDamaged(_ site: UInt32, at now: Instant) {
    counters.responsesDamaged += 1
    note(.corruption)
    held(site, until: now)
  }

  /// A device has received the response that it waited for.
  @inline(__always) mutating func responseReceived(by person: Int, after waited: Int64) {
    service.responded(person, after: waited)
  }

  /// A device has received a response that it no longer waited for.
  @inline(__always) mutating func lateResponseReceived() { note(.reordering) }

  /// A device discards a response.
  @inline(never) mutating func responseDiscarded(
    _ envelope: Envelope, _ why: TraceEvent.DiscardReason, _ site: UInt32, at now: Instant
  ) {
    counters.messagesLost += 1
    if why == .isFromCaptivePortal { note(.captivePortal) }
    if why == .isStorageFull { note(.storageFull) }
    held(site, until: now)
    emitTrace(
      .discarded(replica: Int(envelope.replica), message: envelope.message, why), at: now)
  }

  /// A captive portal has answered a request.
  @inline(never) mutating func captivePortalResponded(
    _ replica: Int, message: Int32, _ site: UInt32, at now: Instant
  ) {
    counters.messages += 1
    counters.messagesLost += 1
    note(.captivePortal)
    held(site, until: now)
    emitTrace(.discarded(replica: replica, message: message, .isFromCaptivePortal), at: now)
  }

  /// A device stops waiting for a response.
  mutating func timedOut(_ replica: Int, message: Int32, at now: Instant) {
    counters.retries += 1
    note(.retry)
    emitTrace(.timedOut(replica: replica, message: message), at: now)
  }

  /// A device has applied a response, with this result.
  @inline(__always) mutating func applied(
    _ result: ApplyResult, of response: borrowing Response, on replica: borrowing FleetReplica,
    readsFully: Bool, by server: borrowing Server, at now: Instant
  ) {
    monitor.receivedResponse(
      response.header, mustSignIn: result == .needsSignIn, on: replica, at: now)
    switch result {
    case .page(let rows, _) where rows > 0:
      counters.replicaApplies += Int64(rows)
      monitor.pageApplied(replica, rows: rows, on: server, at: now)
    case .snapshot(let rows):
      counters.replicaApplies += Int64(rows)
      if readsFully { monitor.readsFully(replica.install, scope: replica.scope) }
      monitor.pageApplied(replica, on: server, at: now)
    case .purged: monitor.purged(replica, at: now)
    case .ignored where !response.rows.isEmpty: counters.responsesStale += 1
    default: break
    }
  }
}

extension MessageDelivery {
  /// Until when a device waits for a message in flight, if its contents cannot arrive promptly: for
  /// `timeout` if the message is lost.
  @inline(__always) func keepsWaiting(_ timeout: Int64, since now: Instant) -> Instant? {
    if isLost { return now + timeout }
    let delay = Int64(delayMilliseconds)
    return delay > PropertyMonitor.delayPrompt ? now + delay : nil
  }
}
