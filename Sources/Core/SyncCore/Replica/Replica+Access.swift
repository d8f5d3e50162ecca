import Base
import Chronology
public import DomainCore

// What a device does when the server answers with something else than a page.
extension Replica where Storage: ~Copyable {
  /// FAM-6, P12: why everything of the scope was dropped on this device, or nil.
  @inlinable public var revocation: Refusal? { store.revocation }

  @usableFromInline mutating func takeOther(
    _ response: borrowing Response, isOfSession: Bool
  ) throws(Storage.Failure) -> ApplyResult {
    switch response.header.kind {
    case .page: return try takePage(response)
    case .snapshot: return try takeSnapshot(response)
    case .purge: return try takePurge(response.header)
    // FAM-8: the outbox stays as it is, and so does what the device shows.
    case .needsSignIn: return isOfSession ? .needsSignIn : .ignored(.stale)
    case .signedIn: return isOfSession ? .signedIn : .ignored(.stale)
    case .signInRefused:
      guard let refusal = response.header.refusal else { return .ignored(.malformed) }
      return isOfSession ? .signInRefused(refusal) : .ignored(.stale)
    case .siteUnknown: return .ignored(.siteUnknown)
    }
  }

  /// P12: drops everything. A marker that is older than what the device goes by was overtaken.
  private mutating func takePurge(
    _ marker: ResponseHeader
  ) throws(Storage.Failure) -> ApplyResult {
    guard store.head.isBefore(marker) else { return .ignored(overtaken(marker)) }
    guard let reason = marker.refusal else { return .ignored(.malformed) }
    folded.forget()
    store.resume(try lost(since: marker.sequenceDecided))
    store.purge(marker, because: reason)
    store.head.signIns = signIn.count
    sequenceDecided = marker.sequenceDecided
    feedEndKnown = 0
    let none = UnsafeBufferPointer<FeedRow>(start: nil, count: 0)
    try keepAll(ScopeGenesis(of: store.state), rows: none, unknown: UnknownFields())
    return .purged(reason)
  }

  /// Why an answer that leads to another feed is not heeded.
  private func overtaken(_ response: ResponseHeader) -> ApplyResult.IgnoredReason {
    response.epoch == store.epoch && response.incarnation == store.head.incarnation
      ? .stale : .otherEpoch
  }

  /// OFF-3, FAM-6, FAM-7: starts again from the scope as it was founded and all rows of its feed.
  ///
  /// What waits in the outbox stays there, unless the rows decide it. What the server has
  /// lost since it had confirmed it waits there again: a server that began anew from a stale copy
  /// is told all that this device still knows of its own.
  private mutating func takeSnapshot(
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
    try response.rows.withElements { (rows) throws(Storage.Failure) in
      store.restart(from: genesis.founded(), with: rows, as: snapshot, clock: clock)
      store.keepUnknown(of: rows, response.unknown, from: 0)
      store.head.signIns = signIn.count
      try keepAll(genesis, rows: rows, unknown: response.unknown)
    }
    isComparable = store.state.digest.first == store.head.digest
    sequenceDecided = snapshot.sequenceDecided
    feedEndKnown = 0
    return .snapshot(rows: response.rows.count)
  }

  /// The rows of this site that the copy has and a server does not, by what it has decided.
  private mutating func lost(
    since decided: UInt32
  ) throws(Storage.Failure) -> FlatArray<FeedRow> {
    var lost = FlatArray<FeedRow>()
    let confirmed =
      store.pendingCount > 0 ? store.pending(0).sequence - 1 : store.sequence
    guard decided < confirmed else { return lost }
    if !Storage.isDurable {
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
      try storage.readRows(from: count, into: &rows, unknown: &unknown)
      for index in 0..<rows.count
      where store.isOwn(rows[index].operation) && rows[index].operation.sequence > decided {
        lost.append(rows[index])
      }
      count += rows.count
    } while !rows.isEmpty
    giveUp(decided + 1...confirmed, butFor: lost)
    return lost
  }

  /// Notes what nobody has any more of the operations that a server lost: the copy does not have it
  /// among its `known` rows, nor was it given back.
  private mutating func giveUp(
    _ lost: ClosedRange<UInt32>, butFor known: borrowing FlatArray<FeedRow>
  ) {
    var next = 0
    for sequence in lost {
      while next < known.count && known[next].operation.sequence < sequence { next += 1 }
      if next < known.count && known[next].operation.sequence == sequence { continue }
      if isKnownAsDropped(sequence) { continue }
      let first = min(lostForGood?.lowerBound ?? sequence, sequence)
      lostForGood = first...max(lostForGood?.upperBound ?? sequence, sequence)
    }
  }

  private func isKnownAsDropped(_ sequence: UInt32) -> Bool {
    (0..<store.rejectedCount).contains {
      let operation = store.rejected($0).operation
      return operation.site == site && operation.sequence == sequence
    }
  }

  /// Writes everything anew, after a change that leaves little as it was.
  private mutating func keepAll(
    _ genesis: borrowing ScopeGenesis, rows: UnsafeBufferPointer<FeedRow>,
    unknown: borrowing UnknownFields
  ) throws(Storage.Failure) {
    guard Storage.isDurable else { return }
    try storage.restart(from: genesis)
    try storage.append(rows: rows, unknown: unknown, from: 0)
    for index in 0..<store.pendingCount {
      try storage.append(pending: store.pending(index), unknown: store.unknown)
    }
    for index in 0..<store.dropped.count {
      try storage.append(rejected: store.dropped[index], isDropped: true)
    }
    for index in 0..<store.rejections.count {
      try storage.append(rejected: store.rejections[index], isDropped: false)
    }
    try storage.write(store.head)
  }

  /// Whether the whole feed has this site's operations in their order and skips none that waits.
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
  /// The scope that the rows of a snapshot are folded into.
  borrowing func genesis() -> ScopeGenesis {
    var genesis = ScopeGenesis(
      members: founders.copy(), firstDay: firstDay, dayCapacity: Int(dayCapacity))
    genesis.unknown = unknown.copied()
    return genesis
  }
}
