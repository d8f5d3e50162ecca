public import Base
public import Chronology
public import DomainCore

extension Server {
  /// One round trip: takes the pushed operations in, then cuts a page of the feed.
  ///
  /// The carrier has made sure that the request comes from the site it names. `committed` sees
  /// every row that came of the push, with its position in the feed that the site reads.
  @inlinable public mutating func exchange(
    _ request: ExchangeRequest, operations: UnsafeBufferPointer<Operation>, now: Instant,
    committed: (FeedRow, UInt32) -> Void
  ) -> ExchangeAnswer {
    precondition(operations.count == Int(request.pushCount))
    let decidedBefore = sites[Int(request.site)].sequenceDecided
    let status = gate(request, now: now)
    if status == .page || status == .snapshot {
      sites[Int(request.site)].sessionEnds = directory.contact(
        sites[Int(request.site)].account, now: now)
      if mayBeHeard(request) {
        push(operations, site: request.site, now: now, committed: committed)
      }
    }
    let answer = answer(status, to: request, now: now)
    meter.note(Self.use(of: request, answered: answer, decidedBefore: decidedBefore), at: now)
    return answer
  }

  @inlinable mutating func answer(
    _ status: ExchangeStatus, to request: ExchangeRequest, now: Instant
  ) -> ExchangeAnswer {
    // The push may have ended its own author's access, by leaving for example.
    if status == .purge || exclusion(of: request.site, now: now) != nil {
      return purge(request, now: now)
    }
    return switch status {
    // The push may have made its author a member, too.
    case .page where sites[Int(request.site)].epoch == request.epoch: page(for: request)
    case .page, .snapshot: snapshot(request)
    case .purge, .needsSignIn: answer(status, to: request, upTo: 0)
    }
  }

  /// COST-1: what an exchange would be on a document store: the site's record is read, and
  /// written if it moved on; each new row is written and each delivered one read.
  @inlinable static func use(
    of request: ExchangeRequest, answered answer: ExchangeAnswer, decidedBefore: UInt32
  ) -> BackendUse {
    let decided = Int64(answer.sequenceDecided) - Int64(decidedBefore)
    let rows = Int64(answer.to - answer.from)
    return BackendUse(
      reads: 1 + rows, writes: decided > 0 ? decided + 1 : 0,
      bytesReceived: Int64(
        MemoryLayout<ExchangeRequest>.size + MemoryLayout<Operation>.size * Int(request.pushCount)),
      bytesSent: Int64(MemoryLayout<ExchangeAnswer>.size)
        + Int64(MemoryLayout<FeedRow>.size) * rows)
  }

  /// Takes pushed operations in: skips what it has, stops at a gap, decides the rest.
  ///
  /// A duplicate or a late retry therefore changes nothing, and a rejection advances the site like
  /// an acceptance, so one bad operation never blocks those behind it. A transaction whose end has
  /// not come with it waits for the push that brings it whole, or others could come between.
  @inlinable mutating func push(
    _ operations: UnsafeBufferPointer<Operation>, site: UInt32, now: Instant,
    committed: (FeedRow, UInt32) -> Void
  ) {
    startAnew(operations, site: Int(site))
    var wholeTo = 0
    for index in 0..<operations.count {
      let operation = operations[index]
      let next = sites[Int(site)].sequenceDecided + 1
      if operation.sequence < next { continue }
      if operation.sequence > next { break }
      if index >= wholeTo {
        guard let end = transactionEnd(from: index, in: operations) else { break }
        wholeTo = end
      }
      guard commit(operation, site: site, now: now, committed: committed) else { break }
    }
  }

  /// A site that was purged goes on behind the operations that it dropped.
  @inlinable mutating func startAnew(
    _ operations: UnsafeBufferPointer<Operation>, site: Int
  ) {
    guard sites[site].startsAnew, let first = operations.first,
      first.sequence > sites[site].sequenceDecided
    else { return }
    sites[site].sequenceDecided = first.sequence - 1
    sites[site].startsAnew = false
  }

  /// The index behind the transaction that begins at `index`, or nil when it is not all there.
  @inlinable func transactionEnd(
    from index: Int, in operations: UnsafeBufferPointer<Operation>
  ) -> Int? {
    var last = index
    while operations[last].followers > 0 {
      guard last + 1 < operations.count,
        operations[last + 1].sequence == operations[last].sequence + 1
      else { return nil }
      last += 1
    }
    return last + 1
  }

