import Base
import DomainCore

// OFF-3: what an install does with a copy that it did not write.
extension Replica where Storage: ~Copyable {
  /// Whether the copy was written by another install: it came here with a backup, or onto a second
  /// phone. Nothing new is said on it. What waits in it is handed over, under the numbers that it
  /// was given, and then the install registers.
  @inlinable public var isForeign: Bool { store.head.install != install }

  /// Whether the install has handed over what waited, and needs a number of its own.
  @inlinable public var needsSite: Bool {
    isForeign && store.pendingCount == 0 && store.revocation == nil
  }

  /// Goes on under the number that the server has given this install.
  ///
  /// Confirmed rows stay. Under another number what still waits can never be sent, so it is given
  /// back to the person; that happens only where a server has forgotten the site altogether.
  public mutating func register(as number: UInt32) throws(Storage.Failure) {
    try begin()
    do throws(Storage.Failure) {
      if number != site {
        try returnPending()
        switchSite(number)
      }
      store.head.install = install
      if Storage.isDurable { try storage.write(store.head) }
      try end()
    } catch {
      throw abandoned(error)
    }
  }

  /// The place in a foreign outbox, from one on, of the first operation that is not before a
  /// number: the install that wrote the copy may have given up what lies between.
  @usableFromInline func pendingPlace(_ place: Int, notBefore sequence: UInt32) -> Int {
    var place = place
    while place < store.pendingCount && store.pending(place).sequence < sequence { place += 1 }
    return place
  }

  /// Gives back what a log has skipped, and so will never take.
  @usableFromInline mutating func returnSkipped(
    by rows: UnsafeBufferPointer<FeedRow>
  ) throws(Storage.Failure) {
    let first = store.dropped.count
    guard store.returnSkipped(by: rows), Storage.isDurable else { return }
    // What lies between is confirmed by the same rows.
    try storage.removePending(
      through: store.dropped[store.dropped.count - 1].operation.sequence)
    for index in first..<store.dropped.count {
      try storage.append(rejected: store.dropped[index], isDropped: true)
    }
  }

  private mutating func switchSite(_ number: UInt32) {
    folded.forget()
    store.continueAs(site: number)
    sequenceDecided = 0
    signIn = SignInState(of: store.head)
  }

  private mutating func returnPending() throws(Storage.Failure) {
    let first = store.dropped.count
    store.returnPending(because: .authorUnknown)
    guard Storage.isDurable else { return }
    try storage.removePending(through: store.sequence)
    for index in first..<store.dropped.count {
      try storage.append(rejected: store.dropped[index], isDropped: true)
    }
  }
}

extension ReplicaState {
  /// Takes what waits out of the outbox, to be told.
  mutating func returnPending(because reason: Refusal, decided: UInt32 = 0) {
    while !outbox.isEmpty {
      let operation = outbox.removeFirst()
      if operation.sequence > decided { returnUndecided(operation, because: reason) }
    }
    unknown.clear()
  }

  /// Takes out of a foreign outbox what lies before the site's operations that a log has, and that
  /// the log does not have: the install that wrote the copy was told that it was refused, and a
  /// server has lost that since. Returns whether there was any.
  mutating func returnSkipped(by rows: UnsafeBufferPointer<FeedRow>) -> Bool {
    let before = dropped.count
    var kept = FlatQueue<Operation>()
    // Also by what the site said when the copy had been made.
    for row in rows where row.operation.site == head.site {
      while !outbox.isEmpty && outbox[0].sequence <= row.operation.sequence {
        let operation = outbox.removeFirst()
        if operation.sequence == row.operation.sequence {
          kept.append(operation)
        } else {
          returnUndecided(operation, because: .authorUnknown)
        }
      }
    }
    while !outbox.isEmpty { kept.append(outbox.removeFirst()) }
    replaceOutbox(by: kept)
    return dropped.count > before
  }

  private mutating func returnUndecided(_ operation: Operation, because reason: Refusal) {
    dropped.append(
      FeedRow(
        operation: operation, verdict: Verdict(reason), digest: memory.pointee.digest,
        committed: operation.fact.tapped))
  }

  /// Begins to count as another site, which has said nothing yet.
  ///
  /// The copy of somebody who was not let in has nothing of the scope: its position counts what was
  /// refused them, under the former number. It begins as one that knows of no feed, epoch 0.
  mutating func continueAs(site: UInt32) {
    if memory.pointee.memberCount == 0 {
      head.epoch = 0
      head.position = 0
      head.positionFounded = 0
      head.digest = 0
    }
    head.site = site
    head.sequence = 0
    head.sequenceLostForGood = 0
    head.signIns = 0
    ownRows.removeAll()
    unknown.clear()
  }

  /// The same again, as a backup has it.
  public borrowing func copied() -> ReplicaState {
    var copy = ReplicaState(head: head, state: memory.pointee.copy())
    for index in 0..<outbox.count { copy.outbox.append(outbox[index]) }
    copy.memberSequence = memberSequence
    copy.unknown = unknown.copied()
    copy.rejections = rejections.copy()
    copy.dropped = dropped.copy()
    copy.ownRows = ownRows.copy()
    copy.keepsOwnRows = keepsOwnRows
    return copy
  }
}
