import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// The network, the device's side: a device sends requests, is offline, waits for answers, takes
// them in, gives up and tries again.
extension World {
  /// Begins an exchange for a cause, unless one is under way or the device has no network.
  mutating func startExchange(_ replica: Int, for cause: ExchangeCause) {
    network.want(cause, replica)
    continueExchanging(replica)
  }

  /// Exchanges again for what was wanted last.
  mutating func continueExchanging(_ replica: Int) {
    if network.links[replica].isShutOut { return }
    if network.links[replica].awaited != 0 {
      network.links[replica].wantsExchange = true
      return
    }
    let device = fleet.placements[replica].device
    if let until = fleet.offlineUntil(device, at: now) {
      events.emitTrace(.waits(replica: replica, until: until), at: now)
      hold(replica, until: until)
      awaitReconnect(replica, until: until)
      return
    }
    if isIn(.captivePortal, device) { return sendToPortal(replica) }
    send(replica)
  }

  private mutating func awaitReconnect(_ replica: Int, until: Instant) {
    guard !network.links[replica].awaitsReconnect else { return }
    network.links[replica].awaitsReconnect = true
    queue.schedule(at: until, kind: WorldEvent.reconnects.rawValue, target: UInt32(replica))
  }

  mutating func reconnect(_ replica: Int) {
    network.links[replica].awaitsReconnect = false
    if isConnected(fleet.placements[replica].device) { noteNews(for: replica) }
    continueExchanging(replica)
  }

  /// A request is answered by the network itself, and by nobody else.
  @inline(never) private mutating func sendToPortal(_ replica: Int) {
    let message = network.beginRequest(replica)
    events.portalAnswered(
      replica, message: message, fleet.replicas[replica].site, at: now)
    // The message is known by the next key, as any other.
    _ = network.nextKey(replica, fleet.shortName(of: replica))
    timeOut(replica, message: message)
  }

  private mutating func send(_ replica: Int) {
    let now = self.now
    let message = network.beginRequest(replica)
    network.links[replica].retried = 0
    let timeout = settings.sync.requestTimeoutMilliseconds
    let key = network.nextKey(replica, fleet.shortName(of: replica))
    let messageDelivery = network.messageDelivery(.request, of: key)
    let isLate = messageDelivery.isLost || Int64(messageDelivery.delayMilliseconds) >= timeout
    events.requestSent(messageDelivery, isLate: isLate)
    if let end = messageDelivery.keepsWaiting(timeout, since: now) { hold(replica, until: end) }
    if isLate { scheduleTimeout(replica, message: message, at: now + timeout) }
    let copies = (messageDelivery.isLost ? 0 : 1) + (messageDelivery.isDuplicated ? 1 : 0)
    guard copies > 0 else {
      if events.isTraced { tellSent(message, of: replica, nil, messageDelivery) }
      return
    }
    let handle = network.requests.post(
      Envelope(
        replica: UInt32(replica), key: key, message: message, sent: now, hasTimeout: isLate),
      deliveries: UInt32(copies)
    ) { Request() }
    write(handle, for: replica)
    if events.isTraced { tellSent(message, of: replica, handle, messageDelivery) }
    network.carry(handle, messageDelivery, as: .requestArrives, at: now, &queue)
  }

  private mutating func tellSent(
    _ message: Int32, of replica: Int, _ handle: UInt32?, _ messageDelivery: MessageDelivery
  ) {
    let position = fleet.replicas[replica].store.position
    events.emitTrace(
      network.sent(message, of: replica, as: handle, from: position, messageDelivery), at: now)
  }

  mutating func write(_ handle: UInt32, for replica: Int) {
    let time = deviceTime(fleet.placements[replica].device)
    if network.links[replica].signsIn {
      fleet.replicas.with(replica) { replica in
        network.requests.change(handle) { replica.fillSignIn(&$0) }
      }
    } else {
      let sync = settings.sync
      fleet.replicas.change(replica) { replica in
        network.requests.change(handle) {
          replica.fill(
            &$0, pushOperationsMax: sync.pushOperationsMax,
            pageRowsMax: UInt32(sync.pageRowsMax), now: time)
        }
      }
    }
  }

  mutating func scheduleTimeout(_ replica: Int, message: Int32, at time: Instant) {
    queue.schedule(
      at: time, kind: WorldEvent.timeout.rawValue, target: UInt32(replica),
      payload: UInt32(bitPattern: message))
  }

  // MARK: Answers

