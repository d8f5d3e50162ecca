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
    _ request: ExchangeRequest, now: Instant
  ) -> ExchangeStatus {
    let site = Int(request.site)
    if exclusion(of: request.site, now: now) != nil { return .purge }
    if sites[site].epoch != request.epoch || sites[site].isRevoked {
      // A newcomer has nothing to be given back: they open their invitation anew.
      if request.epoch < sites[site].epochPurged || sites[site].isNewcomer { return .purge }
      return now > sites[site].sessionEnds ? .needsSignIn : .snapshot
    }
    return now > sites[site].sessionEnds ? .needsSignIn : .page
  }

  /// FAM-8: starts the session of a site anew; what it had queued goes through at its next
  /// exchange. Returns why nobody can sign in there any more, or nil.
  @discardableResult
  public mutating func signIn(site: UInt32, now: Instant) -> Refusal? {
    if let closed = directory.closed(sites[Int(site)].account) { return closed }
    meter.note(BackendUse(reads: 1, writes: 1), at: now)
    sites[Int(site)].sessionEnds = directory.contact(sites[Int(site)].account, now: now)
    return nil
  }

  /// P12: tells a site to drop everything it holds of the scope.
  ///
  /// Nothing that came with the request is taken. A site that was told keeps its number, so the
  /// marker is as good the second time; one that has something to drop gets a new one.
  @usableFromInline mutating func purge(
    _ request: ExchangeRequest, now: Instant
  ) -> ExchangeAnswer {
    let site = Int(request.site)
    if let refusal = exclusion(of: request.site, now: now) {
      if !sites[site].isRevoked || request.pushCount > 0 {
        sites[site].epoch += 1
        sites[site].epochPurged = sites[site].epoch
        sites[site].isRevoked = true
      }
      sites[site].reason = refusal.rawValue
    }
    return answer(.purge, to: request, upTo: 0)
  }

  /// Tells a site to start again with the whole feed.
  ///
  /// A site that was given access back goes on under a new number, or a snapshot that is lost on
  /// its way would leave it with nothing while the server sends pages.
  @usableFromInline mutating func snapshot(_ request: ExchangeRequest) -> ExchangeAnswer {
    let site = Int(request.site)
    if sites[site].isRevoked {
      sites[site].isRevoked = false
      sites[site].startsAnew = true
      sites[site].epoch += 1
    }
    let end = UInt32(scopes[Int(sites[site].scope)].feed.count)
    return answer(.snapshot, to: request, upTo: end)
  }

  @usableFromInline func answer(
    _ status: ExchangeStatus, to request: ExchangeRequest, upTo end: UInt32
  ) -> ExchangeAnswer {
    let record = sites[Int(request.site)]
    // A site with access again, that missed the marker, is told what it was told then.
    let epoch = status == .purge ? record.epochPurged : record.epoch
    return ExchangeAnswer(
      site: request.site, scope: record.scope, sequenceDecided: record.sequenceDecided,
      epoch: epoch, from: 0, to: end, end: end, status: status,
      reason: status == .purge ? record.reason : 0)
  }

  /// The scope as it was founded, for a device that starts again with `snapshot`.
  public func founded(_ scope: UInt32) -> ScopeState { scopes[Int(scope)].founded() }
}
