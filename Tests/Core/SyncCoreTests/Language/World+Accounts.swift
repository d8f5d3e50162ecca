import Base
import Chronology
import DomainCore
import TestKit

@testable import SyncCore

// Accounts, sign-ins, removals and deletions, in the language of the tests.
extension World {
  func account(_ kind: AccountKind = .person) -> AccountHandle { server.directory.open(kind) }

  /// A new install on which a member signs in with an account.
  func device(
    of member: MemberHandle, _ account: AccountHandle, in scope: UInt32? = nil
  ) -> Device {
    let device = device(of: member, in: scope)
    server.sites[Int(device.site)].account = account
    server.signIn(site: device.site, now: now)
    return device
  }

  /// A user signs in on a device, over a network without faults.
  @discardableResult func signIn(_ device: Device) -> ApplyResult {
    link.signIn(&device.replica, with: &server, now: now)
  }

  /// A family like the first one.
  func secondFamily() -> UInt32 { server.open(Scope(state: World.founded())) }

  /// FAM-6: the effect of a committed removal on the member.
  func removes(_ member: MemberHandle) {
    server.scopes[Int(family)].state.shared.members[Int(member.index)].isActive = false
  }

  func takesBack(_ member: MemberHandle) {
    server.scopes[Int(family)].state.shared.members[Int(member.index)].isActive = true
  }

  /// FAM-5: a parent consents again; returns whether the account is open.
  func reopens(_ account: AccountHandle) -> Bool { server.directory.reopen(account) }

  func deletes(_ account: AccountHandle) { server.deleteAccount(account, now: now) }

  /// Every device exchanges until all are up to date, whether it needs to or not.
  func allExchange() {
    for device in devices { exchange(device) }
    settle()
  }

  func row(of operation: Operation) -> FeedRow? {
    feed.first { $0.operation.fact.identity == operation.fact.identity }
  }

  func rowCount(in scope: UInt32) -> Int { server.rows(of: scope).count }
}

extension Device {
  func status(online: Bool = true) -> SyncStatus { replica.status(isOnline: online) }

  /// The rejected operations and their reasons.
  var refusals: [Refusal] { replica.rejections.map(\.reason) }

  /// Whether nothing of a scope is left on the device.
  var holdsNothing: Bool {
    replica.store.state.habitCount == 0 && waterToday == 0 && pending.isEmpty && position == 0
      && (0..<replica.store.state.memberCount).allSatisfy {
        replica.store.state.member(MemberHandle(UInt16($0))) == .blank
      }
  }

  @discardableResult func photographs(
    online: Bool = true, on day: LocalDay? = nil
  ) throws(RefusalError) -> Operation {
    try replica.commit(
      .analyzePhoto(for: member), author: member, day: day ?? world.today, zone: .utc,
      now: world.now + clockError, isOnline: online
    ).get()
  }
}

extension World {
  func tokens(of account: AccountHandle) -> [DeviceToken] { server.directory.tokens(of: account) }
}

extension Device {
  /// A save by manipulated software, which skips the rules.
  @discardableResult func submitsUnchecked(_ command: Command) -> Operation {
    var clock = replica.store.clock
    let fact = Fact(
      command: command, version: Version(stamp: clock.tick(at: world.now), site: site),
      sequence: sequence + 1, author: member, day: world.today, zone: .utc)
    let operation = Operation(
      fact: fact, basis: replica.store.position, scope: scope, followers: 0)
    replica.store.append(operation)
    return operation
  }
}
