import Base
public import Chronology
import DomainCore
public import SyncCore

/// What the version of the app that comes next writes into an operation.
public enum NextVersionFields {
  /// A field that no version knows, which holds what tells the operation from those beside it.
  public static func of(_ sequence: UInt32) -> [UInt8] {
    [0xC0, 0x0C, UInt8(truncatingIfNeeded: sequence & 0x7F)]
  }
}

/// A scope's feed as an app reads it that does not know all of it.
final class PartiallyReadFeed {
  private let founded: ScopeState
  private var state: ScopeState
  /// What the copy of such an app shows at each position, from the first on.
  private var digests: [Digest128] = []
  /// What the feed said of itself where the reading has come to.
  private var reached: Digest128?
  /// Which server's feed it was: the next one may have the same rows in another order.
  private var incarnation: UInt32 = 0

  init(founded: consuming ScopeState) {
    state = founded.copy()
    self.founded = founded
  }

  /// What such a copy is at a position.
  func digest(
    at position: Int, of feed: borrowing FlatArray<FeedRow>, incarnation: UInt32
  ) -> Digest128 {
    let isAnother =
      reached.map { feed.count < digests.count || feed[digests.count - 1].digest != $0 } ?? false
    if isAnother || self.incarnation != incarnation {
      // The feed was written anew.
      self.incarnation = incarnation
      state = founded.copy()
      digests = []
    }
    while digests.count < position {
      let row = feed[digests.count]
      if !row.verdict.isRejected {
        let operation = row.operation.read(asOf: Fact.schemaCurrent - 1)
        state.apply(operation.fact, committed: row.committed)
      }
      digests.append(state.digest)
      reached = row.digest
    }
    return digests[position - 1]
  }
}

/// Which copies do not read all there is, and what they should be.
struct PartialReaderRegistry: ~Copyable {
  enum ReadingLevel: UInt8 {
    case all
    /// An app of the version before reads it.
    case less
    /// A later app has opened it, and has not been sent it anew yet.
    case anew
  }

  /// What is known of a copy; whatever is not in the book was always read as a whole.
  struct PartialCopy: BitwiseCopyable {
    var reading: ReadingLevel
    var wasUpdated = false
  }

  /// By install and scope.
  var copies = IndexedTable<PartialCopy>()
  /// By scope, where an app of the version before has a copy.
  var feeds: [PartiallyReadFeed?] = []
  /// Operations, by site and sequence, that have fields which no version knows.
  var committedWithNewFields = IndexedTable<UInt8>()

  func copy<Storage: ReplicaStorage & ~Copyable>(
    of replica: borrowing Replica<Storage>
  ) -> PartialCopy? {
    copies.isEmpty ? nil : copies.row(of: Self.name(replica.install, replica.scope))
  }

  static func name(_ install: InstallNonce, _ scope: UInt32) -> RowKey {
    RowKey(install.raw, UInt64(scope))
  }

  static func name(_ site: UInt32, _ sequence: UInt32) -> RowKey {
    RowKey(UInt64(site), UInt64(sequence))
  }
}

// P19: versions side by side. An app that does not know all that is said shows what it knows, as if
// nothing else had been said; once it is updated, its copy is what a fresh install's is; and what
// somebody newer has put into an operation is in the log as they wrote it.
//
// The first is checked by digest at each page that such a copy applies, against a fold of the feed
// as it reads it; the second at quiescence; the third there too, for each row of each log.
@usableFromInline struct VersionsChecker: ~Copyable {
  var versions = PartialReaderRegistry()

  @usableFromInline init() {}

  /// An app of the version before has a copy of a scope, which was founded so.
  mutating func readsPartially(
    _ install: InstallNonce, scope: UInt32, founded: consuming ScopeState,
    _ shared: borrowing MonitorState
  ) {
    let name = PartialReaderRegistry.name(install, scope)
    let place = versions.copies.place(
      of: name, orAdd: PartialReaderRegistry.PartialCopy(reading: .less))
    versions.copies[place].reading = .less
    while versions.feeds.count <= Int(scope) { versions.feeds.append(nil) }
    guard shared.isSampled(scope: scope), versions.feeds[Int(scope)] == nil else { return }
    versions.feeds[Int(scope)] = PartiallyReadFeed(founded: founded)
  }

