import Base
import Chronology
import DomainCore
import SyncCore

/// Messages that all devices of a load fill one after the other.
final class ExchangeMessages {
  var request = Request()
  var response = Response()
  var writer = WireWriter()
}

/// A phone of a load: a real replica, the exchange machine, and what it waits for.
final class FamilyDevice {
  /// An arrival that waits for an answer of the server.
  struct Want {
    var intended: Int64
    /// When the sender turned to it.
    var turned: Int64
    /// Whether a request has left for it, perhaps one that failed.
    var isSent = false
  }

  var replica: Replica<MemoryReplicaStorage>
  var machine = ExchangeMachine()
  private(set) var author: MemberHandle
  /// The number of its family, and of its owner and itself among those of the family.
  let place: Place
  /// Whether it is of a group.
  private let isGroups: Bool
  /// Its number among the devices of the load.
  let number: Int
  /// Where it notes what it does, if that is judged.
  private let history: FamilyHistory?
  let zone: Zone
  private let entities: FamilyEntities
  /// The head of its requests, up to the length of the body.
  let head: [UInt8]
  /// What its clock shows: the time of its last step.
  private var time: Instant

  /// The arrivals that the next request is for.
  var wants: [Want] = []
  var isQueued = false
  /// The exchange under way: the number of its message, or zero, when it was sent, and what for.
  var message: Int32 = 0
  var sent: Int64 = 0
  var underWay: [Want] = []

  /// The operations that the server has not acknowledged, by their numbers.
  private var pending = Ring<(sequence: UInt32, intended: Int64)>()
  /// Every operation up to this one is acknowledged.
  private(set) var acknowledged: UInt32 = 0
  /// Operations that the server had acknowledged and then lost, and that the phone sends again.
  private(set) var resent: Set<UInt32> = []
  /// Whether the server has gone on from an earlier copy of its store.
  private var hasSeenRestore = false
  /// Whether it had to drop everything: its owner is no longer a member.
  private(set) var isPurged = false
  /// The operation by which its owner joins the family, or has joined it.
  private var joining = Entity.none
  /// When its owner wanted to use it for the first time, until it has everything; for one that was
  /// added while the load was running.
  var beginning: Int64?
  /// What it has received; for an audit.
  private(set) var feed: Feed?

  /// Where a device belongs.
  struct Place: Hashable {
    var family: Int
    var member: Int
    /// Among the devices that signed up for the family.
    var device: Int
  }

  /// Whether its owner waits to become a member.
  var isNewcomer: Bool { author == .newcomer }

  /// Whether its owner has joined the family, or tried to, while the load was running.
  var hasJoined: Bool { joining != .none }

  /// The first of its operations that has to be in the feed: what a newcomer sent before they were
  /// accepted is in none.
  var firstInFeed: UInt32 {
    // An operation is its site and its number there.
    joining == .none ? 1 : UInt32(truncatingIfNeeded: joining.raw)
  }

  /// The rows of a whole feed.
  struct Feed {
    /// The operations in it, by their sites and numbers.
    var operations: Set<UInt64> = []
    /// The digest in the last row.
    var digest = Digest128.zero
    var count = 0
    /// Rows of people whose accounts were deleted, which should have been erased.
    var unerased = 0
    /// All of them, if the load is judged.
    var rows: [SentRow] = []
  }

  init(
    _ registration: borrowing Registration, install: UInt64, zone: Zone, head: [UInt8],
    entities: FamilyEntities, time: Instant, place: Place, number: Int, history: FamilyHistory?,
    keepsOwnRows: Bool = false, isGroups: Bool = false, isAudit: Bool = false,
    deleted: [MemberHandle] = []
  ) {
    self.isGroups = isGroups
    self.place = place
    self.deleted = deleted
    replica = Replica(
      site: registration.site, scope: registration.scope, state: registration.genesis.founded(),
      install: InstallNonce(raw: install), keepsOwnRows: keepsOwnRows, texts: ScopeTexts())
    author = registration.member
    self.zone = zone
    self.head = head
    self.entities = entities
    self.time = time
    feed = isAudit ? Feed() : nil
    self.number = number
    self.history = history
  }

