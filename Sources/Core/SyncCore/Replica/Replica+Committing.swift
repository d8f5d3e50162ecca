public import Chronology
public import DomainCore

// Local commits: what the app shows as saved is in the storage.
extension Replica where Storage: ~Copyable {
  /// Decides a command on what this device shows, and commits it if it is allowed.
  ///
  /// After this returns an operation, the commit is acknowledged to the user.
  @inlinable public mutating func commit(
    _ command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    isOnline: Bool = true
  ) throws(Storage.Failure) -> Result<Operation, RefusalError> {
    if policy.writesRecords && command.kind.isFieldOfRecord {
      return try commit(
        [command], author: author, day: day, zone: zone, now: now, isOnline: isOnline)
    }
    if let refusal = try submit(
      command, author: author, day: day, zone: zone, now: now, isOnline: isOnline)
    {
      return .failure(RefusalError(refusal))
    }
    return .success(store.pending(store.pendingCount - 1))
  }

  /// As `commit`, for callers that read the committed operation from the outbox and need no copy:
  /// returns nil when it is there, as the last one. A record that the policy writes along with it
  /// is not written.
  @inlinable @inline(__always) public mutating func submit(
    _ command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    isOnline: Bool = true
  ) throws(Storage.Failure) -> Refusal? {
    let command = try begin(command)
    if let refusal = draft(
      command, author: author, day: day, zone: zone, now: now,
      followers: 0, isOnline: isOnline)
    {
      if storage.isDurable { storage.rollBack() }
      return refusal
    }
    do throws(Storage.Failure) {
      try saveLast(1)
    } catch {
      discardLast(1)
      throw abandoned(error)
    }
    return nil
  }

  /// Commits several commands as one transaction, each decided on the state after the previous
  /// ones: all of them, or none if one is refused. Returns the first operation; the others follow
  /// it in the outbox, and behind them the fields that the policy has written along with them.
  @inlinable public mutating func commit(
    _ commands: [Command], author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    isOnline: Bool = true
  ) throws(Storage.Failure) -> Result<Operation, RefusalError> {
    precondition(
      !commands.isEmpty && commands.count <= Transaction.commandsMax,
      "a transaction has a command, and no more than fit")
    let written = storage.isDurable ? store.texts : nil
    try begin()
    let commands =
      storage.isDurable ? commands.map { renewed($0, since: written) } : commands
    for (number, command) in commands.enumerated() {
      if let refusal = draft(
        command, author: author, day: day, zone: zone, now: now,
        followers: UInt16(commands.count - 1 - number), isOnline: isOnline)
      {
        discardLast(number)
        storage.rollBack()
        return .failure(RefusalError(refusal))
      }
    }
    let carried =
      policy.writesRecords
      ? carry(along: commands, author: author, day: day, zone: zone, now: now) : 0
    let count = commands.count + carried
    do throws(Storage.Failure) {
      try saveLast(count)
    } catch {
      discardLast(count)
      throw abandoned(error)
    }
    return .success(store.pending(store.pendingCount - count))
  }

  /// Why this device would refuse a command now, or nil.
  @inlinable public func refusal(
    of command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant
  ) -> Refusal? {
    refusal(of: drafted(command, author: author, day: day, zone: zone, now: now), now: now)
  }

  /// Decides a command; its operation is appended to the outbox, and the caller saves it.
  @inlinable @inline(__always) mutating func draft(
    _ command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    followers: UInt16, isOnline: Bool
  ) -> Refusal? {
    if let refusal = OfflineRequest.submit(command.kind).refusal(isOnline: isOnline) {
      return refusal
    }
    // No new operation is submitted under another install's number.
    if isForeign { return .needsConnection }
    let fact = drafted(command, author: author, day: day, zone: zone, now: now)
    if let refusal = refusal(of: fact, now: now) { return refusal }
    store.append(Operation(fact: fact, basis: store.position, scope: scope, followers: followers))
    return nil
  }

