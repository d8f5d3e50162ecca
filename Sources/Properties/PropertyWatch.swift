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
public struct PropertyWatch: ~Copyable {
  public var books: WatchBooks
  /// What was lost to whoever wrote at the same time; no property, for no policy but the default
  /// promises that it is none.
  public internal(set) var overwrites = OverwriteObserver()

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
  @usableFromInline let deletions = DeletionWatch()
  var exchanges = ExchangesChecker()
  let byAddress = PassedByAddress()

  /// A server of which nobody says anything believes every clock.
  /// A run of many looks closely at one of `daysPerLook` days of each device, which `lot` chooses.
  public init(
    _ server: ServerSettings = ServerSettings(clockSkewBoundMilliseconds: 36_500 * Span.day),
    daysPerLook: Int = 1, lot: UInt64 = 0
  ) {
    books = WatchBooks(server, daysPerLook: daysPerLook, lot: lot)
  }

  // MARK: Sites

  /// Makes room for the next site; sites are numbered as the server numbers them.
  public mutating func addSite(isNewcomer: Bool = false) {
    books.addSite(isNewcomer: isNewcomer)
    sessionOrder.addSite()
    readYourWrites.addSite()
    monotonicReads.addSite()
    causality.addSite()
    staleness.addSite()
  }

  /// Makes room for the sites up to one.
  public mutating func makeRoom(forSite site: UInt32) {
    while books.ledger.siteCount <= Int(site) { addSite() }
  }

  /// A site was given to somebody, as the member that they are or as a newcomer.
  public mutating func register(
    _ site: UInt32, as member: MemberHandle, account: AccountHandle = .none,
    ward: FamilyPlace? = nil
  ) {
    books.standings[Int(site)].isNewcomer = member == .newcomer
    books.standings[Int(site)].member = member
    books.standings[Int(site)].account = account
    books.standings[Int(site)].ward = ward
  }

  /// Another server answers from now on, which has what a stale copy had.
  public mutating func failedOver(to server: borrowing Server) {
    makeRoom(forSite: UInt32(server.sites.count - 1))
    books.begin(with: server)
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
    readYourWrites.nutrientsBefore(command, day: day, on: replica, books)
  }

  /// A device has said "saved". `nutrientsBefore` is what it showed just before.
  @inlinable public mutating func committed<Storage: ReplicaStorage & ~Copyable>(
    _ operation: Operation, nutrientsBefore: Nutrients, on replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    guard sessionOrder.checkNumbered(operation, at: now, &books) else { return }
    causality.checkDraftedInOrder(replica.store.pendingCount - 1, on: replica, at: now, &books)
    books.ledger.committed(operation, isKept: books.looksAt(scope: operation.scope), at: now)
    readYourWrites.checkShown(
      operation, nutrientsBefore: nutrientsBefore, on: replica, at: now, &books)
  }

  /// A device is about to be asked for a transaction.
  public mutating func willCommit<Storage: ReplicaStorage & ~Copyable>(
    _ commands: [Command], day: LocalDay, on replica: borrowing Replica<Storage>
  ) {
    readYourWrites.noteDays(before: commands, day: day, on: replica, books)
  }

