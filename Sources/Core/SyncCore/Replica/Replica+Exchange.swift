public import Base
public import Chronology
public import DomainCore

// What a device requests, and how it applies a page.
extension Replica where Storage: ~Copyable {
  /// Whether the server may not have decided everything that is pending.
  @inlinable public var hasUnsent: Bool {
    store.sequence > sequenceDecided && store.pendingCount > 0
  }

  /// Fills a request with what to send now: the pending operations that the server may not have.
  ///
  /// A transaction is never cut: the last one begun is sent whole, even beyond the limit. `now` is
  /// the time on the device's clock, so that the server can see by how much it is off.
  @inlinable public func fill(
    _ request: inout Request, pushOperationsMax: Int, pageRowsMax: UInt32, now: Instant? = nil
  ) {
    request.clear()
    let pending = store.pendingCount
    let first = max(0, pending - Int(store.sequence - min(store.sequence, sequenceDecided)))
    var end = min(pending, first + max(0, pushOperationsMax))
    while end > first && end < pending && store.pending(end - 1).followers > 0 { end += 1 }
    store.copyPending(first..<end, to: &request.operations)
    if store.hasUnknownFields { passUnknownFields(of: &request) }
    request.header = RequestHeader(
      site: site, scope: scope, epoch: store.epoch, position: store.position,
      pageRowsMax: pageRowsMax, kind: isForeign ? .handOver : .exchange,
      incarnation: store.head.incarnation,
      sequenceDecided: sequenceDecided, sequencePermanentlyLost: store.head.sequencePermanentlyLost,
      digest: store.source.foldsRows ? digest : store.head.digest, install: install,
      clock: now.map { Fact.seconds(of: $0) } ?? 0)
  }

  /// The digest of the copy as the device reports it: the fold of the rows, unless the copy was
  /// made by an app version older than the rows, which cannot fold them as others do.
  @inlinable var digest: UInt64 {
    store.head.digest == 0 || !isComparable || store.position == 0
      ? store.head.digest : store.state.digest.first
  }

  /// Copies texts and fields of a later app version into the operations of a request.
  @usableFromInline func passUnknownFields(of request: inout Request) {
    var writer = WireWriter()
    for index in 0..<request.operations.count {
      if let texts = store.texts {
        texts.pack(
          &request.operations[index], beside: store.unknown,
          Int(request.operations[index].sequence), into: &request.unknown, as: index, by: &writer)
        continue
      }
      store.unknown.copy(
        operation: Int(request.operations[index].sequence), to: &request.unknown, as: index)
    }
  }

  /// FAM-8: fills a request with a sign-in; the credentials that the carrier requires travel beside
  /// it.
  public func fillSignIn(_ request: inout Request) {
    request.clear()
    request.header = RequestHeader(
      site: site, scope: scope, epoch: store.epoch, position: store.position, pageRowsMax: 0,
      kind: .signIn, incarnation: store.head.incarnation, install: install)
  }

  /// Applies a response, and returns the result.
  ///
  /// No content of a response crashes the replica: whatever its sender or its way, the copy either
  /// advances as a whole or stays unchanged.
  @inlinable public mutating func apply(
    _ response: borrowing Response
  ) throws(Storage.Failure) -> ApplyResult {
    guard response.header.site == site, response.header.scope == scope else {
      return .ignored(.otherSite)
    }
    guard storage.isDurable else {
      let isOfSession = signIn.receive(response.header)
      let result = try applyAny(response, isOfSession: isOfSession)
      if store.head.signIns < signIn.count { store.head.signIns = signIn.count }
      return result
    }
    return try applyDurably(response)
  }

  @inlinable @inline(__always) mutating func applyAny(
    _ response: borrowing Response, isOfSession: Bool
  ) throws(Storage.Failure) -> ApplyResult {
    response.header.kind == .page
      ? try applyPage(response) : try applyOther(response, isOfSession: isOfSession)
  }

  /// Applies a response in a transaction.
  @usableFromInline mutating func applyDurably(
    _ response: borrowing Response
  ) throws(Storage.Failure) -> ApplyResult {
    try begin()
    let before = signIn
    let isOfSession = signIn.receive(response.header)
    do throws(Storage.Failure) {
      let result = try applyAny(response, isOfSession: isOfSession)
      let isSignedIn = store.head.signIns < signIn.count
      if isSignedIn { try keepSignIns() }
      if result.hasAdvanced || isSignedIn { try end() } else { storage.rollBack() }
      return result
    } catch {
      signIn = before
      throw abandoned(error)
    }
  }

