public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// Watches one community: every step where that is cheap, everything at quiescence.
///
/// There is a file per property beside this one; each says what it checks and what it does not.
/// What an engine could have broken is never taken from the engine: the watch keeps its own books.
public struct PropertyWatch: ~Copyable {
  public var ledger: OperationLedger
  public var tally: PropertyTally
  /// What was lost to whoever wrote at the same time; no property, for no policy but the default
  /// promises that it is none.
  public internal(set) var overwrites = OverwriteCounts()
  /// The same one by one, log by log.
  public internal(set) var overwritten = FlatArray<Overwrite>()
  /// Per site, the last operation that entered the log.
  @usableFromInline var sequenceInLog: FlatArray<UInt32>
  /// Per site, how far its copy has come: of which incarnation of the server, which feed it is of,
  /// and the position there.
  @usableFromInline var incarnationReached: FlatArray<UInt32>
  @usableFromInline var epochReached: FlatArray<UInt32>
  @usableFromInline var positionReached: FlatArray<UInt32>
  /// Per site, where it stands at the door of its scope.
  @usableFromInline var standings: FlatArray<Standing>
  /// What the server was told of clocks and order.
  @usableFromInline let server: ServerSettings
  /// Which of the servers it is that the books are about, where one has failed over.
  @usableFromInline var incarnation: UInt32 = 0
  @usableFromInline var stamps = StampBook()
  /// Per site, the day to which its owner has last added a meal or a drink.
  @usableFromInline var shownDays: FlatArray<ShownDay>
  /// Per scope, how many rows the server has appended.
  @usableFromInline var rowsInLog: FlatArray<UInt32>
  /// Per scope, whether its log had a row by which a group ends: it was deleted, or somebody left.
  @usableFromInline var mayHaveEnded: FlatArray<Bool>
  var seats = SeatBook()
  var told = ToldBook()
  /// Per site, how many refusals its device has shown so far (P15).
  @usableFromInline var refusedBefore = FlatArray<UInt32>()
  /// Per site, what waits first (P18).
  @usableFromInline var waiting = FlatArray<Waiting>()
  /// Per site, what it has still to hear (P23).
  @usableFromInline var news = FlatArray<News>()
  /// The dearest looks are taken at one of so many days of a device, and of scopes.
  @usableFromInline let daysPerLook: UInt64
  /// Chooses them, another for each seed and community.
  @usableFromInline let lot: UInt64
  /// Per scope, whether its log was folded once more; its copies are compared byte for byte then.
  var isLookedAt = FlatArray<Bool>()
  /// What a device showed before each command of a transaction.
  var nutrientsTogether = FlatArray<Nutrients>()
  /// Who does not read all there is (P19).
  var versions = VersionBook()
  let byAddress = PassedByAddress()

  /// A server of which nobody says anything believes every clock.
  /// A run of many looks closely at one of `daysPerLook` days of each device, which `lot` chooses.
  public init(
    _ server: ServerSettings = ServerSettings(clockSkewBoundMilliseconds: 36_500 * Span.day),
    daysPerLook: Int = 1, lot: UInt64 = 0
  ) {
    self.server = server
    self.daysPerLook = UInt64(daysPerLook)
    self.lot = lot
    ledger = OperationLedger()
    tally = PropertyTally()
    sequenceInLog = FlatArray()
    incarnationReached = FlatArray()
    epochReached = FlatArray()
    positionReached = FlatArray()
    standings = FlatArray()
    shownDays = FlatArray()
    rowsInLog = FlatArray()
    mayHaveEnded = FlatArray()
  }

  /// Makes room for the next site; sites are numbered as the server numbers them.
  public mutating func addSite(isNewcomer: Bool = false) {
    ledger.addSite()
    stamps.addSite()
    sequenceInLog.append(0)
    incarnationReached.append(0)
    epochReached.append(1)
    positionReached.append(0)
    standings.append(Standing(isNewcomer: isNewcomer))
    shownDays.append(ShownDay())
    news.append(News())
  }

  /// Makes room for the sites up to one.
  public mutating func makeRoom(forSite site: UInt32) {
    while ledger.siteCount <= Int(site) { addSite() }
  }

  /// A site was given to somebody, as the member that they are or as a newcomer.
  public mutating func register(_ site: UInt32, as member: MemberHandle) {
    standings[Int(site)].isNewcomer = member == .newcomer
    standings[Int(site)].member = member
  }

  // MARK: Steps

  /// A device has said "saved". `nutrientsBefore` is what it showed just before.
  @inlinable public mutating func committed<Storage: ReplicaStorage & ~Copyable>(
    _ operation: Operation, nutrientsBefore: Nutrients, on replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    guard checkNumbered(operation, at: now) else { return }
    checkDraftedInOrder(replica.store.pendingCount - 1, on: replica, at: now)
    ledger.committed(operation, isKept: looksAt(scope: operation.scope), at: now)
    checkShown(operation, nutrientsBefore: nutrientsBefore, on: replica, at: now)
  }

