import Base
import Chronology
import DomainCore
import Environment
import Properties
import SyncCore

// The simulated link, the device's side: requests go through a network that delays, loses, doubles
// and reorders, and devices are offline, wait, give up and try again.
extension World {
  /// Begins an exchange for a cause, unless one is under way or the device has no network.
  mutating func startExchange(_ replica: Int, for cause: ExchangeCause) {
    if links[replica].cause != cause {
      links[replica].cause = cause
      links[replica].attempts = 0
    }
    continueExchanging(replica)
  }

  /// Exchanges again for what was wanted last.
  mutating func continueExchanging(_ replica: Int) {
    if links[replica].isShutOut { return }
    if links[replica].awaited != 0 {
      links[replica].wantsExchange = true
      return
    }
    if let until = offlineUntil(links[replica].device) {
      if trace != nil { emitTrace(.waits(replica: replica, until: until)) }
      hold(replica, until: until)
      awaitReconnect(replica, until: until)
      return
    }
    if isIn(.captivePortal, links[replica].device) { return sendToPortal(replica) }
    send(replica)
  }

  private mutating func awaitReconnect(_ replica: Int, until: Instant) {
    guard !links[replica].awaitsReconnect else { return }
    links[replica].awaitsReconnect = true
    queue.schedule(at: until, kind: WorldEvent.reconnects.rawValue, target: UInt32(replica))
  }

  mutating func reconnect(_ replica: Int) {
    links[replica].awaitsReconnect = false
    if isConnected(links[replica].device) { noteNews(for: replica) }
    continueExchanging(replica)
  }

  /// A request is answered by the network itself, and by nobody else.
  @inline(never) private mutating func sendToPortal(_ replica: Int) {
    links[replica].messagesSent += 1
    links[replica].awaited = links[replica].messagesSent
    links[replica].wantsExchange = false
    counters.messages += 1
    counters.messagesLost += 1
    note(.captivePortal)
    hold(replica, until: now)
    // The message is known by the next key, as any other.
    _ = nextKey(replica)
    if trace != nil {
      emitTrace(.discarded(replica: replica, message: links[replica].messagesSent, .isPortals))
    }
    timeOut(replica, message: links[replica].messagesSent)
  }

  /// What the next message of a replica is known by.
  private mutating func nextKey(_ replica: Int) -> MessageKey {
    let key = MessageKey(
      cause: links[replica].cause.raw, device: shortName(of: replica),
      attempt: links[replica].attempts)
    links[replica].attempts += 1
    if links[replica].attempts == MessageKey.copy {
      // The numbers are used up: what follows is called after the last of them.
      links[replica].cause = ExchangeCause(following: key)
      links[replica].attempts = 0
    }
    return key
  }

  /// A device with the scope that it speaks of, as fates know it.
  func shortName(of replica: Int) -> Int32 {
    let device = links[replica].device
    let isGroup: UInt64 = links[replica].isGroup ? 8 : 0
    return Int32(truncatingIfNeeded: devices[device].who & 0xFFF_FFFF | isGroup)
  }

  private mutating func send(_ replica: Int) {
    links[replica].messagesSent += 1
    let message = links[replica].messagesSent
    links[replica].awaited = message
    links[replica].retried = 0
    links[replica].wantsExchange = false
    counters.messages += 1
    let timeout = settings.sync.requestTimeoutMilliseconds
    let key = nextKey(replica)
    let messageDelivery = messageDelivery(.request, of: key)
    let arrives = !messageDelivery.isLost
    if messageDelivery.isLost {
      counters.messagesLost += 1
      note(.requestLost)
    }
    if messageDelivery.isDuplicated {
      counters.messagesDuplicated += 1
      note(.doubling)
    }
    let isLate = !arrives || Int64(messageDelivery.delayMilliseconds) >= timeout
    noteDelay(messageDelivery, replica)
    if isLate {
      scheduleTimeout(replica, message: message, at: now + timeout)
      if arrives { note(.lateness) }
    }
    let copies = (arrives ? 1 : 0) + (messageDelivery.isDuplicated ? 1 : 0)
    guard copies > 0 else {
      if trace != nil { emitTrace(sending(message, of: replica, messageDelivery)) }
      return
    }
    let handle = requests.post(
      Envelope(
        replica: UInt32(replica), key: key, message: message, sent: now, hasTimeout: isLate),
      deliveries: UInt32(copies)
    ) { Request() }
    write(handle, for: replica)
    if trace != nil { emitTrace(sending(message, of: replica, as: handle, messageDelivery)) }
    if arrives {
      queue.schedule(
        at: now + Int64(messageDelivery.delayMilliseconds),
        kind: WorldEvent.requestArrives.rawValue,
        target: handle)
    }
    if messageDelivery.isDuplicated {
      queue.schedule(
        at: now + Int64(messageDelivery.duplicateDelayMilliseconds),
        kind: WorldEvent.requestArrives.rawValue, detail: 1, target: handle)
    }
  }

