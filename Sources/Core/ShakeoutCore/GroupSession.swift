import Base
public import Chronology
public import DomainCore
public import SyncCore

/// One person's seat in a group, on one install of an app. It exists beside the session of their
/// family and works like it, but a group shows boards and a feed and accepts only group actions.
public struct GroupSession<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  /// The person's current zone; weeks end at their own midnight (GRP-4).
  public var zone: Zone

  let clock: () -> Instant
  /// The fact that admitted them.
  let membership: Entity
  var replica: Replica<Storage>

  init(
    _ replica: consuming Replica<Storage>, membership: Entity, zone: Zone,
    clock: @escaping () -> Instant
  ) {
    self.replica = replica
    self.membership = membership
    self.zone = zone
    self.clock = plausible(clock)
  }

  /// The session of a stored seat: how an app starts again.
  public init(
    opening storage: consuming Storage, of person: GroupMemberID, zone: Zone,
    clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    self.init(
      try Replica.open(storage, texts: ScopeTexts()), membership: person.entity, zone: zone,
      clock: clock)
  }

  public var now: Instant { clock() }
  public var today: LocalDay { zone.localDay(at: clock()) }
  /// The member of this seat.
  public var person: GroupMemberID { GroupMemberID(entity: membership) }

  var shown: UnsafePointer<ScopeState> { replica.shown }
  /// The texts that the facts of this copy refer to.
  var texts: ScopeTexts { replica.texts }

  /// Performs an action: it is saved before this returns, or it is refused.
  public mutating func attempt(
    _ action: GroupAction
  ) throws(Storage.Failure) -> Result<Void, Refusal> {
    let now = clock()
    let state = shown
    guard let author = state.pointee.shared.member(joinedBy: membership) else {
      return .failure(.notInGroup)
    }
    let commands: [Command]
    do throws(Refusal) {
      commands = try action.draft(
        ActionContext(
          author: author, now: now, today: zone.localDay(at: now), zone: zone, texts: texts,
          state: state, next: .none))
    } catch {
      return .failure(error)
    }
    let day = zone.localDay(at: now)
    let kept =
      commands.count == 1
      ? try replica.commit(commands[0], author: author, day: day, zone: zone, now: now)
      : try replica.commit(commands, author: author, day: day, zone: zone, now: now)
    return kept.map { _ in () }.mapError(\.refusal)
  }

  /// Sends pending operations and applies those of others.
  @discardableResult
  public mutating func exchange(with server: inout FamilyServer) throws(Storage.Failure) -> Int {
    try Changes.repeated { () throws(Storage.Failure) in
      try take(server.respond(to: request()))
    }
  }

  /// FAM-8: the person signs in again after thirty days without contact. Pending operations are
  /// kept.
  public mutating func signIn(with server: inout FamilyServer) throws(Storage.Failure) {
    _ = try take(server.respond(to: signInRequest()))
  }

  /// The next message to the server, as bytes that any transport may carry, late or twice.
  public func request() -> [UInt8] { replica.requestBytes(now: clock(), zone: zone) }

  /// FAM-8: the message by which the person signs in, as bytes; their credentials travel beside it.
  public func signInRequest() -> [UInt8] { replica.signInBytes() }

  /// Applies the bytes of a response. Whatever they are, the copy advances as a whole or stays
  /// unchanged.
  @discardableResult
  public mutating func take(_ response: [UInt8]) throws(Storage.Failure) -> Changes {
    try replica.take(response)
  }

  /// OFF-2: the sync status between this session and the server.
  public func status(isOnline: Bool = true) -> SyncStatus { replica.status(isOnline: isOnline) }

  /// OFF-2: why the server rejected operations of this session, oldest first.
  public var refusals: [Refusal] { replica.rejections.map(\.reason) }
}

extension GroupSession where Storage: ~Copyable, Storage.Failure == Never {
  /// Performs an action, or throws why it is refused.
  public mutating func perform(_ action: GroupAction) throws(Refusal) {
    try attempt(action).get()
  }
}
