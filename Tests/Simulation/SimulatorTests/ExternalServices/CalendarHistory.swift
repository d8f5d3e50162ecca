import Base
import Chronology
import Environment
import DomainCore
import TestKit
import Testing

@testable import Simulator
@testable import SimulatedWorld

/// A random history of a link: edits on both sides, and every fault between them.
///
/// Edits are at least a second apart and responses take less than half of that, so the later edit
/// is known even if a clock is hours off.
struct CalendarHistory {
  let world: CalendarWorld
  let plain = CalendarsModel()
  var dice: Dice
  private var isListing = false
  var counts: [String: Int] = [:]

  init(seed: Int) {
    dice = Dice(seed: UInt64(seed))
    var settings = ExternalCalendar.Settings()
    settings.skew = Int64(dice.roll(12) - 6) * Span.hour + Int64(dice.roll(100_000))
    settings.pageSize = dice.pick([1, 2, 3, 50])
    settings.requestsPerMinuteMax = dice.pick([3, 10, 600])
    settings.tokenLifetime = dice.pick([10 * Span.minute, Span.day, 30 * Span.day])
    world = CalendarWorld(settings: settings)
  }

  mutating func simulate(steps: Int) {
    for _ in 0..<1 + dice.roll(4) { add() }
    for _ in 0..<steps {
      world.now += Int64(1_000 + dice.roll(3_000))
      if dice.chance(1, in: 12) { world.now += Int64(dice.roll(3)) * Span.hour }
      switch dice.roll(40) {
      case 0..<12: edit()
      case 12: add()
      case 13: if dice.chance(1, in: 2) { deleteSomewhere() }
      case 14: world.calendar.expireTokens()
      case 15: world.restartLink()
      case 16: world.connect(!world.isConnected)
      case 17: putBack()
      case 18: world.calendar.createByPerson(SIMD8(repeating: 1), at: world.now)
      default: step(isPerfect: false)
      }
      if !world.isConnected && dice.chance(1, in: 3) { world.connect(true) }
    }
  }

  /// The network heals, and both sides sync until nothing is left.
  mutating func heal() {
    if !world.isConnected { world.connect(true) }
    if world.link.isWaiting { world.link.lost(at: world.now) }
    var quietRounds = 0
    var steps = 0
    while quietRounds < 3 && steps < 4_000 {
      let before = (world.changeCount, world.state.digest)
      world.link.start()
      while !world.link.isIdle && steps < 4_000 {
        steps += 1
        world.now = max(world.now + 1_000, world.link.notBefore)
        step(isPerfect: true)
      }
      let isQuiet = (world.changeCount, world.state.digest) == before
      quietRounds = isQuiet ? quietRounds + 1 : 0
    }
    #expect(quietRounds == 3, "the two sides reach quiescence")
  }

  // MARK: Edits

  private mutating func add() {
    let values = CalendarField.allCases.map { value(of: $0) }
    var words = SIMD8<UInt64>.zero
    for field in 0..<6 { words[field] = values[field] }
    world.add(CalendarValues(words: words))
    plain.added(values, at: world.now.milliseconds)
  }

  private mutating func edit() {
    let place = dice.roll(world.occurrences.count)
    let field = dice.pick(CalendarField.allCases)
    let value = value(of: field)
    if dice.chance(1, in: 2) {
      guard !world.occurrences[place].isDeleted else { return }
      world.edit(place, field, to: value)
      plain.edited(place, Int(field.rawValue), .ours, value, at: world.now.milliseconds)
    } else if world.events(of: place).count == 1 {
      // A few are values that a schedule cannot show.
      let odd: UInt64 = field == .start || field == .duration ? 1 : 0
      editByPerson(place, field, to: dice.chance(1, in: 6) ? odd : value)
    }
  }

  /// Notes and drivers are one text there: an edit of one is an edit of the other.
  private func editByPerson(_ place: Int, _ field: CalendarField, to value: UInt64) {
    world.editByPerson(place, field, to: value)
    let now = world.now.milliseconds
    guard field == .details || field == .drivers else {
      plain.edited(place, Int(field.rawValue), .theirs, value, at: now)
      return
    }
    let details = world.events(of: place)[0].values[4]
    plain.edited(place, 4, .theirs, details & 0xFFFF_FFFF, at: now)
    plain.edited(place, 5, .theirs, details >> 32, at: now)
  }

