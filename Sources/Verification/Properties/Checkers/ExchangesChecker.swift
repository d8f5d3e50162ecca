import Base
import Chronology
import DomainCore
import SyncCore

// P12 of sessions: a device without contact for the duration of a session must sign in before it is
// served, is not asked to sign in earlier, and each contact starts the session's duration again
// (FAM-8, FAM-13). P14 of costs: the counted cost of an exchange is what it read and wrote, and the
// bytes that were received, sent and kept (COST-1).
//
// Checked at each response of the server, from the responses themselves. A failover may have lost
// contacts, so counting starts over; the cost of an exchange in which a person leaves is skipped.

/// COST-1: the bytes of the texts, and of the fields of a later app version, in an exchange with a
/// server that has tables of texts; zero otherwise.
public struct TextUse: BitwiseCopyable, Sendable {
  public var received: Int64 = 0
  public var sent: Int64 = 0
  public var kept: Int64 = 0

  public init() {}
}

/// The state of previous responses, which the next one is checked against.
struct ExchangesChecker {
  /// Per site, when the server last served it, by the server's clock; nil if unknown.
  private var contacts: [Instant?] = []

  init() {}

  /// Starts over after a failover.
  mutating func failedOver() { contacts = [] }

  /// The server has responded to a site with so many operations; `kind` is its kind of account, and
  /// `ends` the new end of its session. `rows` are the rows that it has written, `texts` the bytes
  /// of the texts that have moved with all of that; the two uses are what it had counted before and
  /// after.
  mutating func responded(
    _ response: ResponseHeader, to pushed: Int, of kind: AccountKind, ends: Instant,
    delivering delivered: Int, having rows: borrowing FlatArray<FeedRow>,
    texts: TextUse = TextUse(),
    from before: BackendUse, to after: BackendUse,
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
      // Otherwise it would show only when a device asks twice.
      if ends >= serverTime { report(.isolation, "a session was renewed without a sign-in") }
      if hasLapsed == false {
        report(.isolation, "a device was asked to sign in before its session had expired")
      }
    // A person who has left with an operation had access before it.
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
    if !Self.isFree(response.kind) {
      moved.bytesReceived -= texts.received
      moved.bytesSent -= texts.sent
    }
    moved.bytesKept -= texts.kept
    if !Self.hasMoved(moved, response.kind, pushed, delivered, rows.count, photos) {
      report(.derivedState, "the counted bytes of an exchange differ from its messages")
    }
  }

  private static func isFree(_ kind: ResponseKind) -> Bool {
    kind == .signedIn || kind == .signInRefused || kind == .siteUnknown
  }

  /// An operation has 68 bytes and a row 96; a photo has 300,000, which are kept. Signing in is not
  /// counted.
  private static func hasMoved(
    _ use: BackendUse, _ kind: ResponseKind, _ pushed: Int, _ delivered: Int, _ rows: Int,
    _ photos: Int
  ) -> Bool {
    let isFree = isFree(kind)
    let request = isFree ? 0 : MemoryLayout<RequestHeader>.size + 68 * pushed
    let response = isFree ? 0 : MemoryLayout<ResponseHeader>.size + 96 * delivered
    return Int(use.bytesReceived) == request + 300_000 * photos && Int(use.bytesSent) == response
      && Int(use.bytesKept) == 96 * rows + 300_000 * photos
  }

  /// The record of the site, and each delivered row.
  private static func reads(_ kind: ResponseKind, _ delivered: Int) -> Int64 {
    switch kind {
    case .signInRefused, .siteUnknown: 0
    default: 1 + Int64(delivered)
    }
  }

  /// The record if it has changed, each row, and each analyzed photo.
  private static func writes(_ kind: ResponseKind, _ rows: Int, _ photos: Int) -> Int64 {
    if kind == .signedIn { return 1 }
    return rows == 0 ? 0 : Int64(rows + photos) + 1
  }
}
