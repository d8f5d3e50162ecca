import Chronology

/// HOME-1 in a reference model: the content of the screen, by the numbers of its events.
struct ExpectedDashboard: Equatable {
  var meals: Int
  var sessionsDone: Int
  var wellnessTwice: Int?
  /// Tenths of kilocalories, of grams of protein, and of ounces.
  var eaten: [Int]
  /// For energy, protein and water: the target, or 0, and "green", "yellow", "red" or nothing.
  var targets: [Int]
  var colors: [String]
  var sessions: [Int]
  var assignments: [Int]
  var deadlines: [Int]
  /// Class and original day.
  var next: [[Int]]
  var conflicts: Set<ExpectedConflict>
  var coverage: Set<ExpectedDuty>
  var swaps: Set<ExpectedDuty>
  var goals: [[Int]]
  /// Habit, 1 if it is done, and its streak.
  var habits: [[Int]]
}

extension HomeModel {
  /// The dashboard that the person sees, or a parent, who reads everything.
  func dashboard(of person: Int, toParent: Bool, at now: Int) -> ExpectedDashboard {
    let today = today(person, now)
    // A removed member reads nothing, and a child only data that it logs itself.
    let (isHere, isChild) = (people[person].isHere, people[person].role == .child)
    let keepsDiary = toParent || (isHere && (!isChild || people[person].keepsDiary))
    let trains = keepsDiary
    let felt = feelings.last { $0.owner == person && $0.day == today && keepsDiary }
    let mine = trains ? tasks(sessions, of: person, today) : []
    let eaten = keepsDiary ? eaten(person, today) : [0, 0, 0]
    let targets = [0, 1, 5].map { keepsDiary ? wanted(person, $0, today) : 0 }
    let all = schedule.occurrences(now: Self.instant(now)).filter { !$0.isCancelled }
    let seen = visible(to: person)
    let isDriver = [.parent, .observer].contains(people[person].role) && people[person].isHere
    return ExpectedDashboard(
      meals: meals.count { $0.owner == person && $0.day == today && keepsDiary },
      sessionsDone: mine.count { $0.isDone },
      wellnessTwice: felt.map { $0.mental + $0.physical }, eaten: eaten, targets: targets,
      colors: (0..<3).map { Self.color($0, targets[$0], eaten[$0]) },
      sessions: mine.map(\.number),
      assignments: trains ? tasks(workouts, of: person, today).map(\.number) : [],
      deadlines: trains ? deadlines(of: person, today) : [], next: next(all, now, seen),
      conflicts: conflicts(all, now, seen),
      coverage: isDriver ? duties(all, now) { $0.coverage } : [],
      swaps: isDriver ? duties(all, now) { isOffered($0) } : [],
      goals: seen.filter { [.child, .athlete].contains(people[$0].role) && people[$0].isHere }
        .map(topGoals),
      habits: habits.filter { $0.owner == person && !$0.isArchived && keepsDiary }
        .sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }
        .map { [$0.number, $0.days.contains(today) ? 1 : 0, streak($0, today)] })
  }

  /// The members whose calendar and goals a person sees.
  private func visible(to person: Int) -> [Int] {
    guard people[person].isHere else { return [] }
    return switch people[person].role {
    case .parent, .observer: Array(people.indices)
    case .coach: [person] + (isOnRoster ? [5] : [])
    case .child, .athlete: [person]
    }
  }

  private func tasks(_ tasks: [Task], of person: Int, _ day: Int) -> [Task] {
    tasks.filter { $0.owner == person && $0.day == day && !$0.isGone }
      .sorted { ($0.minute, $0.number) < ($1.minute, $1.number) }
  }

  /// 0 energy, 1 protein, 2 water. Energy is met within 5 %, the others at the target or above;
  /// within 20 % is near.
  private static func color(_ which: Int, _ target: Int, _ eaten: Int) -> String {
    if target == 0 { return "" }
    let share =
      which == 2 ? Double(eaten) * 2.95735 / Double(target) : Double(eaten) / Double(target)
    if which == 0 {
      return abs(share - 1) < 0.0500001 ? "green" : abs(share - 1) < 0.2000001 ? "yellow" : "red"
    }
    return share >= 0.9999999 ? "green" : share >= 0.7999999 ? "yellow" : "red"
  }

  /// The open items from Sunday to Saturday, by due time and priority.
  private func deadlines(of person: Int, _ today: Int) -> [Int] {
    let sunday = today - ModelClock.weekday(today)
    return homework.filter {
      $0.owner == person && !$0.isGone && !$0.isDone && $0.day >= sunday && $0.day < sunday + 7
    }.sorted {
      ($0.day, $0.minute, $0.priority, $0.number) < ($1.day, $1.minute, $1.priority, $1.number)
    }.map(\.number)
  }

  private func next(_ all: [ExpectedOccurrence], _ now: Int, _ seen: [Int]) -> [[Int]] {
    let ahead = all.filter { one in
      one.start >= Self.instant(now)
        && (seen.count == people.count || seen.contains { one.participants.contains($0) })
    }.sorted { ($0.start, $0.end, $0.training, $0.day) < ($1.start, $1.end, $1.training, $1.day) }
    return ahead.prefix(3).map { [$0.training, Int($0.day.number)] }
  }

  private func conflicts(
    _ all: [ExpectedOccurrence], _ now: Int, _ seen: [Int]
  ) -> Set<ExpectedConflict> {
    let range = Self.instant(now)..<Self.instant(now + 14 * 1_440)
    let found = schedule.conflicts(in: range, now: Self.instant(now), of: all)
    return found.filter { conflict in
      if conflict.isHandled { return false }
      if seen.count == people.count { return true }
      if let person = conflict.person { return seen.contains(person) }
      return all.contains {
        $0.training == conflict.one.training && $0.day == conflict.one.day
          && !$0.participants.isDisjoint(with: seen)
      }
    }
  }

  /// The duties of the next two weeks with an open request of their drivers.
  func duties(
    _ all: [ExpectedOccurrence], _ now: Int, _ asks: (ScheduleTestModel.Held) -> Bool
  ) -> Set<ExpectedDuty> {
    var found: Set<ExpectedDuty> = []
    for one in all
    where one.start >= Self.instant(now) && one.start < Self.instant(now + 14 * 1_440) {
      for isPickUp in [false, true] {
        let duty = ExpectedDuty(training: one.training, day: one.day, isPickUp: isPickUp)
        if let held = schedule.standing(duty), asks(held) {
          found.insert(duty)
        }
      }
    }
    return found
  }

  /// Whether a driver has offered to swap for a duty that the other still has.
  private func isOffered(_ held: ScheduleTestModel.Held) -> Bool {
    guard let partner = held.partner, let wanted = held.wanted else { return false }
    return schedule.holder(wanted) == partner
  }

  /// The three most important ones, then those that end first, then the oldest.
  private func topGoals(of person: Int) -> [Int] {
    let open = goals.filter { $0.owner == person && !$0.isDone && !$0.isGone }
    return [person]
      + open.sorted { (-$0.priority, $0.end, $0.number) < (-$1.priority, $1.end, $1.number) }
      .prefix(3).map(\.number)
  }
}
