import Chronology
import TestKit

/// A random season of two children who attend, miss, undo and report late, while their parents
/// cancel, move, edit, archive and delete classes.
///
/// It covers the ends of March and April. Stamps run ahead of and behind the order of arrival.
struct RandomSeason {
  private(set) var events: [ModelCommandEvent] = []
  /// The model's response to each event, and the final state of the model.
  private(set) var responses: [String] = []
  private(set) var plain = AttendanceModel()
  private var dice: Dice
  private var sports: [Int] = []
  private var classes: [Int] = []
  private var goals: [(number: Int, child: Int)] = []

  /// `long` seasons reach the numbers at which trophies are given.
  init(seed: UInt64, long: Bool) {
    dice = Dice(seed: seed)
    for _ in 0..<(long ? 1 : 1 + dice.roll(2)) { makeSport() }
    for _ in 0..<(long ? 3 : 2 + dice.roll(2)) { makeClass(daily: long) }
    let days = dice.pick([0..<20, 0..<58])
    if long { for training in classes { attend(all: training, in: days, child: 1) } }
    for _ in 0..<(40 + dice.roll(30)) { happen() }
  }

  private static func day(_ index: Int) -> LocalDay { RandomSchedule.day(index) }

  private mutating func say(_ what: ModelCommand, about child: Int? = nil) {
    let number = events.count + 1
    let event = ModelCommandEvent(
      number: number, stamp: 1_000 + number * 10 + dice.roll(120), site: 1 + dice.roll(4),
      author: dice.pick([0, 4]), subject: child ?? dice.pick([1, 1, 1, 3]),
      // Nearly everything is reported after the season; an earlier report is often refused.
      day: Self.day(dice.chance(1, in: 8) ? dice.roll(60) : 60),
      committed: Instant(milliseconds: Int64(Self.day(80).number) * Span.day + Int64(number)),
      what: what)
    responses.append(plain.receive(event))
    events.append(event)
  }

  private mutating func makeSport() {
    say(.makeSport(first: Self.day(dice.roll(4)), last: Self.day(45 + dice.roll(14))))
    sports.append(events.count)
  }

  private mutating func makeClass(daily: Bool) {
    let sport = dice.pick(sports)
    let season = plain.schedule.season(sport)
    say(
      .makeClass(
        sport: sport, day: season.first, minute: dice.pick([0, 600, 1_439]),
        zone: dice.pick(RandomSchedule.zones), lasting: 60), about: daily ? 1 : nil)
    let made = events.count
    classes.append(made)
    say(.rule(made, daily ? everyDay(1) : rule()))
    if dice.chance(1, in: 3) { say(.participant(made, true)) }
  }

  private func everyDay(_ interval: Int) -> ModelRecurrence {
    var rule = ModelRecurrence()
    rule.unit = "D"
    rule.interval = interval
    return rule
  }

  private mutating func rule() -> ModelRecurrence {
    var rule = everyDay(dice.pick([1, 3, 5, 7]))
    if dice.chance(1, in: 3) {
      rule.unit = "W"
      rule.interval = 1
      for _ in 0..<2 { rule.weekdays.insert(1 + dice.roll(7)) }
    }
    if dice.chance(1, in: 4) { rule.count = 1 + dice.roll(9) }
    return rule
  }

  /// A child attends all occurrences of a class in some days, except perhaps one.
  private mutating func attend(all training: Int, in days: Range<Int>, child: Int) {
    let missed = dice.pick([-1, -1, 0])
    for (place, day) in plain.schedule.originalDays(training).enumerated()
    where place != missed && Self.day(days.lowerBound) <= day && day < Self.day(days.upperBound) {
      say(.attended(training, day, true), about: child)
    }
  }

  private mutating func happen() {
    let training = dice.pick(classes)
    let day = someDay(of: training)
    switch dice.roll(32) {
    case 0...6: say(.attended(training, day, true))
    case 7, 8: say(.attended(training, day, false))
    case 9...12: say(.cancel(training, day, dice.chance(3, in: 5)))
    case 13...16: move(training, day)
    case 17: attend(all: training, in: dice.pick([0..<30, 30..<58]), child: dice.pick([1, 1, 3]))
    case 18: say(.rule(training, dice.chance(1, in: 5) ? nil : rule()))
    case 19:
      say(
        .season(
          sport: dice.pick(sports), first: Self.day(dice.roll(9)),
          last: Self.day(25 + dice.roll(34))))
    case 20: say(.archive(sport: dice.pick(sports), dice.chance(1, in: 2)))
    case 21 where dice.chance(1, in: 4): say(.deleteClass(training))
    case 21 where dice.chance(1, in: 6): say(.deleteSport(dice.pick(sports)))
    case 21, 22: say(.participant(training, dice.chance(2, in: 3)))
    case 23: say(.type(training, isGame: dice.chance(1, in: 2)))
    case 24: say(.points(isGame: dice.chance(1, in: 2), dice.pick([0, 1, 7, 300])))
    case 25:
      let start = Self.day(dice.roll(40))
      say(
        .start(
          training, day: start, minute: dice.pick([0, 600]), zone: dice.pick(RandomSchedule.zones)))
    case 26...28: aim()
    case 29: undoSomething()
    default: say(.attended(training, day, true))
    }
  }

  /// Mostly across the end of a month, or of a goal's term.
  private mutating func move(_ training: Int, _ day: LocalDay) {
    let to = dice.pick([
      Self.day(29), Self.day(30), Self.day(58), day.adding(days: dice.roll(9) - 4),
    ])
    say(.move(training, day, to: dice.chance(1, in: 4) ? nil : to, minute: dice.roll(1_440)))
  }

  private mutating func aim() {
    guard !goals.isEmpty, dice.chance(1, in: 2) else {
      let first = dice.roll(40)
      let child = dice.pick([1, 1, 3])
      say(
        .goal(
          target: dice.pick([1, 2, 5]), first: Self.day(first),
          last: Self.day(first + dice.pick([0, 9, 30]))), about: child)
      goals.append((events.count, child))
      return
    }
    let goal = dice.pick(goals)
    say(.goalSport(goal.number, sport: dice.pick(sports)), about: goal.child)
  }

  /// Reverses an earlier attendance or exception.
  private mutating func undoSomething() {
    let event = dice.pick(events)
    switch event.what {
    case .attended(let training, let day, let attended):
      say(.attended(training, day, !attended), about: event.subject)
    case .cancel(let training, let day, let cancelled): say(.cancel(training, day, !cancelled))
    case .move(let training, let day, .some, let minute):
      say(.move(training, day, to: nil, minute: minute))
    default: break
    }
  }

  /// Mostly a day of the series, and one of a few days, so that events meet.
  private mutating func someDay(of training: Int) -> LocalDay {
    let days = plain.schedule.originalDays(training)
    if days.isEmpty || dice.chance(1, in: 12) { return Self.day(dice.roll(58)) }
    return dice.chance(1, in: 2) ? days[dice.roll(min(3, days.count))] : dice.pick(days)
  }
}
