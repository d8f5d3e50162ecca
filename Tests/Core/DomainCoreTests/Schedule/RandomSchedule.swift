import Chronology
import TestKit

@testable import DomainCore

/// A random history of a family's schedule around the clock changes of one spring.
///
/// Four sites write; stamps run ahead of and behind the order of arrival.
struct RandomSchedule {
  static let firstDay = LocalDay(year: 2026, month: 3, day: 2)
  static let zones = [
    "UTC", "Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "Asia/Beirut",
  ]

  var events: [ModelCommandEvent] = []
  /// The model's response to each event, and the final state of the model.
  ///
  /// The model runs as the history grows, so that most events are about existing entities.
  private(set) var responses: [String] = []
  private(set) var plain = ScheduleTestModel()
  private var dice: Dice
  private var sports: [Int] = []
  private var classes: [Int] = []
  /// The days of most events, so that many of them meet the same occurrence.
  private var days: [LocalDay] = []

  init(seed: UInt64, length: Int = 70) {
    dice = Dice(seed: seed)
    for _ in 0..<4 { days.append(day(40)) }
    for number in 1...length { add(number) }
  }

  static func day(_ index: Int) -> LocalDay { firstDay.adding(days: index) }

  /// The server commits an event every twenty hours.
  private static func instant(_ number: Int) -> Instant {
    Instant(milliseconds: Int64(firstDay.number) * Span.day + Int64(number) * 20 * Span.hour)
  }

  private mutating func day(_ range: Int) -> LocalDay { Self.day(dice.roll(range)) }

  private mutating func add(_ number: Int) {
    let driver = dice.pick([0, 0, 4, 4, 2, 1])
    var event = ModelCommandEvent(
      number: number, stamp: 1_000 + number * 10 + dice.roll(200), site: 1 + dice.roll(4),
      author: dice.pick([0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 2, 1]),
      subject: dice.pick([1, 1, 3]),
      day: day(60), committed: Self.instant(number), what: .end)
    if let again = events.last, dice.chance(1, in: 15) {
      (event.author, event.subject, event.day) = (again.author, again.subject, again.day)
      event.what = again.what
    } else if sports.isEmpty || dice.chance(1, in: 40) {
      event.what = sportCommand()
    } else if classes.count < 2 || dice.chance(1, in: 25) {
      let start = someStart()
      event.what = .makeClass(
        sport: dice.pick(sports), day: start.day, minute: start.minute, zone: start.zone,
        lasting: dice.pick([0, 30, 60, 60, 90, 90, 200, 1_500]))
    } else {
      (event.what, event.author, event.subject) = classCommand(event, driver)
    }
    let response = plain.receive(event)
    // Entities that were refused rarely occur in later events.
    let isKnown = response == "changed" || dice.chance(1, in: 30)
    if isKnown, case .makeSport = event.what { sports.append(number) }
    if isKnown, case .makeClass = event.what { classes.append(number) }
    responses.append(response)
    events.append(event)
  }

  /// Mostly one zone, because otherwise classes would rarely be at one time.
  private mutating func zone() -> String {
    dice.chance(3, in: 5) ? Self.zones[1] : dice.pick(Self.zones)
  }

  /// Mostly the start of another class, or ten minutes later: classes collide.
  private mutating func someStart() -> (day: LocalDay, minute: Int, zone: String) {
    let alive = classes.filter { plain.classes[$0] != nil }
    guard !alive.isEmpty, dice.chance(3, in: 4) else {
      return (dice.chance(1, in: 2) ? days[0] : dice.pick(days), minute(), zone())
    }
    let start = plain.start(dice.pick(alive))
    return (start.day, (start.minute + dice.pick([0, 0, 10, 30, 70, 90])) % 1_440, start.zone)
  }

  private mutating func minute() -> Int {
    dice.pick([0, 30, 150, 600, 600, 600, 610, 630, 640, 660, 700, 1_020, 1_439])
  }

