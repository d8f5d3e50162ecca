import Base
import Chronology
import DomainCore
public import SyncCore

/// P22 for a server: what it had decided is there when it starts again, and nothing else.
public struct ServerRestartChecker {
  private let feeds: [Int]
  private let digests: [Digest128]
  /// By scope, the letters of its texts, if the server has them.
  private let texts: [[[[UInt8]?]]]
  private let sites: [SiteRecord]
  private let incarnation: UInt32

  public init(_ server: borrowing Server) {
    feeds = (0..<server.scopes.count).map { server.scopes[$0].feed.count }
    digests = (0..<server.scopes.count).map { server.scopes[$0].state.digest }
    texts = (0..<server.scopes.count).map { server.scopes[$0].texts?.ofFeed ?? [] }
    sites = (0..<server.sites.count).map { server.sites[$0] }
    incarnation = server.incarnation
  }

  /// Whether a server is what it was.
  public func isSame(as server: borrowing Server) -> Bool {
    difference(ServerRestartChecker(server)) == nil
  }

  func check(_ server: borrowing Server, at now: Instant, _ shared: inout MonitorState) {
    let after = ServerRestartChecker(server)
    shared.tally.count(.restartEquivalence)
    guard let what = difference(after) else { return }
    let scope =
      feeds.indices.first { after.feeds.count > $0 && after.feeds[$0] != feeds[$0] } ?? 0
    shared.tally.report(
      Violation(
        .restartEquivalence, at: now, scope: UInt32(scope), site: 0, sequence: 0, what: what,
        expected: nil, found: nil))
  }

  private func difference(_ after: ServerRestartChecker) -> String? {
    if after.incarnation != incarnation || after.feeds.count != feeds.count {
      "after a crash a server is another one than before"
    } else if after.feeds != feeds || after.digests != digests || after.texts != texts {
      "after a crash a server has another log than before"
    } else if after.sites != sites {
      "after a crash a server knows other installs than before"
    } else {
      nil
    }
  }
}
