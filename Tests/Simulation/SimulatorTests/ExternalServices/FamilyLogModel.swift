import Base
import Chronology
import DomainCore
import SyncCore

/// A reference model of a family's log of classes: the last write of each field, by stamp and site,
/// and the drivers, in the order of the log.
struct FamilyLogModel {
  struct Occurrence: Hashable {
    var training: Entity
    var day: LocalDay
  }

  /// An occurrence as a calendar shows it.
  struct Shown: Hashable {
    var title: UInt64
    var start: Instant
    var minutes: Int64
    var place: UInt64
    var notes: UInt64
    var dropOff: UInt64
    var pickUp: UInt64
  }

  private struct Training {
    var sport: Entity
    var start: ClassStart
    var minutes: UInt64
    var isWeekly = false
    var isDeleted = false
  }

  private struct Sport {
    var name: UInt64
    var season: Season
    var isDeleted = false
  }

  private struct Field: Hashable {
    var thing: Entity
    var day: LocalDay?
    var name: String
  }

  private struct Write {
    var version: Version
    var value: UInt64
    var day: LocalDay
  }

  private var sports: [Entity: Sport] = [:]
  private var trainings: [Entity: Training] = [:]
  private var writes: [Field: Write] = [:]
  private var drivers: [Field: UInt64] = [:]
  /// When a family member changed a field of an occurrence or of its series.
  private var taps: [Field: [Int64]] = [:]
  private(set) var isConnected = false
  private var connected = Version.never

  init(_ rows: [FeedRow]) {
    for row in rows where !row.verdict.isRejected { tell(row.operation.fact) }
  }

  private mutating func tell(_ fact: Fact) {
    switch fact.kind {
    case .sportCreated:
      let made = SportCreation(fact.payload)
      sports[fact.identity] = Sport(name: UInt64(made.name.raw), season: made.season)
    case .sportFieldSet: tellField(fact, ["name": 0, "archived": 8])
    case .sportDeleted: sports[fact.entity]?.isDeleted = true
    case .classCreated:
      let made = ClassCreation(fact.payload)
      trainings[fact.identity] = Training(
        sport: made.sport, start: made.start, minutes: UInt64(made.durationMinutes))
    case .classRuleSet: trainings[fact.entity]?.isWeekly = true
    case .classFieldSet: tellField(fact, ["duration": 2, "notes": 4])
    case .classDeleted: trainings[fact.entity]?.isDeleted = true
    case .occurrenceFieldSet: tellTap(fact)
    case .calendarEditImported, .calendarEventGone: tellImport(fact)
    case .dutyClaimed, .dutyAssigned, .dutyReleased, .dutySwapChanged: tellDuty(fact)
    case .calendarConnectionSet where connected < fact.version:
      connected = fact.version
      isConnected = fact.payload.first == 1
    default: break
    }
  }

  // MARK: Writes

  private mutating func write(
    _ name: String, _ value: UInt64, of thing: Entity, on day: LocalDay?, by fact: Fact
  ) {
    let field = Field(thing: thing, day: day, name: name)
    if (writes[field]?.version ?? .never) < fact.version {
      writes[field] = Write(version: fact.version, value: value, day: fact.day)
    }
  }

  private mutating func tap(_ name: String, of thing: Entity, on day: LocalDay?, by fact: Fact) {
    taps[Field(thing: thing, day: day, name: name), default: []]
      .append(fact.version.milliseconds)
  }

  private mutating func tellField(_ fact: Fact, _ names: [String: UInt64]) {
    for (name, number) in names where fact.payload.second == number {
      write(name, fact.payload.first, of: fact.entity, on: nil, by: fact)
      tap(name, of: fact.entity, on: nil, by: fact)
    }
  }

  private mutating func tellTap(_ fact: Fact) {
    let change = OccurrenceChange(fact.payload)
    switch change.field {
    case .cancelled: write("cancelled", change.value, of: fact.entity, on: change.day, by: fact)
    case .start:
      let moved = MovedStart(packed: change.value)
      let instant = Zone(id: trainings[fact.entity]!.start.zone)
        .instant(of: moved.day, millisecondOfDay: Int32(moved.minute) * 60_000)
      write("start", UInt64(instant.milliseconds), of: fact.entity, on: change.day, by: fact)
      tap("start", of: fact.entity, on: change.day, by: fact)
    case .dropOffNote, .pickUpNote, .dropOffHandled, .pickUpHandled: break
    default: fatalError("no one says anything else of an occurrence")
    }
  }

