import Base
import Chronology
public import DomainCore

// What a device does when the server responds with something other than a page.
extension Replica where Storage: ~Copyable {
  /// FAM-6, P12: why this device dropped everything of the scope, or nil.
  @inlinable public var revocation: Refusal? { store.revocation }

  @usableFromInline mutating func applyOther(
    _ response: borrowing Response, isOfSession: Bool
  ) throws(Storage.Failure) -> ApplyResult {
    switch response.header.kind {
    case .page: return try applyPage(response)
    case .snapshot: return try applySnapshot(response)
    case .purge: return try applyPurge(response.header)
    // FAM-8: the outbox stays unchanged, and so does what the device shows.
    case .needsSignIn: return isOfSession ? .needsSignIn : .ignored(.stale)
    case .signedIn: return isOfSession ? .signedIn : .ignored(.stale)
    case .signInRefused:
      guard let refusal = response.header.refusal else { return .ignored(.malformed) }
      return isOfSession ? .signInRefused(refusal) : .ignored(.stale)
    case .siteUnknown: return .ignored(.siteUnknown)
    }
  }

  /// P12: drops everything. A marker older than the epoch of the copy was overtaken.
  private mutating func applyPurge(
    _ marker: ResponseHeader
  ) throws(Storage.Failure) -> ApplyResult {
    guard store.head.isBefore(marker) else { return .ignored(overtaken(marker)) }
    guard let reason = marker.refusal else { return .ignored(.malformed) }
    folded.forget()
    store.foldByItself()
    store.resume(try lost(since: marker.sequenceDecided))
    store.purge(marker, because: reason)
    store.forgetTexts(because: reason)
    store.head.signIns = signIn.count
    sequenceDecided = marker.sequenceDecided
    feedEndKnown = 0
    let none = UnsafeBufferPointer<FeedRow>(start: nil, count: 0)
    try keepAll(ScopeGenesis(of: store.state), rows: none, unknown: UnknownFields())
    return .purged(reason)
  }

  /// Why the replica ignores a response that leads to another feed.
  private func overtaken(_ response: ResponseHeader) -> ApplyResult.IgnoredReason {
    response.epoch == store.epoch && response.incarnation == store.head.incarnation
      ? .stale : .otherEpoch
  }

  /// OFF-3, FAM-6, FAM-7: restarts from the genesis of the scope and all rows of its feed.
  ///
  /// Pending operations stay in the outbox, unless the rows decide them. Operations that the server
  /// has lost since it confirmed them become pending again: after a failover to a stale replica the
  /// server receives everything that this device still has of its own.
  private mutating func applySnapshot(
    _ response: borrowing Response
  ) throws(Storage.Failure) -> ApplyResult {
    let snapshot = response.header
    guard store.head.isBefore(snapshot) else { return .ignored(overtaken(snapshot)) }
    guard snapshot.from <= snapshot.to, snapshot.to == snapshot.end,
      response.rows.count == Int(snapshot.to - snapshot.from),
      snapshot.from == 0 || response.founders.isEmpty
    else { return .ignored(.truncated) }
    let genesis = response.genesis()
    guard genesis.isPossible else { return .ignored(.malformed) }
    guard snapshot.sequenceDecided <= store.sequence || isForeign, decidesInOrder(response) else {
      return .ignored(.outOfOrder)
    }
    var clock = store.clock
    for index in 0..<response.rows.count {
      clock.receive(response.rows[index].operation.fact.version.stamp)
    }
    guard clock.isPossible else { return .ignored(.malformed) }
    folded.forget()
    if isForeign {
      _ = response.rows.withElements { store.returnSkipped(by: $0) }
    }
    store.resume(try lost(since: snapshot.sequenceDecided))
    restartStore(from: genesis, with: response, clock: clock)
    store.head.signIns = signIn.count
    try response.rows.withElements { (rows) throws(Storage.Failure) in
      try keepAll(genesis, rows: rows, unknown: response.unknown)
    }
    isComparable = store.state.digest.first == store.head.digest
    sequenceDecided = snapshot.sequenceDecided
    feedEndKnown = 0
    return .snapshot(rows: response.rows.count)
  }

  private mutating func restartStore(
    from genesis: borrowing ScopeGenesis, with response: borrowing Response, clock: HybridClock
  ) {
    guard store.texts != nil else {
      response.rows.withElements { rows in
        store.restart(from: genesis.founded(), with: rows, as: response.header, clock: clock)
        store.keepUnknown(of: rows, response.unknown, from: 0)
      }
      return
    }
    var rows = response.rows.copy()
    var unknown = UnknownFields()
    store.moveTexts { unknown = $0.receive(&rows, response.unknown) }
    rows.withElements { rows in
      store.restart(from: genesis.founded(), with: rows, as: response.header, clock: clock)
      store.keepUnknown(of: rows, unknown, from: 0)
    }
    store.dropTextsOfErased()
  }