  mutating func responseArrives(_ handle: UInt32) {
    let envelope = network.responses.envelope(handle)
    defer { network.responses.delivered(handle) }
    let replica = Int(envelope.replica)
    // A device that has lost its network in the meantime hears nothing.
    if fleet.offlineUntil(fleet.placements[replica].device, at: now) != nil {
      events.answerUnheard(envelope, .hasNoNetwork, fleet.replicas[replica].site, at: now)
      if network.links[replica].awaited == envelope.message && !envelope.hasTimeout {
        scheduleTimeout(
          replica, message: envelope.message,
          at: envelope.sent + settings.sync.requestTimeoutMilliseconds)
      }
      return
    }
    let isHeard =
      envelope.isWhole && envelope.message > network.links[replica].discardedThrough
    if !isHeard || fleet.hasDeviceFaults, let why = discardReason(envelope) {
      events.answerUnheard(envelope, why, fleet.replicas[replica].site, at: now)
      // Nobody waits any more for what an app was sent that was ended.
      timeOut(replica, message: envelope.message)
      return
    }
    let isAwaited = network.links[replica].awaited == envelope.message
    if isAwaited {
      events.answerHeard(by: fleet.placements[replica].person, after: now - envelope.sent)
    } else {
      events.answerOvertaken()
    }
    let result = apply(handle, on: replica)
    if let reason = result.ignored, !reason.isBelated {
      // What cannot be believed is as good as no answer at all.
      timeOut(replica, message: envelope.message)
      return
    }
    if network.responses[handle].header.kind == .page {
      noteNews(for: replica, through: Int(network.responses[handle].header.end))
    }
    if isAwaited, case .page(0, _) = result { noteEmptyPage(replica) }
    let isDone = !hasMoreToExchange(after: result, on: replica)
    if isAwaited && network.isStuck(replica, after: result, isDone: isDone) {
      timeOut(replica, message: envelope.message)
      return
    }
    // An answer that comes too late is as good as one in time, if it brings anything on.
    let isOfExchange = envelope.message >= network.links[replica].first
    if isAwaited || (isOfExchange && (result.hasAdvanced || isDone)) {
      continueExchange(replica, isDone: isDone, isAwaited: isAwaited)
    } else if result.hasMore && network.links[replica].awaited == 0
      && network.links[replica].retried == 0
    {
      // One of an exchange that is over has told of more than that has brought.
      continueExchanging(replica)
    }
  }

  private mutating func noteEmptyPage(_ replica: Int) {
    let now = self.now
    guard fleet.replicas[replica].store.pendingCount > 0 else { return }
    fleet.replicas.with(replica) {
      events.monitor.pageWasEmpty(on: $0, of: backend.server, at: now)
    }
  }

  /// Why a device that has a network makes nothing of an answer.
  @inline(never) private func discardReason(_ envelope: Envelope) -> TraceEvent.DiscardReason? {
    let replica = Int(envelope.replica)
    if envelope.isTurnedAway { return .wasRateLimited }
    if envelope.isUnreadable { return .isUnreadable }
    if envelope.message <= network.links[replica].discardedThrough { return .wasEnded }
    let device = fleet.placements[replica].device
    if isIn(.captivePortal, device) { return .isPortals }
    return isIn(.storageFull, device) ? .hasNoRoom : nil
  }

  /// The server has answered: whatever was tried again need not be, and if there is more to say, it
  /// is said at once. Who had to try often soon would have to again, so half of that is remembered:
  /// a network that is slower than a device is patient would be flooded otherwise.
  private mutating func continueExchange(_ replica: Int, isDone: Bool, isAwaited: Bool) {
    network.links[replica].retries /= 2
    network.links[replica].retried = 0
    // What is left is on its way with the attempt that has followed the one that is answered.
    if !isDone && !isAwaited && network.links[replica].awaited != 0 { return }
    network.links[replica].awaited = 0
    network.links[replica].first = network.links[replica].messagesSent + 1
    let device = fleet.placements[replica].device
    if !isDone || network.links[replica].wantsExchange {
      continueExchanging(replica)
    } else if replica == fleet.devices[device].family && fleet.devices[device].calendar >= 0 {
      checkCalendar(Int(fleet.devices[device].calendar))
    }
  }

