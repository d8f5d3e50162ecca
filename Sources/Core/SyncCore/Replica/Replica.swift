public import Base

/// One install's copy of a scope: what is confirmed, what waits to be, and what its owner sees.
///
/// A sans-I/O state machine: it is told the time and handed answers, and hands out requests.
/// What it shows is always the confirmed base with the pending operations on top, computed anew
/// from both, so a rejection leaves nothing behind.
///
/// What must survive is in its storage before anybody is told; what it has in memory is made from
/// that (`open`).
public struct Replica<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  public let scope: UInt32
  /// The install whose process this is.
  public let install: InstallNonce
  /// The order in which what is said here stands to what others say.
  public let policy: ConflictPolicy
  /// What it has at hand of its storage.
  public var store: ReplicaState
  @usableFromInline var storage: Storage
  /// The revision of the storage that `store` was made from, or nil when that is not known.
  @usableFromInline var revision: UInt64?
  /// Every operation up to this one is known to be decided, so it need not be sent again.
  /// Forgotten at a restart, which costs a resend that the server skips.
  public var sequenceDecided: UInt32 = 0
  /// How far the feed goes by whatever answer said most, also one to an earlier request, since an
  /// answer brought nothing. Forgotten at a restart; the next exchange tells again.
  @usableFromInline var feedEndKnown: UInt32 = 0
  /// FAM-8: what the server has said of signing in. Whether somebody must is forgotten at a
  /// restart; the next exchange tells again.
  public var signIn: SignInState
  /// Whether the copy can be held against the digests in rows: not when it is older than what they
  /// say, and a copy that was made anew has others again.
  @usableFromInline var isComparable = true
  /// What a server has lost that began anew, and this copy cannot say again because it does not
  /// keep what is confirmed, or had to drop it: from the first to the last of its operations that
  /// may be gone, to be told.
  public internal(set) var lostForGood: ClosedRange<UInt32>?
  /// Base and pending operations folded into one, made when a screen or a rule asks for it.
  @usableFromInline let folded = OptimisticState()

  @usableFromInline let byAddress = AddressOnlyMarker()

  @usableFromInline init(
    store: consuming ReplicaState, storage: consuming Storage, policy: ConflictPolicy,
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

  /// The number under which the install speaks in the scope.
  @inlinable public var site: UInt32 { store.head.site }

  /// Own operations that came back rejected; OFF-2 shows how many and why.
  @inlinable public var rejectedCount: Int { store.rejectedCount }

  /// A rejected operation as the feed has it: what it was, and the verdict.
  @inlinable public func rejected(_ index: Int) -> FeedRow { store.rejected(index) }
}
