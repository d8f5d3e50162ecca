public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// Checks the properties of one community: at every step where that is cheap, everything at
/// quiescence. A scope may be left out of the checks at each step (`MonitorState.leaveOut`): then
/// the monitor only records what the checks at quiescence need, and what is rare is still checked.
///
/// There is a checker for each property, and its head says what it checks and what it does not. The
/// monitor passes each event on to the checkers that need it, in a fixed order. A new checker is
/// one more line below, and one for each event that it needs. Checkers keep their own state: they
/// never rely on what a faulty engine could have changed.
public struct PropertyMonitor: ~Copyable {
  public var shared: MonitorState
  /// The lost updates of concurrent writes. They violate no property, for only the default policy
  /// guarantees that there are none.
  public internal(set) var lostUpdates = LostUpdateObserver()

  @usableFromInline var durableIntent = DurableIntentChecker()
  @usableFromInline var acknowledgedWrites = AcknowledgedWritesChecker()
  @usableFromInline var exactlyOnce = ExactlyOnceChecker()
  @usableFromInline var sessionOrder = SessionOrderChecker()
  @usableFromInline var convergence = ConvergenceChecker()
  @usableFromInline var quiescence = QuiescenceChecker()
  @usableFromInline var readYourWrites = ReadYourWritesChecker()
  @usableFromInline var pendingFolded = PendingFoldedChecker()
  @usableFromInline var monotonicReads = MonotonicReadsChecker()
  @usableFromInline var causality = CausalityChecker()
  @usableFromInline var atomicVisibility = AtomicVisibilityChecker()
  @usableFromInline var isolation = IsolationChecker()
  @usableFromInline var seats = SeatsChecker()
  @usableFromInline var derivedState = DerivedStateChecker()
  @usableFromInline var rollback = RollbackChecker()
  @usableFromInline var feed = FeedChecker()
  @usableFromInline var clockSafety = ClockSafetyChecker()
  @usableFromInline var outboxLiveness = OutboxLivenessChecker()
  @usableFromInline var versions = VersionsChecker()
  @usableFromInline var staleness = StalenessChecker()
  @usableFromInline var notifications = NotificationsChecker()
  @usableFromInline let deletions = DeletionMonitor()
  var exchanges = ExchangesChecker()
  let byAddress = AddressOnlyMarker()

  /// Without settings, the server accepts every clock. A large run does not replay all logs that it
  /// folds again through the reference models; `randomWord` selects those that it does.
  public init(
    _ server: ServerSettings = ServerSettings(clockSkewBoundMilliseconds: 36_500 * Span.day),
    replaysAll: Bool = true, randomWord: UInt64 = 0
  ) {
    shared = MonitorState(server, replaysAll: replaysAll, randomWord: randomWord)
  }

  // MARK: Sites

  /// Adds the next site; sites are numbered as the server numbers them.
  public mutating func addSite(isNewcomer: Bool = false) {
    shared.addSite(isNewcomer: isNewcomer)
    sessionOrder.addSite()
    readYourWrites.addSite()
    monotonicReads.addSite()
    causality.addSite()
    staleness.addSite()
  }

  /// Adds all sites up to one.
  public mutating func makeRoom(forSite site: UInt32) {
    while shared.ledger.siteCount <= Int(site) { addSite() }
  }

  /// A site was given to a person, as a member or as a newcomer.
  public mutating func register(
    _ site: UInt32, as member: MemberHandle, account: AccountHandle = .none,
    ward: FamilyPlace? = nil
  ) {
    shared.standings[Int(site)].isNewcomer = member == .newcomer
    shared.standings[Int(site)].member = member
    shared.standings[Int(site)].account = account
    shared.standings[Int(site)].ward = ward
  }

  /// Another server responds from now on, with the content of a stale replica. `ended` are the
  /// scopes that the one before had deleted.
  public mutating func failedOver(to server: borrowing Server, ended: [UInt32] = []) {
    makeRoom(forSite: UInt32(server.sites.count - 1))
    shared.noteReturn(of: ended, on: server)
    shared.begin(with: server)
    sessionOrder.begin(with: server)
    causality.begin(with: server)
    seats.begin(with: server)
    readYourWrites.forgetDays()
    staleness.forgetUpdates()
    exchanges.failedOver()
  }

