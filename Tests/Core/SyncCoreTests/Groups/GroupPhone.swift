import Base
import Chronology
import DomainCore
import TestKit

@testable import SyncCore

/// A phone of an account that is, or wants to be, in a group.
final class GroupPhone {
  var replica: Replica<MemoryReplicaStorage>
  let name: TextHandle
  let account: AccountHandle
  let zone: Zone
  unowned let world: GroupWorld
  private(set) var isOnline = false
  /// The operation that joined it.
  private var joined = Entity.none

  var site: UInt32 { replica.site }
  var scope: UInt32 { replica.scope }

  init(
    site: UInt32, scope: UInt32, name: TextHandle, account: AccountHandle, zone: Zone,
    world: GroupWorld
  ) {
    replica = Replica(
      site: site, scope: scope,
      state: .emptyGroup(openedOn: GroupWorld.monday))
    self.name = name
    self.account = account
    self.zone = zone
    self.world = world
  }

  /// Its place in the group, once the server has assigned one.
  var member: MemberHandle? { replica.store.state.shared.member(joinedBy: joined) }

  // MARK: The owner's actions

  @discardableResult
  func does(_ command: Command) throws(RefusalError) -> Operation {
    let author = command.kind == .groupJoined ? MemberHandle.newcomer : member ?? .newcomer
    let operation = try replica.commit(
      command, author: author, day: zone.localDay(at: world.now), zone: zone, now: world.now
    ).get()
    if isOnline { asks() }
    return operation
  }

  func founds(_ title: String = "Gym Bros") throws(RefusalError) {
    joined = try does(
      .foundGroup(named: world.names.handle(of: title), code: GroupWorld.code, as: name)
    ).fact.identity
  }

  /// Joins by the invitation, or creates the group if it is the first.
  func joins() throws(RefusalError) {
    if world.server.scopes[Int(scope)].state.memberCount == 0 { return try founds() }
    joined = try does(.joinGroup(code: GroupWorld.code, as: name)).fact.identity
  }

  func agrees() throws(RefusalError) { try does(.setGroupConsent(of: member!, to: true)) }

  @discardableResult
  func trains(_ number: Int) throws(RefusalError) -> Operation {
    try does(
      .shareWorkout(
        Entity(site: 900 + site, sequence: UInt32(number)), of: member!,
        on: zone.localDay(at: world.now), calories: 400))
  }

  func leaves() throws(RefusalError) { try does(.leaveGroup(member!)) }

  func removes(_ other: GroupPhone) throws(RefusalError) {
    try does(.removeFromGroup(other.member!, membership: other.joined))
  }

  // MARK: What its owner sees

  /// A board as "rank name value" rows.
  func board(_ challenge: GroupChallenge = .checkIns, week: Int = 0) -> [String] {
    replica.shown.pointee.group.board(
      week: GroupWorld.monday.adding(days: 7 * week), challenge: challenge, now: world.now,
      nameOrder: world.isBefore
    ).rows.map { "\($0.rank) \(world.names.text(of: $0.name)) \($0.value)" }
  }

  var rankLosses: Int {
    replica.store.state.group.groupFeed(of: member!, now: world.now).count {
      $0.event.kind == .rankLost
    }
  }

  var unread: Int { replica.store.state.group.groupUnread(of: member!, now: world.now) }

  /// Why its operations were rejected, oldest first.
  var rejections: [Refusal?] { replica.rejectionReasons }

  var membersShown: Int { replica.shown.pointee.group.active.count }

  // MARK: The network

  func goesOnline() {
    isOnline = true
    listens()
    asks()
  }

  func goesOffline() {
    isOnline = false
    world.subscriptions.disconnect(site)
  }

  /// The request that it would send now.
  func request() -> Asked { replica.asked(pushMax: 20, pageMax: 50) }

  func applies(_ response: ChangedResponse) {
    _ = replica.apply(response.message())
    // It requests the rows that arrived between the response and the connection.
    if isOnline && listens() { asks() }
  }

  /// Connects to be woken when the group has news, which is for members only. Returns whether it
  /// was not connected before.
  @discardableResult private func listens() -> Bool {
    guard member != nil, !world.subscriptions.isOnline(site) else { return false }
    world.subscriptions.connect(site, to: scope)
    return true
  }

  /// Sends a request that arrives a moment later, unless the connection is lost before.
  func asks() {
    guard isOnline else { return }
    let request = request()
    world.send { [self] in
      guard isOnline else { return }
      let response = world.serve(request)
      world.send { [self] in
        guard isOnline else { return }
        applies(response)
        if response.header.hasMore { asks() }
      }
    }
  }
}
