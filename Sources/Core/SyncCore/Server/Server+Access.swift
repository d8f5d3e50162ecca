public import Base
public import Chronology
public import DomainCore

// Access control: checked at every exchange, when operations are accepted and when rows are sent.
extension Server {
  /// P12: why a site may neither send nor receive, or nil. A few loads and as many compares.
  ///
  /// It applies whenever an operation was made: removal takes effect when the server commits it
  /// (FAM-6), and deletion permanently (FAM-7). A newcomer receives nothing anyway; the rules give
  /// the reason why they cannot join, also for a deleted group (GRP-3).
  @inlinable func exclusion(of site: UInt32, now: Instant) -> Refusal? {
    let scope = Int(sites[Int(site)].scope)
    if scopes[scope].isDeleted && !sites[Int(site)].isNewcomer { return .scopeDeleted }
    return directory.closed(sites[Int(site)].account)
      ?? scopes[scope].state.exclusion(of: sites[Int(site)].member, now: now)
      ?? (scopes[scope].state.isInGroup(sites[Int(site)].member)
        ? wardExclusion(of: sites[Int(site)].account, now: now) : nil)
  }

  /// P12: whether a site may receive what its scope gets.
  public func hasAccess(_ site: UInt32, now: Instant) -> Bool {
    exclusion(of: site, now: now) == nil
  }

  /// Admits a request, or returns the kind of response it gets instead of a page.
  ///
  /// A purge comes before the sign-in: a device that may not hold anything any more needs no
  /// password to receive the purge.
  @inlinable mutating func gate(
    _ request: RequestHeader, now: Instant
  ) -> ResponseKind {
    let site = Int(request.site)
    if exclusion(of: request.site, now: now) != nil || hasMissedPurge(request) { return .purge }
    if !isOfThisFeed(request) {
      if request.incarnation == incarnation { restartFeed(request) }
      return now > sites[site].sessionEnds ? .needsSignIn : .snapshot
    }
    if sites[site].epoch != request.epoch || sites[site].isRevoked {
      // A newcomer whose access was revoked has no access to restore: they open their invitation
      // again. But a device that knows of no feed has received no purge, and one that has missed
      // the restart of its feed gets it once more.
      if sites[site].isNewcomer && sites[site].isRevoked && request.epoch > 0 { return .purge }
      return now > sites[site].sessionEnds ? .needsSignIn : .snapshot
    }
    return now > sites[site].sessionEnds ? .needsSignIn : .page
  }

  /// P2: whether a site has missed a purge since the epoch of its copy.
  ///
  /// Also where the server has failed over meanwhile: another install that handed over the site's
  /// pending operations has received their rejection, and the server must not accept them after
  /// all.
  @inlinable @inline(__always) func hasMissedPurge(_ request: RequestHeader) -> Bool {
    let record = sites[Int(request.site)]
    guard record.epochPurged > 0 else { return false }
    return request.incarnation == record.incarnationPurged
      ? request.epoch < record.epochPurged : request.incarnation < record.incarnationPurged
  }

  /// Whether the server still has the content that a device says it received: it may have failed
  /// over to a stale replica, whether it knows so (`incarnation`) or not.
  @inlinable @inline(__always) func isOfThisFeed(_ request: RequestHeader) -> Bool {
    let site = Int(request.site)
    guard request.incarnation == incarnation, request.epoch <= sites[site].epoch,
      request.sequenceDecided <= sites[site].sequenceDecided
    else { return false }
    guard request.epoch == sites[site].epoch, request.position > 0 else {
      // A device that has lost what comes before the first row names a digest there.
      return request.epoch < sites[site].epoch || request.digest == 0
    }
    if sites[site].isNewcomer { return request.position <= sites[site].refusedCount }
    let scope = Int(sites[site].scope)
    guard Int(request.position) <= scopes[scope].feed.count else { return false }
    return request.digest == 0
      || request.digest == scopes[scope].feed[Int(request.position) - 1].digest.first
  }

