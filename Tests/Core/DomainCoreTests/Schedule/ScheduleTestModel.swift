import Chronology

/// A command of a random history; entities are named by the number of their event.
enum ModelCommand: Hashable {
  case makeSport(first: LocalDay, last: LocalDay)
  case season(sport: Int, first: LocalDay, last: LocalDay)
  case archive(sport: Int, Bool)
  case deleteSport(Int)
  case makeClass(sport: Int, day: LocalDay, minute: Int, zone: String, lasting: Int)
  case start(Int, day: LocalDay, minute: Int, zone: String)
  case duration(Int, Int)
  case place(Int, number: Int, travel: Int?)
  case rule(Int, ModelRecurrence?)
  case deleteClass(Int)
  case participant(Int, Bool)
  case cancel(Int, LocalDay, Bool)
  case move(Int, LocalDay, to: LocalDay?, minute: Int)
  case moveRoom(Int, LocalDay, number: Int)
  case lasts(Int, LocalDay, Int)
  case attended(Int, LocalDay, Bool)
  case claim(ExpectedDuty)
  case release(ExpectedDuty)
  case assign(ExpectedDuty, expected: Int?)
  case coverage(ExpectedDuty, Bool)
  case swap(given: ExpectedDuty, wanted: ExpectedDuty, step: Int)
  case conflictHandled(kind: Int, person: Int?, ExpectedDuty, ExpectedDuty?, Bool)
  case type(Int, isGame: Bool)
  /// What attending pays from now on.
  case points(isGame: Bool, Int)
  /// An attendance goal of the subject, and which sport it is about.
  case goal(target: Int, first: LocalDay, last: LocalDay)
  case goalSport(Int, sport: Int)
  /// The subject's membership ends, and is resumed.
  case end
  case resume
}

struct ExpectedDuty: Hashable, Comparable {
  var training: Int
  var day: LocalDay
  var isPickUp: Bool

  static func < (left: ExpectedDuty, right: ExpectedDuty) -> Bool {
    (left.training, left.day, left.isPickUp ? 1 : 0)
      < (right.training, right.day, right.isPickUp ? 1 : 0)
  }
}

struct ModelCommandEvent {
  var number: Int
  var stamp: Int
  var site: Int
  var author: Int
  var subject: Int
  var day: LocalDay
  /// When the server accepted it.
  var committed: Instant
  var what: ModelCommand
}

/// A reference model of the schedule with dictionaries and lists: it uses no code of the core.
///
/// Members: 0 and 4 are parents, 1 and 3 children, 2 is an observer.
struct ScheduleTestModel {
  struct Key: Hashable {
    var field: String
    var thing: Int
    var day: LocalDay?
    var person: Int?
  }
  struct Written {
    var stamp: Int
    var site: Int
    var what: ModelCommand
    var day: LocalDay
  }
  struct Held: Equatable {
    var holder: Int
    /// The event by which they took it.
    var taken: Int
    var coverage = false
    var partner: Int?
    var wanted: ExpectedDuty?
  }
  struct Attended {
    var training: Int
    var day: LocalDay
    var heldOn: LocalDay
  }
  struct Handled: Hashable {
    var kind: Int
    var person: Int?
    var one: ExpectedDuty
    var two: ExpectedDuty?
  }

  var sports: [Int: ModelCommandEvent] = [:]
  var classes: [Int: ModelCommandEvent] = [:]
  var gone: Set<Int> = []
  var written: [Key: Written] = [:]
  var handled: [Handled: Written] = [:]
  var held: [ExpectedDuty: Held] = [:]
  var goals: [Int: ModelCommandEvent] = [:]
  var removed: Set<Int> = []
  /// The ends of each member's membership, by event.
  var ends: [Int: [(event: Int, at: Instant)]] = [:]

  // MARK: Reading

  /// Names are looked up once, because reading the table of zones is slow without optimization.
  private static let zones = Dictionary(
    (RandomSchedule.zones + ModelClock.places.map(\.name)).map { ($0, Zone(named: $0)!) },
    uniquingKeysWith: { one, _ in one })

  static func isParent(_ member: Int) -> Bool { member == 0 || member == 4 }
  static func isChild(_ member: Int) -> Bool { member == 1 || member == 3 }

  func canDrive(_ member: Int) -> Bool {
    !Self.isChild(member) && !removed.contains(member)
  }

  func isAlive(_ training: Int) -> Bool {
    !gone.contains(training) && !gone.contains(sport(of: training))
  }

  func sport(of training: Int) -> Int {
    guard case .makeClass(let sport, _, _, _, _) = classes[training]!.what else { fatalError() }
    return sport
  }

