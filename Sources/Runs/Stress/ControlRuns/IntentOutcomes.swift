import Base
import Chronology
import DomainCore
import Properties
import Simulator
import SyncCore
import SimulatedWorld

/// An operation that a person submitted: the step, and its place in the transaction.
struct IntentKey: Hashable {
  var step: StepID
  var place: Int
}

/// The outcome of a submitted operation.
enum IntentOutcome: Equatable {
  case succeeded
  /// The device rejected it.
  case refused(Refusal)
  /// A precondition was missing.
  case impossible
  /// The server rejected it.
  case rejected(Refusal)
  /// Its author waited for access to the scope and did not get it.
  case turnedAway
  /// Access ended before it was sent, and its author was notified.
  case givenBack
  /// The server has lost it in a failover, and the device no longer has it.
  case permanentlyLost
  /// It was lost with the app that held it in its outbox.
  case erased
  /// Its group or family has ended, with all its operations.
  case ended
  /// No log has it, and no reason was given.
  case vanished

  /// The name of the outcome in the breakdown of lost operations.
  var reason: String {
    switch self {
    case .succeeded: "succeeded"
    case .refused(let refusal): "rejected by the device: \(refusal.sentence)"
    case .impossible: "not possible: an earlier operation had failed"
    case .rejected(let refusal): "rejected by the server: \(refusal.sentence)"
    case .turnedAway: "the author had no access"
    case .givenBack: "rolled back when access ended"
    case .permanentlyLost: "lost in a failover, and gone from its device"
    case .erased: "lost when the app was deleted before sending it"
    case .ended: "its group has ended"
    case .vanished: "unexplained"
    }
  }
}

/// A day of a person or of a habit; the key of the operations that the server has of it.
struct DayKey: Hashable {
  var scope: UInt32
  var person: MemberHandle
  var day: LocalDay
  /// The habit, by the command that created it; none for food and drink.
  var habit: IntentKey?

  /// A key for all days of the person.
  var ofAll: DayKey {
    DayKey(scope: scope, person: person, day: LocalDay(number: .min), habit: nil)
  }
}

/// The operations of a run, with the outcome of each and the days that they concern.
///
/// It is computed from the journal of steps and the server's logs alone.
struct IntentOutcomes {
  private(set) var intentOutcomes: [IntentKey: IntentOutcome] = [:]
  /// Where and by whom each operation was submitted.
  private(set) var places: [IntentKey: ReplicaAddress] = [:]
  private(set) var days: [DayKey: Set<IntentKey>] = [:]
  /// Days whose result does not follow from the operations of steps alone.
  private var unclear: Set<DayKey> = []
  /// People for whom that is true of any day.
  private var unclearPeople: Set<DayKey> = []
  private var intentions: [UInt64: IntentKey] = [:]
  /// The habits of this run, by the commands that created them.
  private var habits: [IntentKey: Entity] = [:]
  private var sites: [DayKey: UInt32] = [:]

  init(_ community: borrowing Community) {
    note(community.world.events.journal ?? [])
    var verdicts: [UInt64: Verdict] = [:]
    for scope in 0..<community.world.backend.server.scopes.count {
      readDays(of: scope, in: community, &verdicts)
    }
    setOutcomes(community.world.events.journal ?? [], verdicts, community)
  }

  private static func name(_ site: UInt32, _ sequence: UInt32) -> UInt64 {
    Entity(site: site, sequence: sequence).raw
  }

  private mutating func note(_ journal: [PerformedStep]) {
    for entry in journal {
      guard let made = entry.made else { continue }
      for place in 0..<made.count {
        let name = Self.name(made.fact.version.site, made.fact.sequence + UInt32(place))
        intentions[name] = IntentKey(step: entry.step.id, place: place)
      }
    }
  }

  // MARK: Days

  private mutating func readDays(
    of scope: Int, in community: borrowing Community, _ verdicts: inout [UInt64: Verdict]
  ) {
    var foods: [Entity: DayKey] = [:]
    for position in 0..<community.world.backend.server.scopes[scope].feed.count {
      let row = community.world.backend.server.scopes[scope].feed[position]
      let operation = row.operation
      let name = Self.name(operation.site, operation.sequence)
      verdicts[name] = row.verdict
      if row.verdict.isRejected { continue }
      let fact = operation.fact
      var day = DayKey(scope: UInt32(scope), person: fact.subject, day: fact.day, habit: nil)
      switch fact.kind {
      case .mealLogged, .waterLogged:
        foods[fact.identity] = day
        ingest(intentions[name], of: day)
      // Of two imports of the same sample the later one counts, and it may be about another day.
      case .waterImported: unclearPeople.insert(day.ofAll)
      case .foodChanged, .foodDeleted, .foodMoved:
        // Devices may receive a change of a food in different orders; where it moves is in its
        // payload.
        if let food = foods[fact.entity] { unclear.insert(food) }
        if fact.kind == .foodMoved { unclearPeople.insert(day.ofAll) }
      case .completionSet:
        let habit = Self.name(
          UInt32(truncatingIfNeeded: fact.entity.raw >> 32),
          UInt32(truncatingIfNeeded: fact.entity.raw))
        guard let made = intentions[habit] else { continue }
        day.habit = made
        habits[made] = fact.entity
        day.day = CompletionPayload(fact.payload).day
        // A day that only one device has changed has the value that this device wrote last.
        if sites.updateValue(operation.site, forKey: day) ?? operation.site != operation.site {
          unclear.insert(day)
        }
        ingest(intentions[name], of: day)
      default: break
      }
    }
  }

