import Base
public import Chronology
import DomainCore
import JSONText
import SyncCore

extension FamilyService where Storage: ~Copyable {
  /// One round trip of the wire within a batch, as `perform` does it: what most requests are. Until
  /// the next one `withMessage` has what is answered.
  public mutating func exchange(
    _ body: UnsafeBufferPointer<UInt8>, token: SecretHash?, now: Instant
  ) throws(Problem) {
    let session = try session(token, now: now)
    do throws(WireError) {
      try request.decode(body)
    } catch {
      throw Problem(400, "wire-malformed", error.description)
    }
    try check(request.header, session, now: now)
    request.header.pageRowsMax = min(
      request.header.pageRowsMax, UInt32(limits.pageRowsMax))
    let site = request.header.site
    let before = server.core.sites[Int(site)]
    var grown = 0
    server.decideInBatch(request, now: now, into: &response) { _, _ in grown += 1 }
    let after = server.core.sites[Int(site)]
    // A newcomer's rejected operation is the last one, and in no feed.
    if after.refusedCount > before.refusedCount { grown -= 1 }
    if after.member != before.member { records.noteMember(after) }
    if grown > 0 {
      for _ in 0..<grown { records.noteRow(of: before.scope, by: site) }
      changed.append(before.scope)
    }
    response.encode(into: &writer)
  }

  /// The message that the last exchange has left, with its type.
  public func withMessage<Result>(
    _ body: (ServiceAnswer.BodyType, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    writer.bytes.withElements { body(ServiceAnswer.BodyType(response.form), $0) }
  }

  mutating func exchange(_ call: ServiceCall, now: Instant) throws(Problem) -> ServiceAnswer {
    try call.body.withUnsafeBufferPointer { (body) throws(Problem) in
      try exchange(body, token: call.token, now: now)
    }
    return withMessage { ServiceAnswer(200, $0, Array($1)) }
  }

  /// Whether a token may send a message: the site in it has to be theirs. A wrong one and none look
  /// the same.
  private func check(
    _ header: RequestHeader, _ session: SignedInInstall, now: Instant
  ) throws(Problem) {
    let site = Int(header.site)
    guard site < server.core.sites.count, !server.core.sites[site].isReserved,
      server.core.sites[site].account == AccountHandle(session.account),
      header.install == session.install,
      header.kind == .handOver || server.core.sites[site].install == session.install
    else { throw .notYours }
    // FAM-8: the credentials of a sign-in are a token that was issued for it.
    if header.kind == .signIn, now > session.issued + Int64(limits.signInMinutes) * Span.minute {
      throw Problem(
        401, "sign-in-needed",
        "A sign-in message needs a token that is at most \(limits.signInMinutes) minutes old; "
          + "POST /v1/sessions returns one.")
    }
  }

  // MARK: News

  mutating func news(
    of session: SignedInInstall, cursor: UInt64?, seconds: Int, now: Instant
  ) throws(Problem) -> ServiceOutcome {
    // A cursor from the future is that of a server whose journal was lost, and so is one from
    // before the current incarnation.
    let cursor = cursor.flatMap {
      (records.changes.start...records.changes.count).contains($0) ? $0 : nil
    }
    let own = ownSites(of: session.account, on: session.install)
    guard let cursor else {
      return .answer(newsAnswer(own.filter { server.core.hasAccess($0.site, now: now) }))
    }
    let wait = NewsWait(
      account: session.account, install: session.install.raw, cursor: cursor,
      scopes: own.map(\.scope), seconds: seconds)
    if let answer = news(for: wait, now: now) { return .answer(answer) }
    return seconds == 0 ? .answer(.done) : .wait(wait)
  }

  /// The news that a waiting install has by now; nil if there is none.
  public func news(for wait: NewsWait, now: Instant) -> ServiceAnswer? {
    let own = ownSites(of: wait.account, on: InstallNonce(raw: wait.install))
    let news = own.filter { place in
      // P12: a site that has lost access learns that once, and nothing of what others do.
      server.core.hasAccess(place.site, now: now)
        ? records.changes.hasNews(place.scope, since: wait.cursor, for: place.site)
        : !server.core.sites[Int(place.site)].isRevoked
    }
    return news.isEmpty ? nil : newsAnswer(news)
  }

  /// P12: the sites of an install, without those of newcomers, who may not even learn that others
  /// are active.
  private func ownSites(of account: UInt32, on install: InstallNonce) -> [SitePlace] {
    records.sites(of: account).filter { place in
      let record = server.core.sites[Int(place.site)]
      return record.install == install && !record.isNewcomer
    }
  }

  private func newsAnswer(_ places: [SitePlace]) -> ServiceAnswer {
    ServiceAnswer(
      200,
      json: [
        "cursor": .string(String(records.changes.count)),
        "scopes": .array(places.map { .integer($0.scope) }),
      ])
  }
}
