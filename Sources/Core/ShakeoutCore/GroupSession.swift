import Base
public import Chronology
public import DomainCore
public import SyncCore

/// One person's seat in a group, on one install of an app: beside the session of their family, and
/// like it, only that a group shows boards and a feed and takes nothing but what belongs there.
public struct GroupSession<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  /// Where the person is; weeks end at their own midnight (GRP-4).
  public var zone: Zone

  let clock: () -> Instant
  let texts: Texts
  /// The fact by which they joined.
  let membership: Entity
  var replica: Replica<Storage>

  init(
    _ replica: consuming Replica<Storage>, membership: Entity, texts: Texts, zone: Zone,
    clock: @escaping () -> Instant
  ) {
    self.replica = replica
    self.membership = membership
    self.texts = texts
    self.zone = zone
    self.clock = clock
  }

  /// What a storage holds, for whoever it belongs to: how an app begins when it is started again.
  public init(
    opening storage: consuming Storage, of person: GroupMemberID, texts: Texts, zone: Zone,
    clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    self.init(
      try Replica.open(storage), membership: person.entity, texts: texts, zone: zone, clock: clock)
  }

  public var now: Instant { clock() }
  public var today: LocalDay { zone.localDay(at: clock()) }
  /// Whose seat it is.
  public var person: GroupMemberID { GroupMemberID(entity: membership) }

  var shown: UnsafePointer<ScopeState> { replica.shown }

  /// Does something: it is kept before this returns, or it is refused.
  public mutating func attempt(
    _ action: GroupAction
  ) throws(Storage.Failure) -> Result<Void, Refusal> {
    let now = clock()
    let state = shown
    guard let author = state.pointee.member(joinedBy: membership) else {
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

  /// Sends what waits and takes in what others did.
  @discardableResult
  public mutating func exchange(with server: inout FamilyServer) throws(Storage.Failure) -> Int {
    try replica.exchangeAll(with: &server, deviceTime: clock())
  }

  /// FAM-8: the person signs in again after thirty days without contact. What waits is kept.
  public mutating func signIn(with server: inout FamilyServer) throws(Storage.Failure) {
    var link = PerfectLink()
    try link.signIn(&replica, with: &server.server, now: server.clock())
  }

  /// OFF-2: how things stand between this session and the server.
  public func status(isOnline: Bool = true) -> SyncStatus { replica.status(isOnline: isOnline) }

  /// OFF-2: why what was kept here was refused by the server in the end, oldest first.
  public var refusals: [Refusal] { replica.rejections.map(\.reason) }
}

extension GroupSession where Storage: ~Copyable, Storage.Failure == Never {
  /// Does something, or says why not.
  public mutating func perform(_ action: GroupAction) throws(Refusal) {
    try attempt(action).get()
  }
}
