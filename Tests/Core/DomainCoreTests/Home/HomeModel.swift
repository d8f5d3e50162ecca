import Chronology

/// A family as lists of its events; everything else is computed on request.
///
/// Members are those of `ScheduleTestModel`: parents 0 and 4, children 1 and 3, observer 2; then an
/// athlete and a coach, and later members.
struct HomeModel {
  enum Role { case parent, child, observer, athlete, coach }

  struct Person {
    var role: Role
    var place = 0
    var isHere = true
    /// Of a child: whether it logs for itself.
    var keepsDiary = false
    /// The minute at which they joined.
    var since = 0
    var quiet: (from: Int, until: Int)?
    var silentUntil = 0
    var leads = [30]
    var channels: [Int: Int] = [:]
  }

  /// A session, a workout or a school item, with its time or due time.
  struct Task {
    var number: Int
    var owner: Int
    var day: Int
    var minute: Int
    var priority = 0
    var isDone = false
    var isGone = false
  }

  struct Habit {
    var number: Int
    var owner: Int
    var rank: Int
    var days: Set<Int> = []
    var isArchived = false
  }

  struct Goal {
    var number: Int
    var owner: Int
    var priority: Int
    var end: Int
    var current = 0
    var isDone = false
    var isGone = false
  }

  let firstDay: Int
  var people: [Person]
  var schedule = ScheduleTestModel()
  var sessions: [Task] = []
  var workouts: [Task] = []
  var homework: [Task] = []
  var habits: [Habit] = []
  var goals: [Goal] = []
  var bonuses: [(number: Int, owner: Int, points: Int, isRevoked: Bool)] = []
  var wants: [(owner: Int, metric: Int, day: Int, amount: Int)] = []
  var meals: [(owner: Int, day: Int, kind: Int, food: Int)] = []
  var drinks: [(owner: Int, day: Int, tenthOunces: Int)] = []
  var feelings: [(owner: Int, day: Int, mental: Int, physical: Int)] = []
  var snoozes: [(cause: ExpectedCause, member: Int, until: Int)] = []
  /// Every time that a duty was given to a member or taken from them.
  var hands: [(duty: ExpectedDuty, member: Int, isGiven: Bool, author: Int)] = []
  var isOnRoster = false

  init(firstDay: Int, hasAthlete: Bool) {
    self.firstDay = firstDay
    let roles: [Role] =
      [.parent, .child, .observer, .child, .parent] + (hasAthlete ? [.athlete, .coach] : [])
    people = roles.map { Person(role: $0) }
    people[1].keepsDiary = true
  }

  // MARK: Events

  mutating func receive(_ event: HomeEvent) {
    let (who, number) = (event.subject, event.number)
    switch event.what {
    case .plan(let saying): plan(saying, event)
    case .session(let day, let minute):
      sessions.append(Task(number: number, owner: who, day: day, minute: minute))
    case .assign(let day, let minute):
      workouts.append(Task(number: number, owner: who, day: day, minute: minute))
    case .homework(let day, let minute, let priority):
      homework.append(
        Task(number: number, owner: who, day: day, minute: minute, priority: priority))
    case .roster(let isOn): isOnRoster = isOn
    case .habit(let rank): habits.append(Habit(number: number, owner: who, rank: rank))
    case .goal(let priority, let end):
      goals.append(Goal(number: number, owner: who, priority: priority, end: end))
    case .bonus(let points): bonuses.append((number, who, points, false))
    case .revoke(let bonus):
      for place in bonuses.indices where bonuses[place].number == bonus {
        bonuses[place].isRevoked = true
      }
    case .want(let metric, let amount): wants.append((who, metric, event.day, amount))
    case .eat(let kind, let food): meals.append((who, event.day, kind, food))
    case .drink(let tenthOunces): drinks.append((who, event.day, tenthOunces))
    case .feel(let mental, let physical):
      feelings.append((who, event.day, mental, physical))
    case .newParent:
      people.append(Person(role: .parent, place: event.place, since: event.minute))
    case .leave:
      people[who].isHere = false
      plan(.end, event)
    case .channels(let kind, let channels): people[who].channels[kind] = channels
    case .quiet(let from, let until): people[who].quiet = (from, until)
    case .noQuiet: people[who].quiet = nil
    case .silence(let until): people[who].silentUntil = until
    case .leads(let minutes): people[who].leads = minutes
    case .snooze(let cause, let until): snoozes.append((cause, who, until))
    case .travel(let place): people[who].place = place
    default: change(event.what)
    }
  }