  mutating func write(_ handle: UInt32, for replica: Int) {
    let sync = settings.sync
    if links[replica].signsIn {
      Self.writeSignIn(&requests, handle, for: replicas, replica)
    } else {
      let time = deviceTime(links[replica].device)
      Self.write(&requests, handle, for: &replicas, replica, sync, at: time)
    }
  }

  private static func writeSignIn(
    _ requests: inout Requests, _ handle: UInt32, for replicas: borrowing OwnedReplicas,
    _ replica: Int
  ) {
    replicas[replica].fillSignIn(&requests[handle])
  }

  private static func write(
    _ requests: inout Requests, _ handle: UInt32, for replicas: inout OwnedReplicas,
    _ replica: Int, _ sync: WorldSettings.Sync, at time: Instant
  ) {
    replicas[replica].fill(
      &requests[handle], pushOperationsMax: sync.pushOperationsMax,
      pageRowsMax: UInt32(sync.pageRowsMax), now: time)
  }

  mutating func scheduleTimeout(_ replica: Int, message: Int32, at time: Instant) {
    queue.schedule(
      at: time, kind: WorldEvent.timeout.rawValue, target: UInt32(replica),
      payload: UInt32(bitPattern: message))
  }

  // MARK: Answers

  mutating func responseArrives(_ handle: UInt32) {
    let envelope = responses.envelope(handle)
    defer { responses.delivered(handle) }
    let replica = Int(envelope.replica)
    // A device that has lost its network in the meantime hears nothing.
    if offlineUntil(links[replica].device) != nil {
      noteDiscarded(envelope, .hasNoNetwork)
      if links[replica].awaited == envelope.message && !envelope.hasTimeout {
        scheduleTimeout(
          replica, message: envelope.message,
          at: envelope.sent + settings.sync.requestTimeoutMilliseconds)
      }
      return
    }
    let isHeard = envelope.isWhole && envelope.message > links[replica].discardedThrough
    if !isHeard || hasDeviceFaults, let why = discardReason(envelope) {
      noteDiscarded(envelope, why)
      // Nobody waits any more for what an app was sent that was ended.
      timeOut(replica, message: envelope.message)
      return
    }
    let isAwaited = links[replica].awaited == envelope.message
    if !isAwaited { note(.overtaking) }
    if isAwaited { service.responded(links[replica].person, after: now - envelope.sent) }
    let taken = take(handle, on: replica)
    if let reason = taken.ignored, !reason.isBelated {
      // What cannot be believed is as good as no answer at all.
      timeOut(replica, message: envelope.message)
      return
    }
    if responses[handle].header.kind == .page {
      noteNews(for: replica, through: Int(responses[handle].header.end))
    }
    if isAwaited, case .page(0, _) = taken { noteEmptyPage(replica) }
    let isDone = !hasMoreToExchange(after: taken, on: replica)
    if isAwaited && isStuck(replica, after: taken, isDone: isDone) {
      timeOut(replica, message: envelope.message)
      return
    }
    // An answer that comes too late is as good as one in time, if it brings anything on.
    let isOfExchange = envelope.message >= links[replica].first
    if isAwaited || (isOfExchange && (taken.hasMovedOn || isDone)) {
      continueExchange(replica, isDone: isDone, isAwaited: isAwaited)
    } else if taken.hasMore && links[replica].awaited == 0 && links[replica].retried == 0 {
      // One of an exchange that is over has told of more than that has brought.
      continueExchanging(replica)
    }
  }

