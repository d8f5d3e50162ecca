import Base
import DomainCore

// OFF-3: what an install does with a copy that another install wrote.
extension Replica where Storage: ~Copyable {
  /// Whether another install wrote the copy: it came here with a backup, or onto a second phone.
  /// The replica accepts no new operation then. It hands over its pending operations, under the
  /// numbers that they have, and then the install registers.
  @inlinable public var isForeign: Bool { store.head.install != install }

  /// Whether the install has handed over the pending operations, and needs its own site.
  @inlinable public var needsSite: Bool {
    isForeign && store.pendingCount == 0 && store.revocation == nil
  }

  /// Continues under the number that the server assigned to this install.
  ///
  /// Confirmed rows stay. Operations still pending can never be sent under another number, so they
  /// return undecided to the user; that happens only where a server has forgotten the site
  /// altogether.
  public mutating func register(as number: UInt32) throws(Storage.Failure) {
    try begin()
    let position = store.position
    do throws(Storage.Failure) {
      if number != site {
        try returnPending()
        switchSite(number)
      }
      store.head.install = install
      if store.position < position {
        // The copy begins again, and the rows that it had are of no feed any more.
        let none = UnsafeBufferPointer<FeedRow>(start: nil, count: 0)
        try keepAll(ScopeGenesis(of: store.state), rows: none, unknown: UnknownFields())
      } else if storage.isDurable {
        try storage.write(store.head)
      }
      try end()
    } catch {
      throw abandoned(error)
    }
  }

  /// The place in a foreign outbox, starting at one, of the first operation not before a sequence
  /// number: the install that wrote the copy may have given up the operations in between.
  @usableFromInline func pendingPlace(_ place: Int, notBefore sequence: UInt32) -> Int {
    var place = place
    while place < store.pendingCount && store.pending(place).sequence < sequence { place += 1 }
    return place
  }

  /// Returns to the user the operations that a log has skipped, and so will never accept.
  @usableFromInline mutating func returnSkipped(
    by rows: UnsafeBufferPointer<FeedRow>
  ) throws(Storage.Failure) {
    let first = store.dropped.count
    guard store.returnSkipped(by: rows), storage.isDurable else { return }
    // The same rows confirm everything in between.
    try storage.removePending(
      through: store.dropped[store.dropped.count - 1].operation.sequence)
    for index in first..<store.dropped.count {
      try keep(store.dropped[index], isDropped: true)
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
    guard storage.isDurable else { return }
    try storage.removePending(through: store.sequence)
    for index in first..<store.dropped.count {
      try keep(store.dropped[index], isDropped: true)
    }
  }
}

extension ReplicaState {
  /// Moves the pending operations from the outbox to the ones reported as dropped.
  mutating func returnPending(because reason: Refusal, decided: UInt32 = 0) {
    while !outbox.isEmpty {
      let operation = outbox.removeFirst()
      if operation.sequence > decided { returnUndecided(operation, because: reason) }
    }
    unknown.clear()
  }

  /// Removes from a foreign outbox the operations that precede those of the site in a log and are
  /// not in that log: the install that wrote the copy learned that they were rejected, and a server
  /// has lost that since. Returns whether there was any.
  mutating func returnSkipped(by rows: UnsafeBufferPointer<FeedRow>) -> Bool {
    let before = dropped.count
    var kept = FlatQueue<Operation>()
    // Counts also what the site submitted after the copy was made.
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
        operation: operation, verdict: Verdict(reason), digest: state.digest,
        committed: operation.fact.tapped))
  }

  /// Starts over as another site, which has submitted nothing yet.
  ///
  /// The copy of an account without access has nothing of the scope: its position counts the
  /// newcomer's own rejections, under the former number. It starts as one that knows of no feed,
  /// epoch 0.
  mutating func continueAs(site: UInt32) {
    if state.memberCount == 0 {
      foldByItself()
      head.epoch = 0
      head.position = 0
      head.positionFounded = 0
      head.digest = 0
    }
    head.site = site
    head.sequence = 0
    head.sequencePermanentlyLost = 0
    head.signIns = 0
    ownRows.removeAll()
    unknown.clear()
  }

  /// A deep copy, as a backup has it. It folds its rows by itself.
  public borrowing func copied() -> ReplicaState {
    settle()
    var copy = ReplicaState(head: head, state: memory.pointee.copy())
    for index in 0..<outbox.count { copy.outbox.append(outbox[index]) }
    copy.memberSequence = memberSequence
    copy.unknown = unknown.copied()
    copy.texts = texts?.copied()
    copy.rejections = rejections.copy()
    copy.dropped = dropped.copy()
    copy.ownRows = ownRows.copy()
    copy.keepsOwnRows = keepsOwnRows
    copy.habitSequence = habitSequence
    return copy
  }
}
