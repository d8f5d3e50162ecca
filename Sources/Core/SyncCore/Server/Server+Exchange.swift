public import Base
public import Chronology
public import DomainCore

extension Server {
  /// One round trip: processes the pushed operations, then cuts a page of the feed into `response`.
  ///
  /// The carrier has verified that the request comes from the site it names. `committed` receives
  /// every row that results from the push, with its position in the feed that the site reads, also
  /// when the scope has ended with it.
  @inlinable public mutating func respond(
    _ request: borrowing Request, now: Instant, into response: inout Response,
    committed: (FeedRow, UInt32) -> Void
  ) {
    let header = request.header
    response.clear()
    response.form = request.form
    guard knows(header) else {
      response.header = ResponseHeader(
        .siteUnknown, site: header.site, scope: header.scope, incarnation: incarnation)
      return
    }
    guard header.kind != .signIn else {
      response.header = signIn(header, now: now)
      return
    }
    var written: Int64 = 0
    let kind = gate(header, now: now)
    if kind == .page || kind == .snapshot {
      sites[Int(header.site)].sessionEnds = directory.contact(
        sites[Int(header.site)].account, now: now)
    }
    // Operations for the server before a failover are ignored: they may be old, and their author
    // may have been notified of their outcome since.
    let isForThisIncarnation =
      kind == .page || (kind == .snapshot && header.incarnation == incarnation)
    if isForThisIncarnation && hasAllVerdicts(header) {
      push(
        request, mayLeaveOut: kind == .page ? header.sequencePermanentlyLost : 0, now: now
      ) { row, position in
        written += 1
        committed(row, position)
      }
    }
    fill(&response, kind, for: request, now: now)
    meter.note(Self.use(of: request, response, written: written), at: now)
    if settings.hasOwnTexts { meter.note(Self.textUse(of: request, response), at: now) }
  }

  @inlinable mutating func fill(
    _ response: inout Response, _ kind: ResponseKind, for request: borrowing Request, now: Instant
  ) {
    let site = Int(request.header.site)
    // The push may have ended its own author's access, by leaving for example.
    if kind == .purge
      || (!request.operations.isEmpty && exclusion(of: request.header.site, now: now) != nil)
    {
      response.header = purge(request, now: now)
    } else if kind == .needsSignIn {
      response.header = header(.needsSignIn, of: request.header.site)
    } else if kind == .page && sites[site].epoch == request.header.epoch {
      cutPage(for: request.header, into: &response)
    } else {
      // The push may have made its author a member, too.
      fillSnapshot(of: request.header.site, into: &response)
    }
  }

  /// COST-1: what an exchange would use on a document store: the site's record is read, and written
  /// if it advanced; each new row is written and each delivered one read. Numbers that a site has
  /// skipped are no rows, though its record advances past them.
  @inlinable static func use(
    of request: borrowing Request, _ response: borrowing Response, written: Int64
  ) -> BackendUse {
    let (pushed, rows) = (Int64(request.operations.count), Int64(response.rows.count))
    return BackendUse(
      reads: 1 + rows, writes: written > 0 ? written + 1 : 0,
      bytesReceived: Int64(MemoryLayout<RequestHeader>.size)
        + Int64(MemoryLayout<Operation>.size) * pushed,
      bytesSent: Int64(MemoryLayout<ResponseHeader>.size)
        + Int64(MemoryLayout<FeedRow>.size) * rows,
      bytesKept: Int64(MemoryLayout<FeedRow>.size) * written)
  }

  /// Processes pushed operations: skips known ones, stops at a gap, decides the rest.
  ///
  /// A duplicate or a late retry therefore changes nothing, and a rejection advances the site like
  /// an acceptance, so one bad operation never blocks those behind it. A transaction without its
  /// end waits for the push that brings it whole, or others could come between.
  @inlinable mutating func push(
    _ request: borrowing Request, mayLeaveOut permanentlyLost: UInt32, now: Instant,
    committed: (FeedRow, UInt32) -> Void
  ) {
    let site = request.header.site
    resumeAfterPurge(request.operations, site: Int(site))
    let clock = DeviceClockCorrection(
      request.header, now: now, bound: settings.clockSkewBoundMilliseconds)
    var wholeTo = 0
    for index in 0..<request.operations.count {
      let operation = request.operations[index]
      let next = sites[Int(site)].sequenceDecided + 1
      if operation.sequence < next { continue }
      // The last of all numbers is never used.
      if next == .max || (operation.sequence > next && operation.sequence - 1 > permanentlyLost) {
        break
      }
      if index >= wholeTo {
        guard let end = transactionEnd(from: index, in: request.operations) else { break }
        wholeTo = end
      }
      let goesOn: Bool
      if settings.hasOwnTexts {
        goesOn = commitWithTexts(request, index, clock: clock, now: now, committed: committed)
      } else {
        goesOn = commit(
          operation, asSent: operation.fact.payload, site: site, clock: clock, now: now,
          committed: committed)
        if !request.unknown.isEmpty { keepUnknownFields(of: request, index) }
      }
      if !goesOn { break }
    }
  }