  // MARK: On a device

  /// What a device shows of a person's day before an operation.
  @inlinable public func nutrientsBefore<Storage: ReplicaStorage & ~Copyable>(
    _ command: Command, day: LocalDay, on replica: borrowing Replica<Storage>
  ) -> Nutrients {
    readYourWrites.nutrientsBefore(command, day: day, on: replica, shared)
  }

  /// A device has confirmed an operation as saved. `nutrientsBefore` is what it showed just before,
  /// `serverTime` what the server's clock shows, if it is not right.
  @inlinable public mutating func committed<Storage: ReplicaStorage & ~Copyable>(
    _ operation: Operation, nutrientsBefore: Nutrients, on replica: borrowing Replica<Storage>,
    at now: Instant, serverTime: Instant? = nil
  ) {
    guard sessionOrder.checkNumbered(operation, at: now, &shared) else { return }
    guard shared.checksSteps(of: operation.scope) else {
      shared.ledger.committed(operation, isKept: false, at: now)
      return
    }
    causality.checkDraftedInOrder(replica.store.pendingCount - 1, on: replica, at: now, &shared)
    shared.ledger.committed(
      operation, in: replica.store.texts, at: now, serverTime: serverTime)
    readYourWrites.checkShown(
      operation, nutrientsBefore: nutrientsBefore, on: replica, at: now, &shared)
  }

  /// A device is about to commit a transaction.
  public mutating func willCommit<Storage: ReplicaStorage & ~Copyable>(
    _ commands: [Command], day: LocalDay, on replica: borrowing Replica<Storage>
  ) {
    guard shared.checksSteps(of: replica.scope) else { return }
    readYourWrites.noteDays(before: commands, day: day, on: replica, shared)
  }

