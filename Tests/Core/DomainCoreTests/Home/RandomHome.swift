import Chronology
import TestKit

/// Some random days of a family, around the days of clock changes: the commands, who travels where,
/// and when the state is checked.
struct RandomHome {
  enum Step {
    case event(HomeEvent)
    case check(at: Int)
  }

  /// The family at its genesis.
  let founded: HomeModel
  private(set) var steps: [Step] = []
  private var home: HomeModel
  private var dice: Dice
  private var now: Int
  private var number = 0
  private var sports: [Int] = []
  private var classes: [Int] = []
  /// Where the family lives.
  private let place: Int
  private let hasAthlete: Bool

  /// A little over a week after these days the clocks of some place change.
  private static let firstDays =
    [(2, 24), (3, 17), (3, 18), (3, 24), (4, 12), (9, 16), (9, 22)]
    .map { ModelClock.day($0.0, $0.1) }
    + [(9, 23), (10, 13), (10, 14), (10, 18), (10, 20)].map { ModelClock.day($0.0, $0.1) }

  init(seed: UInt64, length: Int) {
    dice = Dice(seed: seed)
    let firstDay = dice.pick(Self.firstDays)
    hasAthlete = dice.chance(1, in: 3)
    var home = HomeModel(firstDay: firstDay, hasAthlete: hasAthlete)
    place = dice.roll(ModelClock.places.count)
    for person in home.people.indices {
      home.people[person].place =
        dice.chance(1, in: 8) ? dice.roll(ModelClock.places.count) : place
    }
    founded = home
    self.home = home
    now = (firstDay + 9) * 1_440 + dice.roll(1_440)
    for _ in 0..<3 { submit(setting(dice.pick([0, 0, 1, 2, 4]))) }
    // A sport with two classes.
    for _ in 0..<3 { plan() }
    for step in 0..<length {
      now += dice.pick([0, 0, 1, 5, 20, 60, 150])
      if step % 8 == 7 { check() } else { act() }
    }
  }

  // MARK: Checking

  /// Mostly at a minute at which something begins or ends, or just before or after it.
  private mutating func check() {
    let member = dice.roll(home.people.count)
    let local = ModelClock.local(now, in: home.people[member].place)
    var moments: [Int] = []
    for day in [local.day, local.day + 1] {
      for hour in [7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19, 20, 21, 24] {
        moments.append(home.minute(member, day, hour * 60))
      }
      if let quiet = home.people[member].quiet {
        moments += [home.minute(member, day, quiet.from), home.minute(member, day, quiet.until)]
      }
    }
    moments.append(home.people[member].silentUntil)
    let soon = moments.filter { $0 >= now && $0 <= now + 1_000 }
    if let moment = soon.isEmpty ? nil : dice.pick(soon), dice.chance(3, in: 5) {
      now = max(now, moment + dice.pick([-1, 0, 0, 1]))
    } else if let start = someStart(), dice.chance(2, in: 3) {
      now = max(now, start - dice.pick(home.people[member].leads + [0]) + dice.pick([-1, 0, 0, 1]))
    }
    steps.append(.check(at: now))
  }

  /// The start of an event within a day, if there is one.
  private mutating func someStart() -> Int? {
    var starts = (home.sessions + home.workouts).map { home.minute($0.owner, $0.day, $0.minute) }
    for training in classes {
      for day in home.schedule.originalDays(training) {
        starts.append(Int(home.schedule.startInstant(training, day).milliseconds / Span.minute))
      }
    }
    let soon = starts.filter { $0 > now && $0 < now + 1_440 }
    return soon.isEmpty ? nil : dice.pick(soon)
  }

  // MARK: Submitting

  private typealias Draft = (author: Int, subject: Int, what: HomeCommand)