  /// The rows of this site that the copy has and the server lacks, by the last operation it has
  /// decided.
  private mutating func lost(
    since decided: UInt32
  ) throws(Storage.Failure) -> FlatArray<FeedRow> {
    var lost = FlatArray<FeedRow>()
    let confirmed =
      store.pendingCount > 0 ? store.pending(0).sequence - 1 : store.sequence
    guard decided < confirmed else { return lost }
    if !storage.isDurable {
      for index in 0..<store.ownRows.count
      where store.ownRows[index].operation.sequence > decided {
        lost.append(store.ownRows[index])
      }
      giveUp(decided + 1...confirmed, butFor: lost)
      return lost
    }
    var rows = FlatArray<FeedRow>()
    var unknown = UnknownFields()
    var count = 0
    repeat {
      rows.removeAll()
      unknown.clear()
      try storage.readRows(from: count, into: &rows, unknown: &unknown)
      if let texts = store.texts { _ = texts.receive(&rows, unknown) }
      for index in 0..<rows.count
      where store.isOwn(rows[index].operation) && rows[index].operation.sequence > decided {
        lost.append(rows[index])
      }
      count += rows.count
    } while !rows.isEmpty
    giveUp(decided + 1...confirmed, butFor: lost)
    return lost
  }

  /// Records which of the operations that a server lost are gone permanently: the copy does not
  /// have them among its `known` rows, nor did it return them to the user.
  private mutating func giveUp(
    _ lost: ClosedRange<UInt32>, butFor known: borrowing FlatArray<FeedRow>
  ) {
    var next = 0
    for sequence in lost {
      while next < known.count && known[next].operation.sequence < sequence { next += 1 }
      if next < known.count && known[next].operation.sequence == sequence { continue }
      if isKnownAsDropped(sequence) { continue }
      let first = min(permanentlyLost?.lowerBound ?? sequence, sequence)
      permanentlyLost = first...max(permanentlyLost?.upperBound ?? sequence, sequence)
    }
  }

  private func isKnownAsDropped(_ sequence: UInt32) -> Bool {
    (0..<store.rejectedCount).contains {
      let operation = store.rejected($0).operation
      return operation.site == site && operation.sequence == sequence
    }
  }

  /// Rewrites everything, after a change that leaves little of the old content.
  mutating func keepAll(
    _ genesis: borrowing ScopeGenesis, rows: UnsafeBufferPointer<FeedRow>,
    unknown: borrowing UnknownFields
  ) throws(Storage.Failure) {
    guard storage.isDurable else { return }
    try storage.restart(from: genesis)
    try storage.append(rows: rows, unknown: unknown, from: 0)
    for index in 0..<store.pendingCount { try keepPending(index) }
    for index in 0..<store.dropped.count { try keep(store.dropped[index], isDropped: true) }
    for index in 0..<store.rejections.count { try keep(store.rejections[index], isDropped: false) }
    try storage.write(store.head)
  }

  /// Writes a rejected operation, or one that the replica has dropped.
  mutating func keep(_ row: FeedRow, isDropped: Bool) throws(Storage.Failure) {
    var row = row
    var fields = UnknownFields()
    if let texts = store.texts {
      let packed = texts.packed(row.operation, [])
      row.operation = packed.operation
      fields.keep(packed.fields, ofOperation: 0)
    }
    try storage.append(rejected: row, unknown: fields, as: 0, isDropped: isDropped)
  }

  /// Writes an entry of the outbox.
  @usableFromInline mutating func keepPending(_ index: Int) throws(Storage.Failure) {
    let operation = store.pending(index)
    guard let texts = store.texts else {
      try storage.append(pending: operation, unknown: store.unknown)
      return
    }
    let number = Int(operation.sequence)
    let packed = texts.packed(operation, store.unknown.ofOperation(number))
    var fields = UnknownFields()
    fields.keep(packed.fields, ofOperation: number)
    try storage.append(pending: packed.operation, unknown: fields)
  }

  /// Whether the whole feed has this site's operations in their order and skips none that is
  /// pending.
  private func decidesInOrder(_ response: borrowing Response) -> Bool {
    var last: UInt32 = 0
    var confirmed = 0
    for index in 0..<response.rows.count where response.rows[index].operation.site == site {
      let sequence = response.rows[index].operation.sequence
      guard sequence > last else { return false }
      last = sequence
      guard sequence <= store.sequence else {
        if isForeign { continue }
        return false
      }
      if isForeign { confirmed = pendingPlace(confirmed, notBefore: sequence) }
      guard confirmed < store.pendingCount else { continue }
      let waiting = store.pending(confirmed).sequence
      guard sequence <= waiting else { return false }
      if sequence == waiting { confirmed += 1 }
    }
    return true
  }
}

extension Response {
  /// The genesis that the rows of a snapshot are folded into.
  borrowing func genesis() -> ScopeGenesis {
    var genesis = ScopeGenesis(
      members: founders.copy(), firstDay: firstDay, dayCapacity: Int(dayCapacity))
    genesis.unknown = unknown.copied()
    return genesis
  }
}
