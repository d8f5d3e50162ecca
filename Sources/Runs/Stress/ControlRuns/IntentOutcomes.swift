import Base
import Chronology
import DomainCore
import Properties
import Simulator
import SyncCore
import SimulatedWorld

/// Something that somebody said: the step in which they did, and its place in the transaction.
struct IntentKey: Hashable {
  var step: StepID
  var place: Int
}

/// What has become of something that was said.
enum IntentOutcome: Equatable {
  case succeeded
  /// The device would not.
  case refused(Refusal)
  /// What it rests on was not there.
  case impossible
  /// The server would not.
  case rejected(Refusal)
  /// Whoever stands at the door of a scope was not let in.
  case turnedAway
  /// Access ended before it was sent, and its owner was told.
  case givenBack
  /// The server has lost it, and so has its device.
  case lostForGood
  /// It went with the app that it waited in.
  case erased
  /// Its group or family has ended, and all that was said there with it.
  case ended
  /// Nobody has it, and nothing says why.
  case vanished

  /// How a ledger of what was lost calls it.
  var reason: String {
    switch self {
    case .succeeded: "came through"
    case .refused(let refusal): "refused by the device: \(refusal.sentence)"
    case .impossible: "what it rests on was not there"
    case .rejected(let refusal): "refused by the server: \(refusal.sentence)"
    case .turnedAway: "its author was not let in"
    case .givenBack: "given back when access ended"
    case .lostForGood: "lost by a server that failed over, and by its device"
    case .erased: "gone with the app that it waited in"
    case .ended: "its group has ended"
    case .vanished: "nothing says why"
    }
  }
}

/// A day of somebody or of a habit, and what was said of it that the server has.
struct DayKey: Hashable {
  var scope: UInt32
  var person: MemberHandle
  var day: LocalDay
  /// The habit that it is about, by the words that made it; none for food and drink.
  var habit: IntentKey?

  /// Stands for all days of the person.
  var ofAll: DayKey {
    DayKey(scope: scope, person: person, day: LocalDay(number: .min), habit: nil)
  }
}

/// A run as what was said in it: what became of each thing, and which days it made.
///
/// Made of the journal of steps and of the server's logs alone.
struct IntentOutcomes {
  private(set) var intentOutcomes: [IntentKey: IntentOutcome] = [:]
  /// Where and by whom each was said.
  private(set) var places: [IntentKey: ReplicaAddress] = [:]
  private(set) var days: [DayKey: Set<IntentKey>] = [:]
  /// Days of which more was said than sums and last words tell, or not by steps.
  private var unclear: Set<DayKey> = []
  /// People of whom that holds for any day.
  private var unclearPeople: Set<DayKey> = []
  private var intentions: [UInt64: IntentKey] = [:]
  /// What the words that made a habit are called in this run.
  private var habits: [IntentKey: Entity] = [:]
  private var sites: [DayKey: UInt32] = [:]

  init(_ community: borrowing Community) {
    note(community.world.events.journal ?? [])
    var verdicts: [UInt64: Verdict] = [:]
    for scope in 0..<community.world.backend.server.scopes.count {
      readDays(of: scope, in: community, &verdicts)
    }
    judge(community.world.events.journal ?? [], verdicts, community)
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
      // Of what is imported twice the later stands, and of which day it is stands in it.
      case .waterImported: unclearPeople.insert(day.ofAll)
      case .foodChanged, .foodDeleted, .foodMoved:
        // Who changes a food hears of it in one order or another; where it goes is in its payload.
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
        // One device has the last word on what it alone has said.
        if sites.updateValue(operation.site, forKey: day) ?? operation.site != operation.site {
          unclear.insert(day)
        }
        ingest(intentions[name], of: day)
      default: break
      }
    }
  }

  /// Whether a habit is done on a day; nil where it is gone.
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

  /// Whether more was said of a day than what its sums, or the last word on it, tell.
  func isUnclear(_ day: DayKey) -> Bool {
    unclear.contains(day) || (day.habit == nil && unclearPeople.contains(day.ofAll))
  }

  // MARK: Fates

  private mutating func judge(
    _ journal: [PerformedStep], _ verdicts: [UInt64: Verdict],
    _ community: borrowing Community
  ) {
    var speaking: Set<UInt32> = []
    // A copy that was put back is what its install had; what that has said since is gone.
    for replica in 0..<community.world.fleet.replicas.count
    where !community.world.fleet.replicas[replica].isForeign {
      speaking.insert(community.world.fleet.replicas[replica].site)
    }
    for entry in journal {
      guard let (count, place) = Self.said(entry.step.action, in: community) else { continue }
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
            site, sequence, at: place, isSpeaking: speaking.contains(site), community)
        }
      }
    }
  }

  /// How many things a step says, and where.
  private static func said(
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

  /// Why no log has something that a device has saved.
  private static func missing(
    _ site: UInt32, _ sequence: UInt32, at place: ReplicaAddress, isSpeaking: Bool,
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
    if entry.isLostForGood { return .lostForGood }
    if entry.isErased { return .rejected(.ownerDeleted) }
    if community.world.events.monitor.shared.ledger.wasDecidedBefore(site, sequence) {
      return .turnedAway
    }
    if !isSpeaking { return .erased }
    return .vanished
  }
}