  private mutating func submit(_ draft: Draft?) {
    guard let draft, home.people[draft.author].isHere else { return }
    if case .plan = draft.what {} else if !home.people[draft.subject].isHere { return }
    number += 1
    let place = home.people[draft.author].place
    let event = HomeEvent(
      number: number, minute: now, author: draft.author, subject: draft.subject,
      day: ModelClock.local(now, in: place).day, place: place, what: draft.what)
    if case .plan(let command) = draft.what {
      // The schedule has a model of its own for what it refuses.
      var trial = home.schedule
      let response = trial.receive(HomeModel.planned(command, event))
      guard response == "changed" || response == "superseded" else { return }
      if case .makeSport = command { sports.append(number) }
      if case .makeClass = command { classes.append(number) }
    }
    home.receive(event)
    steps.append(.event(event))
  }

  private mutating func act() {
    switch dice.roll(22) {
    case 0...7: plan()
    case 8: submit(setting(dice.roll(8)))
    case 9: submit((0, traveler(), .travel(dice.roll(ModelClock.places.count))))
    case 10, 11: submit(task())
    case 12: submit(school())
    case 13, 14: habit()
    case 15, 16: submit(goal())
    case 17, 18: submit(diary())
    case 19: eatAsWanted()
    case 20: submit(snooze())
    default: submit(comingOrGoing())
    }
  }

  private mutating func traveler() -> Int { dice.roll(home.people.count) }

  /// A child, mostly, or an athlete; no removed member.
  private mutating func trainee() -> Int {
    let some = [1, 1, 3, hasAthlete ? 5 : 1].filter { home.people[$0].isHere }
    return some.isEmpty ? 0 : dice.pick(some)
  }

  private mutating func comingOrGoing() -> Draft? {
    if dice.chance(1, in: 2) { return home.people.count < 9 ? (0, 0, .newParent) : nil }
    let who = dice.pick([1, 2, 3, 4])
    return home.people[who].isHere && dice.chance(1, in: 2) ? (0, who, .leave) : nil
  }

  private mutating func setting(_ which: Int) -> Draft {
    let who = dice.chance(3, in: 4) ? dice.pick([0, 1, 4]) : dice.roll(home.people.count)
    switch which {
    case 0, 3:
      let hours = [
        (1_320, 420), (1_290, 375), (1_080, 540), (720, 780), (0, 0), (135, 165), (60, 1_425),
      ]
      let (from, until) = dice.pick(hours)
      return (who, who, .quiet(from: from, until: until))
    case 1, 5:
      let leads = [
        [30], [15, 60], [120, 30, 1_440], [2_880, 45], [10_080, 5, 90, 600], [60, 60], [0],
      ]
      return (who, who, .leads(dice.pick(leads)))
    case 2, 6, 7:
      return (who, who, .channels(kind: dice.roll(16), dice.pick([0, 0, 1, 4, 9, 15])))
    default:
      if dice.chance(1, in: 3) { return (who, who, .noQuiet) }
      return (who, who, .silence(until: now + dice.pick([-60, 45, 500, 2_000])))
    }
  }

  private mutating func snooze() -> Draft? {
    let due = home.occasions(at: now).filter { $0.due <= now }
    guard !due.isEmpty else { return nil }
    let one = dice.pick(due)
    return (one.to, one.to, .snooze(one.cause, until: now + dice.pick([-5, 10, 60, 400])))
  }

  // MARK: Actions

  /// Today where the owner is, or a little later.
  private mutating func soon(_ owner: Int) -> Int {
    home.today(owner, now) + dice.pick([0, 0, 0, 1, 1, 2, 4])
  }

  private mutating func minuteOfDay() -> Int {
    let clock = ModelClock.local(now, in: place).minute
    return dice.pick([(clock + 40) % 1_440, (clock + 200) % 1_440, 130, 150, 480, 1_020, 1_439])
  }