  private mutating func noteEmptyPage(_ replica: Int) {
    Self.noteEmptyPage(replicas, replica, server, at: now, &monitor)
  }

  private static func noteEmptyPage(
    _ replicas: borrowing OwnedReplicas, _ replica: Int, _ server: borrowing Server,
    at now: Instant, _ monitor: inout PropertyMonitor
  ) {
    guard replicas[replica].store.pendingCount > 0 else { return }
    monitor.pageWasEmpty(on: replicas[replica], of: server, at: now)
  }

  /// Whether one exchange after the other has come to nothing though there is more to say: whoever
  /// goes on at once then floods a server that does not take it.
  private mutating func isStuck(_ replica: Int, after taken: ApplyResult, isDone: Bool) -> Bool {
    if isDone || taken.hasMovedOn || taken.hasMore {
      links[replica].stalls = 0
    } else {
      links[replica].stalls = min(links[replica].stalls + 1, Self.stallsBorne + 1)
    }
    return links[replica].stalls > Self.stallsBorne
  }

  private static var stallsBorne: UInt8 { 3 }

  /// Why a device that has a network makes nothing of an answer.
  @inline(never) private func discardReason(_ envelope: Envelope) -> TraceEvent.DiscardReason? {
    let replica = Int(envelope.replica)
    if envelope.isTurnedAway { return .wasRateLimited }
    if envelope.isUnreadable { return .isUnreadable }
    if envelope.message <= links[replica].discardedThrough { return .wasEnded }
    let device = links[replica].device
    if isIn(.captivePortal, device) { return .isPortals }
    return isIn(.storageFull, device) ? .hasNoRoom : nil
  }

  @inline(never) private mutating func noteDiscarded(
    _ envelope: Envelope, _ why: TraceEvent.DiscardReason
  ) {
    counters.messagesLost += 1
    if why == .isPortals { note(.captivePortal) }
    if why == .hasNoRoom { note(.storageFull) }
    hold(Int(envelope.replica), until: now)
    guard trace != nil else { return }
    emitTrace(.discarded(replica: Int(envelope.replica), message: envelope.message, why))
  }

  /// The server has answered: whatever was tried again need not be, and if there is more to say, it
  /// is said at once. Who had to try often soon would have to again, so half of that is remembered:
  /// a network that is slower than a device is patient would be flooded otherwise.
  private mutating func continueExchange(_ replica: Int, isDone: Bool, isAwaited: Bool) {
    links[replica].retries /= 2
    links[replica].retried = 0
    // What is left is on its way with the attempt that has followed the one that is answered.
    if !isDone && !isAwaited && links[replica].awaited != 0 { return }
    links[replica].awaited = 0
    links[replica].first = links[replica].messagesSent + 1
    let device = links[replica].device
    if !isDone || links[replica].wantsExchange {
      continueExchanging(replica)
    } else if replica == devices[device].family && devices[device].calendar >= 0 {
      checkCalendar(Int(devices[device].calendar))
    }
  }

  /// Takes an answer in, and tells the watch.
  mutating func take(_ handle: UInt32, on replica: Int) -> ApplyResult {
    let now = self.now
    let version = devices[links[replica].device].version
    if hasMixedVersions { read(handle, as: version) }
    let taken = Self.take(
      responses, handle, on: &replicas, replica, from: server, at: now, &monitor, &counters,
      readsFully: version != .before)
    if trace != nil { emitTrace(taking(handle, on: replica, taken)) }
    heed(taken, on: replica)
    if links[replica].isGroup, taken.hasMovedOn { noteGroupShown(replica, after: taken) }
    let device = links[replica].device
    if replica == devices[device].family, devices[device].calendar >= 0 {
      if case .snapshot = taken { forgetCalendar(of: device) }
      if taken.rowsApplied > 0 {
        noticeChanges(Int(devices[device].calendar), in: handle, taken.rowsApplied)
      }
    }
    return taken
  }

  private mutating func noticeChanges(_ calendar: Int, in handle: UInt32, _ fresh: Int) {
    var hasChanged = false
    let rows = responses[handle].rows.count
    for index in rows - fresh..<rows
    where Self.changesSchedule(responses[handle].rows[index].operation.fact.kind) {
      hasChanged = true
    }
    if hasChanged { noticeScheduleChange(calendar) }
  }

