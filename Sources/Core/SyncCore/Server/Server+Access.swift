public import Base
public import Chronology
public import DomainCore

// Who is let in: checked at every exchange, when operations are accepted and when rows are sent.
extension Server {
  /// P12: why a site may neither send nor receive, or nil. A few loads and as many compares.
  ///
  /// It holds whenever an operation was made: removal takes effect when the server commits it
  /// (FAM-6), and deletion for good (FAM-7). A newcomer receives nothing anyway, and hears from the
  /// rules why they cannot join, of a deleted group too (GRP-3).
  @inlinable func exclusion(of site: UInt32, now: Instant) -> Refusal? {
    let scope = Int(sites[Int(site)].scope)
    if scopes[scope].isDeleted && !sites[Int(site)].isNewcomer { return .scopeDeleted }
    return directory.closed(sites[Int(site)].account)
      ?? scopes[scope].state.exclusion(of: sites[Int(site)].member, now: now)
      ?? (scopes[scope].state.isInGroup(sites[Int(site)].member)
        ? wardExclusion(of: sites[Int(site)].account, now: now) : nil)
  }

  /// Lets a request in, or says what it gets instead of a page.
  ///
  /// To be told to purge comes before the sign-in: a device that may hold nothing any more needs no
  /// password to be told so.
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
      // A newcomer who was turned away has nothing to be given back: they open their invitation
      // anew. But who knows of no feed at all was told of none, and who has missed that their feed
      // starts anew is told once more.
      if sites[site].isNewcomer && sites[site].isRevoked && request.epoch > 0 { return .purge }
      return now > sites[site].sessionEnds ? .needsSignIn : .snapshot
    }
    return now > sites[site].sessionEnds ? .needsSignIn : .page
  }

  /// P2: whether a site was told to drop everything since it was given what it goes by.
  ///
  /// Also where the server has begun anew meanwhile: another install that handed over what the
  /// site had queued was told that it is refused, and it must not be taken after all.
  @inlinable @inline(__always) func hasMissedPurge(_ request: RequestHeader) -> Bool {
    let record = sites[Int(request.site)]
    guard record.epochPurged > 0 else { return false }
    return request.incarnation == record.incarnationPurged
      ? request.epoch < record.epochPurged : request.incarnation < record.incarnationPurged
  }

  /// Whether the server still has what a device says that it was given: it may have begun anew from
  /// a stale copy, whether somebody has told it so (`incarnation`) or not.
  @inlinable @inline(__always) func isOfThisFeed(_ request: RequestHeader) -> Bool {
    let site = Int(request.site)
    guard request.incarnation == incarnation, request.epoch <= sites[site].epoch,
      request.sequenceDecided <= sites[site].sequenceDecided
    else { return false }
    guard request.epoch == sites[site].epoch, request.position > 0 else { return true }
    if sites[site].isNewcomer { return request.position <= sites[site].refusedCount }
    let scope = Int(sites[site].scope)
    guard Int(request.position) <= scopes[scope].feed.count else { return false }
    return request.digest == 0
      || request.digest == scopes[scope].feed[Int(request.position) - 1].digest.first
  }

  /// A site goes on under a number that no answer to it had before; but numbers of another
  /// incarnation, and those that nobody can have given it, mean nothing.
  @usableFromInline mutating func restartFeed(_ request: RequestHeader) {
    let site = Int(request.site)
    let isKnown = request.incarnation == incarnation && request.epoch < 1 << 31
    sites[site].epoch = max(sites[site].epoch, isKnown ? request.epoch : 0) + 1
  }

  /// FAM-8: starts the session of a site anew; what it had queued goes through at its next
  /// exchange. Or says why nobody can sign in there any more.
  @usableFromInline mutating func signIn(_ request: RequestHeader, now: Instant) -> ResponseHeader {
    let refusal = signIn(site: request.site, now: now)
    var response = header(refusal == nil ? .signedIn : .signInRefused, of: request.site)
    response.reason = refusal?.rawValue ?? 0
    return response
  }

  /// The same without a message, for what only the server knows of.
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
  /// Nothing that came with the request is taken. A site that was told keeps its number, so the
  /// marker is as good the second time; one that has something to drop gets a new one.
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
    // A site with access again, that missed the marker, is told what it was told then.
    marker.epoch = sites[site].epochPurged
    marker.reason = sites[site].reason
    return marker
  }

  /// Tells a site to start again, from the scope as it was founded, with the whole feed.
  ///
  /// A site that was given access back goes on under a new number, or a snapshot that is lost on
  /// its way would leave it with nothing while the server sends pages.
  @usableFromInline mutating func fillSnapshot(of site: UInt32, into response: inout Response) {
    if sites[Int(site)].isRevoked {
      sites[Int(site)].isRevoked = false
      sites[Int(site)].startsAnew = true
      sites[Int(site)].epoch += 1
    }
    let scope = Int(sites[Int(site)].scope)
    response.header = header(.snapshot, of: site)
    response.firstDay = scopes[scope].state.firstDay
    if sites[Int(site)].isNewcomer {
      // P12: of the scope they get nothing; what they have is counted from what was refused them.
      // The last of that they may not know yet.
      fillLastRefusal(of: site, into: &response)
      return
    }
    response.header.end = UInt32(scopes[scope].feed.count)
    response.header.to = response.header.end
    fillRows(0..<scopes[scope].feed.count, of: scope, into: &response)
    response.founders.append(scopes[scope].founders, 0..<scopes[scope].founders.count)
    response.dayCapacity = UInt32(scopes[scope].state.dayCapacity)
  }

  /// The header of an answer without rows.
  @usableFromInline func header(_ kind: ResponseKind, of site: UInt32) -> ResponseHeader {
    let record = sites[Int(site)]
    return ResponseHeader(
      kind, site: site, scope: record.scope, sequenceDecided: record.sequenceDecided,
      epoch: record.epoch, signIns: record.signIns, incarnation: incarnation)
  }
}