  /// A value that a schedule can show.
  private mutating func value(of field: CalendarField) -> UInt64 {
    let number = UInt64(dice.roll(4))
    return switch field {
    case .title, .place, .details: number + 1
    case .start: number * 60_000
    case .duration: (number + 1) * 60_000
    case .drivers: number
    }
  }

  private mutating func putBack() {
    let place = dice.roll(world.occurrences.count)
    guard plain.isOver(place) else { return }
    world.putBack(place)
    plain.putBack(place)
    counts["put back", default: 0] += 1
  }

  private mutating func deleteSomewhere() {
    let place = dice.roll(world.occurrences.count)
    if dice.chance(1, in: 2) {
      guard !world.occurrences[place].isDeleted else { return }
      world.delete(place)
      plain.deleted(place, .ours)
    } else if world.events(of: place).count == 1 {
      world.calendar.deleteByPerson(world.event(of: place), at: world.now)
      plain.deleted(place, .theirs)
    }
  }

  // MARK: Syncing

  /// One request and its delivery.
  private mutating func step(isPerfect: Bool) {
    if world.link.isIdle {
      if isPerfect || dice.chance(1, in: 2) { world.link.start() }
    }
    guard let request = world.next() else { return }
    if request == .read(nil) {
      isListing = true
    }
    if case .look = request { counts["looks", default: 0] += 1 }
    let place = place(of: request)
    let bringing = place.map { plain.ourEdits(of: $0) } ?? []
    // At most one edit happens during a response.
    let editsOnTheWay = dice.chance(1, in: 2)
    travel(isPerfect || !editsOnTheWay)
    let changes = world.changeCount
    let reply = world.calendar.respond(
      request, at: world.now, fault: isPerfect ? .none : fault())
    if let place, world.changeCount != changes {
      note(request, at: place, bringing: bringing)
    }
    let shown = shown(by: reply.response)
    travel(isPerfect || editsOnTheWay)
    // A response that says "wait" arrives, so that the link must wait.
    var canGetLost = !isPerfect
    if case .limited = reply.response { canGetLost = false }
    if canGetLost && dice.chance(1, in: 6) {
      counts["lost", default: 0] += 1
      world.link.lost(at: world.now)
      return
    }
    let wasConnected = world.isConnected
    _ = world.deliver(reply)
    if wasConnected { arrive(reply.response, shown) }
  }

  /// A message is in flight, and edits may happen meanwhile.
  private mutating func travel(_ isPerfect: Bool) {
    world.now += Int64(1 + dice.roll(100))
    if !isPerfect && dice.chance(1, in: 5) { edit() }
    if !isPerfect && dice.chance(1, in: 60) { deleteSomewhere() }
    world.now += Int64(1 + dice.roll(100))
  }

  private mutating func fault() -> ExternalCalendar.Fault {
    switch dice.roll(20) {
    case 0: .unavailable
    case 1: .limited(retryAfter: Int64(1 + dice.roll(120)) * Span.second)
    default: .none
    }
  }

  private func place(of request: CalendarRequest) -> Int? {
    switch request {
    case .read, .look: nil
    case .create(let key, _, _): world.place(of: key.identity)
    case .update(let event, _, _, _, _), .delete(let event, _): place(ofEvent: event)
    }
  }

  private func place(ofEvent id: UInt64) -> Int? {
    guard let event = world.calendar.event(id), let key = CalendarKey(event.key) else { return nil }
    // An earlier event of an occurrence has no effect on it any more.
    let mapping = world.state.calendar.calendarMapping(of: key.identity, in: CalendarWorld.number)
    return key.life == mapping?.life ?? 0 ? world.place(of: key.identity) : nil
  }

  /// The calendar has carried out the request.
  private mutating func note(_ request: CalendarRequest, at place: Int, bringing: [Int]) {
    switch request {
    case .read, .look: break
    case .create(_, let values, _):
      plain.written(place, (0..<6).map { values.words[$0] }, bringing: bringing)
    case .update(_, _, let fields, let values, _):
      let written = (0..<6).map { fields >> UInt8($0) & 1 == 1 ? values.words[$0] : nil }
      plain.written(place, written, bringing: bringing)
    case .delete: plain.deleted(place, .theirs)
    }
  }

