public import DomainCore

// What a device does when the server answers with something else than a page.
extension Replica where Store: ~Copyable {
  /// FAM-6, P12: why everything of the scope was dropped on this device, or nil.
  @inlinable public var revocation: Refusal? { store.revocation }

  /// Takes in that somebody must sign in, or that everything must be dropped.
  ///
  /// A marker that is older than what the device goes by has been overtaken, and is ignored.
  @usableFromInline mutating func heed(_ answer: ExchangeAnswer) {
    switch answer.status {
    case .page, .snapshot:
      break
    case .needsSignIn:
      // FAM-8: the outbox stays as it is, and so does what the device shows.
      needsSignIn = true
    case .purge:
      guard answer.epoch > store.epoch, let reason = answer.refusal else { return }
      folded.forget()
      store.purge(epoch: answer.epoch, reason: reason, sequenceDecided: answer.sequenceDecided)
      sequenceDecided = store.sequence
      needsSignIn = false
    }
  }

  /// OFF-3, FAM-6, FAM-7: starts again from the scope as it was founded and all rows of its feed.
  /// Returns whether it did; a snapshot that comes late or lost rows on its way changes nothing.
  ///
  /// What waits in the outbox stays there, unless the rows decide it.
  public mutating func restart(
    _ answer: ExchangeAnswer, from founded: consuming ScopeState,
    rows: UnsafeBufferPointer<FeedRow>
  ) -> Bool {
    precondition(answer.site == site && answer.scope == scope && answer.status == .snapshot)
    guard answer.epoch > store.epoch, rows.count == Int(answer.to - answer.from) else {
      return false
    }
    var clock = store.clock
    for row in rows { clock.receive(row.operation.fact.version.stamp) }
    folded.forget()
    store.restart(from: founded, with: rows, epoch: answer.epoch, site: site, clock: clock)
    sequenceDecided = max(sequenceDecided, min(answer.sequenceDecided, store.sequence))
    needsSignIn = false
    return true
  }
}
