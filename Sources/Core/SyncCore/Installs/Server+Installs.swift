public import Base
public import DomainCore

// OFF-3: installs and their sites.
//
// A site belongs to one install, for one account and scope, and nobody else speaks under its
// number: two who did would give the same numbers to different operations, and of each pair the
// server would skip one without a word. Whoever has the database of another install, be it from a
// backup or from a clone, may do one thing with it: hand over what waits there. Those operations
// have their numbers already, so if the other install has sent them, or does so later, they are
// known.
extension Server {
  /// How many numbers a server leaves free that begins anew, for each incarnation that its copy
  /// lacks: more than may have been given in one. They are for those who come and say that they
  /// have them.
  static var sitesReserved: Int { 1_024 }
  /// A copy that lacks more incarnations than this does not account for the numbers they gave.
  static var incarnationsLackedMax: UInt32 { 256 }

  /// OFF-3: registers an install of a member and returns its number. A new or reinstalled device is
  /// a new site: it gets the whole feed, and what other installs have queued is still theirs.
  ///
  /// An install that asks again is given the same number, for it may not have heard the first one.
  /// One that says which number it has (`claimed`) is given that back where a stale copy of the
  /// server has forgotten it.
  ///
  /// GRP-3: an install of a newcomer gets nothing of the scope until it has joined. One that comes
  /// back to what its owner has left gets another number: what was said under the former one was
  /// said by whom they were then.
  public mutating func register(
    scope: UInt32, member: MemberHandle, account: AccountHandle = .none,
    install: InstallNonce = .none, claiming claimed: UInt32? = nil
  ) -> UInt32 {
    if let known = site(of: install, account, in: scope, as: member, claiming: claimed) {
      return known
    }
    let number = freeSite(claiming: claimed)
    place(record(scope: scope, member, account, install), at: number)
    return number
  }

  /// The site that an install has in a scope for an account; none yet for a newcomer who was a
  /// member once, nor for who had another number since that this server has forgotten.
  public func site(
    of install: InstallNonce, _ account: AccountHandle, in scope: UInt32, as member: MemberHandle,
    claiming claimed: UInt32?
  ) -> UInt32? {
    guard install != .none,
      let known = siteByInstall.row(of: Self.key(install, account, scope))
    else { return nil }
    if let claimed, claimed > known, isReserved(claimed) { return nil }
    let former = sites[Int(known)].member
    let comesBack =
      member == .newcomer && former != .newcomer
      && scopes[Int(scope)].state.isGone(former)
    return comesBack ? nil : known
  }

  private static func key(
    _ install: InstallNonce, _ account: AccountHandle, _ scope: UInt32
  ) -> RowKey {
    RowKey(install.raw, UInt64(account.raw) << 32 | UInt64(scope))
  }

  /// The number of the next site: the one that is claimed, if it is free.
  func freeSite(claiming claimed: UInt32?) -> UInt32 {
    if let claimed, isReserved(claimed) { return claimed }
    return UInt32(sites.count)
  }

  private func isReserved(_ number: UInt32) -> Bool {
    Int(number) < sites.count && sites[Int(number)].isReserved
  }

  func record(
    scope: UInt32, _ member: MemberHandle, _ account: AccountHandle, _ install: InstallNonce
  ) -> SiteRecord {
    SiteRecord(
      scope: scope, member: member, account: account, install: install,
      epoch: member == .newcomer ? 1 : scopes[Int(scope)].epoch)
  }

  mutating func place(_ record: SiteRecord, at number: UInt32) {
    if Int(number) == sites.count { sites.append(record) } else { sites[Int(number)] = record }
    if record.install != .none {
      let key = Self.key(record.install, record.account, record.scope)
      siteByInstall[siteByInstall.place(of: key, orAdd: number)] = number
    }
    noteWard(record.account, member: record.member, of: record.scope)
  }

  /// Whether a site can be placed there.
  func isFree(_ number: UInt32) -> Bool {
    Int(number) == sites.count || isReserved(number)
  }

  /// Leaves room for the sites that a stale copy may lack. One that is older than a former failover
  /// lacks what was given after that as well, beyond the room that was left then.
  mutating func reserveSites(incarnations: UInt32) {
    let lacked = Int(min(incarnations, Self.incarnationsLackedMax))
    sites.extend(to: sites.count + lacked * Self.sitesReserved, repeating: .reserved)
  }

  /// Whether a request is from the install that its site belongs to. What another one hands over is
  /// taken as well, and who signs in is the carrier's business.
  @inlinable @inline(__always) func knows(_ request: RequestHeader) -> Bool {
    let site = Int(request.site)
    guard site < sites.count, !sites[site].isReserved else { return false }
    return sites[site].install == request.install || sites[site].install == .none
      || request.kind != .exchange
  }
}