  private mutating func tellImport(_ fact: Fact) {
    let address = CalendarAddress(fact.payload.second)
    if fact.kind == .calendarEventGone {
      if address.part == 1 { write("cancelled", 1, of: fact.entity, on: address.day, by: fact) }
    } else {
      let name = ["title", "start", "duration", "place", "notes"][Int(address.part)]
      write(name, fact.payload.first, of: fact.entity, on: address.day, by: fact)
    }
  }

  private mutating func tellDuty(_ fact: Fact) {
    func ride(_ duty: Duty) -> Field {
      Field(
        thing: duty.occurrence.trainingClass, day: duty.occurrence.day, name: "\(duty.kind)")
    }
    let (author, subject) = (UInt64(fact.author.index) + 1, UInt64(fact.subject.index) + 1)
    switch fact.kind {
    case .dutyClaimed: drivers[ride(DutyPayload(fact).duty)] = author
    case .dutyAssigned: drivers[ride(DutyPayload(fact).duty)] = subject
    case .dutyReleased: drivers[ride(DutyPayload(fact).duty)] = 0
    default:
      let swap = SwapPayload(fact)
      guard swap.step == .accepted else { return }
      drivers[ride(swap.given)] = author
      drivers[ride(swap.wanted)] = subject
    }
  }

  // MARK: Queries

  /// When the family last changed a field of an occurrence by a tap, in milliseconds.
  func lastTap(_ name: String, of occurrence: Occurrence) -> Int64 {
    let own = taps[Field(thing: occurrence.training, day: occurrence.day, name: name)] ?? []
    let series = taps[Field(thing: occurrence.training, day: nil, name: name)] ?? []
    return (own + series).max() ?? .min
  }

  /// The occurrences that take place, by original days in a window.
  func occurrences(in window: ClosedRange<LocalDay>) -> [Occurrence: Shown] {
    var shown: [Occurrence: Shown] = [:]
    for (entity, training) in trainings {
      var day = window.lowerBound
      while day <= window.upperBound {
        let occurrence = Occurrence(training: entity, day: day)
        if takesPlace(occurrence, training) { shown[occurrence] = self.shown(occurrence, training) }
        day = day.adding(days: 1)
      }
    }
    return shown
  }

  /// Practices are on two days a week, three days apart, from the first one on; games are once.
  private func takesPlace(_ occurrence: Occurrence, _ training: Training) -> Bool {
    let first = training.start.day
    guard let sport = sports[training.sport], !sport.isDeleted, !training.isDeleted,
      value("cancelled", occurrence) != 1, occurrence.day >= first
    else { return false }
    let (weekday, begun) = (occurrence.day.weekday, first.weekday)
    let isGiven =
      training.isWeekly
      ? weekday == begun || (weekday + 4) % 7 == begun % 7 : occurrence.day == first
    var last = sport.season.last
    let archived = writes[Field(thing: training.sport, day: nil, name: "archived")]
    if let archived, archived.value == 1 { last = min(last, archived.day) }
    let start = Zone(id: training.start.zone).localDay(at: start(occurrence, training))
    return isGiven && occurrence.day <= last && start <= last
  }

  private func value(_ name: String, _ occurrence: Occurrence) -> UInt64? {
    writes[Field(thing: occurrence.training, day: occurrence.day, name: name)]?.value
  }

  /// An occurrence's own value, or its series'.
  private func value(_ name: String, _ occurrence: Occurrence, or series: UInt64) -> UInt64 {
    value(name, occurrence)
      ?? writes[Field(thing: occurrence.training, day: nil, name: name)]?.value ?? series
  }

  private func start(_ occurrence: Occurrence, _ training: Training) -> Instant {
    if let moved = value("start", occurrence) { return Instant(milliseconds: Int64(moved)) }
    return Zone(id: training.start.zone)
      .instant(of: occurrence.day, millisecondOfDay: Int32(training.start.minute) * 60_000)
  }

  private func shown(_ occurrence: Occurrence, _ training: Training) -> Shown {
    func driver(_ ride: String) -> UInt64 {
      drivers[Field(thing: occurrence.training, day: occurrence.day, name: ride)] ?? 0
    }
    // An import is in milliseconds, a series in minutes.
    let duration = value("duration", occurrence).map { $0 / 60_000 }
    let series =
      writes[Field(thing: occurrence.training, day: nil, name: "duration")]?.value
    return Shown(
      title: value("title", occurrence) ?? sports[training.sport]!.name,
      start: start(occurrence, training),
      minutes: Int64(duration ?? series ?? training.minutes),
      place: value("place", occurrence) ?? 0, notes: value("notes", occurrence, or: 0),
      dropOff: driver("dropOff"), pickUp: driver("pickUp"))
  }
}
