public import Base
public import DomainCore

// OFF-3: installs and their sites.
//
// A site belongs to one install, for one account and scope, and no other install writes under its
// number: two that did would give the same sequence numbers to different operations, and the server
// would silently skip one of each pair. An install with the database of another, from a backup or a
// clone, may do one thing with it: hand over its pending operations. Those have their numbers
// already, so if the other install has sent them, or does so later, the server knows them.
extension Server {
  /// How many numbers a server leaves free at a failover, for each incarnation that its replica
  /// misses: more than may have been assigned in one. They are for installs that return and claim
  /// the number they have.
  static var sitesReserved: Int { 1_024 }
  /// A replica that misses more incarnations than this makes no room for the numbers they assigned.
  static var incarnationsMissingMax: UInt32 { 256 }

  /// OFF-3: registers an install of a member and returns its number. A new or reinstalled device is
  /// a new site: it gets the whole feed, and the pending operations of other installs are still
  /// theirs.
  ///
  /// An install that asks again gets the same number, for it may not have received the first
  /// response. One that claims a number it has (`claimed`) gets that back where a stale replica of
  /// the server has forgotten it.
  ///
  /// GRP-3: an install of a newcomer gets nothing of the scope until it has joined. If its owner
  /// returns to a scope they left, it gets another number: the operations under the former one
  /// belong to the former member.
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

  /// The site that an install has in a scope for an account; nil for a newcomer who was a member
  /// once, and for an account that had another number since, which this server has forgotten.
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

  /// The number of the next site: the claimed one, if it is free.
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

  /// Whether a site can be placed under a number.
  func isFree(_ number: UInt32) -> Bool {
    Int(number) == sites.count || isReserved(number)
  }

  /// Leaves room for the sites that a stale replica may lack. One that is older than a former
  /// failover also lacks the numbers assigned after that, beyond the room that was left then.
  mutating func reserveSites(incarnations: UInt32) {
    let lacked = Int(min(incarnations, Self.incarnationsMissingMax))
    sites.extend(to: sites.count + lacked * Self.sitesReserved, repeating: .reserved)
  }

  /// Whether a request is from the install that its site belongs to. The server also accepts what
  /// another install hands over, and authentication is the carrier's task.
  @inlinable @inline(__always) func knows(_ request: RequestHeader) -> Bool {
    let site = Int(request.site)
    guard site < sites.count, !sites[site].isReserved else { return false }
    return sites[site].install == request.install || sites[site].install == .none
      || request.kind != .exchange
  }
}
