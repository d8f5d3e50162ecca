import Chronology
import DomainCore
import SyncCore

/// A member of a scope.
struct MemberKey: Hashable {
  var scope: UInt32
  var member: UInt16
}

/// An account on an install.
struct InstallKey: Hashable {
  var account: UInt32
  var install: InstallNonce
}

/// A site of an account, and the scope that it reads.
struct SitePlace: Hashable {
  var site: UInt32
  var scope: UInt32
}

/// Who has which account, install, site and membership: a fold of the journal that the server core
/// does not need, since it takes the word of its carrier.
struct ServiceRecords {
  /// By account; none for a deleted one.
  private(set) var credentials: [UInt32: SecretHash] = [:]
  /// By account; none for most, and for a deleted one.
  private(set) var guardians: [UInt32: SecretHash] = [:]
  private(set) var sessions: [SecretHash: SignedInInstall] = [:]
  private var tokens: [InstallKey: SecretHash] = [:]
  private(set) var claims: [MemberKey: SecretHash] = [:]
  private(set) var accounts: [MemberKey: UInt32] = [:]
  private(set) var groupCodes: [UInt32: SecretHash] = [:]
  private(set) var creations: [SecretHash: Creation] = [:]
  private var sites: [UInt32: [SitePlace]] = [:]
  private(set) var changes = ScopeChanges()
  /// How many entries the journal had, and has got since.
  private(set) var entryCount: UInt64 = 0

  /// The sites of an account, in the order in which they were registered.
  func sites(of account: UInt32) -> [SitePlace] { sites[account] ?? [] }

  mutating func countEntries(_ count: Int) { entryCount += UInt64(count) }

  /// An entry of the journal that is read at the start.
  mutating func read(_ entry: JournalEntry) {
    entryCount += 1
    switch entry {
    case .row(let row, let scope, _, _): changes.note(scope: scope, author: row.operation.site)
    case .site(_, let record, _): noteMember(record)
    case .carrier(let bytes):
      // An entry of a later version has no meaning that this one knows.
      if let own = ServiceEntry(bytes) { note(own) }
    default: note(entry)
    }
  }

  /// What the server did that is no answer to an exchange.
  mutating func note(_ entry: JournalEntry) {
    switch entry {
    case .siteRegistered(let site, let scope, let member, let account, _):
      guard account != .none else { return }
      sites[account.raw, default: []].append(SitePlace(site: site, scope: scope))
      noteMember(member, of: scope, account)
    case .incarnation(let number): changes.begin(incarnation: number)
    case .scopeDeleted(let scope, _), .memberErased(_, let scope, _): changes.note(scope: scope)
    case .accountDeleted(let account, _):
      credentials[account.raw] = nil
      guardians[account.raw] = nil
      for place in sites(of: account.raw) { changes.note(scope: place.scope) }
    default: break
    }
  }

  mutating func noteMember(_ record: SiteRecord) {
    noteMember(record.member, of: record.scope, record.account)
  }

  private mutating func noteMember(
    _ member: MemberHandle, of scope: UInt32, _ account: AccountHandle
  ) {
    guard member != .newcomer, account != .none else { return }
    let key = MemberKey(scope: scope, member: member.index)
    if accounts[key] == nil { accounts[key] = account.raw }
  }

  mutating func noteRow(of scope: UInt32, by site: UInt32) {
    changes.note(scope: scope, author: site)
  }

  mutating func note(_ entry: ServiceEntry) {
    switch entry {
    case .credential(let account, let hash): credentials[account] = hash
    case .guardian(let account, let hash): guardians[account] = hash
    case .session(let hash, let session):
      let key = InstallKey(account: session.account, install: session.install)
      if let former = tokens.updateValue(hash, forKey: key) { sessions[former] = nil }
      sessions[hash] = session
    case .sessionEnded(let hash):
      guard let session = sessions.removeValue(forKey: hash) else { return }
      tokens[InstallKey(account: session.account, install: session.install)] = nil
    case .claim(let scope, let member, let hash):
      claims[MemberKey(scope: scope, member: member)] = hash
    case .groupCode(let scope, let hash): groupCodes[scope] = hash
    case .creation(let key, let creation): creations[key] = creation
    }
  }
}