  private mutating func task() -> Draft? {
    let owner = trainee()
    let hasCoach = hasAthlete && dice.chance(1, in: 2)
    if hasCoach && !home.isOnRoster { return (0, 5, .roster(true)) }
    let tasks = (hasCoach ? home.workouts : home.sessions).filter { !$0.isGone }
    guard let task = tasks.isEmpty ? nil : dice.pick(tasks), dice.chance(1, in: 2) else {
      return hasCoach
        ? (6, 5, .assign(day: soon(5), minute: minuteOfDay()))
        : (0, owner, .session(day: soon(owner), minute: minuteOfDay()))
    }
    if hasCoach {
      if dice.chance(1, in: 3) && !task.isDone { return (0, task.owner, .withdraw(task.number)) }
      return (0, task.owner, .endAssignment(task.number, dice.chance(3, in: 4)))
    }
    switch dice.roll(4) {
    case 0: return (0, task.owner, .deleteSession(task.number))
    case 1:
      return (
        0, task.owner,
        .moveSession(task.number, day: soon(task.owner), minute: minuteOfDay())
      )
    default: return (0, task.owner, .endSession(task.number, dice.chance(3, in: 4)))
    }
  }

  private mutating func school() -> Draft? {
    let owner = trainee()
    let open = home.homework.filter { !$0.isGone }
    guard let task = open.isEmpty ? nil : dice.pick(open), dice.chance(1, in: 2) else {
      return (
        0, owner, .homework(day: soon(owner), minute: minuteOfDay(), priority: dice.roll(3))
      )
    }
    switch dice.roll(5) {
    case 0: return (0, task.owner, .dropHomework(task.number))
    case 1, 2:
      return (
        0, task.owner,
        .moveHomework(task.number, day: soon(task.owner), minute: minuteOfDay())
      )
    default: return (0, task.owner, .handIn(task.number, dice.chance(3, in: 4)))
    }
  }

  /// A habit with some days of a run, one more day of a run, or an archived habit.
  private mutating func habit() {
    let author = dice.pick([0, 0, 4])
    let today = home.today(author, now)
    guard let one = home.habits.isEmpty ? nil : dice.pick(home.habits), dice.chance(2, in: 3)
    else {
      submit((author, trainee(), .habit(rank: dice.roll(3))))
      guard let made = home.habits.last else { return }
      for day in 0..<dice.pick([0, 2, 3, 6, 7, 8]) {
        submit((author, made.owner, .mark(made.number, day: today - 1 - day, true)))
      }
      return
    }
    if dice.chance(1, in: 6) {
      return submit((author, one.owner, .archiveHabit(one.number, dice.chance(2, in: 3))))
    }
    if dice.chance(1, in: 4) {
      return submit((author, one.owner, .mark(one.number, day: today, false)))
    }
    submit((author, one.owner, .mark(one.number, day: today - dice.pick([0, 0, 0, 1, 7]), true)))
  }

  private mutating func goal() -> Draft? {
    let owner = trainee()
    if dice.chance(1, in: 3) {
      let open = home.bonuses.filter { !$0.isRevoked }
      if let one = open.isEmpty ? nil : dice.pick(open), dice.chance(1, in: 4) {
        return (0, one.owner, .revoke(one.number))
      }
      return (0, owner, .bonus(dice.pick([30, 90, 450, 1_600])))
    }
    let open = home.goals.filter { !$0.isGone }
    guard let goal = open.isEmpty ? nil : dice.pick(open), dice.chance(2, in: 3) else {
      let end = home.today(0, now) + dice.pick([0, 5, 9, 9])
      return (0, owner, .goal(priority: dice.roll(3), end: end))
    }
    switch dice.roll(6) {
    case 0: return (0, goal.owner, .dropGoal(goal.number))
    case 1: return (0, goal.owner, .progress(goal.number, dice.pick([3, 10, 40])))
    case 2: return (4, goal.owner, .reach(goal.number, false))
    default: return (dice.pick([0, 4]), goal.owner, .reach(goal.number, true))
    }
  }

