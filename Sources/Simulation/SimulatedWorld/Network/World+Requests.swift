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
    perform(network.links[replica].machine.want(), replica)
  }

  /// Does what the machine of a replica says.
  private mutating func perform(_ action: ExchangeAction, _ replica: Int) {
    switch action {
    case .nothing: break
    case .send: trySending(replica)
    case .rest: exchangeIsComplete(replica)
    case .wait: preconditionFailure("only a message can fail: see `perform(_:after:_:)`")
    }
  }

  private mutating func perform(
    _ action: ExchangeAction, after message: Int32, _ replica: Int
  ) {
    if case .wait(let wait) = action { return backOff(replica, message: message, wait) }
    perform(action, replica)
  }

  /// Sends a request, unless the device has no network.
  private mutating func trySending(_ replica: Int) {
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
    guard network.links[replica].machine.networkIsMissing() else { return }
    queue.schedule(at: until, kind: WorldEvent.reconnects.rawValue, target: UInt32(replica))
  }

  mutating func reconnect(_ replica: Int) {
    if isConnected(fleet.placements[replica].device) { noteNews(for: replica) }
    perform(network.links[replica].machine.networkIsBack(), replica)
  }

  /// A captive portal responds to the request; the server never receives it.
  @inline(never) private mutating func sendToCaptivePortal(_ replica: Int) {
    let message = network.links[replica].machine.begin().number
    events.captivePortalResponded(
      replica, message: message, fleet.replicas[replica].site, at: now)
    // The message uses up a key, like any other.
    _ = network.nextKey(replica, fleet.shortName(of: replica))
    timeOut(replica, message: message)
  }

  private mutating func send(_ replica: Int) {
    let now = self.now
    let message = network.links[replica].machine.begin().number
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
    if network.links[replica].machine.signsIn {
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
    if fleet.hasMixedVersions {
      let isBefore = fleet.devices[fleet.placements[replica].device].version == .before
      network.requests.change(handle) { $0.form = isBefore ? .fields : .compact }
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
      if network.links[replica].machine.awaits(envelope.message) && !envelope.hasTimeout {
        scheduleTimeout(
          replica, message: envelope.message,
          at: envelope.sent + settings.sync.requestTimeoutMilliseconds)
      }
      return
    }
    let isCurrent =
      envelope.isWhole && !network.links[replica].machine.isOfEndedProcess(envelope.message)
    if !isCurrent || fleet.hasDeviceFaults, let why = discardReason(envelope) {
      events.responseDiscarded(envelope, why, fleet.replicas[replica].site, at: now)
      // The process that sent the request has ended, and its retry starts over.
      timeOut(replica, message: envelope.message)
      return
    }
    let isAwaited = network.links[replica].machine.awaits(envelope.message)
    if isAwaited {
      events.responseReceived(by: fleet.placements[replica].person, after: now - envelope.sent)
    } else {
      events.lateResponseReceived()
    }
    guard let result = apply(handle, on: replica),
      !network.links[replica].machine.isOfEndedProcess(envelope.message)
    else {
      // The device could not save it, which is as if it had not come, or has ended on saving what
      // follows from it.
      timeOut(replica, message: envelope.message)
      return
    }
    if result.ignored?.isBelated ?? true {
      if network.responses[handle].header.kind == .page {
        noteNews(for: replica, through: Int(network.responses[handle].header.end))
      }
      if isAwaited, case .page(0, _) = result { noteEmptyPage(replica) }
    }
    let action = network.links[replica].machine.finish(
      envelope.message, result, wasAwaited: isAwaited,
      hasUnsent: fleet.replicas[replica].hasUnsent, settings.sync.timing)
    perform(action, after: envelope.message, replica)
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
    if network.links[replica].machine.isOfEndedProcess(envelope.message) { return .processEnded }
    let device = fleet.placements[replica].device
    if isIn(.captivePortal, device) { return .isFromCaptivePortal }
    return isIn(.storageFull, device) ? .isStorageFull : nil
  }

  private mutating func exchangeIsComplete(_ replica: Int) {
    let device = fleet.placements[replica].device
    if replica == fleet.devices[device].family && fleet.devices[device].calendar >= 0 {
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
    if settings.hasOwnTexts { readResponse(handle) }
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

  /// What a device does after a response, before it decides whether to go on.
  private mutating func react(to result: ApplyResult, on replica: Int) {
    var needsSite = false
    switch result {
    case .page(let rows, _):
      // This runs for every page, and only a few replicas belong to newcomers.
      if rows > 0, fleet.placements[replica].member == .newcomer { noteMembership(replica) }
      needsSite = fleet.replicas[replica].needsSite
    case .snapshot:
      if !fleet.readPartially.isEmpty { fleet.readPartially[replica] = nil }
      if !fleet.remembered.isEmpty { fleet.remembered[replica] = nil }
      share(replica)
      reviewMembership(replica)
      noteMembership(replica)
      needsSite = fleet.replicas[replica].needsSite
    case .needsSignIn: hold(replica, until: now)
    case .signedIn: events.counters.signIns += 1
    case .signInRefused: events.counters.signInsRefused += 1
    case .purged: fleet.remembered[replica] = nil
    case .ignored: break
    }
    // Only a gap asks whether another install wrote the copy.
    let isForeign = result.ignored == .gap && fleet.replicas[replica].isForeign
    switch network.links[replica].machine.react(
      to: result, needsSite: needsSite, isForeign: isForeign)
    {
    case .nothing: break
    case .register: reregister(replica)
    case .registerHandedOver(let asksAgain):
      registerHandedOver(replica)
      network.links[replica].machine.registeredHandedOver(asksAgain: asksAgain)
    }
  }

  /// OFF-3: an install has handed over the operations that were pending in its restored data.
  private mutating func registerHandedOver(_ replica: Int) {
    let now = self.now
    fleet.replicas.with(replica) { events.monitor.handedOver($0, at: now) }
    reregister(replica)
  }

  // MARK: Delays of feed updates (P23)

  /// Records that a device knows there is more to receive and that only its sync engine can delay
  /// it: a response shows the feed's position, or a push announces new rows. A device without
  /// access gets that as a response, and receives all rows once it has access again.
  mutating func noteNews(for replica: Int, through end: Int? = nil) {
    guard Int64(settings.network.latencyMillisecondsMedian) <= PropertyMonitor.delayPrompt,
      !network.links[replica].machine.isShutOut, fleet.replicas[replica].revocation == nil
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
    guard let wait = network.links[replica].machine.fails(message, settings.sync.timing) else {
      return
    }
    backOff(replica, message: message, wait)
  }

  /// Waits before the retry of a message.
  private mutating func backOff(_ replica: Int, message: Int32, _ wait: RetryWait) {
    events.timedOut(replica, message: message, at: now)
    let again = network.end(of: wait, of: replica, fleet.shortName(of: replica), at: now)
    hold(replica, until: again)
    queue.schedule(
      at: again, kind: WorldEvent.retry.rawValue, target: UInt32(replica),
      payload: UInt32(bitPattern: message))
  }

  /// Retries, unless a response or another attempt has come first.
  mutating func retry(_ replica: Int, message: Int32) {
    perform(network.links[replica].machine.waited(for: message), replica)
  }
}