  // Elements are borrowed inside a function of their own, because borrowing one in a method would
  // borrow the whole world.
  private static func take(
    _ responses: borrowing Answers, _ handle: UInt32, on replicas: inout OwnedReplicas,
    _ replica: Int, from server: borrowing Server, at now: Instant,
    _ monitor: inout PropertyMonitor,
    _ counters: inout WorldCounters, readsFully: Bool
  ) -> ApplyResult {
    let header = responses[handle].header
    // A server that is no more has promised nothing that the one after it could keep.
    let isOfThisServer = header.incarnation == server.incarnation
    if isOfThisServer
      && (header.kind == .page || header.kind == .snapshot || header.kind == .purge)
    {
      monitor.shared.ledger.acknowledge(header.site, through: header.sequenceDecided)
    }
    let taken = replicas[replica].take(responses[handle])
    monitor.receivedResponse(
      header, mustSignIn: taken == .needsSignIn, on: replicas[replica], at: now)
    switch taken {
    case .page(let rows, _) where rows > 0:
      counters.replicaApplies += Int64(rows)
      monitor.pageApplied(replicas[replica], rows: rows, on: server, at: now)
    case .snapshot(let rows):
      counters.replicaApplies += Int64(rows)
      if readsFully {
        monitor.readsFully(replicas[replica].install, scope: replicas[replica].scope)
      }
      monitor.pageApplied(replicas[replica], on: server, at: now)
    case .purged: monitor.purged(replicas[replica], at: now)
    case .ignored where !responses[handle].rows.isEmpty: counters.responsesStale += 1
    default: break
    }
    return taken
  }

  /// What a device does about an answer that is more than a page.
  mutating func heed(_ taken: ApplyResult, on replica: Int) {
    switch taken {
    case .page(let rows, _):
      if rows > 0 { noteMembership(replica) }
      if replicas[replica].needsSite {
        registerHandedOver(replica)
        // Who is somebody else now has heard nothing yet.
        links[replica].wantsExchange = true
      }
    case .snapshot:
      reviewMembership(replica)
      noteMembership(replica)
      if replicas[replica].needsSite { registerHandedOver(replica) }
    case .needsSignIn:
      hold(replica, until: now)
      // FAM-8: whoever was away too long signs in again, and what waited goes on its way.
      links[replica].signsIn = true
    case .signedIn:
      counters.signIns += 1
      links[replica].signsIn = false
    case .signInRefused:
      counters.signInsRefused += 1
      links[replica].signsIn = false
      links[replica].isShutOut = true
    case .ignored(.siteUnknown): reregister(replica)
    // Of what a newcomer was refused a server keeps the last: an older copy has missed the rest.
    case .ignored(.gap) where replicas[replica].isForeign: reregister(replica)
    case .purged, .ignored: break
    }
  }

  /// OFF-3: an install has handed over what waited in the copy that it came with.
  private mutating func registerHandedOver(_ replica: Int) {
    Self.look(atHandedOver: replicas, replica, at: now, &monitor)
    reregister(replica)
  }

  private static func look(
    atHandedOver replicas: borrowing OwnedReplicas, _ replica: Int, at now: Instant,
    _ monitor: inout PropertyMonitor
  ) {
    monitor.handedOver(replicas[replica], at: now)
  }

  /// Whether there is more to say or to hear after an answer.
  func hasMoreToExchange(after taken: ApplyResult, on replica: Int) -> Bool {
    switch taken {
    case .needsSignIn, .signedIn, .ignored(.siteUnknown): true
    case .signInRefused: false
    default: taken.hasMore || replicas[replica].hasUnsent
    }
  }

  // MARK: Who waits for what (P23)

  /// A device is told that there is more, and nothing but its engine is in the way of hearing it:
  /// by an answer how far the feed goes, or that there is something new. Who may not hear is told
  /// so, and hears all when they may again.
  mutating func noteNews(for replica: Int, through end: Int? = nil) {
    guard Int64(settings.network.latencyMillisecondsMedian) <= PropertyMonitor.delayPrompt,
      !links[replica].isShutOut, replicas[replica].revocation == nil
    else { return }
    let known = server.scopes[Int(replicas[replica].scope)].feed.count
    Self.noteNews(
      for: replicas, replica, through: min(end ?? known, known), on: server, settings.sync,
      at: now, &monitor)
  }