  private mutating func diary() -> Draft? {
    let owner = trainee()
    switch dice.roll(7) {
    case 0: return (0, owner, .want(metric: 0, dice.pick([0, 1_500, 1_600, 3_200, 21_000])))
    case 1:
      return dice.chance(1, in: 2)
        ? (0, owner, .want(metric: 1, dice.pick([0, 60, 140, 400])))
        : (0, owner, .want(metric: 5, dice.pick([0, 500, 1_200, 2_957])))
    case 2, 3: return (0, owner, .eat(kind: dice.roll(4), food: dice.pick([0, 1, 5, 16, 22])))
    case 4, 5: return (0, owner, .drink(tenthOunces: dice.pick([80, 169, 200, 406])))
    default:
      let who = dice.pick([0, 4, owner])
      return (who == 4 ? 4 : 0, who, .feel(mental: 1 + dice.roll(10), physical: 1 + dice.roll(10)))
    }
  }

  /// A person eats and drinks about as much as their target.
  private mutating func eatAsWanted() {
    let owner = trainee()
    let food = dice.pick([0, 1, 5, 22])
    let tenths = FamilyModel.foodTenths[food]!
    submit(
      (0, owner, .want(metric: 0, tenths[0] * dice.pick([97, 100, 105, 108, 119, 130]) / 100)))
    submit((0, owner, .want(metric: 1, max(1, tenths[1] * dice.pick([90, 100, 110, 140]) / 100))))
    // 200 tenths of an ounce are 591.47 mL.
    submit((0, owner, .want(metric: 5, dice.pick([500, 591, 592, 700, 739, 740, 2_400]))))
    submit((0, owner, .eat(kind: dice.roll(4), food: food)))
    submit((0, owner, .drink(tenthOunces: 200)))
  }

  // MARK: Calendar

  private mutating func plan() {
    guard let sport = sports.first else {
      let season = (home.firstDay, home.firstDay + 40)
      return plan(
        0, 1, .makeSport(first: Self.local(season.0), last: Self.local(season.1)))
    }
    if classes.count < 2 || dice.chance(1, in: 12) { return makeClass(of: sport) }
    let made = dice.pick(classes)
    let days = home.schedule.originalDays(made)
    guard !days.isEmpty else { return }
    let day = dice.pick(days)
    let today = Self.local(home.today(0, now))
    switch dice.roll(14) {
    case 0: plan(0, dice.pick([1, 3]), .participant(made, dice.chance(2, in: 3)))
    case 1: plan(4, 1, .cancel(made, day, dice.chance(2, in: 3)))
    case 2, 3:
      let moved = dice.chance(1, in: 5) ? nil : today.adding(days: dice.roll(3))
      plan(0, 1, .move(made, day, to: moved, minute: minuteOfDay()))
    case 4:
      let child = dice.pick([1, 3])
      if home.schedule.attendedDays(child).count < 3 {
        plan(0, child, .attended(made, day, dice.chance(3, in: 4)))
      }
    case 5: plan(0, 1, .place(made, number: dice.roll(3), travel: dice.pick([nil, 0, 5, 45])))
    case 6: handle()
    case 7 where dice.chance(1, in: 2): plan(0, 1, .lasts(made, day, dice.pick([0, 20, 300])))
    case 7: series(made, of: sport)
    default: drive(ExpectedDuty(training: made, day: day, isPickUp: dice.chance(1, in: 2)))
    }
  }