  /// A site that was purged continues after the operations that it dropped.
  @inlinable mutating func resumeAfterPurge(_ operations: borrowing FlatArray<Operation>, site: Int)
  {
    guard sites[site].skipsDropped, !operations.isEmpty,
      operations[0].sequence > sites[site].sequenceDecided
    else { return }
    sites[site].sequenceDecided = operations[0].sequence - 1
    sites[site].skipsDropped = false
  }

  /// Keeps the fields of a later app version in an operation, if the feed has it now.
  @usableFromInline mutating func keepUnknownFields(of request: borrowing Request, _ index: Int) {
    let scope = Int(sites[Int(request.header.site)].scope)
    let position = scopes[scope].feed.count - 1
    guard position >= 0 else { return }
    let row = scopes[scope].feed[position]
    guard row.operation.site == request.header.site,
      row.operation.sequence == request.operations[index].sequence,
      row.verdict.refusal != .ownerDeleted
    else { return }
    request.unknown.copy(operation: index, to: &scopes[scope].unknown, as: position)
  }

  /// The index behind the transaction that begins at `index`, or nil when it is incomplete.
  @inlinable func transactionEnd(
    from index: Int, in operations: borrowing FlatArray<Operation>
  ) -> Int? {
    var last = index
    while operations[last].followers > 0 {
      guard last + 1 < operations.count,
        operations[last + 1].sequence == operations[last].sequence &+ 1
      else { return nil }
      last += 1
    }
    return last + 1
  }

  /// Decides an operation and stores its verdict. Returns whether to process the next one: not
  /// after a newcomer's rejection, nor when the author has lost access with it.
  ///
  /// `payload` is the one that travels, with the places of texts: a newcomer gets it back.
  @inlinable mutating func commit(
    _ pushed: Operation, asSent payload: Payload, site: UInt32, clock: DeviceClockCorrection,
    now: Instant, committed: (FeedRow, UInt32) -> Void
  ) -> Bool {
    let record = sites[Int(site)]
    let scope = Int(record.scope)
    let isOwn =
      pushed.site == site && pushed.scope == record.scope && pushed.fact.author == record.member
    var operation = pushed
    // A row belongs to the site that pushed it, whatever site it names: under another site's name
    // it would pass for the verdict on one of that site's own operations.
    operation.fact.version.site = site
    operation.scope = record.scope
    restamp(
      &operation, site: site, seen: record.isNewcomer ? 0 : scopes[scope].stampLatest, now: now)
    if clock.isWrong(pushed.fact) { clock.correct(&operation.fact, now: now) }
    var verdict =
      isOwn
      ? decideAndApply(
        operation.fact, tapped: pushed.fact.tapped, scope: scope, account: record.account, now: now)
      : Verdict(.authorUnknown)
    if verdict.reason == Refusal.dayInFuture.rawValue,
      let fact = clock.redated(pushed.fact, operation.fact, now: now)
    {
      operation.fact = fact
      verdict = decideAndApply(
        fact, tapped: fact.tapped, scope: scope, account: record.account, now: now)
    }
    sites[Int(site)].sequenceDecided = operation.sequence
    if record.isNewcomer {
      // A join that only a later app version understands changes nothing, and so admits no one.
      let joined = scopes[scope].state.shared.member(joinedBy: operation.fact.identity)
      if joined == nil && !verdict.isRejected { verdict = Verdict(.valueNotPossible) }
      guard let joined else {
        if settings.hasOwnTexts { operation.fact.payload = payload }
        let row = FeedRow(operation: operation, verdict: verdict, digest: .zero, committed: now)
        refuse(row, site: site)
        committed(row, sites[Int(site)].refusedCount - 1)
        return false
      }
      admit(site: site, as: joined)
    }
    if verdict.reason == Refusal.ownerDeleted.rawValue {
      operation.fact = Ownership.erased(
        operation.fact, firstDay: scopes[scope].state.firstDay)
    }
    let row = FeedRow(
      operation: operation, verdict: verdict, digest: scopes[scope].state.digest, committed: now)
    enter(row, scope: scope)
    committed(row, UInt32(scopes[scope].feed.count - 1))
    guard operation.fact.kind.mayEndAccess else { return true }
    endIfDeleted(record.scope, now: now)
    // A transaction that has begun in the log is also completed there.
    return exclusion(of: site, now: now) == nil
      || (operation.followers > 0 && !scopes[scope].isDeleted)
  }

