import Base
public import Chronology
public import DomainCore

extension Server {
  /// FAM-7: everything that a scope has, or that one of its members owns there.
  ///
  /// Rejected operations never took effect, so they are omitted. `names` has the texts, unless the
  /// scope has them itself.
  public mutating func export(
    _ scope: UInt32, person: MemberHandle? = nil, names: any TextSource = NameTable(), now: Instant
  ) -> ScopeExport {
    let index = Int(scope)
    meter.note(BackendUse(reads: Int64(scopes[index].feed.count)), at: now)
    var export = ScopeExport(
      of: scopes[index].state, person: person, names: scopes[index].texts ?? names)
    for position in 0..<scopes[index].feed.count {
      let row = scopes[index].feed[position]
      if !row.verdict.isRejected { export.add(row.operation.fact, committed: row.committed) }
    }
    return export
  }

  /// FAM-7: all data of an account's owner in all families and groups, as a text.
  public mutating func export(
    _ account: AccountHandle, names: any TextSource = NameTable(), now: Instant
  ) -> String {
    var exports: [ScopeExport] = []
    for (scope, member, _) in memberships(of: account) {
      exports.append(export(scope, person: member, names: names, now: now))
    }
    return ScopeExport.json(exports)
  }

  /// The scopes that an account has signed in to, and its member there, in the order of the first
  /// sign-in. O(sites).
  public func memberships(
    of account: AccountHandle
  ) -> [(scope: UInt32, member: MemberHandle, site: UInt32)] {
    var found: [(scope: UInt32, member: MemberHandle, site: UInt32)] = []
    for site in 0..<sites.count where account != .none && sites[site].account == account {
      let record = sites[site]
      let scope = Int(record.scope)
      guard !scopes[scope].isDeleted,
        Int(record.member.index) < scopes[scope].state.memberCount,
        !found.contains(where: { $0.scope == record.scope && $0.member == record.member })
      else { continue }
      found.append((record.scope, record.member, UInt32(site)))
    }
    return found
  }
}
