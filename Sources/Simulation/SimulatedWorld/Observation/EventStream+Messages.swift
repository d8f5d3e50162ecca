import Base
import Chronology
import Environment
import Properties
import SyncCore

// What happens to messages. `site` is the one that a message comes from or goes to.
extension EventStream {
  /// A request sets off.
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

  /// An answer sets off.
  @inline(__always)
  mutating func answerSent(_ messageDelivery: MessageDelivery) {
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

  /// Something outside of the engine keeps the messages of a site back (P23).
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
  mutating func serverUnreached(_ envelope: Envelope, _ site: UInt32, at now: Instant) {
    counters.messagesLost += 1
    note(.outage)
    held(site, until: now)
    emitTrace(
      .serverUnreachable(replica: Int(envelope.replica), message: envelope.message), at: now)
  }

  /// The server has answered that there were too many requests.
  mutating func requestTurnedAway(_ envelope: Envelope, _ site: UInt32, at now: Instant) {
    counters.requestsRateLimited += 1
    note(.rateLimited)
    held(site, until: now)
    emitTrace(.turnedAway(replica: Int(envelope.replica), message: envelope.message), at: now)
  }

  /// An answer has lost rows, or all that it said, on its way.
  mutating func answerDamaged(_ site: UInt32, at now: Instant) {
    counters.responsesDamaged += 1
    note(.corruption)
    held(site, until: now)
  }

  /// The answer that a device has waited for was heard.
  @inline(__always) mutating func answerHeard(by person: Int, after waited: Int64) {
    service.responded(person, after: waited)
  }

  /// An answer was heard that no device waited for any more.
  @inline(__always) mutating func answerOvertaken() { note(.reordering) }

  /// A device makes nothing of an answer.
  @inline(never) mutating func answerUnheard(
    _ envelope: Envelope, _ why: TraceEvent.DiscardReason, _ site: UInt32, at now: Instant
  ) {
    counters.messagesLost += 1
    if why == .isPortals { note(.captivePortal) }
    if why == .hasNoRoom { note(.storageFull) }
    held(site, until: now)
    emitTrace(
      .discarded(replica: Int(envelope.replica), message: envelope.message, why), at: now)
  }

  /// The network itself has answered a request.
  @inline(never) mutating func portalAnswered(
    _ replica: Int, message: Int32, _ site: UInt32, at now: Instant
  ) {
    counters.messages += 1
    counters.messagesLost += 1
    note(.captivePortal)
    held(site, until: now)
    emitTrace(.discarded(replica: replica, message: message, .isPortals), at: now)
  }

  /// A device does not wait for an answer any longer.
  mutating func timedOut(_ replica: Int, message: Int32, at now: Instant) {
    counters.retries += 1
    note(.retry)
    emitTrace(.timedOut(replica: replica, message: message), at: now)
  }

  /// A device has taken an answer in: `taken` is what it has made of it.
  @inline(__always) mutating func applied(
    _ result: ApplyResult, of response: borrowing Response, on replica: borrowing MemoryReplica,
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
  /// Until when a device waits for a message that is on its way, where that is too long for what it
  /// carries to be prompt: for `timeout` where the message is lost.
  @inline(__always) func keepsWaiting(_ timeout: Int64, since now: Instant) -> Instant? {
    if isLost { return now + timeout }
    let delay = Int64(delayMilliseconds)
    return delay > PropertyMonitor.delayPrompt ? now + delay : nil
  }
}
