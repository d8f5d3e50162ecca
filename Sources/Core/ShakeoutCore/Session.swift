public import Chronology
import DomainCore
public import SyncCore

/// One person's access to a family, on one install of an app.
///
/// It knows who acts, their zone and their clock, so callers pass no day: a tap counts for the
/// local day of its own instant. Actions go through `perform`, which either saves them or throws
/// why not; queries take identities. There is no other way to change anything, and no input crashes
/// the process.
///
/// A session shows its own actions at once, connected or not; `exchange` makes them visible to
/// others.
public struct Session<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  /// The person's current zone; an app changes it when they travel.
  public var zone: Zone

  let clock: () -> Instant
  let author: MemberHandle
  var replica: Replica<Storage>
  /// The time of the last response by the person's clock; nil before the first exchange.
  var lastServerContact: Instant?
  /// TRN-8: the last day whose sessions were generated here.
  var dayMet: LocalDay?

  init(
    _ replica: consuming Replica<Storage>, author: MemberHandle, zone: Zone,
    clock: @escaping () -> Instant
  ) {
    self.replica = replica
    self.author = author
    self.zone = zone
    self.clock = plausible(clock)
  }

  /// The session of a stored replica: how an app starts again.
  ///
  /// OFF-3: `install` is the identity of the install, which an app keeps where no backup takes it
  /// along. A storage that came with a backup, or from another phone, was written by another
  /// install: the session hands over what waits in it and then has to `register`. Without an
  /// identity two phones could go on under one number, and the server would refuse what they do.
  public init(
    opening storage: consuming Storage, of person: MemberID, zone: Zone,
    as install: InstallNonce? = nil, clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    let replica = try Replica.open(storage, as: install, texts: ScopeTexts())
    let author = person.handle(in: replica.shown.pointee) ?? .newcomer
    self.init(replica, author: author, zone: zone, clock: clock)
  }

  /// The same by the bytes with which a server has registered the install: an app that keeps them
  /// knows whose session it is in every process. A storage that is still empty throws
  /// `StorageError.empty`.
  public init(
    opening storage: consuming Storage, of registration: borrowing Registration, zone: Zone,
    as install: InstallNonce? = nil, clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    let replica = try Replica.open(storage, as: install, texts: ScopeTexts())
    self.init(replica, author: registration.member, zone: zone, clock: clock)
  }

  /// The session of a new install, from the bytes with which a server has registered it. It has no
  /// data before its first exchange.
  public init(
    _ registration: borrowing Registration, in storage: consuming Storage, zone: Zone,
    as install: InstallNonce = .none, clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    let replica = try Replica(
      site: registration.site, scope: registration.scope,
      genesis: registration.genesis.copied(), storage: storage, install: install,
      texts: ScopeTexts())
    self.init(replica, author: registration.member, zone: zone, clock: clock)
  }

  /// The instant that the person's clock shows, at most four thousand years from 1970.
  public var now: Instant { clock() }

  /// The person's local day.
  public var today: LocalDay { zone.localDay(at: clock()) }

  /// The member of this session.
  public var person: MemberID { MemberID(author, in: shown.pointee) }

  /// The texts that the facts of this copy refer to.
  var texts: ScopeTexts { replica.texts }

  /// The whole visible state. Valid until the session changes.
  var shown: UnsafePointer<ScopeState> { replica.shown }

  /// FAM-2: the state and a member's handle, if this person may read that topic of them.
  func reading(
    _ topic: ReadingTopic, of person: MemberID
  ) -> (state: UnsafePointer<ScopeState>, person: MemberHandle)? {
    let state = shown
    guard Int(author.index) < state.pointee.memberCount,
      let subject = person.handle(in: state.pointee),
      state.pointee.shared.mayRead(topic, of: subject, reader: author, on: today)
    else { return nil }
    return (state, subject)
  }
}

extension Replica where Storage: ~Copyable {
  /// The table of a session's copy: every copy of this API has one of its own.
  var texts: ScopeTexts { store.texts ?? ScopeTexts() }
}