  /// A device has said "saved" to the transaction that it was asked for, which begins at `first` of
  /// its outbox and may have more to it.
  public mutating func committedTogether<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, since first: Int, at now: Instant
  ) {
    for index in first..<replica.store.pendingCount {
      let operation = replica.store.pending(index)
      guard sessionOrder.checkNumbered(operation, at: now, &books) else { return }
      causality.checkDraftedInOrder(index, on: replica, at: now, &books)
      books.ledger.committed(operation, isKept: books.looksAt(scope: operation.scope), at: now)
    }
    readYourWrites.checkShownTogether(from: first, on: replica, at: now, &books)
  }

  /// A device has had the answer that it waited for, and nothing is new.
  @inlinable public mutating func pageWasEmpty<Storage: ReplicaStorage & ~Copyable>(
    on replica: borrowing Replica<Storage>, of server: borrowing Server, at now: Instant
  ) {
    guard !replica.isForeign, books.isOfThisServer(replica), !books.isOutside(replica) else {
      return
    }
    outboxLiveness.checkHeard(replica, on: server, at: now, &books)
  }

  /// A device has heard an answer of the server, whatever it makes of it.
  @inlinable public mutating func heard<Storage: ReplicaStorage & ~Copyable>(
    _ answer: AnswerHeader, mustSignIn: Bool, on replica: borrowing Replica<Storage>,
    at now: Instant
  ) {
    // Two installs may have one site, each with sessions that it has heard of.
    guard !replica.isForeign, answer.site == replica.site else { return }
    monotonicReads.checkSession(answer, mustSignIn: mustSignIn, at: now, &books)
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
      durableIntent.noteGivenBack(replica, &books)
      durableIntent.noteWaitingAgain(replica, &books)
      if books.isOfThisServer(replica), !books.isOutside(replica) {
        checkSamePosition(replica, on: server, at: now)
      }
      return
    }
    let before = monotonicReads.reached(by: replica.site)
    if before.isOfAnEarlierServer(than: replica) { durableIntent.noteGivenBack(replica, &books) }
    if let rows { feed.checkMoved(replica, since: before, by: rows, at: now, &books) }
    monotonicReads.checkMovedOn(replica, at: now, &books)
    // A late answer of a server that is no more; the device has still to hear of the next one.
    guard books.isOfThisServer(replica) else { return }
    staleness.checkFresh(replica, at: now, &books)
    if books.isOutside(replica) {
      isolation.checkOutside(replica, at: now, &books)
    } else {
      isolation.checkInside(replica, at: now, &books)
      atomicVisibility.checkWholeTransactions(replica, on: server, at: now, &books)
      checkSamePosition(replica, on: server, at: now)
      durableIntent.checkOutbox(replica, at: now, &books)
      outboxLiveness.checkHeard(replica, on: server, at: now, &books)
      rollback.checkRolledBack(replica, at: now, &books)
      pendingFolded.checkPendingFolded(replica, versions, on: server, at: now, &books)
    }
    readYourWrites.checkPendingShown(on: replica, at: now, &books)
  }

  @inlinable mutating func checkSamePosition<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if convergence.differs(replica, on: server, at: now, &books) {
      versions.checkDifference(of: replica, on: server, at: now, &books)
    }
  }

  /// A device was told to drop everything; a marker that it had to ignore changed nothing.
  public mutating func purged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    guard replica.revocation != nil, !replica.isForeign else { return }
    acknowledgedWrites.checkGivenBack(replica, at: now, &books)
    durableIntent.noteGivenBack(replica, &books)
    staleness.forgetNews(of: replica.site)
    books.ledger.dropped(replica.site)
    if books.isOfThisServer(replica) {
      durableIntent.checkNothingLost(on: replica, at: now, &books)
    }
  }

  /// A device says that it has handed over what waited in a copy which another install had written,
  /// and needs a number of its own.
  public mutating func handedOver<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    durableIntent.checkHandedOver(replica, at: now, &books)
  }

  // MARK: On the server

  /// The server has appended a row. Returns the milliseconds from "saved" to the server.
  @inlinable public mutating func decided(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    let position = books.noteRow(of: scope)
    books.noteEnd(row, scope: scope)
    guard acknowledgedWrites.checkCommitted(row, scope: scope, at: now, &books) else { return 0 }
    checkNextInLine(row, scope: scope, isInLog: true, at: now)
    isolation.checkLetIn(row, scope: scope, at: now, &books)
    isolation.checkAuthor(row, scope: scope, at: now, &books)
    if !books.erased.isEmpty { deletions.checkStaysGone(row, scope: scope, at: now, &books) }
    clockSafety.checkDayOfTap(row, scope: scope, at: now, &books)
    clockSafety.checkTapBounded(row, scope: scope, at: now, &books)
    if row.operation.fact.kind.area == .groups {
      seats.checkTaken(row, scope: scope, at: now, &books)
    }
    return books.ledger.decided(row, position: position, at: now)
  }

  @inlinable mutating func checkNextInLine(
    _ row: FeedRow, scope: UInt32, isInLog: Bool, at now: Instant
  ) {
    guard sessionOrder.checkNextInLine(row, scope: scope, at: now, &books),
      books.looksAt(scope: scope)
    else { return }
    causality.checkLoggedInOrder(row, scope: scope, at: now, &books)
    clockSafety.checkStampBounded(row, after: causality, scope: scope, at: now, &books)
    causality.noteLogged(row, scope: scope, isInLog: isInLog)
  }

  /// The server has refused a newcomer's operation, which enters no log. Returns the milliseconds
  /// from "saved" to the server.
  public mutating func turnedAway(_ row: FeedRow, scope: UInt32, at now: Instant) -> Int64 {
    guard acknowledgedWrites.checkCommitted(row, scope: scope, at: now, &books) else { return 0 }
    checkNextInLine(row, scope: scope, isInLog: false, at: now)
    isolation.checkTurnedAway(row, scope: scope, at: now, &books)
    seats.checkTurnedAway(row, scope: scope, at: now, &books)
    return books.ledger.turnedAway(row, at: now)
  }

  /// The server has answered a request.
  public mutating func answered(
    _ answer: borrowing Answer, to request: RequestHeader, on server: borrowing Server,
    at now: Instant
  ) {
    feed.checkAnswer(answer, to: request, on: server, at: now, &books)
  }

  /// The server has answered a site whose account is of a kind, and whose session `ends` then, to
  /// so many operations. `rows` are those that it has written, and the two uses what it has counted
  /// before and after.
  public mutating func exchanged(
    _ answer: AnswerHeader, to pushed: Int, of kind: AccountKind, ends: Instant,
    delivering delivered: Int,
    having rows: borrowing FlatArray<FeedRow>, from before: BackendUse, to after: BackendUse,
    at serverTime: Instant, realTime now: Instant
  ) {
    exchanges.answered(
      answer, to: pushed, of: kind, ends: ends, delivering: delivered, having: rows, from: before,
      to: after, at: serverTime, realTime: now, &books.tally)
  }

  /// What was decided once, is lost, and was not decided again: its authors were told, or have
  /// nothing any more that could know it.
  public var operationsGivenUp: Int64 { books.ledger.lostCount }

  /// FAM-7: the server has deleted an account. `before` is what it had of its owner then.
  public mutating func deleted(
    _ before: DeletionChecker, on server: borrowing Server, at now: Instant
  ) {
    for said in before.check(server, at: now, &books) {
      let (scope, operation) = (said.operation.scope, said.operation)
      books.ledger.saidByServer(operation)
      _ = books.noteRow(of: scope)
      books.noteEnd(said, scope: scope)
      sessionOrder.sequenceInLog[Int(operation.site)] = operation.sequence
      causality.noteLogged(said, scope: scope, isInLog: true)
      seats.checkTaken(said, scope: scope, at: now, &books)
    }
  }

  /// FAM-7: a scope in which somebody's account was deleted is founded so now.
  public mutating func foundedAnew(scope: UInt32, _ founded: consuming ScopeState) {
    versions.foundedAnew(scope: scope, founded)
  }

  /// FAM-5: the server has decided something in a group, or refused it at the door.
  public mutating func decidedInGroup(
    _ row: FeedRow, scope: UInt32, on server: borrowing Server, at now: Instant
  ) {
    isolation.checkWard(row, scope: scope, on: server, at: now, &books)
  }

  // MARK: News

  /// A message that takes longer than this keeps up what it carries.
  public static var delayPrompt: Int64 { 500 }

  /// A device that is online hears how far the feed goes, and begins to fetch that.
  public mutating func newsCame<Storage: ReplicaStorage & ~Copyable>(
    to replica: borrowing Replica<Storage>, through end: Int, on server: borrowing Server,
    pageRowsMax: Int, pushOperationsMax: Int, at now: Instant
  ) {
    staleness.newsCame(
      to: replica, through: end, pageRowsMax: pageRowsMax, pushOperationsMax: pushOperationsMax,
      at: now, books)
  }

  /// Something outside of the engine keeps a device from hearing, until then.
  public mutating func newsIsHeld(from site: UInt32, until end: Instant) {
    staleness.newsIsHeld(from: site, until: end)
  }

  /// A notification goes out.
  public mutating func notified(
    _ delivery: Delivery, scope: UInt32, in zone: Zone, on server: borrowing Server, at now: Instant
  ) {
    notifications.checkTold(delivery, scope: scope, in: zone, on: server, at: now, &books)
  }

  /// A notification is pushed to some phones, by the numbers of them; its recipient is signed in on
  /// others, if on these.
  public mutating func pushed(
    to phones: [UInt64], of scope: UInt32, signedInOn own: [UInt64], at now: Instant
  ) {
    notifications.checkPhones(phones, own, scope, now, &books)
  }

  /// The server has told a family all that is to be told by now, by its own clock.
  public mutating func toldAll(
    scope: UInt32, in zone: Zone, on server: borrowing Server, at now: Instant
  ) {
    notifications.checkReminders(scope, zone, server.scopes[Int(scope)].state, now, &books)
    notifications.checkPutOff(scope, zone, server.scopes[Int(scope)].state, now, &books)
  }

  // MARK: Restarts and versions

  /// An app was ended, and has begun again from what it had saved.
  public mutating func restarted<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, from before: RestartChecker, at now: Instant
  ) {
    before.check(replica, at: now, &books)
  }

  /// An app of the version before has a copy of a scope, which was founded so.
  public mutating func readsLess(
    _ install: InstallNonce, scope: UInt32, founded: consuming ScopeState
  ) {
    versions.readsLess(install, scope: scope, founded: founded, books)
  }

  /// A later app has opened the copy that one of the version before has left.
  public mutating func rereads(_ install: InstallNonce, scope: UInt32) {
    versions.rereads(install, scope: scope)
  }

  /// A copy was sent anew to an app that reads all there is.
  public mutating func readsAll(_ install: InstallNonce, scope: UInt32) {
    versions.readsAll(install, scope: scope)
  }

  /// The version of the app that comes next has put something into an operation.
  public mutating func saidWithNewFields(_ site: UInt32, _ sequence: UInt32) {
    versions.saidWithNewFields(site, sequence)
  }

  // MARK: The end

  /// A scope is healed and exchanged: the checks that look at its whole log and state.
  ///
  /// `founded` is the scope as it began, or nil where the log is not folded once more.
  public mutating func quiescent(
    scope: UInt32, founded: consuming ScopeState?, today: LocalDay, on server: borrowing Server,
    at now: Instant
  ) {
    if books.hasEnded(scope, on: server) {
      isolation.checkNothingLeft(of: scope, on: server, at: now, &books)
      return
    }
    acknowledgedWrites.checkVerdicts(scope: scope, on: server, at: now, &books)
    versions.checkNewFields(scope: scope, on: server, at: now, &books)
    guard let founded else { return }
    convergence.looksClosely(at: scope)
    let founders = LogWalk.founders(of: founded)
    exactlyOnce.checkRefold(
      scope: scope, founded: founded, on: server, at: now, &books, &overwrites)
    if books.tellsAgain(scope) {
      derivedState.checkRetold(scope: scope, founders: founders, on: server, at: now, &books)
    }
    derivedState.checkStreaks(scope: scope, today: today, on: server, at: now, &books)
  }

  /// Some devices are healed and have exchanged, and nobody else has: they are done all the same.
  public mutating func coreIsHealed<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    if books.hasEnded(replica.scope, on: server) { return }
    checkQuiet(replica, on: server, at: now)
    // What an app shows that does not read all there is was looked at page by page.
    if !versions.readsLess(replica) { checkIdentical(replica, to: server, at: now) }
  }

  /// A calendar outside has been exchanged with to the end, and shows these events.
  public mutating func calendarWasExchanged(
    _ look: CalendarAtRest, rests: Bool, showing events: [CalendarEvent],
    on server: borrowing Server
  ) {
    look.checkRests(rests, &books.tally)
    look.check(events, against: server.scopes[Int(look.scope)].state, &books.tally)
  }

  /// A phone that had some items has taken an answer of a calendar, and says something of it.
  public mutating func calendarWasReconciled(
    _ look: CalendarEdits, by answer: CalendarAnswer, having items: CalendarItems,
    saying commands: [Command]
  ) {
    look.check(answer, items, commands, &books.tally)
  }

  /// All scopes have been looked at: the checks that look at every device.
  public mutating func quiescent<Storage: ReplicaStorage & ~Copyable>(
    replicas: borrowing OwnedArray<Replica<Storage>>, server: borrowing Server, at now: Instant
  ) {
    for index in 0..<replicas.count {
      checkQuiet(replicas[index], on: server, at: now)
      if !replicas[index].isForeign {
        durableIntent.checkAllDecided(replicas[index], at: now, &books)
      }
      if books.hasEnded(replicas[index].scope, on: server) { continue }
      checkIdentical(replicas[index], to: server, at: now)
    }
    acknowledgedWrites.checkAcknowledged(on: server, at: now, &books)
    seats.checkSeated(server, at: now, &books)
  }

  private mutating func checkQuiet<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, on server: borrowing Server, at now: Instant
  ) {
    quiescence.checkEmptied(replica, at: now, &books)
    if books.isOutside(replica) && replica.revocation == nil {
      quiescence.checkAtEnd(
        replica, end: Int(books.standings[Int(replica.site)].turnedAway), at: now, &books)
    } else {
      let hasAccess =
        books.isDeleted(replica.site)
        ? false : isolation.hasAccess(replica.site, on: server, at: now, books)
      switch hasAccess {
      case nil: break
      case false?: isolation.checkPurged(replica, at: now, &books)
      case true?:
        quiescence.checkAtEnd(
          replica, end: server.scopes[Int(replica.scope)].feed.count, at: now, &books)
      }
    }
  }

  private mutating func checkIdentical<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, to server: borrowing Server, at now: Instant
  ) {
    convergence.checkIdentical(
      replica, wasUpdated: versions.wasUpdated(replica), to: server, at: now, &books)
  }
}
