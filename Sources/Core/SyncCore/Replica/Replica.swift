public import Base

/// One install's copy of a scope: the confirmed base, the pending operations, and what its owner
/// sees.
///
/// A sans-I/O state machine: the caller passes in the time and responses, and gets requests. The
/// visible state is always the confirmed base with the pending operations on top, recomputed from
/// both, so a rejection leaves nothing behind.
///
/// Everything that must survive is in its storage before it is acknowledged; the state in memory is
/// made from that (`open`).
public struct Replica<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  public let scope: UInt32
  /// The install that this process belongs to.
  public let install: InstallNonce
  /// How local writes are ordered against those of others.
  public let policy: ConflictPolicy
  /// The state in memory, made from the storage.
  public var store: ReplicaState<Storage.Source>
  @usableFromInline var storage: Storage
  /// The revision of the storage that `store` was made from, or nil when it is unknown.
  @usableFromInline var revision: UInt64?
  /// Every operation up to this one is known to be decided, so it need not be sent again. It is
  /// lost at a restart, which costs a resend that the server skips.
  public var sequenceDecided: UInt32 = 0
  /// The greatest end of the feed in any response, also one to an earlier request, since a response
  /// brought nothing. It is lost at a restart; the next exchange sets it again.
  @usableFromInline var feedEndKnown: UInt32 = 0
  /// FAM-8: the session as the server reported it. Whether a sign-in is needed is lost at a
  /// restart; the next exchange reports it again.
  public var signIn: SignInState
  /// Whether the copy can be compared with the digests in rows: not when its app version is older
  /// than the rows, and a rebuilt copy has different ones.
  @usableFromInline var isComparable = true
  /// The own operations that a server lost in a failover and that this copy cannot send again,
  /// because it keeps no confirmed rows or had to drop them: from the first to the last that may be
  /// gone, to be reported.
  public internal(set) var permanentlyLost: ClosedRange<UInt32>?
  /// Base and pending operations folded into one, made when a screen or a rule needs it.
  @usableFromInline let folded = OptimisticState()

  @usableFromInline let byAddress = AddressOnlyMarker()

  @usableFromInline init(
    store: consuming ReplicaState<Storage.Source>, storage: consuming Storage,
    policy: ConflictPolicy,
    install: InstallNonce? = nil
  ) {
    scope = store.head.scope
    self.install = install ?? store.head.install
    self.policy = policy
    signIn = SignInState(of: store.head)
    self.store = store
    revision = storage.revision
    self.storage = storage
  }

  /// The number under which the install writes in the scope.
  @inlinable public var site: UInt32 { store.head.site }

  /// Own rejected operations; OFF-2 shows how many and why.
  @inlinable public var rejectedCount: Int { store.rejectedCount }

  /// A rejected operation as the feed has it: the operation and the verdict.
  @inlinable public func rejected(_ index: Int) -> FeedRow { store.rejected(index) }
}