  /// The fact that a command becomes if it is committed now.
  @inlinable func drafted(
    _ command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant
  ) -> Fact {
    let stamp = policy.drafted(
      command.kind, at: now, clock: clock, confirmed: store.clock.latest,
      pending: store.pendingCount, sequence: store.sequence + 1)
    return Fact(
      command: command, version: Version(stamp: stamp, site: site), sequence: store.sequence + 1,
      author: author, day: day, zone: zone, claimed: now)
  }

  /// The clock as of the last stamp that was given or received.
  ///
  /// Every stamp this site gave is in the outbox or returned in the feed, so there is nothing else
  /// to remember; and a stamp from the far future that the server corrects disappears with it.
  @inlinable var clock: HybridClock {
    var clock = store.clock
    let pending = store.pendingCount
    if pending > 0 { clock.receive(store.pending(pending - 1).fact.version.stamp) }
    return clock
  }

  /// P19: puts fields that this version does not know beside the pending operations from `first`
  /// on, by their sequences, as a later version of the app does.
  public mutating func add(
    toPendingFrom first: Int, fields: (UInt32) -> [UInt8]
  ) throws(Storage.Failure) {
    try begin()
    for index in first..<store.pendingCount {
      let sequence = store.pending(index).sequence
      fields(sequence).withUnsafeBufferPointer {
        store.unknown.keep($0, of: .operation, Int(sequence))
      }
    }
    do throws(Storage.Failure) {
      if storage.isDurable {
        try storage.removePending(through: store.sequence)
        for index in 0..<store.pendingCount { try keepPending(index) }
        try storage.write(store.head)
      }
      try end()
    } catch {
      throw abandoned(error)
    }
  }

  // MARK: Saving

  /// Begins a transaction on the current content of the storage, whichever process wrote it.
  @inlinable mutating func begin() throws(Storage.Failure) {
    try storage.begin()
    do throws(Storage.Failure) {
      try refresh()
    } catch {
      storage.rollBack()
      throw error
    }
  }

  /// The same, for a command. In memory there is no transaction.
  @inlinable @inline(__always) mutating func begin(
    _ command: Command
  ) throws(Storage.Failure) -> Command {
    storage.isDurable ? try beginDurably(command) : command
  }

  @usableFromInline mutating func beginDurably(
    _ command: Command
  ) throws(Storage.Failure) -> Command {
    let written = store.texts
    try begin()
    return renewed(command, since: written)
  }

  /// A command for the current table of texts: another process may have written since the command
  /// was drafted, and the copy was read again.
  @usableFromInline func renewed(_ command: Command, since texts: ScopeTexts?) -> Command {
    guard let texts, let own = store.texts, texts !== own else { return command }
    return own.moved(command, from: texts)
  }

  /// Commits the transaction that has written the content of `store`.
  @usableFromInline mutating func end() throws(Storage.Failure) {
    try storage.commit()
    revision = storage.revision
  }

  /// Rolls back a failed transaction and reloads from the storage; until that succeeds, the replica
  /// knows no revision.
  @usableFromInline mutating func abandoned(_ failure: Storage.Failure) -> Storage.Failure {
    storage.rollBack()
    revision = nil
    try? refresh()
    return failure
  }

  /// Writes the last operations of the outbox: the entries, the sequence and the stamps together.
  @inlinable @inline(__always) mutating func saveLast(_ count: Int) throws(Storage.Failure) {
    if storage.isDurable { try saveDurably(count) }
  }

  @usableFromInline mutating func saveDurably(_ count: Int) throws(Storage.Failure) {
    for index in store.pendingCount - count..<store.pendingCount { try keepPending(index) }
    try storage.write(store.head)
    try end()
  }

  @inlinable mutating func discardLast(_ count: Int) {
    store.discardLast(count)
    folded.forget()
  }
}
