public import Base
public import Chronology
public import DomainCore

/// One install's copy of a scope: what is confirmed, what waits to be, and what its owner sees.
///
/// A sans-I/O state machine: it is told the time and handed answers, and hands out requests.
/// What it shows is always the confirmed base with the pending operations on top, computed anew
/// from both, so a rejection leaves nothing behind.
public struct Replica<Store: ReplicaStore & ~Copyable>: ~Copyable {
  public let site: UInt32
  public let scope: UInt32
  public var store: Store
  /// Every operation up to this one is known to be decided, so it need not be sent again.
  /// Forgotten at a restart, which costs a resend that the server skips.
  public var sequenceDecided: UInt32 = 0
  /// FAM-8: what the server has said of signing in. Forgotten at a restart; the next exchange tells
  /// again.
  public var signIn = SignInState()
  /// Base and pending operations folded into one, made when a screen or a rule asks for it.
  @usableFromInline let folded = FoldedState()

  @usableFromInline let byAddress = PassedByAddress()

  @inlinable public init(site: UInt32, scope: UInt32, store: consuming Store) {
    self.site = site
    self.scope = scope
    self.store = store
  }

  /// Own operations that came back rejected; OFF-2 shows how many and why.
  @inlinable public var rejectedCount: Int { store.rejectedCount }

  /// A rejected operation as the feed has it: what it was, and the verdict.
  @inlinable public func rejected(_ index: Int) -> FeedRow { store.rejected(index) }

  // MARK: Local commits

  /// Decides a command on what this device shows, and commits it if it is allowed.
  ///
  /// After this returns an operation, the person has seen "saved". The commands of a transaction
  /// are committed one after the other, each with the number of those that still follow; whoever
  /// begins one knows that none of them will be refused.
  @inlinable public mutating func commit(
    _ command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    followers: UInt16 = 0, isOnline: Bool = true
  ) -> Result<Operation, Refused> {
    if let refusal = OfflineRequest.say(command.kind).refusal(isOnline: isOnline) {
      return .failure(Refused(refusal))
    }
    let fact = drafted(command, author: author, day: day, zone: zone, now: now)
    if let refusal = refusal(of: fact, now: now) {
      precondition(!isInsideTransaction, "a transaction was refused after it had begun")
      return .failure(Refused(refusal))
    }
    let operation = Operation(
      fact: fact, basis: store.position, scope: scope, followers: followers)
    store.commit(operation)
    return .success(operation)
  }

  /// Why this device would refuse a command now, or nil; what is asked before several commands are
  /// committed as one transaction.
  @inlinable public func refusal(
    of command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant
  ) -> Refusal? {
    refusal(of: drafted(command, author: author, day: day, zone: zone, now: now), now: now)
  }

  /// What a command becomes if it is committed now.
  @inlinable func drafted(
    _ command: Command, author: MemberHandle, day: LocalDay, zone: Zone, now: Instant
  ) -> Fact {
    var clock = clock
    let version = Version(stamp: clock.tick(at: now), site: site)
    return Fact(
      command: command, version: version, sequence: store.sequence + 1, author: author, day: day,
      zone: zone)
  }

  /// The clock as of the last stamp that was given or seen.
  ///
  /// Every stamp this site gave is in the outbox or came back in the feed, so there is nothing else
  /// to remember; and a stamp from the far future that the server corrects is gone with it.
  @inlinable var clock: HybridClock {
    var clock = store.clock
    let pending = store.pendingCount
    if pending > 0 { clock.receive(store.pending(pending - 1).fact.version.stamp) }
    return clock
  }

  /// Whether the last operation said that others of its transaction follow.
  @inlinable var isInsideTransaction: Bool {
    let pending = store.pendingCount
    return pending > 0 && store.pending(pending - 1).followers > 0
  }
}
