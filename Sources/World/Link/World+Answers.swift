import Base
import Chronology
import DomainCore
import Faults
import Properties
import SimulationKernel
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
    if trace != nil { tell(.arrived(replica: replica, message: envelope.message, isCopy: isCopy)) }
    let fate = fate(.answer, of: envelope.key)
    let copies = (fate.isLost ? 0 : 1) + (fate.isDuplicated ? 1 : 0)
    if situations != nil { noteClock(of: request) }
    envelope.isUnreadable = fate.keptPerMille == 0
    envelope.isTurnedAway = settings.requestsPerMinute > 0 && isTooMuch(of: replica)
    let answer = answers.post(envelope, deliveries: UInt32(max(1, copies))) { Answer() }
    if envelope.isTurnedAway {
      return turnAway(request, answer, envelope, fate)
    }
    if decide(request, into: answer) {
      wakeGroup(replicas[replica].scope, but: replica, because: envelope.key)
    }
    let header = answers[answer].header
    noteLine(header.site, to: header.scope, answered: header.kind)
    requests.delivered(request)
    if trace != nil { tell(answering(answer, to: envelope, fate)) }
    if fate.isDamaged { cut(answer, fate) }
    send(answer, envelope, fate)
    if copies == 0 { answers.delivered(answer) }
  }

  /// Notes when a device's clock is further off than the server bears.
  private mutating func noteClock(of request: UInt32) {
    let shown = requests[request].header.clock
    guard shown != 0 else { return }
    let off = abs(serverTime - Fact.instant(of: shown))
    if off > settings.sync.clockSkewBoundMilliseconds { note(.beyondBound) }
  }

  /// Whether an install has asked as often in this minute as it may.
  private mutating func isTooMuch(of replica: Int) -> Bool {
    let minute = now.milliseconds / Span.minute
    if links[replica].minuteHeard != minute {
      links[replica].minuteHeard = minute
      links[replica].timesHeard = 0
    }
    links[replica].timesHeard += 1
    return links[replica].timesHeard > settings.requestsPerMinute
  }

  /// A request is answered by that there were too many.
  @inline(never) private mutating func turnAway(
    _ request: UInt32, _ answer: UInt32, _ envelope: Envelope, _ fate: MessageFate
  ) {
    counters.requestsTurnedAway += 1
    note(.turnedAway)
    let replica = Int(envelope.replica)
    hold(replica, until: now)
    requests.delivered(request)
    if trace != nil { tell(.turnedAway(replica: replica, message: envelope.message)) }
    send(answer, envelope, fate)
    if fate.isLost && !fate.isDuplicated { answers.delivered(answer) }
  }

  /// A request has come to a server that is down.
  @inline(never) private mutating func requestIsLost(_ request: UInt32, _ envelope: Envelope) {
    let replica = Int(envelope.replica)
    counters.messagesLost += 1
    note(.outage)
    hold(replica, until: now)
    if trace != nil { tell(.unreached(replica: replica, message: envelope.message)) }
    if links[replica].awaited == envelope.message && !envelope.hasTimeout {
      let deadline = envelope.sent + settings.sync.requestTimeoutMilliseconds
      scheduleTimeout(replica, message: envelope.message, at: max(now, deadline))
    }
    requests.delivered(request)
  }

  /// An answer loses rows on its way.
  @inline(never) private mutating func cut(_ answer: UInt32, _ fate: MessageFate) {
    counters.answersDamaged += 1
    note(.damage)
    hold(Int(answers.envelope(answer).replica), until: now)
    let kept = answers[answer].rows.count * Int(fate.keptPerMille) / 1_000
    while answers[answer].rows.count > kept { _ = answers[answer].rows.removeLast() }
  }

  /// Has the server answer a request, and tells of what it has decided; returns whether the scope
  /// has news.
  private mutating func decide(_ request: UInt32, into answer: UInt32) -> Bool {
    let replica = Int(requests.envelope(request).replica)
    let scope = replicas[replica].scope
    let site = Int(requests[request].header.site)
    let feedBefore = server.scopes[Int(scope)].feed.count
    let before = siteRecord(site)
    let refusedBefore = site < server.sites.count ? server.sites[site].refusedCount : 0
    let (now, serverTime) = (self.now, self.serverTime)
    let used = server.meter.uncharged
    Self.answer(requests, request, into: &answers, answer, by: &server, at: serverTime, &decided)
    Self.look(at: answers, answer, to: requests, request, of: server, at: now, &watch)
    lookAtExchange(answer, to: requests[request].operations.count, since: used)
    service.charge(&server.meter, to: links[replica].person, at: serverTime)
    if let before { enter(UInt32(site), since: before, from: feedBefore) }
    // A newcomer is heard one operation at a time, so what was refused them is the last row.
    let isTurnedAway =
      site < server.sites.count && server.sites[site].refusedCount > refusedBefore
    for index in 0..<decided.count {
      let row = decided[index]
      let waited =
        isTurnedAway && index == decided.count - 1
        ? watch.turnedAway(row, scope: scope, at: now) : watch.decided(row, scope: scope, at: now)
      if row.verdict.isRejected, let refusal = row.verdict.refusal {
        counters.rejected += 1
        refusals.note(refusal, by: .server)
      }
      if links[replica].isGroup { Self.lookAtWard(row, of: scope, on: server, at: now, &watch) }
      noteSituation(decided: row, behind: feedBefore)
      if trace != nil { tell(.decided(row, scope: scope, position: feedBefore + index)) }
      note(row, waited: waited)
    }
    return server.scopes[Int(scope)].feed.count > feedBefore
  }

  private static func answer(
    _ requests: borrowing Requests, _ request: UInt32, into answers: inout Answers,
    _ answer: UInt32, by server: inout Server, at now: Instant,
    _ decided: inout FlatArray<FeedRow>
  ) {
    decided.removeAll()
    server.answer(requests[request], now: now, into: &answers[answer]) { row, _ in
      decided.append(row)
    }
  }

  /// FAM-8, COST-1: whether whom the server has let in was to be let in, and at what cost.
  private mutating func lookAtExchange(
    _ answer: UInt32, to pushed: Int, since used: BackendUse
  ) {
    let header = answers[answer].header
    let site = Int(header.site)
    guard site < server.sites.count, server.sites[site].account != .none else { return }
    let account = Int(server.sites[site].account.raw)
    watch.exchanged(
      header, to: pushed, of: server.directory.accounts[account].kind,
      ends: server.sites[site].sessionEnds,
      delivering: answers[answer].rows.count, having: decided, from: used,
      to: server.meter.uncharged, at: serverTime, realTime: now)
  }

  private static func look(
    at answers: borrowing Answers, _ answer: UInt32, to requests: borrowing Requests,
    _ request: UInt32, of server: borrowing Server, at now: Instant, _ watch: inout PropertyWatch
  ) {
    watch.answered(answers[answer], to: requests[request].header, on: server, at: now)
  }

  private static func lookAtWard(
    _ row: FeedRow, of scope: UInt32, on server: borrowing Server, at now: Instant,
    _ watch: inout PropertyWatch
  ) {
    watch.decidedInGroup(row, scope: scope, on: server, at: now)
  }

  /// An operation has become durable on the server.
  private mutating func note(_ row: FeedRow, waited: Int64) {
    guard !isHealing, now < settings.watermark, !row.operation.fact.isCarried,
      !isDecidedAgain(row.operation)
    else { return }
    let replica = replicaBySite[Int(row.operation.site)]
    happenings.append(
      Happening(
        kind: .decided, reason: row.verdict.reason, time: now, waited: waited,
        person: links[replica].person, day: row.operation.fact.day, fact: row.operation.fact))
  }

  /// Whether a server has decided something before that has lost it since: then it is no news.
  private func isDecidedAgain(_ operation: Operation) -> Bool {
    serverLog != nil && watch.books.ledger.knows(operation)
      && watch.books.ledger.entry(operation.site, operation.sequence).isLost
  }

  private mutating func send(_ answer: UInt32, _ envelope: Envelope, _ fate: MessageFate) {
    let replica = Int(envelope.replica)
    if fate.isLost {
      counters.messagesLost += 1
      note(.answerLost)
    }
    noteDelay(fate, replica)
    if fate.isDuplicated {
      counters.messagesDuplicated += 1
      note(.doubling)
    }
    let deadline = envelope.sent + settings.sync.requestTimeoutMilliseconds
    let arrives = now + Int64(fate.delayMilliseconds)
    // Nobody needs the timeout of an answer that comes in time, so only the others get one.
    if !envelope.hasTimeout && links[replica].awaited == envelope.message
      && (fate.isLost || arrives > deadline)
    {
      scheduleTimeout(replica, message: envelope.message, at: max(now, deadline))
    }
    if !fate.isLost {
      queue.schedule(at: arrives, kind: WorldEvent.answerArrives.rawValue, target: answer)
    }
    if fate.isDuplicated {
      queue.schedule(
        at: now + Int64(fate.duplicateDelayMilliseconds),
        kind: WorldEvent.answerArrives.rawValue, target: answer)
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
      let answer = answers.post(envelope, deliveries: 1) { Answer() }
      write(request, for: replica)
      _ = decide(request, into: answer)
      let taken = take(answer, on: replica)
      requests.delivered(request)
      answers.delivered(answer)
      if !goesOn(after: taken, on: replica) { break }
    }
    if trace != nil { tellBroken() }
  }
}
