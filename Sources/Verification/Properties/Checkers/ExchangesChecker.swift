import Base
import Chronology
import DomainCore
import SyncCore

// P12 of sessions: who has not been in touch for as long as a session lasts must sign in before
// anything is taken from them or handed to them, nobody is asked to before, and whoever is let in
// may stay away as long again (FAM-8, FAM-13). P14 of costs: an exchange costs what it has read and
// written, and the bytes that have come, gone and stayed (COST-1).
//
// Looked at with each answer of the server, from the answers themselves. After a failover the
// server may have lost when somebody was in touch, so then counting begins anew; and what somebody
// costs who leaves with what they say is passed over.

/// What the answers of a server have come to, by which its next one is judged.
struct ExchangesChecker {
  /// Per site, when the server last let it in, by the server's clock; nil where nobody knows.
  private var contacts: [Instant?] = []

  init() {}

  /// The server has begun anew.
  mutating func failedOver() { contacts = [] }

  /// The server has answered a site whose account is of a kind, and whose session `ends` then, to
  /// so many operations. `rows` are those that it has written, and the two uses what it has counted
  /// before and after.
  mutating func responded(
    _ response: ResponseHeader, to pushed: Int, of kind: AccountKind, ends: Instant,
    delivering delivered: Int, having rows: borrowing FlatArray<FeedRow>, from before: BackendUse,
    to after: BackendUse,
    at serverTime: Instant, realTime now: Instant,
    _ tally: inout PropertyTally
  ) {
    func report(_ property: Property, _ what: String) {
      tally.report(
        Violation(property, at: now, scope: response.scope, site: response.site, what: what))
    }
    let site = Int(response.site)
    while contacts.count <= site { contacts.append(nil) }
    let lasts = Int64(kind == .person ? 30 : 7) * Span.day
    let hasLapsed = contacts[site].map { $0 + lasts < serverTime }
    tally.count(.isolation)
    switch response.kind {
    case .page, .snapshot:
      if hasLapsed == true {
        report(.isolation, "a device was served although its session had expired")
      }
      contacts[site] = serverTime
    case .signedIn: contacts[site] = serverTime
    case .needsSignIn:
      // Nobody else would notice before a device asks twice.
      if ends >= serverTime { report(.isolation, "a session was renewed without a sign-in") }
      if hasLapsed == false {
        report(.isolation, "a device was asked to sign in before its session had expired")
      }
    // Whoever has left with what they said was let in before that.
    case .purge: contacts[site] = nil
    case .signInRefused, .siteUnknown: break
    }
    if contacts[site] == serverTime && ends != serverTime + lasts {
      report(.isolation, "a session has the wrong expiry time")
    }
    var photos = 0
    for index in 0..<rows.count {
      if rows[index].operation.fact.kind.mayEndAccess { return }
      let isPhoto = rows[index].operation.fact.kind == .photoAnalyzed
      if isPhoto && !rows[index].verdict.isRejected { photos += 1 }
    }
    tally.count(.derivedState)
    let isRight =
      after.reads - before.reads == Self.reads(response.kind, delivered)
      && after.writes - before.writes == Self.writes(response.kind, rows.count, photos)
    if !isRight { report(.derivedState, "the counted cost of an exchange is wrong") }
    var moved = after
    moved.bytesReceived -= before.bytesReceived
    moved.bytesSent -= before.bytesSent
    moved.bytesKept -= before.bytesKept
    if !Self.hasMoved(moved, response.kind, pushed, delivered, rows.count, photos) {
      report(.derivedState, "the counted bytes of an exchange differ from its messages")
    }
  }

  /// An operation has 68 bytes and a row 96; a photograph comes with 300,000, which are kept. What
  /// signing in takes is not counted.
  private static func hasMoved(
    _ use: BackendUse, _ kind: ResponseKind, _ pushed: Int, _ delivered: Int, _ rows: Int,
    _ photos: Int
  ) -> Bool {
    let isFree = kind == .signedIn || kind == .signInRefused || kind == .siteUnknown
    let request = isFree ? 0 : MemoryLayout<RequestHeader>.size + 68 * pushed
    let response = isFree ? 0 : MemoryLayout<ResponseHeader>.size + 96 * delivered
    return Int(use.bytesReceived) == request + 300_000 * photos && Int(use.bytesSent) == response
      && Int(use.bytesKept) == 96 * rows + 300_000 * photos
  }

  /// The record of the site, and each row that is handed out.
  private static func reads(_ kind: ResponseKind, _ delivered: Int) -> Int64 {
    switch kind {
    case .signInRefused, .siteUnknown: 0
    default: 1 + Int64(delivered)
    }
  }

  /// The record where it has moved on, each row, and with it a photograph that was analysed.
  private static func writes(_ kind: ResponseKind, _ rows: Int, _ photos: Int) -> Int64 {
    if kind == .signedIn { return 1 }
    return rows == 0 ? 0 : Int64(rows + photos) + 1
  }
}
