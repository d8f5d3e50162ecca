/// When each scope has last changed, in changes of the whole server since its beginning, and by
/// which site: what `GET /v1/news` compares a cursor with.
///
/// It is a fold of the journal, so cursors stay comparable when a server restarts.
struct ScopeChanges {
  private struct LatestChange {
    var last: UInt64 = 0
    /// The site that made the last change; `.max` for the server itself.
    var author: UInt32 = .max
    /// The last change that someone else has made.
    var lastOfOthers: UInt64 = 0
  }

  /// By scope.
  private var changes: [LatestChange] = []
  /// How many changes there were.
  private(set) var count: UInt64 = 0
  /// How many there were at least when the current incarnation of the server began. What a former
  /// one has counted is less, and is no cursor any more: it may have counted what is lost.
  private(set) var start: UInt64 = 0

  mutating func note(scope: UInt32, author: UInt32 = .max) {
    while changes.count <= Int(scope) { changes.append(LatestChange()) }
    count += 1
    if changes[Int(scope)].author != author {
      changes[Int(scope)].lastOfOthers = changes[Int(scope)].last
      changes[Int(scope)].author = author
    }
    changes[Int(scope)].last = count
  }

  mutating func begin(incarnation: UInt32) {
    start = UInt64(incarnation) << 40
    count = max(count, start)
  }

  /// Whether a scope has changed since a cursor, but for the changes that a site has made itself.
  func hasNews(_ scope: UInt32, since cursor: UInt64, for site: UInt32) -> Bool {
    guard Int(scope) < changes.count else { return false }
    let change = changes[Int(scope)]
    return (change.author == site ? change.lastOfOthers : change.last) > cursor
  }
}