  /// A late page overlaps or lies behind: known rows are skipped, so positions never go back. The
  /// outbox shrinks by the operations that the page covers, not by `sequenceDecided`.
  @inlinable mutating func applyPage(
    _ response: borrowing Response
  ) throws(Storage.Failure) -> ApplyResult {
    let page = response.header
    guard page.epoch == store.epoch, page.incarnation == store.head.incarnation else {
      return .ignored(.otherEpoch)
    }
    guard page.from <= page.to, page.to <= page.end,
      response.rows.count == Int(page.to - page.from)
    else { return .ignored(.truncated) }
    guard page.sequenceDecided <= store.sequence || isForeign else {
      return .ignored(.outOfOrder)
    }
    sequenceDecided = max(sequenceDecided, page.sequenceDecided)
    let position = store.position
    guard page.from <= position else { return .ignored(.gap) }
    feedEndKnown = max(feedEndKnown, page.end)
    guard page.to > position else {
      // The overtaken response may be the only one whose header shows that there is more, or the
      // faster one may. The replica asks for it once; the next response updates how far the feed
      // goes.
      let isMore = feedEndKnown > position
      feedEndKnown = 0
      if isMore { return .ignored(.overtaken) }
      return page.from == page.to ? .page(rows: 0, hasMore: false) : .ignored(.stale)
    }
    return try response.rows.withElements { (rows) throws(Storage.Failure) in
      let known = Int(position - page.from)
      return try applyRows(
        UnsafeBufferPointer(rebasing: rows[known...]), unknown: response.unknown, from: known,
        hasMore: feedEndKnown > page.to)
    }
  }

  /// Applies rows that follow the copy, if they confirm the pending operations in order. Fields of
  /// a later app version in them are numbered from `first`.
  @inlinable mutating func applyRows(
    _ rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int,
    hasMore: Bool
  ) throws(Storage.Failure) -> ApplyResult {
    var clock = store.clock
    var confirmed = 0
    for index in 0..<rows.count {
      let version = rows[index].operation.fact.version
      clock.receive(version.stamp)
      guard version.site == site else { continue }
      if isForeign {
        confirmed = pendingPlace(confirmed, notBefore: rows[index].operation.sequence)
      }
      guard confirmed < store.pendingCount,
        store.pending(confirmed).sequence == rows[index].operation.sequence
      else {
        // Operations that the install which wrote the copy has submitted since the copy was made.
        if isForeign && rows[index].operation.sequence > store.sequence { continue }
        return .ignored(.outOfOrder)
      }
      confirmed += 1
    }
    guard clock.isPossible else { return .ignored(.malformed) }
    if isForeign { try returnSkipped(by: rows) }
    if storage.isDurable { try keep(rows, unknown: unknown, from: first, clock: clock) }
    if store.texts != nil {
      store.applyWithTexts(rows, unknown, from: first, clock: clock)
      return .page(rows: rows.count, hasMore: hasMore)
    }
    store.apply(rows, clock: clock)
    if !unknown.isEmpty { store.keepUnknown(of: rows, unknown, from: first) }
    return .page(rows: rows.count, hasMore: hasMore)
  }

  /// FAM-8: remembers the sign-in across a restart, so that a late response from before it is
  /// recognized.
  private mutating func keepSignIns() throws(Storage.Failure) {
    store.head.signIns = signIn.count
    try storage.write(store.head)
  }

  /// Writes the changes that applying the rows will make.
  @usableFromInline mutating func keep(
    _ rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int,
    clock: HybridClock
  ) throws(Storage.Failure) {
    var head = store.head
    head.note(rows, clock: clock)
    for (place, row) in rows.enumerated() where store.isOwn(row.operation) {
      try storage.removePending(through: row.operation.sequence)
      guard row.verdict.isRejected else { continue }
      try storage.append(rejected: row, unknown: unknown, as: first + place, isDropped: false)
    }
    try storage.append(rows: rows, unknown: unknown, from: first)
    try storage.write(head)
  }
}
