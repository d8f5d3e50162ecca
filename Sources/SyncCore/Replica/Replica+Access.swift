import Base
import Chronology
public import DomainCore

// What a device does when the server answers with something else than a page.
extension Replica where Store: ~Copyable {
  /// FAM-6, P12: why everything of the scope was dropped on this device, or nil.
  @inlinable public var revocation: Refusal? { store.revocation }

  @usableFromInline mutating func takeOther(
    _ answer: borrowing Answer, isOfSession: Bool
  ) -> Taken {
    switch answer.header.kind {
    case .page: return takePage(answer)
    case .snapshot: return takeSnapshot(answer)
    case .purge: return takePurge(answer.header)
    // FAM-8: the outbox stays as it is, and so does what the device shows.
    case .needsSignIn: return isOfSession ? .needsSignIn : .ignored(.stale)
    case .signedIn: return isOfSession ? .signedIn : .ignored(.stale)
    case .signInRefused:
      guard let refusal = answer.header.refusal else { return .ignored(.malformed) }
      return isOfSession ? .signInRefused(refusal) : .ignored(.stale)
    case .siteUnknown: return .ignored(.siteUnknown)
    }
  }

  /// P12: drops everything. A marker that is older than what the device goes by was overtaken.
  private mutating func takePurge(_ marker: AnswerHeader) -> Taken {
    guard marker.epoch > store.epoch else {
      return .ignored(marker.epoch == store.epoch ? .stale : .otherEpoch)
    }
    guard let reason = marker.refusal else { return .ignored(.malformed) }
    folded.forget()
    store.purge(epoch: marker.epoch, reason: reason, sequenceDecided: marker.sequenceDecided)
    sequenceDecided = store.sequence
    return .purged(reason)
  }

  /// OFF-3, FAM-6, FAM-7: starts again from the scope as it was founded and all rows of its feed.
  ///
  /// What waits in the outbox stays there, unless the rows decide it.
  private mutating func takeSnapshot(_ answer: borrowing Answer) -> Taken {
    let snapshot = answer.header
    guard snapshot.epoch > store.epoch else {
      return .ignored(snapshot.epoch == store.epoch ? .stale : .otherEpoch)
    }
    guard snapshot.from == 0, snapshot.to == snapshot.end, answer.rows.count == Int(snapshot.to)
    else { return .ignored(.truncated) }
    guard answer.isFoundation else { return .ignored(.malformed) }
    guard snapshot.sequenceDecided <= store.sequence, decidesInOrder(answer) else {
      return .ignored(.outOfOrder)
    }
    var clock = store.clock
    for index in 0..<answer.rows.count {
      clock.receive(answer.rows[index].operation.fact.version.stamp)
    }
    guard clock.isPossible else { return .ignored(.malformed) }
    folded.forget()
    answer.rows.withElements { rows in
      store.restart(
        from: answer.founded(), with: rows, epoch: snapshot.epoch, site: site, clock: clock)
    }
    sequenceDecided = max(sequenceDecided, snapshot.sequenceDecided)
    return .snapshot(rows: answer.rows.count)
  }

  /// Whether the whole feed has this site's operations in their order and skips none that waits.
  private func decidesInOrder(_ answer: borrowing Answer) -> Bool {
    var last: UInt32 = 0
    var confirmed = 0
    for index in 0..<answer.rows.count where answer.rows[index].operation.site == site {
      let sequence = answer.rows[index].operation.sequence
      guard sequence > last, sequence <= store.sequence else { return false }
      last = sequence
      guard confirmed < store.pendingCount else { continue }
      let waiting = store.pending(confirmed).sequence
      guard sequence <= waiting else { return false }
      if sequence == waiting { confirmed += 1 }
    }
    return true
  }
}

extension Answer {
  /// Whether a scope can have been founded so: a device makes room for it before it looks at it.
  var isFoundation: Bool {
    founders.count <= 1_000 && dayCapacity <= 4_096 && (0..<100_000).contains(firstDay.number)
  }

  /// The scope that the rows of a snapshot are folded into.
  borrowing func founded() -> ScopeState {
    ScopeState(members: founders, firstDay: firstDay, dayCapacity: Int(dayCapacity))
  }
}