  private struct Shown {
    var event: CalendarEvent
    var place: Int
    var edits: [Int]
  }

  /// What the calendar showed at the time of the response.
  private func shown(by response: ExternalCalendar.Response) -> [Shown] {
    CalendarResponse(response).events.compactMap { event in
      place(ofEvent: event.id).map {
        Shown(event: event, place: $0, edits: plain.theirEdits(of: $0))
      }
    }
  }

  private mutating func arrive(_ response: ExternalCalendar.Response, _ all: [Shown]) {
    for one in all {
      let (event, place, edits) = (one.event, one.place, one.edits)
      if event.isDeleted {
        plain.arrivedDeleted(place)
      } else {
        let values = CalendarField.allCases.map { event.values[$0] }
        let shown = CalendarField.allCases.map { CalendarWorld.shown(event.values[$0], as: $0) }
        plain.arrived(place, values, shown: shown, showing: edits)
      }
    }
    if case .page(_, _, isLast: true) = response, isListing {
      isListing = false
      counts["listings", default: 0] += 1
    }
    if case .conflict = response { counts["etag conflicts", default: 0] += 1 }
    if case .tokenExpired = response { counts["expired", default: 0] += 1 }
    if case .limited = response { counts["limited", default: 0] += 1 }
  }

  // MARK: Expected result

  func check(_ seed: Int) {
    #expect(world.calendar.requestsBeforeRetryAfter == 0)
    #expect(world.refusals.isEmpty)
    for place in world.occurrences.indices {
      let events = world.events(of: place)
      let occurrence = world.occurrences[place]
      if plain.isDeleted(place) {
        #expect(occurrence.isDeleted && events.isEmpty, "occurrence \(place) is gone")
        continue
      }
      #expect(!occurrence.isDeleted && events.count == 1, "occurrence \(place) is there once")
      for field in CalendarField.allCases where events.count == 1 {
        let winner = CalendarWorld.shown(plain.winner(place, Int(field.rawValue)), as: field)
        let theirs = CalendarEvent(events[0]).values[field]
        #expect(occurrence.item.values[field] == winner, "ours, \(place), \(field), \(seed)")
        #expect(theirs == winner, "theirs, \(place), \(field), \(seed)")
      }
    }
    var recorded: [CalendarsModel.Conflict: Int] = [:]
    for conflict in world.conflicts {
      let plain = CalendarsModel.Conflict(
        occurrence: world.place(of: conflict.identity)!, field: Int(conflict.field.rawValue),
        oursLost: conflict.loser == .ours, byDeletion: conflict.isByDeletion,
        value: conflict.value)
      recorded[plain, default: 0] += 1
    }
    #expect(recorded == plain.conflicts, "history \(seed)")
    for event in world.allEvents where event.key == RowKey(0) {
      #expect(event.revision == 1 && !event.isDeleted, "no one touches what people wrote")
    }
  }
}

@Suite("Two calendars, over random histories")
struct CalendarHistoryTests {
  @Test(
    "CAL-1, CAL-2, CAL-3: end identical, with each occurrence once, by the last edit of each field",
    arguments: 0..<40)
  func histories(block: Int) {
    for seed in block * 50..<(block + 1) * 50 {
      var history = CalendarHistory(seed: seed)
      history.simulate(steps: 40 + seed % 80)
      history.heal()
      history.check(seed)
    }
  }

  @Test("reach every case that they are meant to reach")
  func coverage() {
    var counts: [String: Int] = [:]
    var conflicts: [Int] = [0, 0, 0, 0]
    for seed in 0..<130 {
      var history = CalendarHistory(seed: seed)
      history.simulate(steps: 100)
      history.heal()
      counts.merge(history.counts, uniquingKeysWith: +)
      for conflict in history.world.conflicts {
        conflicts[(conflict.loser == .ours ? 0 : 1) + (conflict.isByDeletion ? 2 : 0)] += 1
      }
    }
    for what in ["lost", "put back", "listings", "looks", "etag conflicts", "expired", "limited"] {
      #expect(counts[what, default: 0] > 20, "\(what): \(counts)")
    }
    for count in conflicts { #expect(count > 10, "\(conflicts)") }
  }
}
