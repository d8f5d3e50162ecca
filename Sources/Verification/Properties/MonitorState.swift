public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// What all checkers of a watch share: what was promised to whom, who stands where, how far the
/// logs go, what was counted and what was found.
///
/// What only one of them needs to remember is that checker's own.
public struct MonitorState: ~Copyable {
  public var ledger = OperationHistory()
  public var tally = PropertyTally()
  /// What the server was told of clocks and order.
  @usableFromInline let settings: ServerSettings
  /// Which of the servers it is that the books are about, where one has failed over.
  @usableFromInline var incarnation: UInt32 = 0
  /// Per site, where it stands at the door of its scope.
  @usableFromInline var standings = FlatArray<SiteStanding>()
  /// Per scope, how many rows the server has appended.
  @usableFromInline var rowsInLog = FlatArray<UInt32>()
  /// Per scope, whether its log had a row by which a group ends: it was deleted, or somebody left.
  @usableFromInline var mayHaveEnded = FlatArray<Bool>()
  /// FAM-7: the accounts that were deleted, and who their owners were in which scope.
  @usableFromInline var deletedAccounts: [AccountHandle] = []
  @usableFromInline var erased: [ErasedMember] = []
  /// The dearest looks are taken at one of so many days of a device, and of scopes.
  @usableFromInline let daysPerSample: UInt64
  /// Chooses them, another for each seed and community.
  @usableFromInline let randomWord: UInt64
  let byAddress = AddressOnlyMarker()

  init(_ settings: ServerSettings, daysPerSample: Int, randomWord: UInt64) {
    self.settings = settings
    self.daysPerSample = UInt64(daysPerSample)
    self.randomWord = randomWord
  }

  mutating func addSite(isNewcomer: Bool) {
    ledger.addSite()
    standings.append(SiteStanding(isNewcomer: isNewcomer))
  }

  /// Notes a row that the server has appended; returns its position.
  @inlinable mutating func noteRow(of scope: UInt32) -> UInt32 {
    rowsInLog.extend(to: Int(scope) + 1, repeating: 0)
    let position = rowsInLog[Int(scope)]
    rowsInLog[Int(scope)] += 1
    return position
  }

  // MARK: Where somebody stands

  /// Whether a copy is of the server that answers now, and not of one that it has followed.
  @inlinable func isOfThisServer<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.head.incarnation == incarnation
  }

  /// Whether a copy is that of somebody who has not been let in, as far as the device knows.
  @inlinable func isOutside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    standings[Int(replica.site)].isNewcomer
      && (replica.store.epoch == 1 || replica.store.state.memberCount == 0)
  }

  /// Notes what a group can end by (GRP-2): its admin deletes it, or its last member leaves.
  @inlinable mutating func noteEnd(_ row: FeedRow, scope: UInt32) {
    mayHaveEnded.extend(to: Int(scope) + 1, repeating: false)
    let kind = row.operation.fact.kind
    if (kind == .groupDeleted || kind == .groupLeft) && !row.verdict.isRejected {
      mayHaveEnded[Int(scope)] = true
    }
  }

  /// FAM-7: a scope has ended with the account of the last who could look after it.
  mutating func noteDeletion(of scope: UInt32) {
    mayHaveEnded.extend(to: Int(scope) + 1, repeating: false)
    mayHaveEnded[Int(scope)] = true
  }

  /// Whether a scope was deleted, as somebody had asked for; one that is gone for no such reason
  /// has lost everything that was promised in it.
  func hasEnded(_ scope: UInt32, on server: borrowing Server) -> Bool {
    server.scopes[Int(scope)].isDeleted && Int(scope) < mayHaveEnded.count
      && mayHaveEnded[Int(scope)]
  }

  /// Whether somebody was erased from a scope.
  func wasErased(_ scope: UInt32) -> Bool {
    !erased.isEmpty && erased.contains { $0.scope == scope }
  }

  /// Whether a fact is about somebody who was erased from a scope.
  @usableFromInline func isOfErased(_ fact: Fact, _ scope: UInt32) -> Bool {
    !erased.isEmpty && erased.contains { $0.scope == scope && $0.member == fact.subject }
  }

  /// Whether a site is of an account that was deleted.
  func isDeleted(_ site: UInt32) -> Bool {
    !deletedAccounts.isEmpty && deletedAccounts.contains(standings[Int(site)].account)
  }

  // MARK: What is looked at

  /// Whether a device's day is one that is looked at closely.
  @inlinable @inline(__always) func isSampled(_ day: LocalDay, of site: UInt32) -> Bool {
    if daysPerSample == 1 { return true }
    let number = UInt64(site) << 32 | UInt64(UInt32(bitPattern: day.number))
    return ((number ^ randomWord) &* 0x9E37_79B9_7F4A_7C15) >> 32 % daysPerSample == 0
  }

  /// Whether a scope is one in which what was said, order and clocks are looked at row by row.
  @inlinable @inline(__always) func isSampled(scope: UInt32) -> Bool {
    if daysPerSample == 1 { return true }
    return ((UInt64(scope) ^ randomWord) &* 0x9E37_79B9_7F4A_7C15) >> 32 % daysPerSample == 0
  }

  /// Whether a scope whose log is folded again is also told again, which is dearer: half of them.
  func replaysModels(_ scope: UInt32) -> Bool {
    if daysPerSample == 1 { return true }
    return ((UInt64(scope) ^ randomWord) &* 0xD6E8_FEB8_6659_FD93) >> 63 == 0
  }

  // MARK: Reporting

  /// Reports what is wrong with an operation; what was expected of it, and what was found instead,
  /// wherever that can be said in a few words.
  @usableFromInline mutating func report(
    _ property: Property, _ operation: Operation, _ scope: UInt32, _ now: Instant, _ what: String,
    expected: String? = nil, found: String? = nil
  ) {
    reportSite(
      property, operation.site, scope, now, what, sequence: operation.sequence,
      expected: expected, found: found)
  }

  /// The same of a device.
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

// What the books make of a server that begins anew from a stale copy of its journal. It owes nobody
// what it has lost; but who knows it still says it again, and who is refused then is told.
extension MonitorState {
  /// Another server answers from now on, which has what the copy had.
  mutating func begin(with server: borrowing Server) {
    incarnation = server.incarnation
    // A copy may give their places to others; whose account is deleted is deleted from it, too.
    erased = []
    for scope in 0..<server.scopes.count { forgetRows(of: scope, on: server) }
    for site in 0..<server.sites.count { forgetVerdicts(of: site, on: server) }
  }

  private mutating func forgetRows(of scope: Int, on server: borrowing Server) {
    rowsInLog.extend(to: scope + 1, repeating: 0)
    mayHaveEnded.extend(to: scope + 1, repeating: false)
    rowsInLog[scope] = UInt32(server.scopes[scope].feed.count)
    // A group that has ended has taken its rows along.
    mayHaveEnded[scope] = mayHaveEnded[scope] && server.scopes[scope].isDeleted
    for position in 0..<server.scopes[scope].feed.count {
      noteEnd(server.scopes[scope].feed[position], scope: UInt32(scope))
    }
  }

  private mutating func forgetVerdicts(of site: Int, on server: borrowing Server) {
    let record = server.sites[site]
    // Nobody has spoken under most of the numbers that are left free.
    if record.isReserved && ledger.count(UInt32(site)) == 0 { return }
    let isKnown = Int(record.scope) < server.scopes.count
    // A scope that was deleted has no rows any more, but everything that was decided there stands.
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
