public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// What all checkers share: the history of operations, the members' access, the length of the logs,
/// the checks that were counted and the violations that were found.
///
/// A checker keeps what only it needs.
public struct MonitorState: ~Copyable {
  public var ledger = OperationHistory()
  public var tally = PropertyTally()
  /// The server's settings for clocks and order.
  @usableFromInline let settings: ServerSettings
  /// The incarnation of the server that the state is about, after failovers.
  @usableFromInline var incarnation: UInt32 = 0
  /// Per site, its access to its scope.
  @usableFromInline var standings = FlatArray<SiteStanding>()
  /// Per scope, how many rows the server has appended.
  @usableFromInline var rowsInLog = FlatArray<UInt32>()
  /// Per scope, whether its log has a row that can end a group: a deletion, or a member who left.
  @usableFromInline var mayHaveEnded = FlatArray<Bool>()
  /// FAM-7: the deleted accounts, and their owners' members in each scope.
  @usableFromInline var deletedAccounts: [AccountHandle] = []
  @usableFromInline var erased: [ErasedMember] = []
  /// The scopes that had ended and are there again on a server that has failed over: it may have
  /// lost their texts.
  private var cameBack: [UInt32] = []
  /// Per scope, whether it is left out of the checks of each step; one beyond the end is not.
  @usableFromInline var isLeftOut = FlatArray<Bool>()
  /// Whether the reference models replay each log that is folded again, and row by row.
  let replaysAll: Bool
  /// Selects the logs that they replay otherwise, other ones for each seed and community.
  private let randomWord: UInt64
  /// Whether a lost update is reported like a violation. No property forbids it, for only the
  /// default policy guarantees that there are none.
  public var reportsLostUpdates = false
  let byAddress = AddressOnlyMarker()

  init(_ settings: ServerSettings, replaysAll: Bool, randomWord: UInt64) {
    self.settings = settings
    self.replaysAll = replaysAll
    self.randomWord = randomWord
  }

  mutating func addSite(isNewcomer: Bool) {
    ledger.addSite()
    standings.append(SiteStanding(isNewcomer: isNewcomer))
  }

  /// Counts a row that the server has appended; returns its position.
  @inlinable mutating func noteRow(of scope: UInt32) -> UInt32 {
    rowsInLog.extend(to: Int(scope) + 1, repeating: 0)
    let position = rowsInLog[Int(scope)]
    rowsInLog[Int(scope)] += 1
    return position
  }

  // MARK: Access

