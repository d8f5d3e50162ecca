import Base
import Chronology
import DomainCore

// Replaying a server's journal: each recorded decision is applied again, and none is made again.
extension Server {
  /// Appends the journal entries for a request of a site: the resulting rows, which are those of
  /// `decided` from `first` on, with their positions in the feed that the site reads, and the
  /// record of the site after it.
  func noteEntries(
    for site: UInt32, since before: SiteRecord, _ decided: borrowing FlatArray<FeedRow>,
    at places: borrowing FlatArray<UInt32>, from first: Int, now: Instant,
    into entries: inout [JournalEntry]
  ) {
    let after = sites[Int(site)]
    for index in first..<decided.count {
      let isLast = index == decided.count - 1
      if isLast && after.refusedCount > before.refusedCount {
        entries.append(
          .newcomerRefused(
            decided[index], site: site, unknown: refusedUnknown.ofOperation(Int(site))))
      } else {
        entries.append(
          .row(
            decided[index], scope: before.scope, position: places[index],
            unknown: journaledFields(
              decided[index].operation, of: before.scope, at: places[index])))
      }
    }
    if after != before { entries.append(.site(site, after, now)) }
  }

  /// Applies an entry, and returns whether that was possible.
  public mutating func replay(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .incarnation(let number):
      guard number > incarnation else { return false }
      reserveSites(incarnations: number - incarnation)
      incarnation = number
    case .scopeOpened(let members, let firstDay, let dayCapacity):
      var genesis = ScopeGenesis(firstDay: firstDay, dayCapacity: dayCapacity)
      for member in members { genesis.members.append(member) }
      guard genesis.isPossible else { return false }
      _ = open(Scope(state: genesis.founded()))
    case .siteRegistered(let site, let scope, let member, let account, let install):
      guard has(scope: scope), has(account), isFree(site) else { return false }
      place(record(scope: scope, member, account, install), at: site)
    case .row(let row, let scope, let position, let unknown):
      return replay(row, of: scope, at: position, unknown: unknown)
    case .newcomerRefused(let row, let site, let fields):
      guard has(site: site), sites[Int(site)].isNewcomer else { return false }
      refuse(row, site: site)
      refusedUnknown.erase(operation: Int(site))
      refusedUnknown.keep(fields, ofOperation: Int(site))
    case .site(let site, let record, let now):
      guard has(site: site), has(scope: record.scope), has(record.account), now.isPossible
      else { return false }
      if record.sessionEnds != sites[Int(site)].sessionEnds {
        _ = directory.contact(record.account, now: now)
      }
      sites[Int(site)] = record
    case .memberErased(let member, let scope, let now):
      guard has(scope: scope), now.isPossible,
        Int(member.index) < scopes[Int(scope)].state.memberCount
      else { return false }
      erase(member, from: scope, now: now)
    case .scopeDeleted(let scope, let now):
      guard has(scope: scope), now.isPossible else { return false }
      deleteScope(scope, now: now)
    case .textsLost(let rows, let scope): return dropLostTexts(ofRows: rows, in: scope)
    default: return replayOfAccounts(entry)
    }
    return true
  }

  private mutating func replayOfAccounts(_ entry: JournalEntry) -> Bool {
    switch entry {
    case .accountOpened(let kind): _ = directory.open(kind)
    case .accountBirth(let account, let born):
      guard has(account) else { return false }
      directory.setBirth(of: account, to: born)
    case .sharingAllowed(let account, let allowed):
      guard has(account) else { return false }
      directory.allowSharing(of: account, allowed)
    case .accountDeleted(let account, let now):
      guard has(account), now.isPossible else { return false }
      deleteAccount(account, now: now)
    case .tokenRegistered(let token, let account):
      guard has(account) else { return false }
      directory.register(token, for: account)
    case .tokenDropped(let token): directory.drop(token)
    case .carrier: break
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
    return enter(
      row, of: scope, unknown: placeTexts(of: row.operation.fact, unknown, in: Int(scope)))
  }

  /// Appends a row that another server has in its feed, as it travels: `fields` has its texts.
  /// Decides nothing, and returns whether the row can come next. Of its digest only the first word
  /// is compared, and only if it has one: in a page, that is the last row.
  public mutating func follow(
    _ sent: FeedRow, beside fields: [UInt8], in scope: UInt32
  ) -> Bool {
    let site = sent.operation.site
    guard has(scope: scope), has(site: site), sites[Int(site)].scope == scope, sent.isPossible,
      !scopes[Int(scope)].isDeleted
    else { return false }
    var (row, unknown) = (sent, fields)
    if let texts = scopes[Int(scope)].texts {
      (row.operation, unknown) = texts.received(sent.operation, fields)
    }
    guard enter(row, of: scope, unknown: unknown, hasTraveled: true) else { return false }
    sites[Int(site)].sequenceDecided = row.operation.sequence
    sites[Int(site)].stampLatest = max(
      sites[Int(site)].stampLatest, row.operation.fact.version.stamp)
    return true
  }

  /// Appends a row that can come next, with the fields that stay beside it.
  private mutating func enter(
    _ row: FeedRow, of scope: UInt32, unknown: [UInt8], hasTraveled: Bool = false
  ) -> Bool {
    let (site, fact) = (row.operation.site, row.operation.fact)
    let position = scopes[Int(scope)].feed.count
    if !row.verdict.isRejected {
      let hasRoom = withUnsafePointer(to: row) { scopes[Int(scope)].state.hasRoom(for: $0) }
      let hasAccount = fact.kind != .photoAnalyzed || sites[Int(site)].account != .none
      guard hasRoom && hasAccount else { return false }
      directory.accepted(
        fact, from: Caller(account: sites[Int(site)].account, scope: scope), now: row.committed)
      _ = scopes[Int(scope)].state.apply(fact, committed: row.committed)
    }
    let digest = scopes[Int(scope)].state.digest
    let isSame =
      hasTraveled
      ? row.digest.first == 0 || row.digest.first == digest.first : row.digest == digest
    guard isSame else { return false }
    if sites[Int(site)].isNewcomer {
      guard let joined = scopes[Int(scope)].state.shared.member(joinedBy: fact.identity) else {
        return false
      }
      admit(site: site, as: joined)
    }
    var entered = row
    entered.digest = digest
    enter(entered, scope: Int(scope))
    unknown.withUnsafeBufferPointer {
      scopes[Int(scope)].unknown.keep($0, of: .operation, position)
    }
    if fact.kind.mayEndAccess { endIfDeleted(scope, now: row.committed) }
    return true
  }

  private func has(scope: UInt32) -> Bool { Int(scope) < scopes.count }
  private func has(site: UInt32) -> Bool {
    Int(site) < sites.count && !sites[Int(site)].isReserved
  }

  private func has(_ account: AccountHandle) -> Bool {
    account == .none || Int(account.raw) < directory.accounts.count
  }
}

extension Instant {
  /// Whether a server can have written it into its journal, as the time of a row in a feed.
  fileprivate var isPossible: Bool { (0..<1 << 48).contains(milliseconds) }
}