  /// A change of a whole class, or of the sport.
  private mutating func series(_ made: Int, of sport: Int) {
    var start = home.schedule.start(made)
    switch dice.roll(10) {
    case 0...2:
      start.minute = minuteOfDay()
      plan(0, 1, .start(made, day: start.day, minute: start.minute, zone: start.zone))
    case 3, 4:
      var rule = ModelRecurrence()
      rule.unit = "W"
      rule.until = Self.local(home.firstDay + 30)
      plan(4, 1, .rule(made, rule))
    case 5: plan(0, 1, .rule(made, nil))
    case 6: plan(0, 1, .deleteClass(made))
    case 7: plan(4, 1, .deleteSport(sport))
    case 8:
      // No season ends within a run; other tests cover trophies of a season.
      let last = home.firstDay + dice.pick([40, 50, 60])
      plan(
        4, 1,
        .season(sport: sport, first: Self.local(home.firstDay), last: Self.local(last)))
    default: plan(0, 1, .archive(sport: sport, dice.chance(1, in: 2)))
    }
  }

  private static func local(_ day: Int) -> LocalDay { LocalDay(number: Int32(day)) }

  private mutating func plan(_ author: Int, _ subject: Int, _ command: ModelCommand) {
    submit((author, subject, .plan(command)))
  }

  private mutating func makeClass(of sport: Int) {
    var start = (
      day: Self.local(home.today(0, now) + dice.pick([0, 0, 1, 2])), minute: minuteOfDay(),
      zone: ModelClock.places[dice.chance(1, in: 6) ? dice.roll(12) : place].name
    )
    if let other = classes.last, dice.chance(1, in: 2) {
      start = home.schedule.start(other)
      start.minute = (start.minute + dice.pick([0, 20, 50])) % 1_440
    }
    plan(
      0, dice.pick([1, 3]),
      .makeClass(
        sport: sport, day: start.day, minute: start.minute, zone: start.zone,
        lasting: dice.pick([30, 60, 90])))
    if let made = classes.last, dice.chance(1, in: 2) {
      var rule = ModelRecurrence()
      rule.unit = dice.pick(["D", "W"])
      rule.interval = rule.unit == "D" ? dice.pick([1, 2]) : 1
      rule.until = Self.local(home.firstDay + 20)
      plan(0, 1, .rule(made, rule))
    }
  }

  /// Marks an existing or earlier conflict as handled, or not.
  private mutating func handle() {
    let start = HomeModel.instant(now)
    let found = home.schedule.conflicts(
      in: start..<start + 5 * Span.day, now: start, of: home.schedule.occurrences(now: start)
    ).sorted(by: ExpectedConflict.comesFirst)
    guard let one = found.isEmpty ? nil : dice.pick(found) else { return }
    plan(
      0, 1,
      .conflictHandled(
        kind: one.kind, person: one.person, one.one, one.two, dice.chance(3, in: 4)))
  }

  /// A change of a duty, mostly of one with a driver.
  private mutating func drive(_ some: ExpectedDuty) {
    let held = home.schedule.held.keys.filter { $0.day >= some.day }.sorted()
    let duty = held.isEmpty || dice.chance(1, in: 3) ? some : dice.pick(held)
    let author = dice.pick([0, 4])
    let holder = home.schedule.holder(duty)
    switch dice.roll(6) {
    case 0: plan(author, author, .claim(duty))
    case 1: plan(author, holder ?? author, .release(duty))
    case 2:
      guard let holder else { return plan(author, author, .claim(duty)) }
      plan(holder, holder, .coverage(duty, true))
      if dice.chance(1, in: 2) {
        plan(holder == 0 ? 4 : 0, holder == 0 ? 4 : 0, .claim(duty))
      }
    case 3:
      guard let holder else { return plan(author, author, .claim(duty)) }
      // The other duty of the same occurrence.
      var wanted = duty
      wanted.isPickUp.toggle()
      plan(0, dice.pick([0, 2, 4]), .assign(wanted, expected: nil))
      guard let partner = home.schedule.holder(wanted) else { return }
      plan(holder, partner, .swap(given: duty, wanted: wanted, step: 0))
      if dice.chance(1, in: 2) {
        plan(partner, holder, .swap(given: duty, wanted: wanted, step: 2))
      }
    default: plan(author, dice.pick([0, 2, 4]), .assign(duty, expected: holder))
    }
  }
}