  /// The members whose accounts were deleted; for an audit.
  private let deleted: [MemberHandle]

  /// Whether its last exchange is complete.
  var hasRested = false
  /// Whether it had nothing left to send before all devices fetched what the others had sent.
  var wasDrained = false

  /// Whether everything that it has saved is in the feed, and an answer has shown that it has all
  /// rows.
  var isUpToDate: Bool { isPurged || (replica.store.pendingCount == 0 && hasRested) }

  // MARK: Steps

  /// What happened to a step.
  enum StepResult {
    /// With the first operation that it created.
    case done(first: Entity)
    case refused(Refusal)
    case impossible
  }

  /// Its owner does something at this time of the plan, or of the people's days.
  func look(at time: Instant) { self.time = max(self.time, time) }

  /// Submits the commands of a step.
  func submit(
    _ commands: [Command], _ step: FamilyPlan.Step, _ texts: PlanTexts, intended: Int64
  ) -> StepResult {
    look(at: step.time)
    let names = FamilyNames(
      entities: entities, texts: texts, membership: step.membership,
      member: { [self] in replica.store.state.shared.member(joinedBy: $0) })
    var planned: [Command] = []
    for command in commands {
      guard let real = names.real(command) else { return .impossible }
      planned.append(real)
    }
    let result = save(planned, texts, intended: intended)
    guard case .done(let first) = result else { return result }
    if let made = step.made {
      entities.note(made, from: UInt32(truncatingIfNeeded: first.raw), of: replica.site)
    }
    if case .join = step.action { joining = first }
    return result
  }

  /// Whether it reaches the server, as far as it knows: it does not wait before it asks again.
  var isOnline: Bool { machine.retried == 0 }

  /// Saves commands that are about what the phone itself has, together if there are several. Their
  /// texts are the plan's.
  func save(
    _ commands: [Command], _ texts: PlanTexts, intended: Int64, isOnline: Bool = true
  ) -> StepResult {
    let own = commands.map { inOwnTable($0, texts) }
    let before = replica.store.sequence
    let day = zone.localDay(at: time)
    let result =
      own.count == 1
      ? replica.commit(
        own[0], author: author, day: day, zone: zone, now: time, isOnline: isOnline)
      : replica.commit(
        own, author: author, day: day, zone: zone, now: time, isOnline: isOnline)
    if case .failure(let error) = result { return .refused(error.refusal) }
    history?.note(.saved(commands, day: day, time: time), on: number)
    while pendingLast < replica.store.sequence {
      pendingLast += 1
      pending.append((pendingLast, intended))
    }
    return .done(first: Entity(site: replica.site, sequence: before + 1))
  }

  /// Whether it would save a command now.
  func accepts(_ command: Command, _ texts: PlanTexts) -> Bool {
    replica.refusal(
      of: inOwnTable(command, texts), author: author, day: zone.localDay(at: time), zone: zone,
      now: time) == nil
  }

  private func inOwnTable(_ command: Command, _ texts: PlanTexts) -> Command {
    replica.store.texts?.moved(command, from: texts.table) ?? command
  }

  /// The last operation that was put into `pending`.
  private var pendingLast: UInt32 = 0

  // MARK: Exchanges

  /// The body of the next request.
  func requestBody(_ begun: BegunRequest, _ messages: ExchangeMessages) -> [UInt8] {
    if begun.isSignIn {
      replica.fillSignIn(&messages.request)
    } else {
      let limits = ExchangeLimits()
      replica.fill(
        &messages.request, pushOperationsMax: limits.pushOperationsMax,
        pageRowsMax: limits.pageRowsMax, now: time)
      messages.request.zone = zone
    }
    messages.request.encode(into: &messages.writer)
    return messages.writer.bytes.withElements { Array($0) }
  }

