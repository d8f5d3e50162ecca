import TestKit

/// A random history of a few weeks of people who train and study on several devices: clocks differ,
/// messages arrive late, two devices of one athlete do the same things offline, coaches withdraw
/// what is being done, and everyone tries what they are not allowed to do.
struct TrainingHistory {
  typealias Event = ModelTrainingEvent
  typealias Thing = ModelTrainingEvent.Thing

  /// Author of each site: parent, two devices of an athlete, coach, child, other coach, another
  /// athlete, child that may not log.
  static let authors = [0, 5, 5, 4, 1, 6, 7, 3]
  static let days = 16
  private static let dayMilliseconds = 86_400_000

  /// In order of arrival.
  private(set) var events: [Event] = []
  private var dice: Dice
  private var queues: [[Event]]
  private var delivered: [Int]
  private var clocks: [Int]
  private var skews: [Int] = []
  private let online: [Int]
  private var sessions: [(key: Event.Session, owner: Int)] = []
  private var templates: [Owned] = []
  private var assignments: [Owned] = []
  private var logs: [Owned] = []
  private var courses: [Owned] = []
  private var items: [Owned] = []

  private typealias Owned = (thing: Thing, owner: Int)

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    queues = Self.authors.map { _ in [] }
    delivered = Self.authors.map { _ in 0 }
    clocks = delivered
    online = dice.pick([Array(Self.authors.indices), [0, 3], [1, 3, 4], [2, 5]])
    for _ in Self.authors { skews.append((dice.roll(7) - 3) * dice.pick([0, 1_000, 3_600_000])) }
    for pair in [[4, 5], [6, 5], [4, 1]] where dice.chance(3, in: 4) {
      world(.roster(coach: pair[0], athlete: pair[1], true))
    }
    let length = 30 + dice.roll(40)
    for step in 0..<length { happen(at: step * Self.days * Self.dayMilliseconds / length) }
    while deliverOne(of: Array(Self.authors.indices)) {}
  }

  /// A parent's change of members, made online.
  private mutating func world(_ what: Event.What) {
    let at = ModelEvent.Moment(milliseconds: 0, tick: 0, site: 0)
    events.append(Event(site: 0, number: 0, at: at, day: 0, author: 0, subject: 0, what: what))
  }

  /// Most changes are reversed later.
  private mutating func people(_ subject: Int) -> Event.What {
    let isSo = dice.chance(1, in: 3)
    switch dice.roll(6) {
    case 0: return .away(dice.pick([4, 5, 6]), isSo)
    case 1: return .role(dice.pick([5, 7]), isSo ? "observer" : "athlete")
    case 2: return .role(dice.pick([4, 6]), isSo ? "observer" : "coach")
    default: return .roster(coach: dice.pick([4, 6]), athlete: subject, !isSo)
    }
  }

  private mutating func deliverOne(of sites: [Int]) -> Bool {
    let waiting = sites.filter { delivered[$0] < queues[$0].count }
    guard !waiting.isEmpty else { return false }
    let site = dice.pick(waiting)
    events.append(queues[site][delivered[site]])
    delivered[site] += 1
    return true
  }

  private mutating func happen(at milliseconds: Int) {
    if dice.chance(3, in: 4) { _ = deliverOne(of: online) }
    let subject = dice.pick([5, 5, 5, 5, 5, 1, 7])
    let site: Int
    switch dice.roll(10) {
    case 0, 1: site = dice.roll(Self.authors.count)
    case 2: site = 0
    default: site = subject == 5 ? dice.pick([1, 2]) : subject == 1 ? 4 : 6
    }
    let day = milliseconds / Self.dayMilliseconds
    if dice.chance(1, in: 12) { world(people(subject)) }
    switch dice.roll(12) {
    case 0...2: plan(site, subject, day, milliseconds)
    case 3, 4: templated(site, subject, day, milliseconds)
    case 5: assigned(dice.pick([3, 3, 5, site]), subject, day, milliseconds)
    case 6: edited(assignment: site, subject, day, milliseconds)
    case 7: log(site, subject, day, milliseconds)
    case 8, 9: school(site, subject, day, milliseconds)
    default: edited(session: site, subject, day, milliseconds)
    }
  }

  // MARK: What people do

  private mutating func time(_ day: Int) -> Event.Time {
    Event.Time(
      day: day + dice.pick([0, 0, 1, 1, 2, 5, -1]),
      minute: dice.pick([0, 600, 600, 1_020, 1_439, 1_440]),
      minutes: dice.pick([1, 60, 90, 1_440, dice.chance(1, in: 5) ? 0 : 45]))
  }

  private mutating func effort() -> Int? { dice.pick([nil, 1, 5, 10, 7, 0, 11]) }

  private mutating func report() -> Event.Report {
    Event.Report(done: dice.chance(3, in: 4), effort: effort(), notes: dice.roll(3))
  }

  private mutating func exercise() -> Event.Exercise {
    Event.Exercise(
      name: 1 + dice.roll(3), sets: dice.pick([0, 1, 3, 20, 21]), reps: 5, grams: 80_000)
  }

  private mutating func weeks(_ day: Int) -> Event.Weeks {
    var weekdays: Set<Int> = []
    for _ in 0..<dice.pick([0, 2, 4, 9, 9]) { weekdays.insert(dice.roll(7)) }
    let first = dice.pick([0, day, day + 3, -1])
    return Event.Weeks(
      weekdays: weekdays, first: first, last: dice.pick([nil, nil, first, first + 6]))
  }

  private mutating func plan(_ site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    let what = Event.What.session(title: dice.roll(9), time(day))
    say(what, site, subject, at)
    sessions.append((Event.Session(thing: queues[site].last!.thing, day: nil), subject))
  }

  private mutating func templated(_ site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    if templates.isEmpty || dice.chance(1, in: 12) {
      let what = Event.What.template(
        title: dice.roll(9), minute: 1_020, minutes: 90, weeks(day))
      say(what, site, subject, at)
      templates.append((queues[site].last!.thing, subject))
      return
    }
    let (template, subject) = known(templates, subject)
    switch dice.roll(8) {
    case 0: say(.editTemplate(template, .title, .text(dice.roll(9))), site, subject, at)
    case 1: say(.editTemplate(template, .weeks, .weeks(weeks(day))), site, subject, at)
    case 2:
      let time = Event.Time(day: 0, minute: dice.pick([360, 1_440]), minutes: 30)
      say(.editTemplate(template, .time, .time(time)), site, subject, at)
    case 3, 4:
      let field = Event.Field.exercise(dice.roll(3))
      say(.editTemplate(template, field, .exercise(exercise())), site, subject, at)
    case 5 where dice.chance(1, in: 3): say(.deleteTemplate(template), site, subject, at)
    default:
      let planned = day + dice.pick([0, 0, 0, 1, 2, 6, -40])
      say(.generate(template, planned), site, subject, at)
      sessions.append((Event.Session(thing: template, day: planned), subject))
      // The athlete's other device does the same.
      if dice.chance(1, in: 2) { enqueue(.generate(template, planned), 2, subject, at) }
    }
  }

  private mutating func edited(session site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    guard !sessions.isEmpty else { return }
    let (session, owner) = dice.pick(
      dice.chance(2, in: 3) ? Array(sessions.prefix(2)) + sessions.suffix(1) : sessions)
    let subject = dice.chance(7, in: 8) ? owner : subject
    let change: (Event.Field, Event.Value)
    switch dice.roll(9) {
    case 0: change = (.title, .text(dice.roll(9)))
    case 1: change = (.notes, .text(dice.roll(9)))
    case 2, 3: change = (.time, .time(time(day)))
    case 4: change = (.exercise(dice.roll(3)), .exercise(exercise()))
    case 5, 6:
      let set = Event.SetDone(
        reps: dice.pick([0, 5, 1_000, 1_001]), grams: 82_500, rpe: effort(),
        done: dice.chance(3, in: 4))
      change = (.set(dice.roll(3), dice.roll(3)), .set(set))
    case 7 where dice.chance(1, in: 2):
      say(.deleteSession(session), site, subject, at)
      if let day = session.day { say(.generate(session.thing, day), 2, subject, at + 60_000) }
      return
    default: change = (.report, .report(report()))
    }
    say(.editSession(session, change.0, change.1), site, subject, at)
  }

  private mutating func assigned(_ site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    say(.assign(title: dice.roll(9), time(day)), site, subject, at)
    assignments.append((queues[site].last!.thing, subject))
  }

  private mutating func edited(assignment site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    guard !assignments.isEmpty else { return }
    let (assignment, subject) = known(assignments, subject)
    let coach = dice.pick([3, 3, 5, 0, site])
    switch dice.roll(7) {
    case 0: say(.editAssignment(assignment, .title, .text(dice.roll(9))), coach, subject, at)
    case 1, 2: say(.editAssignment(assignment, .time, .time(time(day))), coach, subject, at)
    case 3: say(.withdraw(assignment), coach, subject, at)
    default:
      let done = Event.Report(done: true, effort: 6, notes: 0)
      let report = dice.chance(1, in: 2) ? done : report()
      say(.editAssignment(assignment, .report, .report(report)), site, subject, at)
      if dice.chance(1, in: 4) { say(.withdraw(assignment), coach, subject, at + 60_000) }
    }
  }

  private mutating func log(_ site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    switch dice.roll(6) {
    case 0, 1, 2:
      let start = at / 60_000 + dice.pick([0, 700])
      say(
        .workout(
          start: start, minutes: dice.pick([0, 1, 60, 1_440, 1_441]),
          calories: dice.pick([0, 300, 20_000, 20_001]),
          day: max(0, start / 1_440 + dice.pick([0, 0, 0, 1, -1, 2]))), site, subject, at)
    case 3, 4:
      say(
        .mobility(exercise: dice.pick([0, 15, 16]), minutes: dice.pick([0, 10, 480, 481])),
        site, subject, at)
    default:
      guard !logs.isEmpty else { return }
      let (log, subject) = known(logs, subject)
      say(.deleteLog(log), site, subject, at)
      return
    }
    logs.append((queues[site].last!.thing, subject))
  }

  private mutating func school(_ site: Int, _ subject: Int, _ day: Int, _ at: Int) {
    let course = courses.isEmpty || dice.chance(1, in: 3) ? nil : known(courses, subject).thing
    let due = Event.Due(
      day: day + dice.pick([0, 1, 4, 9, -1]), minute: dice.pick([0, 600, 1_439, 1_440]))
    if courses.isEmpty || dice.chance(1, in: 10) {
      say(.course(name: dice.roll(4)), site, subject, at)
      courses.append((queues[site].last!.thing, subject))
      return
    }
    if items.isEmpty || dice.chance(1, in: 3) {
      let what = Event.What.item(
        title: dice.roll(5), course: course, priority: dice.roll(3), due)
      say(what, site, subject, at)
      items.append((queues[site].last!.thing, subject))
      return
    }
    if dice.chance(1, in: 4) { return edited(course: site, subject, at) }
    let (item, subject) = known(items, subject)
    switch dice.roll(14) {
    case 0: say(.editItem(item, .title, .text(dice.roll(3))), site, subject, at)
    case 1: say(.editItem(item, .priority, .priority(dice.roll(3))), site, subject, at)
    case 2...4: say(.editItem(item, .due, .due(due)), site, subject, at)
    case 5, 6: say(.editItem(item, .course, .course(course)), site, subject, at)
    case 7: say(.editItem(item, .archived, .flag(dice.chance(2, in: 3))), site, subject, at)
    case 8, 9: say(.deleteItem(item), site, subject, at)
    default: say(.editItem(item, .done, .flag(dice.chance(2, in: 3))), site, subject, at)
    }
  }

  private mutating func edited(course site: Int, _ subject: Int, _ at: Int) {
    let (course, subject) = known(courses, subject)
    switch dice.roll(8) {
    case 0: say(.deleteCourse(course), site, subject, at)
    case 1...3: say(.editCourse(course, .title, .text(dice.roll(3))), site, subject, at)
    default: say(.editCourse(course, .archived, .flag(dice.chance(1, in: 2))), site, subject, at)
    }
  }

  /// Some entities are everyone's favorites, because otherwise events would rarely collide; and
  /// sometimes an event names the wrong person.
  private mutating func known(_ things: [Owned], _ subject: Int) -> Owned {
    let (thing, owner) = dice.pick(dice.chance(2, in: 3) ? Array(things.prefix(2)) : things)
    return (thing, dice.chance(9, in: 10) ? owner : subject)
  }

  /// Submits an event; sometimes another person submits the same or nearly the same concurrently.
  private mutating func say(
    _ what: Event.What, _ site: Int, _ subject: Int, _ milliseconds: Int
  ) {
    enqueue(what, site, subject, milliseconds)
    guard dice.chance(1, in: 3), let again = variant(of: what) else { return }
    let other = site == 1 ? 2 : site == 2 ? 1 : 0
    enqueue(again, other, subject, milliseconds + dice.pick([0, 60_000, 7_200_000]))
  }

  private mutating func variant(of what: Event.What) -> Event.What? {
    switch what {
    case .editSession(let session, let field, let value):
      .editSession(session, field, variant(of: value))
    case .editTemplate(let thing, let field, let value):
      .editTemplate(thing, field, variant(of: value))
    case .editAssignment(let thing, let field, let value):
      .editAssignment(thing, field, variant(of: value))
    case .editCourse(let thing, let field, let value):
      .editCourse(thing, field, variant(of: value))
    case .editItem(let thing, let field, let value):
      .editItem(thing, field, variant(of: value))
    case .deleteSession, .deleteTemplate, .withdraw, .deleteLog, .deleteCourse, .deleteItem: what
    default: nil
    }
  }

  private func variant(of value: Event.Value) -> Event.Value {
    switch value {
    case .text(let text): return .text(text + 1)
    case .flag(let flag): return .flag(!flag)
    case .time(var time):
      time.day += time.day > 0 ? 1 : 0
      return .time(time)
    case .report(var report):
      report.done.toggle()
      return .report(report)
    case .set(var set):
      set.done.toggle()
      return .set(set)
    case .exercise(var exercise):
      exercise.sets = exercise.sets == 0 ? 2 : 0
      return .exercise(exercise)
    case .due(var due):
      due.day += 1
      return .due(due)
    case .priority(let priority): return .priority(2 - priority)
    case .course: return .course(nil)
    case .weeks: return value
    }
  }

  private mutating func enqueue(
    _ what: Event.What, _ site: Int, _ subject: Int, _ milliseconds: Int
  ) {
    // A site's own clock never runs backwards.
    let shown = max(clocks[site], milliseconds + skews[site])
    let isSame = shown == queues[site].last?.at.milliseconds
    clocks[site] = shown
    let zone = dice.pick([0, 0, 0, 0, 0, 0, 1, -1])
    queues[site].append(
      Event(
        site: site, number: queues[site].count + 1,
        at: ModelEvent.Moment(
          milliseconds: shown, tick: isSame ? queues[site].last!.at.tick + 1 : 0, site: site),
        day: milliseconds / Self.dayMilliseconds + zone, author: Self.authors[site],
        subject: subject, what: what))
  }
}