  private mutating func sportCommand() -> ModelCommand {
    if sports.isEmpty || dice.chance(1, in: 2) {
      return .makeSport(first: day(8), last: Self.day(35 + dice.roll(20)))
    }
    let sport = dice.pick(sports)
    switch dice.roll(6) {
    case 0: return .deleteSport(plain.gone.min() ?? sport)
    case 1, 2: return .archive(sport: sport, dice.chance(1, in: 2))
    default:
      return .season(
        sport: dice.chance(1, in: 3) ? plain.gone.min() ?? sport : sport, first: day(20),
        last: Self.day(10 + dice.roll(45)))
    }
  }

  private mutating func rule() -> ModelRecurrence {
    var rule = ModelRecurrence()
    rule.unit = dice.pick(["D", "D", "W", "W", "W", "M"])
    rule.interval = dice.pick(rule.unit == "D" ? [2, 3, 5] : [1, 1, 1, 2])
    rule.weekStart = dice.pick([1, 1, 7, 4])
    if rule.unit == "W" && dice.chance(1, in: 2) {
      for _ in 0..<2 { rule.weekdays.insert(1 + dice.roll(7)) }
    }
    if rule.unit == "M" {
      if dice.chance(1, in: 3) { rule.weekdays.insert(1 + dice.roll(7)) }
      if dice.chance(1, in: 2) {
        for _ in 0..<3 {
          let ordinal = (1 + dice.roll(5)) * 10 + 1 + dice.roll(7)
          rule.ordinals.insert(dice.chance(1, in: 2) ? ordinal : -ordinal)
        }
      } else {
        for _ in 0..<4 { rule.monthDays.insert(dice.pick([-31, -2, -1, 1, 9, 15, 30, 31])) }
      }
    }
    switch dice.roll(4) {
    case 0: rule.count = 1 + dice.roll(8)
    case 1: rule.until = day(50)
    default: break
    }
    return rule
  }

  private mutating func classCommand(
    _ event: ModelCommandEvent, _ driver: Int
  ) -> (ModelCommand, author: Int, subject: Int) {
    // Sometimes a class that does not exist.
    let made = dice.chance(1, in: 40) ? 9_999 : dice.pick(classes)
    let day = dayOf(made)
    func by(_ what: ModelCommand) -> (ModelCommand, Int, Int) {
      (what, event.author, event.subject)
    }
    switch dice.roll(30) {
    case 0: return by(.deleteClass(dice.chance(1, in: 6) ? made : 9_999))
    case 1:
      let start = someStart()
      return by(.start(made, day: start.day, minute: start.minute, zone: start.zone))
    case 2: return by(.duration(made, dice.pick([0, 45, 90, 400])))
    case 3, 4:
      return by(
        .place(made, number: dice.roll(3), travel: dice.pick([nil, 0, 5, 45, 300])))
    case 5, 6, 7, 8: return by(.rule(made, dice.chance(1, in: 6) ? nil : rule()))
    case 9, 10, 11: return by(.participant(made, dice.chance(3, in: 4)))
    case 12, 13: return by(.cancel(made, day, dice.chance(1, in: 2)))
    case 14, 15, 16:
      return by(
        .move(
          made, day, to: dice.chance(1, in: 5) ? nil : dice.pick(days), minute: minute()))
    case 17: return by(.moveRoom(made, day, number: dice.roll(3)))
    case 18: return by(.lasts(made, day, dice.pick([0, 20, 300])))
    case 19, 20: return by(.attended(made, day, dice.chance(3, in: 4)))
    case 21, 22:
      if let real = realConflict() { return by(real) }
      let two = dice.chance(1, in: 2)
      return by(
        .conflictHandled(
          kind: two ? dice.roll(2) : 2, person: two ? dice.pick([0, 1, 3, 4]) : nil, duty(),
          two ? duty() : nil, dice.chance(3, in: 4)))
    case 23 where dice.chance(1, in: 2):
      let gone = plain.removed.sorted()
      let isBack = !gone.isEmpty && dice.chance(2, in: 3)
      return (isBack ? .resume : .end, 0, dice.pick(isBack ? gone + [3] : [2, 3, 4, 4]))
    default: return dutyCommand(driver)
    }
  }

