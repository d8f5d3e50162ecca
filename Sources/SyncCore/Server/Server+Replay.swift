import Base
import DomainCore

// A server's journal, folded: what was decided is done again, and decided by nobody.
extension Server {
  /// Does what an entry says, and returns whether it can be.
  mutating func replay(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .incarnation(let number):
      guard number > incarnation else { return false }
      incarnation = number
    case .scopeOpened(let members, let firstDay, let dayCapacity):
      var founding = Founding(firstDay: firstDay, dayCapacity: dayCapacity)
      for member in members { founding.members.append(member) }
      guard founding.isPossible else { return false }
      _ = open(Scope(state: founding.founded()))
    case .siteRegistered(let scope, let member, let account):
      guard has(scope: scope), has(account) else { return false }
      _ = register(scope: scope, member: member, account: account)
    case .row(let row, let scope, let position, let unknown):
      return replay(row, of: scope, at: position, unknown: unknown)
    case .turnedAway(let row, let site):
      guard has(site: site), sites[Int(site)].isNewcomer else { return false }
      refuse(row, site: site)
    case .site(let site, let record, let now):
      guard has(site: site), has(scope: record.scope), has(record.account) else { return false }
      if record.sessionEnds != sites[Int(site)].sessionEnds {
        _ = directory.contact(record.account, now: now)
      }
      sites[Int(site)] = record
    case .memberErased(let member, let scope, let now):
      guard has(scope: scope),
        Int(member.index) < scopes[Int(scope)].state.memberCount
      else { return false }
      erase(member, from: scope, now: now)
    case .scopeDeleted(let scope, let now):
      guard has(scope: scope) else { return false }
      deleteScope(scope, now: now)
    default: return replayOfAccounts(entry)
    }
    return true
  }

  private mutating func replayOfAccounts(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .accountOpened(let kind): _ = directory.open(kind)
    case .accountClosed(let account, let reason):
      guard account != .none, has(account) else { return false }
      directory.close(account, because: reason)
    case .accountReopened(let account):
      guard account != .none, has(account) else { return false }
      directory.reopen(account)
    case .accountDeleted(let account, let now):
      guard has(account) else { return false }
      deleteAccount(account, now: now)
    case .tokenRegistered(let token, let account):
      guard has(account) else { return false }
      directory.register(token, for: account)
    case .tokenDropped(let token): directory.drop(token)
    default: return false
    }
    return true
  }

  private mutating func replay(
    _ row: FeedRow, of scope: UInt32, at position: UInt32, unknown: [UInt8]
  ) -> Bool {
    let site = row.operation.site
    guard has(scope: scope), has(site: site), sites[Int(site)].scope == scope, row.isPossible,
      scopes[Int(scope)].feed.count == Int(position), !scopes[Int(scope)].isDeleted
    else { return false }
    let fact = row.operation.fact
    if !row.verdict.isRejected {
      let hasRoom = withUnsafePointer(to: row) { scopes[Int(scope)].state.hasRoom(for: $0) }
      guard hasRoom else { return false }
      directory.accepted(
        fact, from: Caller(account: sites[Int(site)].account, scope: scope), now: row.committed)
      _ = scopes[Int(scope)].state.apply(fact, committed: row.committed)
    }
    guard scopes[Int(scope)].state.digest == row.digest else { return false }
    if sites[Int(site)].isNewcomer { admit(site: site) }
    enter(row, scope: Int(scope))
    unknown.withUnsafeBufferPointer {
      scopes[Int(scope)].unknown.keep($0, of: .operation, Int(position))
    }
    if fact.kind.mayEndAccess { endIfDeleted(scope, now: row.committed) }
    return true
  }

  private func has(scope: UInt32) -> Bool { Int(scope) < scopes.count }
  private func has(site: UInt32) -> Bool { Int(site) < sites.count }

  private func has(_ account: AccountHandle) -> Bool {
    account == .none || Int(account.raw) < directory.accounts.count
  }
}