  /// Applies a response; nil if the bytes are none.
  func apply(_ body: UnsafeRawBufferPointer, _ messages: ExchangeMessages) -> ApplyResult? {
    do throws(WireError) {
      try messages.response.decode(body.assumingMemoryBound(to: UInt8.self))
    } catch {
      return nil
    }
    if feed == nil { history?.note(.received(Array(body)), on: number) }
    let incarnation = replica.store.head.incarnation
    let result = replica.apply(messages.response)
    if replica.store.head.incarnation > incarnation { noteResent() }
    let header = messages.response.header
    switch result {
    case .page, .snapshot, .ignored(.stale), .ignored(.overtaken):
      acknowledged = max(acknowledged, header.sequenceDecided)
    default: break
    }
    switch result {
    case .purged: isPurged = true
    // A member who was removed is back.
    case .page, .snapshot: isPurged = false
    default: break
    }
    if isNewcomer && joining != .none { findMember() }
    if case .snapshot = result, feed != nil { feed = Feed() }
    if result.rowsApplied > 0 { note(messages.response, applied: result.rowsApplied) }
    return result
  }

  /// Notes what the phone hands over again to a server that has lost it.
  private func noteResent() {
    hasSeenRestore = true
    for place in 0..<replica.store.pendingCount {
      let sequence = replica.store.pending(place).sequence
      if sequence <= acknowledged { resent.insert(sequence) }
    }
  }

  /// Whether an operation of this phone stays lost with its server: what was rejected is not sent
  /// again, for its author knows of it.
  func isLostForGood(_ sequence: UInt32) -> Bool {
    hasSeenRestore
      && (0..<replica.store.rejectedCount).contains {
        let operation = replica.store.rejected($0).operation
        return operation.site == replica.site && operation.sequence == sequence
      }
  }

  /// Finds out whether the log has added its owner to the members.
  private func findMember() {
    for sequence in 1...max(1, replica.store.sequence) {
      let joined = Entity(site: replica.site, sequence: sequence)
      guard let member = replica.store.state.shared.member(joinedBy: joined) else { continue }
      author = member
      joining = joined
      if isGroups { consent() }
      return
    }
  }

  /// GRP-6: who joins a group agrees to share, and the app submits that as soon as it can.
  private func consent() {
    let before = replica.store.sequence
    let command = Command.setGroupConsent(of: author, to: true)
    _ = replica.commit(command, author: author, day: zone.localDay(at: time), zone: zone, now: time)
    guard replica.store.sequence > before else { return }
    pendingLast = replica.store.sequence
    pending.append((pendingLast, MonotonicClock.now))
  }

  /// Notes the rows of an audit; the replica has skipped those that it knew.
  private func note(_ response: borrowing Response, applied: Int) {
    guard feed != nil else { return }
    for index in max(0, response.rows.count - applied)..<response.rows.count {
      let row = response.rows[index]
      let identity = Entity(
        site: row.operation.fact.version.site, sequence: row.operation.sequence)
      feed?.operations.insert(identity.raw)
      let isErased = row.verdict.refusal == .ownerDeleted
      if !isErased && deleted.contains(where: { Self.isOwned(row.operation.fact, by: $0) }) {
        feed?.unerased += 1
      }
      feed?.digest = row.digest
      if history != nil {
        var fields: [UInt8] = []
        response.unknown.withFields(of: .operation, index) { fields = Array($0) }
        feed?.rows.append(SentRow(row: row, fields: fields))
      }
      feed?.count += 1
    }
  }

  /// Whether a fact is about a person, and goes with them.
  private static func isOwned(_ fact: Fact, by member: MemberHandle) -> Bool {
    Ownership.owns(fact, person: member, joinedBy: .none)
  }

  /// The intended instant of the next operation that an answer has covered; nil if there is none.
  func nextDurable() -> Int64? {
    guard let first = pending.first, first.sequence <= acknowledged else { return nil }
    return pending.popFirst()?.intended
  }

  /// The intended instant of the next operation that no answer has covered.
  func nextUnacknowledged() -> Int64? { isPurged ? nil : pending.popFirst()?.intended }
}
