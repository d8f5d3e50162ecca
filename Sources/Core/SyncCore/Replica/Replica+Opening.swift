import Base
public import DomainCore

// How a replica is created, and how it restarts.
extension Replica where Storage: ~Copyable {
  /// A new install's copy of a scope, which has only the genesis.
  ///
  /// Of two processes that find a storage empty at once, an app and its widget, the second one gets
  /// `StorageError.occupied` and opens what the first has made.
  public init(
    site: UInt32, scope: UInt32, genesis: consuming ScopeGenesis, storage: consuming Storage,
    policy: ConflictPolicy = .fieldwise, install: InstallNonce = .none, texts: ScopeTexts? = nil
  ) throws(Storage.Failure) {
    let head = ReplicaHead(site: site, scope: scope, install: install)
    try storage.transaction { (storage) throws(Storage.Failure) in
      guard storage.revision == 0 else { throw Storage.failure(.occupied) }
      try storage.restart(from: genesis)
      try storage.write(head)
    }
    self.init(
      store: ReplicaState(head: head, state: genesis.founded(), texts: texts), storage: storage,
      policy: policy)
  }

  /// The replica that an install finds in its storage when it restarts: everything acknowledged is
  /// saved. O(rows).
  ///
  /// OFF-3: `install` is the one that opens it. If another one wrote it, the copy is foreign
  /// (`isForeign`). nil where a build does not distinguish installs.
  ///
  /// `texts` is an empty table, if the replica has one of its own; its content is read.
  public static func open(
    _ storage: consuming Storage, policy: ConflictPolicy = .fieldwise,
    as install: InstallNonce? = nil, texts: ScopeTexts? = nil
  ) throws(Storage.Failure) -> Replica {
    let store = try storage.reading { (storage) throws(Storage.Failure) in
      try read(&storage, texts: texts)
    }
    return Replica(store: store, storage: storage, policy: policy, install: install)
  }

  /// Checks whether another process has written into the same storage, and reloads if so.
  @inlinable public mutating func refresh() throws(Storage.Failure) {
    guard storage.isDurable else { return }
    try storage.look()
    if revision != storage.revision { try reload() }
  }

  @usableFromInline mutating func reload() throws(Storage.Failure) {
    folded.forget()
    let texts = store.texts.map { ScopeTexts(generation: $0.generation &+ 1) }
    var now: UInt64 = 0
    store = try storage.reading { (storage) throws(Storage.Failure) in
      now = storage.revision
      return try Self.read(&storage, texts: texts)
    }
    if signIn.count < store.head.signIns { signIn = SignInState(of: store.head) }
    revision = now
  }

  /// Makes the copy from its records. Contradictory records are refused.
  static func read(
    _ storage: inout Storage, texts: ScopeTexts?
  ) throws(Storage.Failure) -> ReplicaState<Storage.Source> {
    var records = ReplicaRecords()
    try storage.read(into: &records)
    guard let head = records.head else { throw Storage.failure(.empty) }
    guard head.isPossible else { throw Storage.failure(.damaged(.record)) }
    guard records.genesis.isPossible else { throw Storage.failure(.damaged(.genesis)) }
    guard isWhole(records.outbox, head) else {
      throw Storage.failure(.damaged(.outbox))
    }
    var copy = ReplicaState<Storage.Source>(
      head: head, state: records.genesis.founded(), texts: texts)
    copy.unknown = records.unknown.copied()
    var rows = FlatArray<FeedRow>()
    var unknown = UnknownFields()
    var count = 0
    repeat {
      rows.removeAll()
      unknown.clear()
      try storage.readRows(from: count, into: &rows, unknown: &unknown)
      for index in 0..<rows.count {
        guard rows[index].isPossible else { throw Storage.failure(.damaged(.rows)) }
      }
      count += rows.count
      if let texts { unknown = texts.receive(&rows, unknown) }
      rows.withElements { rows in
        for index in rows.indices { copy.state.fold(rows.baseAddress.unsafelyUnwrapped + index) }
        copy.keepUnknown(of: rows, unknown, from: 0)
      }
    } while !rows.isEmpty
    guard count == Int(head.position) - Int(head.positionFounded) else {
      throw Storage.failure(.damaged(.rows))
    }
    copy.take(records)
    return copy
  }

  /// Whether an outbox can be shown and sent: operations that rules can have accepted, in order, up
  /// to the last sequence number unless that was given up, and with no gap except below it.
  private static func isWhole(
    _ outbox: borrowing FlatQueue<Operation>, _ head: ReplicaHead
  ) -> Bool {
    guard !outbox.isEmpty, outbox[0].fact.isPossible else { return outbox.isEmpty }
    for index in 1..<outbox.count {
      guard outbox[index].fact.isPossible else { return false }
      let (last, next) = (outbox[index - 1].sequence, outbox[index].sequence)
      guard next > last, next - 1 == last || next - 1 <= head.sequencePermanentlyLost else {
        return false
      }
    }
    let last = outbox[outbox.count - 1]
    return last.followers == 0 && last.sequence <= head.sequence
      && (last.sequence == head.sequence || head.sequence == head.sequencePermanentlyLost)
  }
}

extension Replica where Storage: ~Copyable {
  /// OFF-3: a copy that was not read from its storage, as an install finds it: one that exists only
  /// in memory, for which a backup or another process has left it.
  @inlinable public init(
    inMemory copy: consuming ReplicaState<Storage.Source>, storage: consuming Storage,
    policy: ConflictPolicy = .fieldwise, as install: InstallNonce? = nil
  ) {
    precondition(!storage.isDurable, "a storage that keeps records is opened")
    self.init(store: copy, storage: storage, policy: policy, install: install)
  }
}

extension Replica where Storage == MemoryReplicaStorage {
  /// A copy that exists only in memory.
  @inlinable public init(
    site: UInt32, scope: UInt32, state: consuming ScopeState, policy: ConflictPolicy = .fieldwise,
    install: InstallNonce = .none, keepsOwnRows: Bool = false, texts: ScopeTexts? = nil
  ) {
    self.init(
      inMemory: ReplicaState(
        head: ReplicaHead(site: site, scope: scope, install: install), state: state,
        keepsOwnRows: keepsOwnRows, texts: texts),
      storage: MemoryReplicaStorage(), policy: policy)
  }

  /// OFF-3: a copy from a backup, as an install finds it.
  @inlinable public init(
    restored copy: consuming ReplicaState<OwnBase>, as install: InstallNonce,
    policy: ConflictPolicy = .fieldwise
  ) {
    self.init(inMemory: copy, storage: MemoryReplicaStorage(), policy: policy, as: install)
  }
}
