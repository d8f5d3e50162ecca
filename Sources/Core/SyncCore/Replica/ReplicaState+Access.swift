import Base
import Chronology
import DomainCore

extension ReplicaState {
  /// P12: drops the base and the outbox and continues under the marker's epoch, at position 0.
  ///
  /// Pending operations after the last one that the marker calls decided become rejected for that
  /// reason; decided ones are in the log, with a verdict that the device may not see any more. They
  /// stay as rejected, to be reported, also when another marker arrives (P1).
  mutating func purge(_ marker: ResponseHeader, because reason: Refusal) {
    memory.pointee = memory.pointee.emptied()
    rejections = FlatArray()
    ownRows.removeAll()
    returnPending(because: reason, decided: marker.sequenceDecided)
    head.incarnation = marker.incarnation
    head.epoch = marker.epoch
    head.position = 0
    head.positionFounded = 0
    head.digest = 0
    head.sequencePermanentlyLost = 0
    head.revocation = reason
  }

  /// Restarts from the genesis of the scope, with all its rows.
  ///
  /// The outbox stays, except for operations that the rows decide. The list of rejections is
  /// rebuilt, because an old entry may contain data that was deleted from the log. A newcomer's
  /// rejections stay, for they are in no log, and so do the operations that a purge has dropped.
  mutating func restart(
    from founded: consuming ScopeState, with rows: UnsafeBufferPointer<FeedRow>,
    as snapshot: ResponseHeader, clock: HybridClock
  ) {
    memory.pointee = founded
    source = Source()
    ownRows.removeAll()
    forgetUnknownOfConfirmed()
    let isReturn = head.revocation != nil
    if !isReturn {
      forgetRejections(known: rows, ofAnotherServer: snapshot.incarnation != head.incarnation)
    }
    for index in 0..<rows.count {
      let row = rows[index]
      memory.pointee.fold(rows.baseAddress.unsafelyUnwrapped + index)
      guard isOwn(row.operation) else { continue }
      if keepsOwnRows { ownRows.append(row) }
      let isPending = !outbox.isEmpty && outbox[0].sequence == row.operation.sequence
      if isPending { _ = outbox.removeFirst() }
      let isNewInformation = isPending || (!isReturn && row.verdict.refusal != .ownerDeleted)
      if row.verdict.isRejected && isNewInformation { rejections.append(row) }
    }
    head.incarnation = snapshot.incarnation
    head.epoch = snapshot.epoch
    head.positionFounded = snapshot.from
    head.position = snapshot.from
    head.digest = 0
    head.note(rows, clock: clock)
    head.revocation = nil
    giveUpMissing(since: snapshot.sequenceDecided)
  }

  /// P19: keeps the fields of a later app version in rows of this site, for they may have to be
  /// sent again; they are numbered from `first`. A copy that keeps no own rows sends none again.
  @usableFromInline mutating func keepUnknown(
    of rows: UnsafeBufferPointer<FeedRow>, _ fields: borrowing UnknownFields, from first: Int
  ) {
    if fields.isEmpty { return }
    for (place, row) in rows.enumerated() where isOwn(row.operation) {
      let sequence = Int(row.operation.sequence)
      unknown.erase(operation: sequence)
      fields.copy(operation: first + place, to: &unknown, as: sequence)
    }
  }

  /// Removes unknown fields of operations that are no longer pending: rows bring them again.
  private mutating func forgetUnknownOfConfirmed() {
    if unknown.isEmpty { return }
    var waiting = UnknownFields()
    for index in 0..<outbox.count {
      let sequence = Int(outbox[index].sequence)
      unknown.copy(operation: sequence, to: &waiting, as: sequence)
    }
    unknown = waiting
  }

  /// Makes operations pending again that were confirmed once and are not any more, in front of the
  /// pending ones, with all their fields of a later app version (P19).
  ///
  /// `lost` has them as the feed had them, where the server may have moved a tap to another day.
  /// Rejected operations are not tried again, for their owner has been notified; they stay listed,
  /// though no log has them.
  mutating func resume(_ lost: borrowing FlatArray<FeedRow>) {
    guard !lost.isEmpty else { return }
    var resumed = FlatQueue<Operation>()
    for index in 0..<lost.count {
      let row = lost[index]
      if !row.verdict.isRejected {
        var operation = row.operation
        operation.fact.bringTapToItsDay()
        resumed.append(operation)
      } else if row.verdict.refusal != .ownerDeleted && row.operation.fact.author != .newcomer {
        dropped.append(row)
      }
    }
    for index in 0..<outbox.count { resumed.append(outbox[index]) }
    // A transaction that returned without some of its operations counts only its remaining ones.
    var whole = FlatQueue<Operation>()
    for index in 0..<resumed.count {
      var operation = resumed[index]
      var followers: UInt16 = 0
      while followers < operation.followers {
        let next = index + 1 + Int(followers)
        guard next < resumed.count,
          resumed[next].sequence == operation.sequence &+ 1 &+ UInt32(followers)
        else { break }
        followers += 1
      }
      operation.followers = followers
      whole.append(operation)
    }
    replaceOutbox(by: whole)
  }

  /// The server does not wait for operations that neither it nor the outbox has.
  private mutating func giveUpMissing(since decided: UInt32) {
    var missing = head.sequence
    var index = outbox.count - 1
    while index >= 0 && outbox[index].sequence == missing {
      missing -= 1
      index -= 1
    }
    head.sequencePermanentlyLost = missing > decided ? missing : 0
  }

  /// Whether an operation is listed as dropped already, as one that a server has lost is.
  private func isDropped(_ operation: Operation) -> Bool {
    for index in 0..<dropped.count
    where dropped[index].operation.site == operation.site
      && dropped[index].operation.sequence == operation.sequence
    {
      return true
    }
    return false
  }

  /// Clears the rejections that the rows bring again, but not a newcomer's: those are in no log,
  /// and of the newcomer's own feed `rows` have the last at most.
  ///
  /// Operations that a server lost in a failover stay listed as dropped: they need not be submitted
  /// again, for another clone of the install may have continued behind them. So do those that a
  /// member submitted to a server which no longer knew the member: it refused them admission as
  /// well.
  private mutating func forgetRejections(
    known rows: UnsafeBufferPointer<FeedRow>, ofAnotherServer isLost: Bool
  ) {
    var kept = FlatArray<FeedRow>()
    for index in 0..<rejections.count {
      let operation = rejections[index].operation
      let comesAgain = rows.contains {
        isOwn($0.operation) && $0.operation.sequence == operation.sequence
      }
      if comesAgain { continue }
      if !isLost && operation.fact.author == .newcomer {
        kept.append(rejections[index])
      } else if rejections[index].verdict.refusal != .ownerDeleted && !isDropped(operation) {
        dropped.append(rejections[index])
      }
    }
    rejections = kept
  }
}