  private static func noteNews(
    for replicas: borrowing OwnedReplicas, _ replica: Int, through end: Int,
    on server: borrowing Server, _ sync: WorldSettings.Sync, at now: Instant,
    _ monitor: inout PropertyMonitor
  ) {
    monitor.feedHasGrown(
      to: replicas[replica], through: end, on: server, pageRowsMax: sync.pageRowsMax,
      pushOperationsMax: sync.pushOperationsMax, at: now)
  }

  /// Something outside of the engine keeps the messages of a replica up.
  mutating func hold(_ replica: Int, until end: Instant) {
    monitor.feedUpdateIsDelayed(from: replicas[replica].site, until: end)
  }

  @inline(__always) mutating func noteDelay(_ messageDelivery: MessageDelivery, _ replica: Int) {
    if messageDelivery.isLost {
      // Until then a device waits for what does not come.
      hold(replica, until: now + settings.sync.requestTimeoutMilliseconds)
    } else if Int64(messageDelivery.delayMilliseconds) > PropertyMonitor.delayPrompt {
      hold(replica, until: now + Int64(messageDelivery.delayMilliseconds))
    }
  }

  // MARK: Retries

  /// Gives an answer up and tries again later, each time waiting twice as long.
  mutating func timeOut(_ replica: Int, message: Int32) {
    guard links[replica].awaited == message else { return }
    links[replica].awaited = 0
    counters.retries += 1
    note(.retry)
    if trace != nil { emitTrace(.timedOut(replica: replica, message: message)) }
    let doublings = min(links[replica].retries, 20)
    links[replica].retries += 1
    links[replica].retried = message
    let longest = settings.sync.retryBackoffMillisecondsMax
    let wait = min(longest, settings.sync.retryBackoffMillisecondsMin << Int64(doublings))
    // Half of the wait is by lot, so that devices that failed together do not return together.
    let draw = settings.randomness.draw(
      WorldRandomPurpose.retryWait, who: links[replica].cause.raw, day: shortName(of: replica),
      slot: links[replica].attempts)
    let again = now + wait / 2 + Int64(draw.integer(below: UInt64(wait / 2 + 1)))
    hold(replica, until: again)
    queue.schedule(
      at: again, kind: WorldEvent.retry.rawValue, target: UInt32(replica),
      payload: UInt32(bitPattern: message))
  }

  /// Tries again, unless an answer or another attempt has come first.
  mutating func retry(_ replica: Int, message: Int32) {
    guard links[replica].retried == message else { return }
    links[replica].retried = 0
    continueExchanging(replica)
  }

  // MARK: Fates

  /// What becomes of a message: what the plan says, or what is drawn by what it was sent for.
  mutating func messageDelivery(_ way: MessageKind, of key: MessageKey) -> MessageDelivery {
    var messageDelivery = settings.deliveryModel.messageDelivery(way.purpose, of: key)
    if way == .response && settings.deliveryModel.degradesResponses {
      settings.deliveryModel.damageResponse(&messageDelivery, way.purpose, of: key)
    }
    if !plannedDeliveries.isEmpty {
      messageDelivery =
        plannedDeliveries[RecordedDeliveryKey(key: key, way: way)] ?? messageDelivery
    }
    messageDeliveries?.append(
      RecordedDelivery(key: key, way: way, messageDelivery: messageDelivery))
    return messageDelivery
  }

  /// Settles what will become of a message, should it be sent.
  public mutating func settle(_ known: RecordedDelivery) {
    plannedDeliveries[RecordedDeliveryKey(key: known.key, way: known.way)] = known.messageDelivery
  }
}

/// The world's own decisions; an identifier is given once and never again to another.
enum WorldRandomPurpose {
  static var retryWait: RandomPurpose { RandomPurpose(0x3001) }
  /// Whether a scope's log is folded once more when the run is over.
  static var logFold: RandomPurpose { RandomPurpose(0x3002) }
  /// Whether a device is one of those that are healed while the rest stays broken.
  static var core: RandomPurpose { RandomPurpose(0x3003) }
}