  /// A device is about to be asked for a transaction.
  public mutating func willCommit<Storage: ReplicaStorage & ~Copyable>(
    _ commands: [Command], day: LocalDay, on replica: borrowing Replica<Storage>
  ) {
    nutrientsTogether.removeAll()
    for command in commands {
      nutrientsTogether.append(nutrientsBefore(command, day: day, on: replica))
    }
  }

  /// A device has said "saved" to the transaction that it was asked for, which begins at `first` of
  /// its outbox and may have more to it.
  public mutating func committedTogether<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, since first: Int, at now: Instant
  ) {
    while nutrientsTogether.count < replica.store.pendingCount - first {
      nutrientsTogether.append(.zero)
    }
    for index in first..<replica.store.pendingCount {
      let operation = replica.store.pending(index)
      guard checkNumbered(operation, at: now) else { return }
      checkDraftedInOrder(index, on: replica, at: now)
      ledger.committed(operation, isKept: looksAt(scope: operation.scope), at: now)
    }
    checkShownTogether(from: first, on: replica, at: now)
  }

  /// The server has appended a row. Returns the milliseconds from "saved" to the server.
  @inlinable public mutating func decided(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    rowsInLog.extend(to: Int(scope) + 1, repeating: 0)
    let position = rowsInLog[Int(scope)]
    rowsInLog[Int(scope)] += 1
    noteEnd(row, scope: scope)
    guard checkCommitted(row, scope: scope, at: now) else { return 0 }
    checkNextInLine(row, scope: scope, at: now)
    checkLetIn(row, scope: scope, at: now)
    checkAuthor(row, scope: scope, at: now)
    checkDayOfTap(row, scope: scope, at: now)
    checkTapBounded(row, scope: scope, at: now)
    if row.operation.fact.kind.area == .groups { noteSeat(row, scope: scope, at: now) }
    return ledger.decided(row, position: position, at: now)
  }

  /// A row of a group, which may take or free a seat.
  @usableFromInline mutating func noteSeat(_ row: FeedRow, scope: UInt32, at now: Instant) {
    if row.operation.fact.kind == .groupJoined { tally.count(.caps) }
    if let wrong = seats.note(row, scope: scope) {
      report(.caps, row.operation, scope, now, wrong)
    }
  }

  /// The server has refused a newcomer's operation, which enters no log. Returns the milliseconds
  /// from "saved" to the server.
  public mutating func turnedAway(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    guard checkCommitted(row, scope: scope, at: now) else { return 0 }
    checkNextInLine(row, scope: scope, isInLog: false, at: now)
    checkTurnedAway(row, scope: scope, at: now)
    if row.verdict.refusal == .groupFull {
      tally.count(.caps)
      if !seats.isFull(scope) {
        report(.caps, row.operation, scope, now, "somebody was turned away while a seat was free")
      }
    }
    return ledger.turnedAway(row, at: now)
  }

  /// A device has applied a page, or has started again with a snapshot.
  ///
  /// `rows` are how many the page had that it took, where it was no snapshot.
  @inlinable public mutating func pageApplied<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, rows: Int? = nil, on server: borrowing Server,
    at now: Instant
  ) {
    if replica.isForeign {
      // The books of its site are about the install that has written the copy.
      noteGivenBack(replica)
      noteWaitingAgain(replica)
      if isOfThisServer(replica), !isOutside(replica) {
        checkSamePosition(replica, on: server, at: now)
      }
      return
    }
    if hasBegunAnew(replica) { noteGivenBack(replica) }
    if let rows { checkMoved(replica, by: rows, at: now) }
    checkMovedOn(replica, at: now)
    // A late answer of a server that is no more; the device has still to hear of the next one.
    guard isOfThisServer(replica) else { return }
    checkFresh(replica, at: now)
    if isOutside(replica) {
      checkOutside(replica, at: now)
    } else {
      checkInside(replica, at: now)
      checkWholeTransactions(replica, on: server, at: now)
      checkSamePosition(replica, on: server, at: now)
      checkOutbox(replica, at: now)
      checkHeard(replica, on: server, at: now)
      checkRolledBack(replica, at: now)
      checkPendingFolded(replica, on: server, at: now)
    }
    checkPendingShown(on: replica, at: now)
  }

  /// A device was told to drop everything; a marker that it had to ignore changed nothing.
  public mutating func purged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    guard replica.revocation != nil, !replica.isForeign else { return }
    checkGivenBack(replica, at: now)
    noteGivenBack(replica)
    forgetNews(of: replica.site)
    ledger.dropped(replica.site)
    if isOfThisServer(replica) { checkNothingLost(on: replica, at: now) }
  }

  /// Whether a copy is of the server that answers now, and not of one that it has followed.
  @inlinable func isOfThisServer<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    replica.store.head.incarnation == incarnation
  }

  /// Reads a scope's log once more, with retellings that know nothing of the folds. `founders` are
  /// those who were there before it began; without them, who came by no row of it.
  mutating func checkRetold(
    scope: UInt32, founders: [Member]? = nil, on server: borrowing Server, at now: Instant
  ) {
    var walk = LogWalk(
      scope: scope, founders: founders ?? Self.founders(of: server.scopes[Int(scope)].state),
      firstDay: server.scopes[Int(scope)].state.firstDay, at: now)
    swap(&walk.tally, &tally)
    walk.read(server.scopes[Int(scope)])
    swap(&walk.tally, &tally)
  }

  static func founders(of state: borrowing ScopeState) -> [Member] {
    var founders: [Member] = []
    for index in 0..<state.memberCount {
      let member = state.member(MemberHandle(UInt16(index)))
      if member.entity == .none { founders.append(member) }
    }
    return founders
  }

  // MARK: The end

  /// A scope is healed and exchanged: the checks that look at its whole log and state.
  ///
  /// `founded` is the scope as it began, or nil where the log is not folded once more.
  public mutating func quiescent(
    scope: UInt32, founded: consuming ScopeState?, today: LocalDay, on server: borrowing Server,
    at now: Instant
  ) {
    if hasEnded(scope, on: server) {
      checkNothingLeft(of: scope, on: server, at: now)
      return
    }
    checkVerdicts(scope: scope, on: server, at: now)
    checkNewFields(scope: scope, on: server, at: now)
    isLookedAt.extend(to: Int(scope) + 1, repeating: false)
    if let founded {
      isLookedAt[Int(scope)] = true
      let founders = Self.founders(of: founded)
      checkRefold(scope: scope, founded: founded, on: server, at: now)
      if tellsAgain(scope) {
        checkRetold(scope: scope, founders: founders, on: server, at: now)
      }
      checkStreaks(scope: scope, today: today, on: server, at: now)
    }
  }

  /// Some devices are healed and have exchanged, and nobody else has: they are done all the same.
  public mutating func coreIsHealed<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if hasEnded(replica.scope, on: server) { return }
    checkQuiet(replica, on: server, at: now)
    // What an app shows that does not read all there is was looked at page by page.
    if !readsLess(replica) { checkIdentical(replica, to: server, at: now) }
  }

  /// All scopes have been looked at: the checks that look at every device.
  public mutating func quiescent<Storage: ReplicaStorage & ~Copyable>(
    replicas: borrowing OwnedArray<Replica<Storage>>, server: borrowing Server, at now: Instant
  ) {
    for index in 0..<replicas.count {
      checkQuiet(replicas[index], on: server, at: now)
      if !replicas[index].isForeign { checkAllDecided(replicas[index], at: now) }
      if hasEnded(replicas[index].scope, on: server) { continue }
      checkIdentical(replicas[index], to: server, at: now)
    }
    checkAcknowledged(on: server, at: now)
  }

  /// Whether a device's day is one that is looked at closely.
  @inlinable @inline(__always) func looksAt(_ day: LocalDay, of site: UInt32) -> Bool {
    if daysPerLook == 1 { return true }
    let number = UInt64(site) << 32 | UInt64(UInt32(bitPattern: day.number))
    return ((number ^ lot) &* 0x9E37_79B9_7F4A_7C15) >> 32 % daysPerLook == 0
  }

  /// Whether a scope is one in which what was said, order and clocks are looked at row by row.
  @inlinable @inline(__always) func looksAt(scope: UInt32) -> Bool {
    if daysPerLook == 1 { return true }
    return ((UInt64(scope) ^ lot) &* 0x9E37_79B9_7F4A_7C15) >> 32 % daysPerLook == 0
  }

  /// Whether a scope whose log is folded again is also told again, which is dearer: half of them.
  private func tellsAgain(_ scope: UInt32) -> Bool {
    if daysPerLook == 1 { return true }
    return ((UInt64(scope) ^ lot) &* 0xD6E8_FEB8_6659_FD93) >> 63 == 0
  }

  // MARK: Reporting

  @usableFromInline mutating func report(
    _ property: Property, _ operation: Operation, _ scope: UInt32, _ now: Instant, _ what: String
  ) {
    tally.report(
      Violation(
        property, at: now, scope: scope, site: operation.site, sequence: operation.sequence,
        what: what))
  }

  @usableFromInline mutating func reportSite(
    _ property: Property, _ site: UInt32, _ scope: UInt32, _ now: Instant, _ what: String,
    sequence: UInt32 = 0
  ) {
    tally.report(
      Violation(property, at: now, scope: scope, site: site, sequence: sequence, what: what))
  }
}