  /// The first and the last day with classes.
  func season(_ sport: Int) -> (first: LocalDay, last: LocalDay) {
    var season = (first: LocalDay(number: 0), last: LocalDay(number: 0))
    if case .makeSport(let first, let last) = sports[sport]!.what { season = (first, last) }
    if case .season(_, let first, let last)? = written[Key(field: "season", thing: sport)]?.what {
      season = (first, last)
    }
    if let put = written[Key(field: "archive", thing: sport)], case .archive(_, true) = put.what {
      season.last = min(season.last, put.day)
    }
    return season
  }

  func start(_ training: Int) -> (day: LocalDay, minute: Int, zone: String) {
    if case .start(_, let day, let minute, let zone)? =
      written[Key(field: "start", thing: training)]?.what
    {
      return (day, minute, zone)
    }
    guard case .makeClass(_, let day, let minute, let zone, _) = classes[training]!.what else {
      fatalError()
    }
    return (day, minute, zone)
  }

  /// The days of the series, whatever changed single ones.
  ///
  /// At most `limit` of the first ones.
  func originalDays(_ training: Int, atMost limit: Int = .max) -> [LocalDay] {
    guard isAlive(training) else { return [] }
    let season = season(sport(of: training))
    let start = start(training)
    var days = [start.day]
    if case .rule(_, let rule?)? = written[Key(field: "rule", thing: training)]?.what {
      days = rule.days(
        from: start.day, through: season.last, first: season.first, atMost: limit)
    }
    return days.filter { season.first <= $0 && $0 <= season.last }
  }

  func isCancelled(_ training: Int, _ day: LocalDay) -> Bool {
    written[Key(field: "cancel", thing: training, day: day)]?.what == .cancel(training, day, true)
  }

  /// The start to which it was moved, if it was.
  func moved(_ training: Int, _ day: LocalDay) -> (day: LocalDay, minute: Int)? {
    if case .move(_, _, let to?, let minute)? =
      written[Key(field: "move", thing: training, day: day)]?.what
    {
      return (to, minute)
    }
    return nil
  }

  /// Whether a day of the series takes place when it is not canceled.
  func staysInSeason(_ training: Int, _ day: LocalDay) -> Bool {
    guard let moved = moved(training, day) else { return true }
    let season = season(sport(of: training))
    return season.first <= moved.day && moved.day <= season.last
  }

  func startInstant(_ training: Int, _ day: LocalDay) -> Instant {
    let start = start(training)
    let moved = moved(training, day)
    return Self.zones[start.zone]!.instant(
      of: moved?.day ?? day,
      millisecondOfDay: Int32(moved?.minute ?? start.minute) * Int32(Span.minute))
  }

  func participants(_ training: Int) -> Set<Int> {
    Set(
      [1, 3].filter { child in
        if let said = written[Key(field: "participant", thing: training, person: child)] {
          return said.what == .participant(training, true)
        }
        return classes[training]!.subject == child
      })
  }

  func isAttended(_ training: Int, _ day: LocalDay, _ child: Int) -> Bool {
    written[Key(field: "attended", thing: training, day: day, person: child)]?.what
      == .attended(training, day, true)
  }

  /// The occurrences that a child attended and that were not canceled, with their days.
  func attendedDays(_ child: Int) -> [Attended] {
    written.compactMap { key, value in
      guard key.field == "attended", key.person == child,
        case .attended(let training, let day, true) = value.what, !isCancelled(training, day)
      else { return nil }
      return Attended(training: training, day: day, heldOn: moved(training, day)?.day ?? day)
    }
  }

  /// Since when a child takes part in a class; always if the class was made for it.
  func partakesSince(_ training: Int, _ child: Int) -> LocalDay {
    written[Key(field: "participant", thing: training, person: child)]?.day
      ?? LocalDay(number: 0)
  }

  /// The occurrences between two days that a child should attend.
  func toAttend(
    _ child: Int, from first: LocalDay, through last: LocalDay
  ) -> [(training: Int, day: LocalDay)] {
    classes.keys.filter { participants($0).contains(child) }.flatMap { training in
      originalDays(training).filter { day in
        let heldOn = moved(training, day)?.day ?? day
        return first <= heldOn && heldOn <= last && heldOn >= partakesSince(training, child)
          && !isCancelled(training, day) && staysInSeason(training, day)
      }.map { (training, $0) }
    }
  }

  /// The driver of a duty and their requests; none if the driver's membership ended after they took
  /// it and before the duty was done: by the start, or at the end.
  func standing(_ duty: ExpectedDuty) -> Held? {
    guard let held = held[duty] else { return nil }
    let minutes = duty.isPickUp ? minutes(duty.training, duty.day) : 0
    let due = startInstant(duty.training, duty.day) + Int64(minutes) * Span.minute
    let end = ends[held.holder, default: []].first { $0.event > held.taken }
    return end.map { $0.at < due } ?? false ? nil : held
  }

  func holder(_ duty: ExpectedDuty) -> Int? { standing(duty)?.holder }
}
