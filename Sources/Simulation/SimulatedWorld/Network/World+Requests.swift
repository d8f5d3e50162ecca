import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// The device's side of the network: a device sends requests, is offline, waits for responses,
// applies them, times out and retries.
extension World {
  /// Begins an exchange for a cause, unless one is in progress or the device has no network.
  mutating func startExchange(_ replica: Int, for cause: ExchangeCause) {
    network.want(cause, replica)
    continueExchanging(replica)
  }

  /// Exchanges again for the last cause.
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
    if isIn(.captivePortal, device) { return sendToCaptivePortal(replica) }
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

  /// A captive portal responds to the request; the server never receives it.
  @inline(never) private mutating func sendToCaptivePortal(_ replica: Int) {
    let message = network.beginRequest(replica)
    events.captivePortalResponded(
      replica, message: message, fleet.replicas[replica].site, at: now)
    // The message uses up a key, like any other.
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
      if events.isTraced { traceSent(message, of: replica, nil, messageDelivery) }
      return
    }
    let handle = network.requests.post(
      Envelope(
        replica: UInt32(replica), key: key, message: message, sent: now, hasTimeout: isLate),
      deliveries: UInt32(copies)
    ) { Request() }
    write(handle, for: replica)
    if events.isTraced { traceSent(message, of: replica, handle, messageDelivery) }
    network.carry(handle, messageDelivery, as: .requestArrives, at: now, &queue)
  }

  private mutating func traceSent(
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

  // MARK: Responses

  mutating func responseArrives(_ handle: UInt32) {
    let envelope = network.responses.envelope(handle)
    defer { network.responses.delivered(handle) }
    let replica = Int(envelope.replica)
    // A device that has lost its network in the meantime receives nothing.
    if fleet.offlineUntil(fleet.placements[replica].device, at: now) != nil {
      events.responseDiscarded(envelope, .hasNoNetwork, fleet.replicas[replica].site, at: now)
      if network.links[replica].awaited == envelope.message && !envelope.hasTimeout {
        scheduleTimeout(
          replica, message: envelope.message,
          at: envelope.sent + settings.sync.requestTimeoutMilliseconds)
      }
      return
    }
    let isCurrent =
      envelope.isWhole && envelope.message > network.links[replica].discardedThrough
    if !isCurrent || fleet.hasDeviceFaults, let why = discardReason(envelope) {
      events.responseDiscarded(envelope, why, fleet.replicas[replica].site, at: now)
      // The process that sent the request has ended, and its retry starts over.
      timeOut(replica, message: envelope.message)
      return
    }
    let isAwaited = network.links[replica].awaited == envelope.message
    if isAwaited {
      events.responseReceived(by: fleet.placements[replica].person, after: now - envelope.sent)
    } else {
      events.lateResponseReceived()
    }
    guard let result = apply(handle, on: replica) else {
      // The device could not save it: that is as if it had not come.
      timeOut(replica, message: envelope.message)
      return
    }
    if let reason = result.ignored, !reason.isBelated {
      // An implausible response counts as no response.
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
    // A response after the timeout is as good as one in time, if it makes progress.
    let isOfExchange = envelope.message >= network.links[replica].first
    if isAwaited || (isOfExchange && (result.hasAdvanced || isDone)) {
      continueExchange(replica, isDone: isDone, isAwaited: isAwaited)
    } else if result.hasMore && network.links[replica].awaited == 0
      && network.links[replica].retried == 0
    {
      // A late response of an earlier exchange has shown that there are more rows to fetch.
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

  /// Why a device that has a network discards a response.
  @inline(never) private func discardReason(_ envelope: Envelope) -> TraceEvent.DiscardReason? {
    let replica = Int(envelope.replica)
    if envelope.isRateLimited { return .wasRateLimited }
    if envelope.isUnreadable { return .isUnreadable }
    if envelope.message <= network.links[replica].discardedThrough { return .processEnded }
    let device = fleet.placements[replica].device
    if isIn(.captivePortal, device) { return .isFromCaptivePortal }
    return isIn(.storageFull, device) ? .isStorageFull : nil
  }

  /// The server has responded: pending retries are canceled, and if the exchange is not done, the
  /// next request follows at once. Half of the retry count is kept: if the network is slower than
  /// the device's timeout, the device would flood it otherwise.
  private mutating func continueExchange(_ replica: Int, isDone: Bool, isAwaited: Bool) {
    network.links[replica].retries /= 2
    network.links[replica].retried = 0
    // The rest is in flight with the retry that followed the answered attempt.
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

  /// Applies a response to a replica; nil when its storage failed and nothing was applied.
  mutating func apply(_ handle: UInt32, on replica: Int) -> ApplyResult? {
    let now = self.now
    if fleet.isStored {
      beginSaving(on: replica, isFull: false)
      saving?.isSnapshot = network.responses[handle].header.kind == .snapshot
    }
    var failure: StorageError?
    let version = fleet.devices[fleet.placements[replica].device].version
    if settings.hasOwnTexts { network.readResponse(handle) }
    if fleet.hasMixedVersions { network.read(handle, as: version) }
    var result = network.responses.with(handle) { response -> ApplyResult? in
      // After a failover the server no longer vouches for what its predecessor acknowledged.
      if response.header.incarnation == backend.server.incarnation,
        response.header.kind == .page || response.header.kind == .snapshot
          || response.header.kind == .purge
      {
        events.monitor.shared.ledger.acknowledge(
          response.header.site, through: response.header.sequenceDecided)
      }
      return fleet.replicas.change(replica) {
        do throws(StorageError) {
          let result = try $0.apply(response)
          events.applied(
            result, of: response, on: $0, readsFully: version != .before, by: backend.server,
            at: now)
          return result
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { result = applied(handle, on: replica, despite: failure) }
    guard let result else { return nil }
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
      // This runs for every page, and only a few replicas belong to newcomers.
      if rows > 0, fleet.placements[replica].member == .newcomer { noteMembership(replica) }
      if fleet.replicas[replica].needsSite {
        registerHandedOver(replica)
        // Under its new member the replica has received nothing yet.
        network.links[replica].wantsExchange = true
      }
    case .snapshot:
      if !fleet.readPartially.isEmpty { fleet.readPartially[replica] = nil }
      if !fleet.remembered.isEmpty { fleet.remembered[replica] = nil }
      reviewMembership(replica)
      noteMembership(replica)
      if fleet.replicas[replica].needsSite { registerHandedOver(replica) }
    case .needsSignIn:
      hold(replica, until: now)
      // FAM-8: a user who was away too long signs in again, and then pending operations are sent.
      network.links[replica].signsIn = true
    case .signedIn:
      events.counters.signIns += 1
      network.links[replica].signsIn = false
    case .signInRefused:
      events.counters.signInsRefused += 1
      network.links[replica].signsIn = false
      network.links[replica].isShutOut = true
    case .ignored(.siteUnknown): reregister(replica)
    // The server keeps only a newcomer's last rejection: a restored replica has missed the others.
    case .ignored(.gap) where fleet.replicas[replica].isForeign: reregister(replica)
    case .purged: fleet.remembered[replica] = nil
    case .ignored: break
    }
  }

  /// OFF-3: an install has handed over the operations that were pending in its restored data.
  private mutating func registerHandedOver(_ replica: Int) {
    let now = self.now
    fleet.replicas.with(replica) { events.monitor.handedOver($0, at: now) }
    reregister(replica)
  }

  /// Whether there is more to send or to receive after a response.
  func hasMoreToExchange(after result: ApplyResult, on replica: Int) -> Bool {
    switch result {
    case .needsSignIn, .signedIn, .ignored(.siteUnknown): true
    case .signInRefused: false
    default: result.hasMore || fleet.replicas[replica].hasUnsent
    }
  }

  // MARK: Delays of feed updates (P23)

  /// Records that a device knows there is more to receive and that only its sync engine can delay
  /// it: a response shows the feed's position, or a push announces new rows. A device without
  /// access gets that as a response, and receives all rows once it has access again.
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

  /// A fault outside of the sync engine delays the messages of a replica.
  mutating func hold(_ replica: Int, until end: Instant) {
    events.held(fleet.replicas[replica].site, until: end)
  }

  // MARK: Retries

  /// Stops waiting for a response and retries later.
  mutating func timeOut(_ replica: Int, message: Int32) {
    guard network.links[replica].awaited == message else { return }
    events.timedOut(replica, message: message, at: now)
    let again = network.giveUp(message, of: replica, fleet.shortName(of: replica), at: now)
    hold(replica, until: again)
    queue.schedule(
      at: again, kind: WorldEvent.retry.rawValue, target: UInt32(replica),
      payload: UInt32(bitPattern: message))
  }

  /// Retries, unless a response or another attempt has come first.
  mutating func retry(_ replica: Int, message: Int32) {
    guard network.links[replica].retried == message else { return }
    network.links[replica].retried = 0
    continueExchanging(replica)
  }
}