  /// Whether a habit is done on a day; nil if the habit no longer exists.
  func isDone(_ habit: IntentKey, on day: DayKey, in community: borrowing Community) -> Bool? {
    let scope = Int(day.scope)
    guard let entity = habits[habit],
      let slot = community.world.backend.server.scopes[scope].state.slot(of: entity),
      community.world.backend.server.scopes[scope].state.covers(day.day)
    else { return nil }
    let index = community.world.backend.server.scopes[scope].state.index(of: day.day)
    return community.world.backend.server.scopes[scope].state.isDone(slot, index)
  }

  private mutating func ingest(_ intention: IntentKey?, of day: DayKey) {
    guard let intention else {
      unclear.insert(day)
      return
    }
    days[day, default: []].insert(intention)
  }

  /// Whether a day's result depends on more than the operations of its steps.
  func isUnclear(_ day: DayKey) -> Bool {
    unclear.contains(day) || (day.habit == nil && unclearPeople.contains(day.ofAll))
  }

  // MARK: Outcomes

  private mutating func setOutcomes(
    _ journal: [PerformedStep], _ verdicts: [UInt64: Verdict],
    _ community: borrowing Community
  ) {
    var activeSites: Set<UInt32> = []
    // A restored replica has what its install had; operations since then are lost.
    for replica in 0..<community.world.fleet.replicas.count
    where !community.world.fleet.replicas[replica].isForeign {
      activeSites.insert(community.world.fleet.replicas[replica].site)
    }
    for entry in journal {
      guard let (count, place) = Self.operations(entry.step.action, in: community) else { continue }
      for number in 0..<count {
        let intention = IntentKey(step: entry.step.id, place: number)
        places[intention] = place
        guard let made = entry.made else {
          intentOutcomes[intention] = entry.refusal.map { .refused($0) } ?? .impossible
          continue
        }
        let sequence = made.fact.sequence + UInt32(number)
        let site = made.fact.version.site
        if let verdict = verdicts[Self.name(site, sequence)] {
          intentOutcomes[intention] = verdict.refusal.map { .rejected($0) } ?? .succeeded
        } else {
          intentOutcomes[intention] = Self.missing(
            site, sequence, at: place, isActive: activeSites.contains(site), community)
        }
      }
    }
  }

  /// How many operations a step submits, and where.
  private static func operations(
    _ action: StepAction, in community: borrowing Community
  ) -> (Int, ReplicaAddress)? {
    switch action {
    case .submit(_, let place): return (1, place)
    case .submitTogether(let commands, let place): return (commands.count, place)
    case .join(let command, let person):
      guard person < community.personCount else { return nil }
      let isGroup = command.kind != .memberJoined
      return (
        1, ReplicaAddress(community.world.directory.people[person].firstDevice, isGroup: isGroup)
      )
    default: return nil
    }
  }

  /// Why no log has an operation that a device has saved.
  private static func missing(
    _ site: UInt32, _ sequence: UInt32, at place: ReplicaAddress, isActive: Bool,
    _ community: borrowing Community
  ) -> IntentOutcome {
    let scope = Int(community.world.scope(at: place))
    if community.world.backend.server.scopes[scope].isDeleted { return .ended }
    guard Int(site) < community.world.events.monitor.shared.ledger.siteCount,
      Int(sequence) <= community.world.events.monitor.shared.ledger.count(site)
    else { return .vanished }
    let entry = community.world.events.monitor.shared.ledger.entry(site, sequence)
    if entry.isTurnedAway { return .turnedAway }
    if entry.isReturnedUndecided { return .givenBack }
    if entry.isPermanentlyLost { return .permanentlyLost }
    if entry.isErased { return .rejected(.ownerDeleted) }
    if community.world.events.monitor.shared.ledger.wasDecidedBefore(site, sequence) {
      return .turnedAway
    }
    if !isActive { return .erased }
    return .vanished
  }
}
