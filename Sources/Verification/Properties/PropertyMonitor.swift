public import Base
public import Chronology
public import DomainCore
public import SyncCore

/// Watches one community: every step where that is cheap, everything at quiescence.
///
/// There is a checker for each property, which says what it looks at and what it does not; here is
/// what comes to pass, and whom that is told, in which order. A new checker is one more line below,
/// and one wherever something comes to pass that it asks for. What an engine could have broken is
/// never taken from the engine: checkers keep their own books.
public struct PropertyMonitor: ~Copyable {
  public var shared: MonitorState
  /// What was lost to whoever wrote at the same time; no property, for no policy but the default
  /// promises that it is none.
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

  /// A server of which nobody says anything believes every clock.
  /// A run of many looks closely at one of `daysPerSample` days of each device, which `randomWord` chooses.
  public init(
    _ server: ServerSettings = ServerSettings(clockSkewBoundMilliseconds: 36_500 * Span.day),
    daysPerSample: Int = 1, randomWord: UInt64 = 0
  ) {
    shared = MonitorState(server, daysPerSample: daysPerSample, randomWord: randomWord)
  }

  // MARK: Sites

  /// Makes room for the next site; sites are numbered as the server numbers them.
  public mutating func addSite(isNewcomer: Bool = false) {
    shared.addSite(isNewcomer: isNewcomer)
    sessionOrder.addSite()
    readYourWrites.addSite()
    monotonicReads.addSite()
    causality.addSite()
    staleness.addSite()
  }

  /// Makes room for the sites up to one.
  public mutating func makeRoom(forSite site: UInt32) {
    while shared.ledger.siteCount <= Int(site) { addSite() }
  }

  /// A site was given to somebody, as the member that they are or as a newcomer.
  public mutating func register(
    _ site: UInt32, as member: MemberHandle, account: AccountHandle = .none,
    ward: FamilyPlace? = nil
  ) {
    shared.standings[Int(site)].isNewcomer = member == .newcomer
    shared.standings[Int(site)].member = member
    shared.standings[Int(site)].account = account
    shared.standings[Int(site)].ward = ward
  }

  /// Another server answers from now on, which has what a stale copy had.
  public mutating func failedOver(to server: borrowing Server) {
    makeRoom(forSite: UInt32(server.sites.count - 1))
    shared.begin(with: server)
    sessionOrder.begin(with: server)
    causality.begin(with: server)
    seats.begin(with: server)
    readYourWrites.forgetDays()
    staleness.forgetNews()
    exchanges.failedOver()
  }

  // MARK: On a device

  /// What a device shows of a person's day before it is asked for something.
  @inlinable public func nutrientsBefore<Storage: ReplicaStorage & ~Copyable>(
    _ command: Command, day: LocalDay, on replica: borrowing Replica<Storage>
  ) -> Nutrients {
    readYourWrites.nutrientsBefore(command, day: day, on: replica, shared)
  }

  /// A device has said "saved". `nutrientsBefore` is what it showed just before.
  @inlinable public mutating func committed<Storage: ReplicaStorage & ~Copyable>(
    _ operation: Operation, nutrientsBefore: Nutrients, on replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    guard sessionOrder.checkNumbered(operation, at: now, &shared) else { return }
    causality.checkDraftedInOrder(replica.store.pendingCount - 1, on: replica, at: now, &shared)
    shared.ledger.committed(operation, isKept: shared.isSampled(scope: operation.scope), at: now)
    readYourWrites.checkShown(
      operation, nutrientsBefore: nutrientsBefore, on: replica, at: now, &shared)
  }

  /// A device is about to be asked for a transaction.
  public mutating func willCommit<Storage: ReplicaStorage & ~Copyable>(
    _ commands: [Command], day: LocalDay, on replica: borrowing Replica<Storage>
  ) {
    readYourWrites.noteDays(before: commands, day: day, on: replica, shared)
  }