  /// Decides an operation and stores its verdict. Returns whether the next one may be looked at:
  /// not when a newcomer was refused, nor when the author is out with it.
  @inlinable mutating func commit(
    _ pushed: Operation, site: UInt32, now: Instant, committed: (FeedRow, UInt32) -> Void
  ) -> Bool {
    let record = sites[Int(site)]
    let scope = Int(record.scope)
    let isOwn =
      pushed.site == site && pushed.scope == record.scope && pushed.fact.author == record.member
    var operation = pushed
    // A row belongs to whoever pushed it, whatever it claims: under another site's name it would
    // pass for the verdict on one of that site's own operations.
    operation.fact.version.site = site
    operation.scope = record.scope
    restamp(
      &operation, site: site, seen: record.isNewcomer ? 0 : scopes[scope].stampLatest, now: now)
    let verdict =
      isOwn
      ? decideAndApply(operation.fact, scope: scope, account: record.account, now: now)
      : Verdict(.authorUnknown)
    sites[Int(site)].sequenceDecided = operation.sequence
    if record.isNewcomer {
      guard !verdict.isRejected else {
        let row = FeedRow(operation: operation, verdict: verdict, digest: .zero, committed: now)
        refuse(row, site: site)
        committed(row, sites[Int(site)].refusedCount - 1)
        return false
      }
      admit(site: site)
    }
    if verdict.reason == Refusal.ownerDeleted.rawValue {
      operation.fact = Ownership.erased(
        operation.fact, firstDay: scopes[scope].state.firstDay)
    }
    let row = FeedRow(
      operation: operation, verdict: verdict, digest: scopes[scope].state.digest, committed: now)
    scopes[scope].feed.append(row)
    scopes[scope].stampLatest = max(scopes[scope].stampLatest, operation.fact.version.stamp)
    committed(row, UInt32(scopes[scope].feed.count - 1))
    guard operation.fact.kind.mayEndAccess else { return true }
    if scopes[scope].state.group.head.isDeleted { deleteScope(record.scope, now: now) }
    // A transaction that has begun in the log is finished there.
    return exclusion(of: site, now: now) == nil
      || (operation.followers > 0 && !scopes[scope].isDeleted)
  }

  @inlinable mutating func decideAndApply(
    _ fact: Fact, scope: Int, account: AccountHandle, now: Instant
  ) -> Verdict {
    let caller = Caller(account: account, scope: UInt32(scope))
    if let refusal = scopes[scope].refusalOfErased(fact)
      ?? decide(fact, at: .server, now: now, on: scopes[scope].state)
      ?? directory.refusal(of: fact, from: caller, now: now)
      ?? (fact.kind.area == .groups ? wardRefusal(of: fact, from: account) : nil)
      ?? (scopes[scope].isDeleted ? .scopeDeleted : nil)
    {
      return Verdict(refusal)
    }
    directory.accepted(fact, from: caller, now: now)
    return Verdict(scopes[scope].state.apply(fact, committed: now))
  }

  /// Brings a stamp from the far future back to the server's clock and keeps the site's order.
  ///
  /// The corrected stamp is still later than `seen`, the latest that its author may have seen: what
  /// was seen lies in the past.
  @inlinable mutating func restamp(
    _ operation: inout Operation, site: UInt32, seen: UInt64, now: Instant
  ) {
    var stamp = operation.fact.version.stamp
    if stamp > HybridClock.stamp(of: now + settings.clockSkewBoundMilliseconds) {
      stamp = max(HybridClock.stamp(of: now), seen + 1)
    }
    stamp = max(stamp, sites[Int(site)].stampLatest + 1)
    operation.fact.version.stamp = stamp
    sites[Int(site)].stampLatest = stamp
  }

  /// Cuts the page that follows the device's position; a transaction is never split.
  @inlinable public func page(for request: ExchangeRequest) -> ExchangeAnswer {
    if sites[Int(request.site)].isNewcomer { return refusalPage(for: request) }
    // A site reads the scope it was registered for, whatever its request says.
    let scope = Int(sites[Int(request.site)].scope)
    let end = UInt32(scopes[scope].feed.count)
    let from = min(request.position, end)
    var to = from + min(max(1, request.pageRowsMax), end - from)
    while to < end && scopes[scope].feed[Int(to) - 1].operation.followers > 0 { to += 1 }
    return ExchangeAnswer(
      site: request.site, scope: UInt32(scope),
      sequenceDecided: sites[Int(request.site)].sequenceDecided,
      epoch: sites[Int(request.site)].epoch, from: from, to: to, end: end)
  }

  /// The rows of a page, valid inside `body`.
  ///
  /// Rows of a feed never change, unless it is written anew or deleted: of an answer from before
  /// that nothing is left, and it is as good as lost.
  @inlinable public func withRows<Result>(
    of answer: ExchangeAnswer, _ body: (UnsafeBufferPointer<FeedRow>) -> Result
  ) -> Result {
    if sites[Int(answer.site)].isNewcomer { return withRefusal(of: answer, body) }
    let isPast = answer.epoch != sites[Int(answer.site)].epoch
    return scopes[Int(answer.scope)].feed.withElements { rows in
      isPast || Int(answer.to) > rows.count
        ? body(UnsafeBufferPointer(start: nil, count: 0))
        : body(UnsafeBufferPointer(rebasing: rows[Int(answer.from)..<Int(answer.to)]))
    }
  }
}