  /// FAM-7: a scope was founded otherwise than its copies had been told, since one of its founders
  /// is known to nobody any more.
  mutating func scopeRebuilt(scope: UInt32, _ founded: consuming ScopeState) {
    guard Int(scope) < versions.feeds.count, versions.feeds[Int(scope)] != nil else { return }
    versions.feeds[Int(scope)] = PartiallyReadFeed(founded: founded)
  }

  /// A later app has opened the copy that one of the version before has left.
  mutating func readsFullyAgain(_ install: InstallNonce, scope: UInt32) {
    guard let place = versions.copies.place(of: PartialReaderRegistry.name(install, scope)) else {
      return
    }
    versions.copies[place].reading = .anew
    versions.copies[place].wasUpdated = true
  }

  /// A copy was sent anew to an app that reads all there is.
  mutating func readsFully(_ install: InstallNonce, scope: UInt32) {
    guard let place = versions.copies.place(of: PartialReaderRegistry.name(install, scope)) else {
      return
    }
    versions.copies[place].reading = .all
  }

  /// Whether a copy is of an app that does not read all there is.
  func readsPartially<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    versions.copy(of: replica).map { $0.reading != .all } ?? false
  }

  func wasUpdated<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    versions.copy(of: replica)?.wasUpdated ?? false
  }

  /// What the rows up to a position come to. The server has only what all of them come to; this is
  /// dear, and done where something is broken.
  private static func state(of scope: borrowing Scope, at position: Int) -> ScopeState {
    var state = scope.founded()
    for place in 0..<min(position, scope.feed.count) where !scope.feed[place].verdict.isRejected {
      state.apply(scope.feed[place].operation.fact, committed: scope.feed[place].committed)
    }
    return state
  }

  /// A copy is not what the server's was at its position.
  @usableFromInline func checkDifference<Storage: ReplicaStorage & ~Copyable>(
    of replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    switch versions.copy(of: replica)?.reading {
    case nil, .all:
      let there = Self.state(
        of: server.scopes[Int(replica.scope)], at: Int(replica.store.position))
      let difference = StateDifference(of: replica.store.state, from: there)
      shared.reportSite(
        .convergence, replica.site, replica.scope, now,
        "a replica differs from the server at the same position",
        expected: difference?.expected, found: difference?.found)
    case .anew: break
    case .less:
      guard let feed = versions.feeds[Int(replica.scope)] else { return }
      shared.tally.count(.versions)
      let expected = feed.digest(
        at: Int(replica.store.position), of: server.scopes[Int(replica.scope)].feed,
        incarnation: server.incarnation)
      if replica.store.state.digest != expected {
        shared.reportSite(
          .versions, replica.site, replica.scope, now,
          "an earlier app version does not show the fields that it knows")
      }
    }
  }

  /// The version of the app that comes next has put something into an operation.
  mutating func committedWithNewFields(_ site: UInt32, _ sequence: UInt32) {
    _ = versions.committedWithNewFields.place(
      of: PartialReaderRegistry.name(site, sequence), orAdd: 0)
  }

  func checkNewFields(
    scope: UInt32, on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    guard !versions.committedWithNewFields.isEmpty else { return }
    let count = server.scopes[Int(scope)].feed.count
    for position in 0..<count {
      let row = server.scopes[Int(scope)].feed[position]
      let (site, sequence) = (row.operation.site, row.operation.sequence)
      // FAM-7: whoever is deleted leaves nothing.
      if row.verdict.refusal == .ownerDeleted || shared.ledger.isErased(row.operation)
        || shared.ledger.isWrittenByServer(site, sequence)
      {
        continue
      }
      var found: [UInt8] = []
      server.scopes[Int(scope)].unknown.withFields(of: .operation, position) { found = Array($0) }
      let isExpected =
        versions.committedWithNewFields.row(of: PartialReaderRegistry.name(site, sequence)) != nil
      guard isExpected || !found.isEmpty else { continue }
      shared.tally.count(.versions)
      if found != (isExpected ? NextVersionFields.of(sequence) : []) {
        shared.report(
          .versions, row.operation, scope, now,
          "the fields of a later app version are not in the log as they were written")
      }
    }
  }
}
