import Base
import Chronology
import DomainCore

extension ReplicaCopy {
  /// P12: drops the base and the outbox and goes on under `epoch`, at position 0.
  ///
  /// Pending operations behind `sequenceDecided` become rejected for that reason; what is decided
  /// lies in the log, with a verdict that the device may not see any more. What was pending stays
  /// as rejected, to be told, also when another marker comes (P1).
  mutating func purge(epoch: UInt32, reason: Refusal, sequenceDecided: UInt32) {
    memory.pointee = memory.pointee.emptied()
    rejections = FlatArray()
    while !outbox.isEmpty {
      let operation = outbox.removeFirst()
      guard operation.sequence > sequenceDecided else { continue }
      dropped.append(
        FeedRow(
          operation: operation, verdict: Verdict(reason), digest: memory.pointee.digest,
          committed: Instant(milliseconds: operation.fact.version.milliseconds)))
    }
    unknown.clear()
    head.epoch = epoch
    head.position = 0
    head.revocation = reason
  }

  /// Starts again from the scope as it was founded, with all its rows.
  ///
  /// The outbox stays, but for what the rows decide. The list of rejections is made anew, because
  /// an old entry may hold what was deleted from the log. What was refused a newcomer stays, for
  /// that is in no log, and so does what a purge has dropped.
  mutating func restart(
    from founded: consuming ScopeState, with rows: UnsafeBufferPointer<FeedRow>, epoch: UInt32,
    clock: HybridClock
  ) {
    memory.pointee = founded
    let isReturn = head.revocation != nil
    if !isReturn {
      forgetRejections(since: rows.first { $0.operation.site == head.site }?.operation.sequence)
    }
    for index in 0..<rows.count {
      let row = rows[index]
      memory.pointee.fold(rows.baseAddress.unsafelyUnwrapped + index)
      guard row.operation.site == head.site else { continue }
      let isPending = !outbox.isEmpty && outbox[0].sequence == row.operation.sequence
      if isPending { _ = outbox.removeFirst() }
      let isNews = isPending || (!isReturn && row.verdict.refusal != .ownerDeleted)
      if row.verdict.isRejected && isNews { rejections.append(row) }
    }
    if outbox.isEmpty { unknown.clear() }
    head.epoch = epoch
    head.clock = clock
    head.position = UInt32(rows.count)
    head.revocation = nil
  }

  /// Forgets what came back rejected, but for what was refused a newcomer, before the first of the
  /// site's operations that the log has.
  private mutating func forgetRejections(since first: UInt32?) {
    var kept = FlatArray<FeedRow>()
    for index in 0..<rejections.count {
      let operation = rejections[index].operation
      let isInLog = operation.sequence >= first ?? .max
      if operation.fact.author == .newcomer && !isInLog { kept.append(rejections[index]) }
    }
    rejections = kept
  }
}
