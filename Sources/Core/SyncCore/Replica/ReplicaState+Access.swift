import Base
import Chronology
import DomainCore

extension ReplicaState {
  /// P12: drops the base and the outbox and goes on under the marker's epoch, at position 0.
  ///
  /// Pending operations behind what the marker calls decided become rejected for that reason; what
  /// is decided lies in the log, with a verdict that the device may not see any more. What was
  /// pending stays as rejected, to be told, also when another marker comes (P1).
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
    head.sequenceLostForGood = 0
    head.revocation = reason
  }

  /// Starts again from the scope as it was founded, with all its rows.
  ///
  /// The outbox stays, but for what the rows decide. The list of rejections is made anew, because
  /// an old entry may hold what was deleted from the log. What was refused a newcomer stays, for
  /// that is in no log, and so does what a purge has dropped.
  mutating func restart(
    from founded: consuming ScopeState, with rows: UnsafeBufferPointer<FeedRow>,
    as snapshot: ResponseHeader, clock: HybridClock
  ) {
    memory.pointee = founded
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

  /// P19: keeps what somebody newer has put into rows of this site, for they may have to be sent
  /// again; it is numbered from `first`. Whoever keeps no rows of its own sends none again.
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

  /// Forgets what somebody newer has put into what does not wait any more: rows bring it again.
  private mutating func forgetUnknownOfConfirmed() {
    if unknown.isEmpty { return }
    var waiting = UnknownFields()
    for index in 0..<outbox.count {
      let sequence = Int(outbox[index].sequence)
      unknown.copy(operation: sequence, to: &waiting, as: sequence)
    }
    unknown = waiting
  }

  /// What was confirmed once and is not any more waits again, in front of what waits, with all that
  /// somebody newer has put into it (P19).
  ///
  /// `lost` has it as the feed had it, where the server may have taken a tap off its day. What was
  /// rejected is not tried again, for its owner has been told; it stays told, though no log has it.
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
    // A transaction that came back without some of its operations is as many as there are pieces.
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

  /// The server waits for none of those that neither it nor the outbox has.
  private mutating func giveUpMissing(since decided: UInt32) {
    var missing = head.sequence
    var index = outbox.count - 1
    while index >= 0 && outbox[index].sequence == missing {
      missing -= 1
      index -= 1
    }
    head.sequenceLostForGood = missing > decided ? missing : 0
  }

  /// Whether something is told already as dropped, as what a server has lost is.
  private func isDropped(_ operation: Operation) -> Bool {
    for index in 0..<dropped.count
    where dropped[index].operation.site == operation.site
      && dropped[index].operation.sequence == operation.sequence
    {
      return true
    }
    return false
  }

  /// Forgets what came back rejected and comes again, but not what was refused a newcomer: that is
  /// in no log, and of their own feed `rows` have the last at most.
  ///
  /// What a server has lost that began anew stays told, as what has been dropped: it need not be
  /// said again, for a clone that has been told as well may have gone on behind it. And so does
  /// what a member had said whom such a server no longer knew: it was refused at the door as well.
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