  /// Appends a row to a feed and folds it into the state.
  @inlinable @inline(__always) mutating func enter(_ row: FeedRow, scope: Int) {
    scopes[scope].feed.append(row)
    scopes[scope].stampLatest = max(
      scopes[scope].stampLatest, row.operation.fact.version.stamp)
  }

  /// GRP-2: ends a group after the row that deleted it.
  @inlinable mutating func endIfDeleted(_ scope: UInt32, now: Instant) {
    if scopes[Int(scope)].state.group.head.isDeleted { deleteScope(scope, now: now) }
  }

  @inlinable mutating func decideAndApply(
    _ fact: Fact, tapped: Instant, scope: Int, account: AccountHandle, now: Instant
  ) -> Verdict {
    let caller = Caller(account: account, scope: UInt32(scope))
    if let refusal = scopes[scope].refusalOfErased(fact)
      ?? decide(fact, tapped: tapped, at: .server, now: now, on: scopes[scope].state)
      ?? directory.refusal(of: fact, from: caller, now: now)
      ?? (fact.kind.area == .groups ? wardRefusal(of: fact, from: account) : nil)
      ?? (scopes[scope].isDeleted ? .scopeDeleted : nil)
    {
      return Verdict(refusal)
    }
    directory.accepted(fact, from: caller, now: now)
    if fact.kind == .photoAnalyzed { meter.note(.photo, at: now) }
    return Verdict(scopes[scope].state.apply(fact, committed: now))
  }

  /// Gives an operation its place in the order of the server's policy.
  @inlinable mutating func restamp(
    _ operation: inout Operation, site: UInt32, seen: UInt64, now: Instant
  ) {
    let stamp = settings.policy.committed(
      operation.fact.version.stamp, seen: seen, ownLatest: sites[Int(site)].stampLatest, now: now,
      bound: settings.clockSkewBoundMilliseconds)
    operation.fact.version.stamp = stamp
    sites[Int(site)].stampLatest = stamp
  }

  /// Cuts the page that follows the device's position; a transaction is never split.
  @inlinable func cutPage(for request: RequestHeader, into response: inout Response) {
    let record = sites[Int(request.site)]
    if record.isNewcomer { return fillRefusalPage(for: request, into: &response) }
    // A site reads the scope it was registered for, whatever scope its request names.
    let scope = Int(record.scope)
    let end = UInt32(scopes[scope].feed.count)
    let from = min(request.position, end)
    var to = from + min(max(1, request.pageRowsMax), end - from)
    while to < end && scopes[scope].feed[Int(to) - 1].operation.followers > 0 { to += 1 }
    response.header = ResponseHeader(
      .page, site: request.site, scope: record.scope, sequenceDecided: record.sequenceDecided,
      epoch: record.epoch, from: from, to: to, end: end, signIns: record.signIns,
      incarnation: incarnation)
    fillRows(Int(from)..<Int(to), of: scope, into: &response)
  }

  /// Copies rows of a feed into a response, as one piece of memory.
  @inlinable @inline(__always) func fillRows(
    _ range: Range<Int>, of scope: Int, into response: inout Response
  ) {
    response.rows.append(scopes[scope].feed, range)
    if settings.hasOwnTexts { return packRows(range, of: scope, into: &response) }
    if scopes[scope].unknown.isEmpty { return }
    for position in range {
      scopes[scope].unknown.copy(
        operation: position, to: &response.unknown, as: position - range.lowerBound)
    }
  }
}