  private mutating func change(_ what: HomeSaying) {
    func edit(_ tasks: inout [Task], _ number: Int, _ change: (inout Task) -> Void) {
      for place in tasks.indices where tasks[place].number == number { change(&tasks[place]) }
    }
    func edit(_ number: Int, _ change: (inout Goal) -> Void) {
      for place in goals.indices where goals[place].number == number { change(&goals[place]) }
    }
    switch what {
    case .moveSession(let number, let day, let minute):
      edit(&sessions, number) { ($0.day, $0.minute) = (day, minute) }
    case .endSession(let number, let isDone): edit(&sessions, number) { $0.isDone = isDone }
    case .deleteSession(let number): edit(&sessions, number) { $0.isGone = true }
    case .endAssignment(let number, let isDone): edit(&workouts, number) { $0.isDone = isDone }
    case .withdraw(let number): edit(&workouts, number) { $0.isGone = true }
    case .moveHomework(let number, let day, let minute):
      edit(&homework, number) { ($0.day, $0.minute) = (day, minute) }
    case .handIn(let number, let isDone): edit(&homework, number) { $0.isDone = isDone }
    case .dropHomework(let number): edit(&homework, number) { $0.isGone = true }
    case .mark(let number, let day, let isDone):
      for place in habits.indices where habits[place].number == number {
        if isDone { habits[place].days.insert(day) } else { habits[place].days.remove(day) }
      }
    case .archiveHabit(let number, let isArchived):
      for place in habits.indices where habits[place].number == number {
        habits[place].isArchived = isArchived
      }
    case .progress(let number, let current): edit(number) { $0.current = current }
    case .reach(let number, let isDone): edit(number) { $0.isDone = isDone }
    case .dropGoal(let number): edit(number) { $0.isGone = true }
    default: fatalError("\(what) is not an event of this model")
    }
  }

  private mutating func plan(_ saying: ModelCommand, _ event: HomeEvent) {
    var duties: [ExpectedDuty] = []
    switch saying {
    case .claim(let duty), .release(let duty), .assign(let duty, _): duties = [duty]
    case .swap(let given, let wanted, _): duties = [given, wanted]
    default: break
    }
    let before = duties.map { schedule.holder($0) }
    let response = schedule.receive(Self.planned(saying, event))
    precondition(response == "changed" || response == "superseded", "\(saying): \(response)")
    for (duty, before) in zip(duties, before) {
      let after = schedule.holder(duty)
      guard before != after else { continue }
      if let before { hands.append((duty, before, false, event.author)) }
      if let after { hands.append((duty, after, true, event.author)) }
    }
  }

  /// The same as an event of the schedule's model, on its day in UTC.
  static func planned(_ saying: ModelCommand, _ event: HomeEvent) -> ModelCommandEvent {
    ModelCommandEvent(
      number: event.number, stamp: event.minute * 60_000 + event.number, site: 9,
      author: event.author,
      subject: event.subject, day: LocalDay(number: Int32(event.minute / 1_440)),
      committed: instant(event.minute), what: saying)
  }

  // MARK: Derived values

  func today(_ person: Int, _ now: Int) -> Int {
    ModelClock.local(now, in: people[person].place).day
  }

  func minute(_ person: Int, _ day: Int, _ minuteOfDay: Int) -> Int {
    ModelClock.minute(of: day, minuteOfDay, in: people[person].place)
  }

  func isParent(_ member: Int) -> Bool {
    people[member].role == .parent && people[member].isHere
  }

  /// The target of a metric on a day: the latest write of the latest day.
  func wanted(_ person: Int, _ metric: Int, _ day: Int) -> Int {
    var last: (day: Int, amount: Int)?
    for want in wants
    where want.owner == person && want.metric == metric && want.day <= day
      && want.day >= last?.day ?? 0
    {
      last = (want.day, want.amount)
    }
    return last?.amount ?? 0
  }

  func drunk(_ person: Int, _ day: Int) -> Int {
    drinks.filter { $0.owner == person && $0.day == day }.reduce(0) { $0 + $1.tenthOunces }
  }

  /// Counted back from today if that is done, else from yesterday.
  func streak(_ habit: Habit, _ today: Int) -> Int {
    var day = habit.days.contains(today) ? today : today - 1
    var length = 0
    while habit.days.contains(day) {
      length += 1
      day -= 1
    }
    return length
  }

  /// The lengths of a habit's runs.
  func runs(_ habit: Habit) -> [Int] {
    habit.days.filter { !habit.days.contains($0 - 1) }.map { first in
      var length = 1
      while habit.days.contains(first + length) { length += 1 }
      return length
    }
  }

  /// REW-2: all the points that a person has earned.
  func points(_ person: Int) -> Int {
    var sum = 0
    for bonus in bonuses where bonus.owner == person && !bonus.isRevoked { sum += bonus.points }
    for goal in goals where goal.owner == person && goal.isDone {
      sum += [100, 150, 200][goal.priority]
    }
    for habit in habits where habit.owner == person {
      for run in runs(habit) { sum += run / 7 * 50 }
    }
    for day in Set(meals.filter { $0.owner == person }.map(\.day)) where isMet(person, day) {
      sum += 15
    }
    return sum + schedule.attendedDays(person).count * 20
  }

  /// Tenths of kilocalories, of grams of protein and of ounces of water.
  func eaten(_ person: Int, _ day: Int) -> [Int] {
    let foods = meals.filter { $0.owner == person && $0.day == day }
      .map { FamilyModel.foodTenths[$0.food]! }
    return [
      foods.reduce(0) { $0 + $1[0] }, foods.reduce(0) { $0 + $1[1] }, drunk(person, day),
    ]
  }

  /// NUT-6: energy within 5 %, protein and water at their targets, and a target for each.
  private func isMet(_ person: Int, _ day: Int) -> Bool {
    let goals = [0, 1, 5].map { wanted(person, $0, day) }
    let eaten = eaten(person, day)
    return !goals.contains(0) && abs(eaten[0] - goals[0]) * 20 <= goals[0]
      && eaten[1] >= goals[1] && eaten[2] * 295_735 >= goals[2] * 100_000
  }
}
