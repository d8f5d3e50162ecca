import Base
public import Chronology
import DomainCore
public import SyncCore

/// The fields that the next version of the app writes into an operation.
public enum NextVersionFields {
  /// An unknown field; its value identifies the operation among its neighbors.
  public static func of(_ sequence: UInt32) -> [UInt8] {
    [0xC0, 0x0C, UInt8(truncatingIfNeeded: sequence & 0x7F)]
  }
}

/// A scope's feed as read by an app that knows only part of it.
final class PartiallyReadFeed {
  private let founded: ScopeState
  private var state: ScopeState
  /// The digest of such an app's replica at each position, from the first on.
  private var digests: [Digest128] = []
  /// The feed's digest at the last position that was read.
  private var reached: Digest128?
  /// The incarnation of the feed's server: the next one may have the same rows in another order.
  private var incarnation: UInt32 = 0
  /// How often the feed was rewritten.
  private var epoch: UInt32 = 0

  init(founded: consuming ScopeState) {
    state = founded.copy()
    self.founded = founded
  }

  /// The digest of such a replica at a position.
  func digest(
    at position: Int, of scope: borrowing Scope, incarnation: UInt32
  ) -> Digest128 {
    let isAnother =
      reached.map {
        scope.feed.count < digests.count || scope.feed[digests.count - 1].digest != $0
      } ?? false
    if isAnother || self.incarnation != incarnation || epoch != scope.epoch {
      // The feed was rewritten.
      self.incarnation = incarnation
      epoch = scope.epoch
      state = founded.copy()
      digests = []
    }
    while digests.count < position {
      let row = scope.feed[digests.count]
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

/// The replicas that read only part of their feed, and what they should be.
struct PartialReaderRegistry: ~Copyable {
  enum ReadingLevel: UInt8 {
    case all
    /// An earlier app version reads it.
    case less
    /// A later app has opened it, and has not received it again yet.
    case anew
  }

  /// The reading level of a replica; one that is not listed has always read everything.
  struct PartialCopy: BitwiseCopyable {
    var reading: ReadingLevel
    var wasUpdated = false
  }

  /// By install and scope.
  var copies = IndexedTable<PartialCopy>()
  /// By scope, if an earlier app version has a replica.
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

// P19: versions side by side. An app that knows only part of the operations shows that part as if
// the rest did not exist; after an update its replica equals a fresh install's; and fields that a
// later version has put into an operation are in the log as they were written.
//
// The first is checked by digest at each page that such a replica applies, against a fold of the
// feed as the app reads it; the second at quiescence; the third there too, for each row of each
// log.
@usableFromInline struct VersionsChecker: ~Copyable {
  var versions = PartialReaderRegistry()

  @usableFromInline init() {}

  /// An earlier app version has a replica of a scope with this genesis state.
  mutating func readsPartially(
    _ install: InstallNonce, scope: UInt32, founded: consuming ScopeState,
    _ shared: borrowing MonitorState
  ) {
    let name = PartialReaderRegistry.name(install, scope)
    let place = versions.copies.place(
      of: name, orAdd: PartialReaderRegistry.PartialCopy(reading: .less))
    versions.copies[place].reading = .less
    while versions.feeds.count <= Int(scope) { versions.feeds.append(nil) }
    guard shared.checksSteps(of: scope), versions.feeds[Int(scope)] == nil else { return }
    versions.feeds[Int(scope)] = PartiallyReadFeed(founded: founded)
  }

  /// FAM-7: a scope has another genesis state than its replicas were sent, since one of its
  /// founders was erased.
  mutating func scopeRebuilt(scope: UInt32, _ founded: consuming ScopeState) {
    guard Int(scope) < versions.feeds.count, versions.feeds[Int(scope)] != nil else { return }
    versions.feeds[Int(scope)] = PartiallyReadFeed(founded: founded)
  }

  /// A later app has opened the replica that an earlier version has left.
  mutating func readsFullyAgain(_ install: InstallNonce, scope: UInt32) {
    guard let place = versions.copies.place(of: PartialReaderRegistry.name(install, scope)) else {
      return
    }
    versions.copies[place].reading = .anew
    versions.copies[place].wasUpdated = true
  }

  /// An app that reads everything has received its replica again.
  mutating func readsFully(_ install: InstallNonce, scope: UInt32) {
    guard let place = versions.copies.place(of: PartialReaderRegistry.name(install, scope)) else {
      return
    }
    versions.copies[place].reading = .all
  }

  /// Whether a replica belongs to an app that reads only part of its feed.
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

  /// The state of the rows up to a position. The server has only the final state; this is
  /// expensive, and done only after a violation.
  private static func state(of scope: borrowing Scope, at position: Int) -> ScopeState {
    var state = scope.founded()
    for place in 0..<min(position, scope.feed.count) where !scope.feed[place].verdict.isRejected {
      state.apply(scope.feed[place].operation.fact, committed: scope.feed[place].committed)
    }
    return state
  }

  /// Checks a replica that differs from the server's digest at its position.
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
        at: Int(replica.store.position), of: server.scopes[Int(replica.scope)],
        incarnation: server.incarnation)
      if replica.store.state.digest != expected {
        shared.reportSite(
          .versions, replica.site, replica.scope, now,
          "an earlier app version does not show the fields that it knows")
      }
    }
  }

  /// The next version of the app has put a field into an operation.
  mutating func committedWithNewFields(_ site: UInt32, _ sequence: UInt32) {
    _ = versions.committedWithNewFields.place(
      of: PartialReaderRegistry.name(site, sequence), orAdd: 0)
  }

  /// A device has lost the fields of an operation to a dishonest disk, and an older record of it is
  /// left.
  mutating func hasLostNewFields(_ site: UInt32, _ sequence: UInt32) {
    let name = PartialReaderRegistry.name(site, sequence)
    guard let place = versions.committedWithNewFields.place(of: name) else { return }
    versions.committedWithNewFields[place] = Self.lost
  }

  private static var lost: UInt8 { 1 }

  func checkNewFields(
    scope: UInt32, on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    guard !versions.committedWithNewFields.isEmpty else { return }
    let count = server.scopes[Int(scope)].feed.count
    for position in 0..<count {
      let row = server.scopes[Int(scope)].feed[position]
      let (site, sequence) = (row.operation.site, row.operation.sequence)
      // FAM-7: a deleted person leaves nothing.
      if row.verdict.refusal == .ownerDeleted || shared.ledger.isErased(row.operation)
        || shared.ledger.isWrittenByServer(site, sequence)
      {
        continue
      }
      var found: [UInt8] = []
      server.scopes[Int(scope)].unknown.withFields(of: .operation, position) { found = Array($0) }
      let written = versions.committedWithNewFields.row(
        of: PartialReaderRegistry.name(site, sequence))
      // A group that has ended had lost them; a failover may have brought it back.
      let mayLack = written == Self.lost || shared.hasComeBack(scope)
      let isExpected = written != nil && (!mayLack || !found.isEmpty)
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