  /// Takes an answer in.
  mutating func apply(_ handle: UInt32, on replica: Int) -> ApplyResult {
    let now = self.now
    let version = fleet.devices[fleet.placements[replica].device].version
    if fleet.hasMixedVersions { network.read(handle, as: version) }
    let result = network.responses.with(handle) { response in
      // A server that is no more has promised nothing that the one after it could keep.
      if response.header.incarnation == backend.server.incarnation,
        response.header.kind == .page || response.header.kind == .snapshot
          || response.header.kind == .purge
      {
        events.monitor.shared.ledger.acknowledge(
          response.header.site, through: response.header.sequenceDecided)
      }
      return fleet.replicas.change(replica) {
        let result = $0.apply(response)
        events.applied(
          result, of: response, on: $0, readsFully: version != .before, by: backend.server, at: now)
        return result
      }
    }
    if events.isTraced {
      events.emitTrace(network.traceApplied(handle, on: replica, result), at: now)
    }
    react(to: result, on: replica)
    if fleet.placements[replica].isGroup, result.hasAdvanced {
      noteGroupShown(replica, after: result)
    }
    noticeCalendar(replica, result, handle)
    return result
  }

  /// What a device does after a response that is more than a page.
  private mutating func react(to result: ApplyResult, on replica: Int) {
    switch result {
    case .page(let rows, _):
      // Few replicas are newcomers', and this is done for each page.
      if rows > 0, fleet.placements[replica].member == .newcomer { noteMembership(replica) }
      if fleet.replicas[replica].needsSite {
        registerHandedOver(replica)
        // Who is somebody else now has heard nothing yet.
        network.links[replica].wantsExchange = true
      }
    case .snapshot:
      reviewMembership(replica)
      noteMembership(replica)
      if fleet.replicas[replica].needsSite { registerHandedOver(replica) }
    case .needsSignIn:
      hold(replica, until: now)
      // FAM-8: whoever was away too long signs in again, and what waited goes on its way.
      network.links[replica].signsIn = true
    case .signedIn:
      events.counters.signIns += 1
      network.links[replica].signsIn = false
    case .signInRefused:
      events.counters.signInsRefused += 1
      network.links[replica].signsIn = false
      network.links[replica].isShutOut = true
    case .ignored(.siteUnknown): reregister(replica)
    // Of what a newcomer was refused a server keeps the last: an older copy has missed the rest.
    case .ignored(.gap) where fleet.replicas[replica].isForeign: reregister(replica)
    case .purged, .ignored: break
    }
  }

  /// OFF-3: an install has handed over what waited in the copy that it came with.
  private mutating func registerHandedOver(_ replica: Int) {
    let now = self.now
    fleet.replicas.with(replica) { events.monitor.handedOver($0, at: now) }
    reregister(replica)
  }

  /// Whether there is more to say or to hear after an answer.
  func hasMoreToExchange(after result: ApplyResult, on replica: Int) -> Bool {
    switch result {
    case .needsSignIn, .signedIn, .ignored(.siteUnknown): true
    case .signInRefused: false
    default: result.hasMore || fleet.replicas[replica].hasUnsent
    }
  }

  // MARK: Who waits for what (P23)

  /// A device is told that there is more, and nothing but its engine is in the way of hearing it:
  /// by an answer how far the feed goes, or that there is something new. Who may not hear is told
  /// so, and hears all when they may again.
  mutating func noteNews(for replica: Int, through end: Int? = nil) {
    guard Int64(settings.network.latencyMillisecondsMedian) <= PropertyMonitor.delayPrompt,
      !network.links[replica].isShutOut, fleet.replicas[replica].revocation == nil
    else { return }
    let (now, sync) = (self.now, settings.sync)
    fleet.replicas.with(replica) {
      let known = backend.server.scopes[Int($0.scope)].feed.count
      events.monitor.feedHasGrown(
        to: $0, through: min(end ?? known, known), on: backend.server,
        pageRowsMax: sync.pageRowsMax, pushOperationsMax: sync.pushOperationsMax, at: now)
    }
  }

  /// Something outside of the engine keeps the messages of a replica up.
  mutating func hold(_ replica: Int, until end: Instant) {
    events.held(fleet.replicas[replica].site, until: end)
  }

  // MARK: Retries

  /// Gives an answer up and tries again later.
  mutating func timeOut(_ replica: Int, message: Int32) {
    guard network.links[replica].awaited == message else { return }
    events.timedOut(replica, message: message, at: now)
    let again = network.giveUp(message, of: replica, fleet.shortName(of: replica), at: now)
    hold(replica, until: again)
    queue.schedule(
      at: again, kind: WorldEvent.retry.rawValue, target: UInt32(replica),
      payload: UInt32(bitPattern: message))
  }

  /// Tries again, unless an answer or another attempt has come first.
  mutating func retry(_ replica: Int, message: Int32) {
    guard network.links[replica].retried == message else { return }
    network.links[replica].retried = 0
    continueExchanging(replica)
  }
}
