/// A command or another event of a random family. Entities are named by the number of the event
/// that made them; days and minutes count from 1970.
enum HomeSaying {
  /// About sports, classes, duties and conflicts.
  case plan(ModelCommand)
  case session(day: Int, minute: Int)
  case moveSession(Int, day: Int, minute: Int)
  case endSession(Int, Bool)
  case deleteSession(Int)
  case roster(Bool)
  case assign(day: Int, minute: Int)
  case endAssignment(Int, Bool)
  case withdraw(Int)
  case homework(day: Int, minute: Int, priority: Int)
  case moveHomework(Int, day: Int, minute: Int)
  case handIn(Int, Bool)
  case dropHomework(Int)
  case habit(rank: Int)
  case mark(Int, day: Int, Bool)
  case archiveHabit(Int, Bool)
  case goal(priority: Int, end: Int)
  case progress(Int, Int)
  case reach(Int, Bool)
  case dropGoal(Int)
  case bonus(Int)
  case revoke(Int)
  /// A parent's target for a person, by the number of the metric.
  case want(metric: Int, Int)
  case eat(kind: Int, food: Int)
  case drink(tenthOunces: Int)
  case feel(mental: Int, physical: Int)
  case newParent
  case leave
  case channels(kind: Int, Int)
  case quiet(from: Int, until: Int)
  case noQuiet
  case silence(until: Int)
  case leads([Int])
  case snooze(ExpectedCause, until: Int)
  /// Not in the log: the subject is in another place from now on.
  case travel(Int)
}

struct HomeEvent {
  var number: Int
  var minute: Int
  var author: Int
  var subject: Int
  /// The author's local day, and the place where they are.
  var day: Int
  var place: Int
  var what: HomeSaying
}

/// The cause of a notification.
enum ExpectedCause: Hashable {
  /// A class has no subject; a session and a workout are about their owner.
  case reminder(thing: Int, owner: Int?, start: Int, lead: Int)
  case meal(Int, day: Int, kind: Int)
  case water(Int, day: Int, hour: Int)
  case checkIn(Int, day: Int)
  case homework(Int, thing: Int, due: Int, isMorning: Bool)
  case goal(Int, thing: Int)
  case badge(Int, Int)
  case streakTrophy(Int, Int)
  case level(Int, Int)
  case streak(Int, habit: Int, day: Int)
  case conflict(kind: Int, person: Int?, ExpectedDuty, ExpectedDuty?)
  case summary(Int, day: Int)
  case duty(ExpectedDuty, Int, isGiven: Bool, change: Int)
  /// An occurrence by the original day of its class, and the latest write about it.
  case change(thing: Int, day: Int, isCancelled: Bool, stamp: Int)
  /// A class or a sport as a whole, and the latest write about it; nil if it was deleted.
  case series(thing: Int, stamp: Int?)
  case coverage(ExpectedDuty, Int)
  case advice(Int, day: Int)

  /// The number of its kind.
  var kind: Int {
    switch self {
    case .reminder: 0
    case .meal: 1
    case .water: 2
    case .checkIn: 3
    case .homework: 4
    case .goal: 5
    case .badge, .streakTrophy: 6
    case .level: 7
    case .streak: 8
    case .conflict(let kind, _, _, _): kind == 2 ? 10 : 9
    case .summary: 11
    case .duty: 12
    case .change, .series: 13
    case .coverage: 14
    case .advice: 15
    }
  }
}