  /// A device has confirmed a transaction as saved, which begins at `first` of its outbox and may
  /// contain more operations than were submitted.
  public mutating func committedTogether<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, since first: Int, at now: Instant,
    serverTime: Instant? = nil
  ) {
    let isChecked = shared.checksSteps(of: replica.scope)
    for index in first..<replica.store.pendingCount {
      let operation = replica.store.pending(index)
      guard sessionOrder.checkNumbered(operation, at: now, &shared) else { return }
      if isChecked { causality.checkDraftedInOrder(index, on: replica, at: now, &shared) }
      shared.ledger.committed(
        operation, in: replica.store.texts, isKept: isChecked, at: now, serverTime: serverTime)
    }
    guard isChecked else { return }
    readYourWrites.checkShownTogether(from: first, on: replica, at: now, &shared)
  }

  /// A device has received the expected response, with no new rows.
  @inlinable public mutating func pageWasEmpty<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, of server: borrowing Server, at now: Instant
  ) {
    guard shared.checksSteps(of: replica.scope), !replica.isForeign,
      shared.isOfThisServer(replica), !shared.isOutside(replica)
    else { return }
    outboxLiveness.checkProgress(replica, on: server, at: now, &shared)
  }

  /// A device has received a response of the server, whether or not it applies it.
  @inlinable public mutating func receivedResponse<Storage: ReplicaStorage & ~Copyable>(
    _ response: ResponseHeader, mustSignIn: Bool, on replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    // Two installs may have one site, each with sessions of its own.
    guard shared.checksSteps(of: replica.scope), !replica.isForeign,
      response.site == replica.site
    else { return }
    monotonicReads.checkSession(response, mustSignIn: mustSignIn, at: now, &shared)
  }

  /// A device has applied a page, or has started over with a snapshot.
  ///
  /// `rows` is the number of rows of the page that it applied; nil for a snapshot.
  @inlinable public mutating func pageApplied<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, rows: Int? = nil, on server: borrowing Server,
    at now: Instant
  ) {
    guard shared.checksSteps(of: replica.scope) else { return noteApplied(replica) }
    if replica.isForeign {
      // The history of its site is about the install that wrote the replica.
      durableIntent.noteReturnedUndecided(replica, &shared)
      durableIntent.notePendingAgain(replica, &shared)
      if shared.isOfThisServer(replica), !shared.isOutside(replica) {
        checkSamePosition(replica, on: server, at: now)
      }
      return
    }
    let before = monotonicReads.reached(by: replica.site)
    if before.isOfAnEarlierServer(than: replica) {
      durableIntent.noteReturnedUndecided(replica, &shared)
    }
    if let rows { feed.checkMoved(replica, since: before, by: rows, at: now, &shared) }
    monotonicReads.checkMovedOn(replica, at: now, &shared)
    // A late response of an earlier server; the device does not know of the failover yet.
    guard shared.isOfThisServer(replica) else { return }
    staleness.checkFresh(replica, at: now, &shared)
    if shared.isOutside(replica) {
      isolation.checkOutside(replica, at: now, &shared)
    } else {
      isolation.checkInside(replica, at: now, &shared)
      atomicVisibility.checkWholeTransactions(replica, on: server, at: now, &shared)
      checkSamePosition(replica, on: server, at: now)
      if rows == nil { ErasedTexts.checkStartedAgain(replica, on: server, at: now, &shared) }
      durableIntent.checkOutbox(replica, at: now, &shared)
      outboxLiveness.checkProgress(replica, on: server, at: now, &shared)
      rollback.checkRolledBack(replica, at: now, &shared)
      pendingFolded.checkPendingFolded(replica, versions, on: server, at: now, &shared)
    }
    readYourWrites.checkPendingShown(on: replica, at: now, &shared)
  }

  /// A scope that is left out: records which operations are returned or pending again, which the
  /// checks at the end need.
  @inlinable mutating func noteApplied<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) {
    if replica.isForeign {
      durableIntent.noteReturnedUndecided(replica, &shared)
      durableIntent.notePendingAgain(replica, &shared)
    } else {
      if monotonicReads.reached(by: replica.site).isOfAnEarlierServer(than: replica) {
        durableIntent.noteReturnedUndecided(replica, &shared)
      }
      monotonicReads.noteReached(replica)
    }
  }

  @inlinable mutating func checkSamePosition<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if convergence.differs(replica, on: server, at: now, &shared) {
      versions.checkDifference(of: replica, on: server, at: now, &shared)
    }
  }

  /// A device received an order to drop everything; a marker that it had to ignore changed nothing.
  public mutating func purged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    ErasedTexts.checkDropped(replica, at: now, &shared)
    guard replica.revocation != nil, !replica.isForeign else { return }
    acknowledgedWrites.checkReturnedUndecided(replica, at: now, &shared)
    durableIntent.noteReturnedUndecided(replica, &shared)
    staleness.forgetUpdates(of: replica.site)
    shared.ledger.dropped(replica.site)
    if shared.isOfThisServer(replica) {
      durableIntent.checkNothingLost(on: replica, at: now, &shared)
    }
  }

  /// A device reports that it has handed over the pending operations of a replica that another
  /// install had written, and needs a site of its own.
  public mutating func handedOver<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    durableIntent.checkHandedOver(replica, at: now, &shared)
  }

  // MARK: On the server

  /// The server has appended a row. Returns the milliseconds from "saved" to the server.
  @inlinable public mutating func decided(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    let position = shared.noteRow(of: scope)
    shared.noteEnd(row, scope: scope)
    guard acknowledgedWrites.checkCommitted(row, scope: scope, at: now, &shared) else { return 0 }
    let isChecked = shared.checksSteps(of: scope)
    if isChecked { checkNextInLine(row, scope: scope, isInLog: true, at: now) }
    isolation.checkAdmission(row, scope: scope, at: now, &shared)
    if isChecked { isolation.checkAuthor(row, scope: scope, at: now, &shared) }
    if !shared.erased.isEmpty { deletions.checkStaysDeleted(row, scope: scope, at: now, &shared) }
    if isChecked {
      clockSafety.checkDayOfTap(row, scope: scope, at: now, &shared)
      clockSafety.checkTapBounded(row, scope: scope, at: now, &shared)
    }
    if row.operation.fact.kind.area == .groups {
      seats.checkTaken(row, scope: scope, at: now, &shared)
    }
    return shared.ledger.decided(row, position: position, at: now)
  }

  @inlinable mutating func checkNextInLine(
    _ row: FeedRow, scope: UInt32, isInLog: Bool, at now: Instant
  ) {
    guard sessionOrder.checkNextInLine(row, scope: scope, at: now, &shared) else { return }
    causality.checkLoggedInOrder(row, scope: scope, at: now, &shared)
    clockSafety.checkStampBounded(row, after: causality, scope: scope, at: now, &shared)
    causality.noteLogged(row, scope: scope, isInLog: isInLog)
  }

  /// The server has rejected a newcomer's operation, which enters no log. Returns the milliseconds
  /// from "saved" to the server.
  public mutating func turnedAway(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    guard acknowledgedWrites.checkCommitted(row, scope: scope, at: now, &shared) else { return 0 }
    if shared.checksSteps(of: scope) {
      checkNextInLine(row, scope: scope, isInLog: false, at: now)
    }
    isolation.checkNewcomerRefused(row, scope: scope, at: now, &shared)
    seats.checkNewcomerRefused(row, scope: scope, at: now, &shared)
    return shared.ledger.turnedAway(row, at: now)
  }

  /// The server has responded to a request.
  public mutating func responded(
    _ response: borrowing Response, to request: RequestHeader, on server: borrowing Server,
    at now: Instant
  ) {
    feed.checkResponse(response, to: request, on: server, at: now, &shared)
  }

  /// The server has responded to a site with so many operations; `kind` is its kind of account, and
  /// `ends` the new end of its session. `rows` are the rows that it has written, `texts` the bytes
  /// of the texts in all of that; the two uses are what it had counted before and after.
  public mutating func exchanged(
    _ response: ResponseHeader, to pushed: Int, of kind: AccountKind, ends: Instant,
    delivering delivered: Int,
    having rows: borrowing FlatArray<FeedRow>, texts: TextUse, from before: BackendUse,
    to after: BackendUse, at serverTime: Instant, realTime now: Instant
  ) {
    guard shared.checksSteps(of: response.scope) else { return }
    exchanges.responded(
      response, to: pushed, of: kind, ends: ends, delivering: delivered, having: rows,
      texts: texts, from: before, to: after, at: serverTime, realTime: now, &shared.tally)
  }

  /// Operations that were decided, lost, and not decided again: their authors were notified, or
  /// have no device left that could know.
  public var operationsPermanentlyLost: Int64 { shared.ledger.lostCount }

  /// FAM-7: the server has deleted an account. `before` is what it had of its owner.
  public mutating func deleted(
    _ before: DeletionChecker, on server: borrowing Server, at now: Instant
  ) {
    for row in before.check(server, at: now, &shared) {
      let (scope, operation) = (row.operation.scope, row.operation)
      shared.ledger.writtenByServer(operation)
      _ = shared.noteRow(of: scope)
      shared.noteEnd(row, scope: scope)
      sessionOrder.sequenceInLog[Int(operation.site)] = operation.sequence
      causality.noteLogged(row, scope: scope, isInLog: true)
      seats.checkTaken(row, scope: scope, at: now, &shared)
    }
  }

  /// FAM-7: after a deletion, a scope has this genesis state.
  public mutating func scopeRebuilt(scope: UInt32, _ founded: consuming ScopeState) {
    versions.scopeRebuilt(scope: scope, founded)
  }

  /// FAM-5: the server has decided an operation in a group, or rejected a newcomer's.
  public mutating func decidedInGroup(
    _ row: FeedRow, scope: UInt32, on server: borrowing Server, at now: Instant
  ) {
    guard shared.checksSteps(of: scope) else { return }
    isolation.checkWard(row, scope: scope, on: server, at: now, &shared)
  }

  // MARK: Restarts and versions

  /// An earlier app version has a replica of a scope with this genesis state.
  public mutating func readsPartially(
    _ install: InstallNonce, scope: UInt32, founded: consuming ScopeState
  ) {
    versions.readsPartially(install, scope: scope, founded: founded, shared)
  }

  /// A later app has opened the replica that an earlier version has left.
  public mutating func readsFullyAgain(_ install: InstallNonce, scope: UInt32) {
    versions.readsFullyAgain(install, scope: scope)
  }

  /// An app that reads everything has received its replica again.
  public mutating func readsFully(_ install: InstallNonce, scope: UInt32) {
    versions.readsFully(install, scope: scope)
  }

  /// The next version of the app has put a field into an operation.
  public mutating func committedWithNewFields(_ site: UInt32, _ sequence: UInt32) {
    versions.committedWithNewFields(site, sequence)
  }

  // MARK: The end

  /// A scope has healed and synced: runs the checks of its whole log and state.
  ///
  /// `founded` is the scope's genesis state, or nil if the log is not folded again.
  public mutating func quiescent(
    scope: UInt32, founded: consuming ScopeState?, today: LocalDay, on server: borrowing Server,
    at now: Instant
  ) {
    if shared.hasEnded(scope, on: server) {
      isolation.checkNothingLeft(of: scope, on: server, at: now, &shared)
      return
    }
    acknowledgedWrites.checkVerdicts(scope: scope, on: server, at: now, &shared)
    versions.checkNewFields(scope: scope, on: server, at: now, &shared)
    guard let founded else { return }
    convergence.samplesClosely(at: scope)
    let founders = LogReplay.founders(of: founded)
    exactlyOnce.checkRefold(
      scope: scope, founded: founded, on: server, at: now, &shared, &lostUpdates)
    if shared.replaysModels(scope) {
      derivedState.checkReplay(scope: scope, founders: founders, on: server, at: now, &shared)
    }
    derivedState.checkStreaks(scope: scope, today: today, on: server, at: now, &shared)
  }

  /// Some devices have healed and synced while the others have not: these must be done.
  public mutating func coreIsHealed<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if shared.hasEnded(replica.scope, on: server) { return }
    checkQuiet(replica, on: server, at: now)
    // The replicas of apps that read only part of the feed were checked page by page.
    if !versions.readsPartially(replica) { checkIdentical(replica, to: server, at: now) }
  }

  /// An external calendar has finished syncing, and shows these events.
  public mutating func calendarWasExchanged(
    _ look: CalendarConvergenceChecker, rests: Bool, showing events: [CalendarEvent],
    on server: borrowing Server
  ) {
    look.checkRests(rests, &shared.tally)
    look.check(events, against: server.scopes[Int(look.scope)].state, &shared.tally)
  }

  /// A phone with some items has applied a response of a calendar, with this result.
  public mutating func calendarWasReconciled(
    _ look: CalendarMergeChecker, by response: CalendarResponse, having items: CalendarItems,
    saying commands: [Command]
  ) {
    look.check(response, items, commands, &shared.tally)
  }

  /// All scopes were checked: runs the checks of every device.
  public mutating func quiescent<Storage: ReplicaStorage & ~Copyable>(
    replicas: borrowing OwnedArray<Replica<Storage>>, server: borrowing Server, at now: Instant
  ) {
    for index in 0..<replicas.count {
      checkQuiet(replicas[index], on: server, at: now)
      if !replicas[index].isForeign {
        durableIntent.checkAllDecided(replicas[index], at: now, &shared)
      }
      if shared.hasEnded(replicas[index].scope, on: server) { continue }
      checkIdentical(replicas[index], to: server, at: now)
    }
    acknowledgedWrites.checkAcknowledged(on: server, at: now, &shared)
    seats.checkSeated(server, at: now, &shared)
  }

  private mutating func checkQuiet<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    quiescence.checkEmptied(replica, at: now, &shared)
    if shared.isOutside(replica) && replica.revocation == nil {
      quiescence.checkAtEnd(
        replica, end: Int(shared.standings[Int(replica.site)].turnedAway), at: now, &shared)
    } else {
      let hasAccess =
        shared.isDeleted(replica.site)
        ? false : isolation.hasAccess(replica.site, on: server, at: now, shared)
      switch hasAccess {
      case nil: break
      case false?: isolation.checkPurged(replica, at: now, &shared)
      case true?:
        quiescence.checkAtEnd(
          replica, end: server.scopes[Int(replica.scope)].feed.count, at: now, &shared)
      }
    }
  }

  private mutating func checkIdentical<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, to server: borrowing Server, at now: Instant
  ) {
    convergence.checkIdentical(
      replica, wasUpdated: versions.wasUpdated(replica), to: server, at: now, &shared)
  }
}