  /// A site continues under an epoch that no response to it had before; but epochs of another
  /// incarnation, and impossible ones, are ignored.
  @usableFromInline mutating func restartFeed(_ request: RequestHeader) {
    let site = Int(request.site)
    let isKnown = request.incarnation == incarnation && request.epoch < 1 << 31
    sites[site].epoch = max(sites[site].epoch, isKnown ? request.epoch : 0) + 1
  }

  /// FAM-8: starts a new session for a site; its pending operations follow with its next exchange.
  /// Otherwise responds with the reason why the account cannot sign in there.
  @usableFromInline mutating func signIn(_ request: RequestHeader, now: Instant) -> ResponseHeader {
    let refusal = signIn(site: request.site, now: now)
    var response = header(refusal == nil ? .signedIn : .signInRefused, of: request.site)
    response.reason = refusal?.rawValue ?? 0
    return response
  }

  /// The same without a message, for sign-ins that only the server knows of.
  @discardableResult
  mutating func signIn(site: UInt32, now: Instant) -> Refusal? {
    if let closed = directory.closed(sites[Int(site)].account) { return closed }
    meter.note(BackendUse(reads: 1, writes: 1), at: now)
    sites[Int(site)].sessionEnds = directory.contact(sites[Int(site)].account, now: now)
    sites[Int(site)].signIns += 1
    return nil
  }

  /// P12: tells a site to drop everything it holds of the scope.
  ///
  /// Operations that came with the request are ignored. A site that received the marker keeps its
  /// epoch, so the marker works a second time; one that has something to drop gets a new one.
  @usableFromInline mutating func purge(
    _ request: borrowing Request, now: Instant
  ) -> ResponseHeader {
    let site = Int(request.header.site)
    if let refusal = exclusion(of: request.header.site, now: now) {
      if !sites[site].isRevoked || !request.operations.isEmpty
        || request.header.epoch > sites[site].epochPurged
      {
        restartFeed(request.header)
        sites[site].epochPurged = sites[site].epoch
        sites[site].incarnationPurged = incarnation
        sites[site].isRevoked = true
      }
      sites[site].reason = refusal.rawValue
    }
    var marker = header(.purge, of: request.header.site)
    // A site with access again that missed the marker gets the same marker again.
    marker.epoch = sites[site].epochPurged
    marker.reason = sites[site].reason
    return marker
  }

  /// Tells a site to restart, from the genesis of the scope, with the whole feed.
  ///
  /// A site with restored access continues under a new epoch, or a snapshot that is lost in flight
  /// would leave it with nothing while the server sends pages.
  @usableFromInline mutating func fillSnapshot(of site: UInt32, into response: inout Response) {
    if sites[Int(site)].isRevoked {
      sites[Int(site)].isRevoked = false
      sites[Int(site)].skipsDropped = true
      sites[Int(site)].epoch += 1
    }
    let scope = Int(sites[Int(site)].scope)
    response.header = header(.snapshot, of: site)
    response.firstDay = scopes[scope].state.firstDay
    if sites[Int(site)].isNewcomer {
      // P12: a newcomer gets nothing of the scope; their position counts their own rejections. They
      // may not know the last of those yet.
      fillLastRefusal(of: site, into: &response)
      return
    }
    response.header.end = UInt32(scopes[scope].feed.count)
    response.header.to = response.header.end
    fillRows(0..<scopes[scope].feed.count, of: scope, into: &response)
    response.founders.append(scopes[scope].founders, 0..<scopes[scope].founders.count)
    response.dayCapacity = UInt32(scopes[scope].state.dayCapacity)
  }

  /// The header of a response without rows.
  @usableFromInline func header(_ kind: ResponseKind, of site: UInt32) -> ResponseHeader {
    let record = sites[Int(site)]
    return ResponseHeader(
      kind, site: site, scope: record.scope, sequenceDecided: record.sequenceDecided,
      epoch: record.epoch, signIns: record.signIns, incarnation: incarnation)
  }
}