  /// A device has said "saved" to the transaction that it was asked for, which begins at `first` of
  /// its outbox and may have more to it.
  public mutating func committedTogether<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, since first: Int, at now: Instant
  ) {
    for index in first..<replica.store.pendingCount {
      let operation = replica.store.pending(index)
      guard sessionOrder.checkNumbered(operation, at: now, &shared) else { return }
      causality.checkDraftedInOrder(index, on: replica, at: now, &shared)
      shared.ledger.committed(operation, isKept: shared.isSampled(scope: operation.scope), at: now)
    }
    readYourWrites.checkShownTogether(from: first, on: replica, at: now, &shared)
  }

  /// A device has had the answer that it waited for, and nothing is new.
  @inlinable public mutating func pageWasEmpty<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, of server: borrowing Server, at now: Instant
  ) {
    guard !replica.isForeign, shared.isOfThisServer(replica), !shared.isOutside(replica) else {
      return
    }
    outboxLiveness.checkProgress(replica, on: server, at: now, &shared)
  }

  /// A device has heard an answer of the server, whatever it makes of it.
  @inlinable public mutating func receivedResponse<Storage: ReplicaStorage & ~Copyable>(
    _ response: ResponseHeader, mustSignIn: Bool, on replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    // Two installs may have one site, each with sessions that it has heard of.
    guard !replica.isForeign, response.site == replica.site else { return }
    monotonicReads.checkSession(response, mustSignIn: mustSignIn, at: now, &shared)
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
    // A late answer of a server that is no more; the device has still to hear of the next one.
    guard shared.isOfThisServer(replica) else { return }
    staleness.checkFresh(replica, at: now, &shared)
    if shared.isOutside(replica) {
      isolation.checkOutside(replica, at: now, &shared)
    } else {
      isolation.checkInside(replica, at: now, &shared)
      atomicVisibility.checkWholeTransactions(replica, on: server, at: now, &shared)
      checkSamePosition(replica, on: server, at: now)
      durableIntent.checkOutbox(replica, at: now, &shared)
      outboxLiveness.checkProgress(replica, on: server, at: now, &shared)
      rollback.checkRolledBack(replica, at: now, &shared)
      pendingFolded.checkPendingFolded(replica, versions, on: server, at: now, &shared)
    }
    readYourWrites.checkPendingShown(on: replica, at: now, &shared)
  }

  @inlinable mutating func checkSamePosition<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if convergence.differs(replica, on: server, at: now, &shared) {
      versions.checkDifference(of: replica, on: server, at: now, &shared)
    }
  }

  /// A device was told to drop everything; a marker that it had to ignore changed nothing.
  public mutating func purged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    guard replica.revocation != nil, !replica.isForeign else { return }
    acknowledgedWrites.checkReturnedUndecided(replica, at: now, &shared)
    durableIntent.noteReturnedUndecided(replica, &shared)
    staleness.forgetNews(of: replica.site)
    shared.ledger.dropped(replica.site)
    if shared.isOfThisServer(replica) {
      durableIntent.checkNothingLost(on: replica, at: now, &shared)
    }
  }

  /// A device says that it has handed over what waited in a copy which another install had written,
  /// and needs a number of its own.
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
    checkNextInLine(row, scope: scope, isInLog: true, at: now)
    isolation.checkAdmission(row, scope: scope, at: now, &shared)
    isolation.checkAuthor(row, scope: scope, at: now, &shared)
    if !shared.erased.isEmpty { deletions.checkStaysDeleted(row, scope: scope, at: now, &shared) }
    clockSafety.checkDayOfTap(row, scope: scope, at: now, &shared)
    clockSafety.checkTapBounded(row, scope: scope, at: now, &shared)
    if row.operation.fact.kind.area == .groups {
      seats.checkTaken(row, scope: scope, at: now, &shared)
    }
    return shared.ledger.decided(row, position: position, at: now)
  }

  @inlinable mutating func checkNextInLine(
    _ row: FeedRow, scope: UInt32, isInLog: Bool, at now: Instant
  ) {
    guard sessionOrder.checkNextInLine(row, scope: scope, at: now, &shared),
      shared.isSampled(scope: scope)
    else { return }
    causality.checkLoggedInOrder(row, scope: scope, at: now, &shared)
    clockSafety.checkStampBounded(row, after: causality, scope: scope, at: now, &shared)
    causality.noteLogged(row, scope: scope, isInLog: isInLog)
  }

  /// The server has refused a newcomer's operation, which enters no log. Returns the milliseconds
  /// from "saved" to the server.
  public mutating func turnedAway(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    guard acknowledgedWrites.checkCommitted(row, scope: scope, at: now, &shared) else { return 0 }
    checkNextInLine(row, scope: scope, isInLog: false, at: now)
    isolation.checkNewcomerRefused(row, scope: scope, at: now, &shared)
    seats.checkNewcomerRefused(row, scope: scope, at: now, &shared)
    return shared.ledger.turnedAway(row, at: now)
  }

  /// The server has answered a request.
  public mutating func responded(
    _ response: borrowing Response, to request: RequestHeader, on server: borrowing Server,
    at now: Instant
  ) {
    feed.checkResponse(response, to: request, on: server, at: now, &shared)
  }

  /// The server has answered a site whose account is of a kind, and whose session `ends` then, to
  /// so many operations. `rows` are those that it has written, and the two uses what it has counted
  /// before and after.
  public mutating func exchanged(
    _ response: ResponseHeader, to pushed: Int, of kind: AccountKind, ends: Instant,
    delivering delivered: Int,
    having rows: borrowing FlatArray<FeedRow>, from before: BackendUse, to after: BackendUse,
    at serverTime: Instant, realTime now: Instant
  ) {
    exchanges.responded(
      response, to: pushed, of: kind, ends: ends, delivering: delivered, having: rows, from: before,
      to: after, at: serverTime, realTime: now, &shared.tally)
  }

  /// What was decided once, is lost, and was not decided again: its authors were told, or have
  /// nothing any more that could know it.
  public var operationsLostForGood: Int64 { shared.ledger.lostCount }

  /// FAM-7: the server has deleted an account. `before` is what it had of its owner then.
  public mutating func deleted(
    _ before: DeletionChecker, on server: borrowing Server, at now: Instant
  ) {
    for said in before.check(server, at: now, &shared) {
      let (scope, operation) = (said.operation.scope, said.operation)
      shared.ledger.writtenByServer(operation)
      _ = shared.noteRow(of: scope)
      shared.noteEnd(said, scope: scope)
      sessionOrder.sequenceInLog[Int(operation.site)] = operation.sequence
      causality.noteLogged(said, scope: scope, isInLog: true)
      seats.checkTaken(said, scope: scope, at: now, &shared)
    }
  }

  /// FAM-7: a scope in which somebody's account was deleted is founded so now.
  public mutating func scopeRebuilt(scope: UInt32, _ founded: consuming ScopeState) {
    versions.scopeRebuilt(scope: scope, founded)
  }

  /// FAM-5: the server has decided something in a group, or refused it at the door.
  public mutating func decidedInGroup(
    _ row: FeedRow, scope: UInt32, on server: borrowing Server, at now: Instant
  ) {
    isolation.checkWard(row, scope: scope, on: server, at: now, &shared)
  }

  // MARK: News

  /// A message that takes longer than this keeps up what it carries.
  public static var delayPrompt: Int64 { 500 }

  /// A device that is online hears how far the feed goes, and begins to fetch that.
  public mutating func feedHasGrown<Storage: ReplicaStorage & ~Copyable>(
    to replica: borrowing Replica<Storage>, through end: Int, on server: borrowing Server,
    pageRowsMax: Int, pushOperationsMax: Int, at now: Instant
  ) {
    staleness.feedHasGrown(
      to: replica, through: end, pageRowsMax: pageRowsMax, pushOperationsMax: pushOperationsMax,
      at: now, shared)
  }

  /// Something outside of the engine keeps a device from hearing, until then.
  public mutating func feedUpdateIsDelayed(from site: UInt32, until end: Instant) {
    staleness.feedUpdateIsDelayed(from: site, until: end)
  }

  /// A notification goes out.
  public mutating func notified(
    _ delivery: NotificationDelivery, scope: UInt32, in zone: Zone, on server: borrowing Server,
    at now: Instant
  ) {
    notifications.checkNotification(delivery, scope: scope, in: zone, on: server, at: now, &shared)
  }

  /// A notification is pushed to some phones, by the numbers of them; its recipient is signed in on
  /// others, if on these.
  public mutating func pushed(
    to phones: [UInt64], of scope: UInt32, signedInOn own: [UInt64], at now: Instant
  ) {
    notifications.checkPhones(phones, own, scope, now, &shared)
  }

  /// The server has told a family all that is to be told by now, by its own clock.
  public mutating func notificationsAreSent(
    scope: UInt32, in zone: Zone, on server: borrowing Server, at now: Instant
  ) {
    notifications.checkReminders(scope, zone, server.scopes[Int(scope)].state, now, &shared)
    notifications.checkPutOff(scope, zone, server.scopes[Int(scope)].state, now, &shared)
  }

  // MARK: Restarts and versions

  /// An app was ended, and has begun again from what it had saved.
  public mutating func restarted<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, from before: RestartChecker, at now: Instant
  ) {
    before.check(replica, at: now, &shared)
  }

  /// An app of the version before has a copy of a scope, which was founded so.
  public mutating func readsPartially(
    _ install: InstallNonce, scope: UInt32, founded: consuming ScopeState
  ) {
    versions.readsPartially(install, scope: scope, founded: founded, shared)
  }

  /// A later app has opened the copy that one of the version before has left.
  public mutating func readsFullyAgain(_ install: InstallNonce, scope: UInt32) {
    versions.readsFullyAgain(install, scope: scope)
  }

  /// A copy was sent anew to an app that reads all there is.
  public mutating func readsFully(_ install: InstallNonce, scope: UInt32) {
    versions.readsFully(install, scope: scope)
  }

  /// The version of the app that comes next has put something into an operation.
  public mutating func committedWithNewFields(_ site: UInt32, _ sequence: UInt32) {
    versions.committedWithNewFields(site, sequence)
  }

  // MARK: The end

  /// A scope is healed and exchanged: the checks that look at its whole log and state.
  ///
  /// `founded` is the scope as it began, or nil where the log is not folded once more.
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

  /// Some devices are healed and have exchanged, and nobody else has: they are done all the same.
  public mutating func coreIsHealed<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if shared.hasEnded(replica.scope, on: server) { return }
    checkQuiet(replica, on: server, at: now)
    // What an app shows that does not read all there is was looked at page by page.
    if !versions.readsPartially(replica) { checkIdentical(replica, to: server, at: now) }
  }

  /// A calendar outside has been exchanged with to the end, and shows these events.
  public mutating func calendarWasExchanged(
    _ look: CalendarConvergenceChecker, rests: Bool, showing events: [CalendarEvent],
    on server: borrowing Server
  ) {
    look.checkRests(rests, &shared.tally)
    look.check(events, against: server.scopes[Int(look.scope)].state, &shared.tally)
  }

  /// A phone that had some items has taken an answer of a calendar, and says something of it.
  public mutating func calendarWasReconciled(
    _ look: CalendarMergeChecker, by response: CalendarResponse, having items: CalendarItems,
    saying commands: [Command]
  ) {
    look.check(response, items, commands, &shared.tally)
  }

  /// All scopes have been looked at: the checks that look at every device.
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