  /// Mostly one of the first days of a class.
  private mutating func dayOf(_ made: Int) -> LocalDay {
    let some = plain.classes[made] == nil ? [] : plain.originalDays(made, atMost: 3)
    return some.isEmpty || dice.chance(1, in: 8) ? dice.pick(days) : dice.pick(some)
  }

  /// A change of an existing conflict.
  private mutating func realConflict() -> ModelCommand? {
    let start = Instant(milliseconds: Int64(Self.day(dice.roll(20)).number) * Span.day)
    let found = plain.conflicts(
      in: start..<start + 60 * Span.day, now: start, of: plain.occurrences(now: start)
    ).sorted(by: ExpectedConflict.comesFirst)
    guard !found.isEmpty else { return nil }
    let one = found.first { $0.kind == 1 } ?? dice.pick(found)
    return .conflictHandled(
      kind: one.kind, person: one.person, one.one, one.two, dice.chance(3, in: 4))
  }

  private mutating func duty() -> ExpectedDuty {
    let made = dice.pick(classes)
    return ExpectedDuty(training: made, day: dayOf(made), isPickUp: dice.chance(1, in: 2))
  }

  /// A duty with a driver, other than `not`.
  private mutating func heldDuty(not other: Int? = nil) -> (duty: ExpectedDuty, holder: Int)? {
    let held = plain.held.filter { $0.value.holder != other }.keys.sorted()
    guard !held.isEmpty else { return nil }
    let duty = dice.pick(held)
    return (duty, plain.held[duty]!.holder)
  }

  private mutating func dutyCommand(_ driver: Int) -> (ModelCommand, author: Int, subject: Int) {
    let partner = dice.pick([0, 2, 4, 1])
    let some = dice.chance(3, in: 4) ? heldDuty() : nil
    let duty = some?.duty ?? duty()
    let holder = some?.holder ?? driver
    switch dice.roll(19) {
    case 16, 17, 18:
      // One person, two classes, one day.
      let others = classes.filter {
        $0 != duty.training && plain.classes[$0] != nil
          && plain.originalDays($0).contains(duty.day)
      }
      guard !others.isEmpty else { return (.claim(self.duty()), driver, driver) }
      let second = ExpectedDuty(
        training: dice.pick(others), day: duty.day, isPickUp: dice.chance(1, in: 3))
      return (.assign(second, expected: nil), dice.pick([0, 4]), holder)
    case 0, 1, 2: return (.claim(self.duty()), driver, dice.chance(1, in: 20) ? partner : driver)
    case 3: return (.claim(duty), driver, driver)
    case 4: return (.assign(self.duty(), expected: nil), dice.pick([0, 4, 2]), partner)
    case 5, 6:
      return (
        .assign(duty, expected: dice.pick([nil, holder, holder, 2])), dice.pick([0, 4, 2]), partner
      )
    case 7:
      let author = dice.pick([holder, driver])
      return (.release(duty), author, dice.pick([holder, author, partner]))
    case 8, 9: return (.coverage(duty, dice.chance(2, in: 3)), dice.pick([holder, driver]), holder)
    default: return swapCommand(duty, holder)
    }
  }

  private mutating func swapCommand(
    _ duty: ExpectedDuty, _ holder: Int
  ) -> (ModelCommand, author: Int, subject: Int) {
    let open = plain.held.filter { $0.value.partner != nil }.keys.sorted()
    if !open.isEmpty && dice.chance(1, in: 2) {
      let given = dice.pick(open)
      let offer = plain.held[given]!
      let step = dice.pick([1, 2, 2, 3])
      let parties = [offer.holder, offer.partner!]
      let (author, subject) = step == 1 ? (parties[0], parties[1]) : (parties[1], parties[0])
      return (.swap(given: given, wanted: offer.wanted!, step: step), author, subject)
    }
    let wanted = dice.chance(4, in: 5) ? heldDuty(not: holder) : nil
    return (
      .swap(
        given: duty, wanted: wanted?.duty ?? self.duty(), step: dice.pick([0, 0, 0, 0, 0, 1, 2])),
      holder, dice.chance(1, in: 6) ? 2 : wanted?.holder ?? 4
    )
  }
}
