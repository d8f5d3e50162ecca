import Base
import Chronology
import DomainCore
import TestKit

@testable import SyncCore

/// A group, its server and its phones, with messages that take a second each way.
///
/// Messages in flight are in a queue; time passes only when a test advances it.
final class GroupWorld {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let code = GroupCode(0x51A7_0C3E_9B44_D2F8)

  var server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: 5 * Span.minute))
  var subscriptions = Subscriptions()
  var now = GroupWorld.monday.noon
  var latency = Span.second
  var names = NameTable()
  let scope: UInt32
  private(set) var phones: [GroupPhone] = []
  /// Every verdict of the server.
  private(set) var decided: [FeedRow] = []
  private var messages: [(at: Instant, order: Int, action: () -> Void)] = []
  private var order = 0

  init() {
    scope = server.open(Scope(state: .emptyGroup(openedOn: Self.monday)))
  }

  // MARK: Participants

  /// A new account, or that of another phone, which has opened an invitation.
  func phone(
    _ name: String, account: AccountHandle? = nil, scope: UInt32? = nil, zone: Zone = .utc
  ) -> GroupPhone {
    let account = account ?? person()
    let scope = scope ?? self.scope
    let site = server.register(scope: scope, member: .newcomer, account: account)
    let phone = GroupPhone(
      site: site, scope: scope, name: names.handle(of: name), account: account, zone: zone,
      world: self)
    phones.append(phone)
    return phone
  }

  private func person() -> AccountHandle {
    let account = server.directory.open()
    server.directory.setBirth(of: account, to: Town.adult)
    return account
  }

  /// A group of members who all are online, agree to share and know of each other.
  func members(_ list: [String]) throws -> [GroupPhone] {
    let members = list.map { phone($0) }
    for member in members {
      member.goesOnline()
      try member.joins()
      passes(5 * Span.second)
      try member.agrees()
      passes(5 * Span.second)
    }
    return members
  }

  // MARK: Time and messages

  func send(_ action: @escaping () -> Void) {
    order += 1
    messages.append((now + latency, order, action))
  }

  /// Advances time, with everything that arrives meanwhile.
  func passes(_ milliseconds: Int64) {
    let end = now + milliseconds
    while let next = messages.indices.min(by: {
      (messages[$0].at, messages[$0].order) < (messages[$1].at, messages[$1].order)
    }), messages[next].at <= end {
      let message = messages.remove(at: next)
      now = message.at
      message.action()
    }
    now = end
  }

  /// The server processes a request, wakes the readers of the group, and responds.
  func serve(_ request: Asked) -> ChangedResponse {
    var hasGrown = false
    let response = server.responded(request, now: now) { row in
      if !row.verdict.isRejected { hasGrown = true }
      decided.append(row)
    }
    if hasGrown {
      subscriptions.wake(readersOf: response.header.scope, except: request.header.site) { site in
        send { [unowned self] in phones.first { $0.site == site }?.asks() }
      }
    }
    return response
  }

  // MARK: What the server has

  func rows(of scope: UInt32? = nil) -> [FeedRow] {
    server.rows(of: scope ?? self.scope)
  }

  func isSame(_ phone: GroupPhone) -> Bool {
    phone.replica.store.state.isIdentical(to: server.scopes[Int(phone.scope)].state)
  }

  /// The scope of the group that the owner of a phone is in.
  func activeGroup(of phone: GroupPhone) -> UInt32? {
    server.directory.activeGroup(of: phone.account)
  }

  func isBefore(_ left: TextHandle, _ right: TextHandle) -> Bool {
    names.text(of: left) < names.text(of: right)
  }
}
