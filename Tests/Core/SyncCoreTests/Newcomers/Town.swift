import Base
import Chronology
import DomainCore
import TestKit

@testable import SyncCore

/// A server with a family and two groups, and newcomers to them.
///
/// Nothing happens by itself: messages travel when a test delivers them, any number of times and in
/// any order.
final class Town {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let adult = LocalDay(year: 1985, month: 5, day: 4)
  static let mother = MemberHandle(0)

  var server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: 5 * Span.minute))
  var link = PerfectLink()
  /// Whether messages that a test delivers itself are bytes and not values.
  var travelsAsBytes = false
  var now = Town.monday.noon
  /// Two scopes in which groups can be created.
  let groups: [UInt32]
  /// A mother's family, still empty.
  let family: UInt32
  private(set) var installs: [Install] = []
  /// Every verdict, in order.
  private(set) var decided: [FeedRow] = []

  init() {
    groups = [
      server.open(Scope(state: .emptyGroup(openedOn: Self.monday))),
      server.open(Scope(state: .emptyGroup(openedOn: Self.monday))),
    ]
    family = server.open(
      Scope(state: ScopeState(founders: [.parent], born: Self.adult, firstDay: Self.monday)))
  }

  /// The code in the invitation to a group.
  func code(of group: UInt32) -> GroupCode { GroupCode(0x51A7_0C3E_9B44_D2F8 + UInt64(group)) }

  var today: LocalDay { now.utcDay }

  // MARK: People

  /// A new account, with its owner's birthday.
  func person(born: LocalDay = Town.adult) -> AccountHandle {
    let account = server.directory.open()
    server.directory.setBirth(of: account, to: born)
    return account
  }

  /// A device that has opened an invitation, or belongs to a member already.
  func install(
    _ scope: UInt32, _ account: AccountHandle, as member: MemberHandle? = nil,
    named nonce: InstallNonce = .none
  ) -> Install {
    let site = server.register(
      scope: scope, member: member ?? .newcomer, account: account, install: nonce)
    // A newcomer's device knows nothing of the scope, not even its founders.
    let state =
      member == nil
      ? ScopeState(members: FlatArray(), firstDay: Self.monday.adding(days: -7))
      : server.scopes[Int(scope)].founded()
    installs.append(
      Install(site: site, scope: scope, account: account, state: state, nonce, town: self))
    installs.last!.registered = member
    return installs.last!
  }

  /// A group with that many members, whose devices have everything.
  func members(_ count: Int, of group: UInt32) throws -> [Install] {
    let members = (0..<count).map { _ in install(group, person()) }
    for (index, member) in members.enumerated() {
      if index == 0 { try member.founds() } else { try member.joins() }
      exchange(member)
    }
    for member in members { exchange(member) }
    return members
  }

  // MARK: Messages

  /// The server processes a request and responds.
  @discardableResult func serve(_ request: Asked) -> ChangedResponse {
    server.responded(request, now: now, asBytes: travelsAsBytes) { decided.append($0) }
  }

  /// One round trip without faults.
  @discardableResult func exchange(_ install: Install) -> ApplyResult {
    link.exchange(&install.replica, with: &server, now: now) { row, _ in decided.append(row) }
  }

  /// A user signs in on a device, over a network without faults.
  @discardableResult func signIn(_ install: Install) -> ApplyResult {
    link.signIn(&install.replica, with: &server, now: now)
  }

  // MARK: The server's data

  func feed(_ scope: UInt32) -> [FeedRow] { server.rows(of: scope) }

  func memberCount(_ scope: UInt32) -> Int { server.scopes[Int(scope)].state.memberCount }

  func isDeleted(_ scope: UInt32) -> Bool { server.scopes[Int(scope)].isDeleted }

  /// The group that an account is in.
  func activeGroup(_ install: Install) -> UInt32? {
    server.directory.activeGroup(of: install.account)
  }

  func isSame(_ install: Install) -> Bool {
    install.replica.store.state.isIdentical(to: server.scopes[Int(install.scope)].state)
  }
}

/// One install of a scope in a user's hands.
final class Install {
  var replica: Replica<MemoryReplicaStorage>
  let account: AccountHandle
  unowned let town: Town
  /// Every operation that it saved, oldest first.
  private(set) var saved: [Operation] = []
  /// Its member, where the sign-in claimed one.
  fileprivate(set) var registered: MemberHandle?

  var site: UInt32 { replica.site }
  var scope: UInt32 { replica.scope }

  init(
    site: UInt32, scope: UInt32, account: AccountHandle, state: consuming ScopeState,
    _ nonce: InstallNonce, town: Town
  ) {
    replica = Replica(site: site, scope: scope, state: state, install: nonce)
    self.account = account
    self.town = town
  }

  /// Its owner's place in the list of members, once it knows.
  var member: MemberHandle? {
    if replica.revocation != nil { return nil }
    if let registered { return registered }
    for operation in saved where operation.fact.kind.admits {
      if let found = replica.store.state.shared.member(joinedBy: operation.fact.identity) {
        return found
      }
    }
    return nil
  }

  // MARK: The owner's actions

  @discardableResult
  func does(_ command: Command, isOnline: Bool = true) throws(RefusalError) -> Operation {
    let author = command.kind.admits ? MemberHandle.newcomer : member ?? .newcomer
    let operation = try replica.commit(
      command, author: author, day: town.today, zone: .utc, now: town.now, isOnline: isOnline
    ).get()
    saved.append(operation)
    return operation
  }

  @discardableResult func founds() throws(RefusalError) -> Operation {
    try does(
      .foundGroup(
        named: TextHandle(7), code: town.code(of: scope), as: TextHandle(100 + site)))
  }

  @discardableResult func joins(with code: GroupCode? = nil) throws(RefusalError) -> Operation {
    try does(.joinGroup(code: code ?? town.code(of: scope), as: TextHandle(100 + site)))
  }

  /// Joins the family with an invitation.
  @discardableResult func joins(
    with code: InvitationCode, as role: Role
  ) throws(RefusalError) -> Operation {
    try does(.join(with: code, as: role, born: Town.adult))
  }

  /// A save by manipulated software, which skips the rules.
  @discardableResult func submitsUnchecked(
    _ command: Command, as author: MemberHandle, followers: UInt16 = 0
  ) -> Operation {
    var clock = replica.store.clock
    let fact = Fact(
      command: command, version: Version(stamp: clock.tick(at: town.now), site: site),
      sequence: replica.store.sequence + 1, author: author, day: town.today, zone: .utc)
    let operation = Operation(fact: fact, basis: 0, scope: scope, followers: followers)
    replica.store.append(operation)
    saved.append(operation)
    return operation
  }

  // MARK: Its data

  var pendingCount: Int { replica.store.pendingCount }

  /// Why its operations were refused, oldest first.
  var refusals: [Refusal] { replica.rejections.map(\.reason) }

  /// Whether it has nothing of the scope: no row but its own, no member, and no activity.
  var knowsNothing: Bool {
    replica.store.state.isIdentical(
      to: ScopeState(members: FlatArray(), firstDay: Town.monday.adding(days: -7)))
  }

  // MARK: Messages

  func asks(pushMax: Int = 100, pageMax: UInt32 = 100) -> Asked {
    replica.asked(pushMax: pushMax, pageMax: pageMax)
  }

  @discardableResult func applies(_ response: ChangedResponse) -> ApplyResult {
    replica.apply(response.message())
  }
}
