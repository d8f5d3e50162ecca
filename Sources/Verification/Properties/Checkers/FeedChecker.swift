import Base
public import Chronology
import DomainCore
public import SyncCore

// P16: feed completeness. Whatever the page limits, a page contains each row after the device's
// position once, up to its stated end: no row is missing between two pages, none comes twice, and a
// page exceeds the requested length only to keep a transaction whole.
//
// Checked when the server responds, row by row against its feed, and when a device has applied a
// page: its position has advanced by the number of applied rows. P5 checks what the rows do.
@usableFromInline struct FeedChecker: ~Copyable {
  @usableFromInline init() {}

  /// The server has responded to a request.
  func checkResponse(
    _ response: borrowing Response, to request: RequestHeader, on server: borrowing Server,
    at now: Instant, _ shared: inout MonitorState
  ) {
    let header = response.header
    let isSnapshot = header.kind == .snapshot
    guard header.kind == .page || isSnapshot, shared.checksSteps(of: header.scope),
      Int(header.site) < shared.standings.count, !server.sites[Int(header.site)].isNewcomer,
      !server.scopes[Int(header.scope)].isDeleted
    else { return }
    shared.tally.count(.feedCompleteness)
    let count = server.scopes[Int(header.scope)].feed.count
    let rows = response.rows.count
    // A device that has advanced since has a later position than the request.
    guard header.from <= header.to, Int(header.to) <= count, Int(header.end) <= count,
      Int(header.to - header.from) == rows, isSnapshot || header.from <= request.position
    else {
      shared.reportSite(
        .feedCompleteness, header.site, header.scope, now,
        "a page's position differs from its header")
      return
    }
    for index in 0..<rows {
      let row = server.scopes[Int(header.scope)].feed[Int(header.from) + index].operation
      let sent = response.rows[index].operation
      if sent.site != row.site || sent.sequence != row.sequence {
        shared.report(
          .feedCompleteness, row, header.scope, now, "a page's rows differ from the feed")
        return
      }
    }
    if !isSnapshot && rows == 0 && header.hasMore {
      shared.reportSite(
        .feedCompleteness, header.site, header.scope, now,
        "a page is empty before the end of the feed")
    }
  }

  /// A device has applied so many rows of a page. Called before its new position is recorded. A
  /// site that starts with another site's replica has no recorded position.
  @inlinable func checkMoved<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, since before: FeedProgress, by rows: Int,
    at now: Instant,
    _ shared: inout MonitorState
  ) {
    guard before.position > 0, before.isOfSameFeed(as: replica) else { return }
    shared.tally.count(.feedCompleteness)
    if Int(replica.store.position) != Int(before.position) + rows {
      shared.reportSite(
        .feedCompleteness, replica.site, replica.scope, now,
        "a replica's position differs from the rows that it applied",
        expected: "row \(Int(before.position) + rows)", found: "row \(replica.store.position)")
    }
  }
}