  /// Whether a replica belongs to the current server, and not to one from before a failover.
  @inlinable func isOfThisServer<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.head.incarnation == incarnation
  }

  /// Whether a replica belongs to a person without access, as far as the device knows.
  @inlinable func isOutside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    standings[Int(replica.site)].isNewcomer
      && (replica.store.epoch == 1 || replica.store.state.memberCount == 0)
  }

  /// Records a possible end of a group (GRP-2): its admin deletes it, or its last member leaves.
  @inlinable mutating func noteEnd(_ row: FeedRow, scope: UInt32) {
    mayHaveEnded.extend(to: Int(scope) + 1, repeating: false)
    let kind = row.operation.fact.kind
    if (kind == .groupDeleted || kind == .groupLeft) && !row.verdict.isRejected {
      mayHaveEnded[Int(scope)] = true
    }
  }

  /// FAM-7: a scope has ended with the account of its last responsible member.
  mutating func noteDeletion(of scope: UInt32) {
    mayHaveEnded.extend(to: Int(scope) + 1, repeating: false)
    mayHaveEnded[Int(scope)] = true
  }

  /// Whether a scope ended as an operation requested; one that is gone without a reason has lost
  /// all its operations.
  func hasEnded(_ scope: UInt32, on server: borrowing Server) -> Bool {
    server.scopes[Int(scope)].isDeleted && Int(scope) < mayHaveEnded.count
      && mayHaveEnded[Int(scope)]
  }

  /// Whether a person was erased from a scope.
  func wasErased(_ scope: UInt32) -> Bool {
    !erased.isEmpty && erased.contains { $0.scope == scope }
  }

  /// Whether a fact is about a person who was erased from a scope.
  @usableFromInline func isOfErased(_ fact: Fact, _ scope: UInt32) -> Bool {
    !erased.isEmpty && erased.contains { $0.scope == scope && $0.member == fact.subject }
  }

  /// P27: whether an operation in a scope may have lost its texts: the person whom it is about was
  /// erased, or the scope had ended.
  @usableFromInline func mayLackTexts(_ operation: Operation, in scope: UInt32) -> Bool {
    isOfErased(operation.fact, scope) || hasComeBack(scope)
  }

  /// Whether a scope had ended, and a failover has brought it back without its texts and fields.
  @usableFromInline func hasComeBack(_ scope: UInt32) -> Bool { cameBack.contains(scope) }

  /// Whether a site belongs to a deleted account.
  func isDeleted(_ site: UInt32) -> Bool {
    !deletedAccounts.isEmpty && deletedAccounts.contains(standings[Int(site)].account)
  }

  // MARK: Sampling

  /// Leaves a scope out of the checks of each step, before its first operation.
  public mutating func leaveOut(_ scope: UInt32) {
    isLeftOut.extend(to: Int(scope) + 1, repeating: false)
    isLeftOut[Int(scope)] = true
  }

  /// Whether a scope is checked at each step. For others, only what the checks at the end need is
  /// recorded.
  @inlinable @inline(__always) public func checksSteps(of scope: UInt32) -> Bool {
    Int(scope) >= isLeftOut.count || !isLeftOut[Int(scope)]
  }

  /// Whether the reference models replay a scope whose log is folded again, which costs more: half
  /// of them.
  func replaysModels(_ scope: UInt32) -> Bool {
    if replaysAll { return true }
    return ((UInt64(scope) ^ randomWord) &* 0xD6E8_FEB8_6659_FD93) >> 63 == 0
  }

  // MARK: Reporting

  /// Reports a violation about an operation, with the expected and the actual value where a few
  /// words describe them.
  @usableFromInline mutating func report(
    _ property: Property, _ operation: Operation, _ scope: UInt32, _ now: Instant, _ what: String,
    expected: String? = nil, found: String? = nil
  ) {
    reportSite(
      property, operation.site, scope, now, what, sequence: operation.sequence,
      expected: expected, found: found)
  }

  /// The same for a device.
  @usableFromInline mutating func reportSite(
    _ property: Property, _ site: UInt32, _ scope: UInt32, _ now: Instant, _ what: String,
    sequence: UInt32 = 0, expected: String? = nil, found: String? = nil
  ) {
    tally.report(
      Violation(
        property, at: now, scope: scope, site: site, sequence: sequence, what: what,
        expected: expected, found: found))
  }
}

// MARK: Failovers

// After a failover from a stale replica of the journal, the server owes nothing that it has lost. A
// device that still knows a lost operation sends it again, and its author receives a rejection.
extension MonitorState {
  /// Another server responds from now on, with the content of its replica.
  mutating func begin(with server: borrowing Server) {
    incarnation = server.incarnation
    // The replica may give members other indices, and deleted accounts are deleted from it, too.
    erased = []
    for scope in 0..<server.scopes.count { forgetRows(of: scope, on: server) }
    for site in 0..<server.sites.count { forgetVerdicts(of: site, on: server) }
  }

  /// Before that: which of the scopes that had ended are there again.
  mutating func noteReturn(of ended: [UInt32], on server: borrowing Server) {
    for scope in ended where Int(scope) < mayHaveEnded.count && mayHaveEnded[Int(scope)] {
      if !server.scopes[Int(scope)].isDeleted { cameBack.append(scope) }
    }
  }

  private mutating func forgetRows(of scope: Int, on server: borrowing Server) {
    rowsInLog.extend(to: scope + 1, repeating: 0)
    mayHaveEnded.extend(to: scope + 1, repeating: false)
    rowsInLog[scope] = UInt32(server.scopes[scope].feed.count)
    // A group that has ended has no rows any more.
    mayHaveEnded[scope] = mayHaveEnded[scope] && server.scopes[scope].isDeleted
    for position in 0..<server.scopes[scope].feed.count {
      noteEnd(server.scopes[scope].feed[position], scope: UInt32(scope))
    }
  }

  private mutating func forgetVerdicts(of site: Int, on server: borrowing Server) {
    let record = server.sites[site]
    // Most of the reserved numbers were never used.
    if record.isReserved && ledger.count(UInt32(site)) == 0 { return }
    let isKnown = Int(record.scope) < server.scopes.count
    // A deleted scope has no rows any more, but its decisions remain valid.
    let hasEnded = isKnown && server.scopes[Int(record.scope)].isDeleted
    let rows = hasEnded ? .max : isKnown ? server.scopes[Int(record.scope)].feed.count : 0
    ledger.forgetVerdicts(
      of: UInt32(site), behind: rows, refused: record.refusedCount,
      decided: record.sequenceDecided)
    if standings[site].isNewcomer {
      standings[site].isAdmitted = isKnown && !record.isNewcomer
      standings[site].turnedAway = record.refusedCount
    }
  }
}
