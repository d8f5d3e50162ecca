/// A reference model of goals and points, with lists, sets and dictionaries.
///
/// It shares no code with the module that it is compared with. It keeps what was accepted, computes
/// after each action from all of it which causes hold, and writes a line for each that began or
/// ended.
struct RewardsModel {
  typealias Key = ModelAction.Key
  typealias Moment = ModelAction.Moment

  enum Cause: Hashable {
    case attendance(person: Int, lesson: Int, day: Int)
    case nutritionDay(person: Int, day: Int)
    case week(habit: Int, number: Int)
    case goal(Key, person: Int)
    case bonus(Key, person: Int)
    case claim(Key, person: Int)
  }

  struct Line {
    var deed: Key
    var cause: Cause
    var person: Int
    var amount: Int
    var turn: Int
  }

  struct Lesson: Hashable {
    var person: Int
    var lesson: Int
    var day: Int
  }

  struct Goal {
    var person: Int
    var type: Int
    var targets: [(at: Moment, value: Int)]
    var dates: [(at: Moment, start: Int, end: Int)]
    var priorities: [(at: Moment, value: Int)]
    var sports: [(at: Moment, value: Int)] = []
    var progress: [(at: Moment, value: Int)] = []
    var completions: [(at: Moment, value: Bool)] = []
    var archivings: [(at: Moment, value: Bool)] = []
    /// Its state when it was deleted.
    var deletedAs: (completed: Bool, current: Int)?

    var isAutomatic: Bool { type == 2 || type == 5 }
    var target: Int { targets.max { $0.at < $1.at }!.value }
    var days: ClosedRange<Int> {
      let dates = dates.max { $0.at < $1.at }!
      return dates.start...dates.end
    }
    var priority: Int { priorities.max { $0.at < $1.at }!.value }
    var sport: Int { sports.max { $0.at < $1.at }?.value ?? 0 }
  }

  struct Reward {
    var prices: [(at: Moment, value: Int)]
    var isWithdrawn = false

    var price: Int { prices.max { $0.at < $1.at }!.value }
  }

  /// Who owns each habit.
  static let owners = [1, 1, 3]
  static let never = Moment(milliseconds: -1, number: 0, site: 0)

  /// What each attended lesson was when its current attendance began.
  var attended: [Lesson: (sport: Int, isGame: Bool)] = [:]
  var ateWell: Set<[Int]> = []
  /// By habit and day.
  var marks: [Int: [Int: [(at: Moment, done: Bool)]]] = [:]
  var deletedHabits: Set<Int> = []
  var settings: [Int: [(at: Moment, amount: Int)]] = [:]
  var bonuses: [Key: (person: Int, amount: Int)] = [:]
  var revoked: Set<Key> = []
  var rewards: [Key: Reward] = [:]
  var claims: [Key: (person: Int, price: Int)] = [:]
  var cancelled: Set<Key> = []
  var goals: [Key: Goal] = [:]
  var lines: [Line] = []
  /// A cause that holds has an odd number of lines, the last of them with what it paid.
  private var written: [Cause: [Line]] = [:]
}

// MARK: Events

extension RewardsModel {
  /// Applies an action; returns why it is refused, or nil.
  mutating func receive(_ deed: ModelAction) -> String? {
    if let reason = refusal(of: deed) { return reason }
    keep(deed)
    switch deed.what {
    case .deleteHabit, .setPoints, .offer, .price, .withdraw: break  // Moves no points.
    default: settle(deed.key)
    }
    return nil
  }

  private mutating func keep(_ deed: ModelAction) {
    let at = deed.moment
    switch deed.what {
    case .attend(let person, let lesson, let day, let sport, let isGame, let attended):
      let key = Lesson(person: person, lesson: lesson, day: day)
      if !attended { self.attended[key] = nil }
      if attended && self.attended[key] == nil { self.attended[key] = (sport, isGame) }
    case .eatWell(let person, let day, let met):
      if met { ateWell.insert([person, day]) } else { ateWell.remove([person, day]) }
    case .mark(let habit, let day, let done):
      marks[habit, default: [:]][day, default: []].append((at, done))
    case .deleteHabit(let habit): deletedHabits.insert(habit)
    case .setPoints(let item, let amount): settings[item, default: []].append((at, amount))
    case .bonus(let person, let amount): bonuses[deed.key] = (person, amount)
    case .revoke(let key, _): revoked.insert(key)
    case .offer(let price):
      if rewards[deed.key] == nil { rewards[deed.key] = Reward(prices: [(Self.never, price)]) }
    case .price(let key, let price): rewards[key]!.prices.append((at, price))
    case .withdraw(let key): rewards[key]!.isWithdrawn = true
    case .claim(_, let person, let price): claims[deed.key] = (person, price)
    case .cancel(let key, _): cancelled.insert(key)
    default: keepGoal(deed)
    }
  }

  private mutating func keepGoal(_ deed: ModelAction) {
    let at = deed.moment
    switch deed.what {
    case .goal(let person, let type, let target, let start, let end, let priority):
      if goals[deed.key] != nil { return }
      goals[deed.key] = Goal(
        person: person, type: type, targets: [(Self.never, target)],
        dates: [(Self.never, start, end)], priorities: [(Self.never, priority)])
    case .target(let key, let value): goals[key]!.targets.append((at, value))
    case .dates(let key, let start, let end): goals[key]!.dates.append((at, start, end))
    case .priority(let key, let value): goals[key]!.priorities.append((at, value))
    case .sport(let key, let value): goals[key]!.sports.append((at, value))
    case .progress(let key, let value): goals[key]!.progress.append((at, value))
    case .complete(let key, let value): goals[key]!.completions.append((at, value))
    case .archive(let key, let value): goals[key]!.archivings.append((at, value))
    case .deleteGoal(let key):
      if goals[key]!.deletedAs == nil {
        goals[key]!.deletedAs = (isCompleted(goals[key]!), current(goals[key]!))
      }
    default: fatalError("nothing about a goal")
    }
  }

  /// Writes a line for each cause that now holds and did not, or no longer does.
  private mutating func settle(_ deed: Key) {
    func write(_ cause: Cause, _ person: Int, _ amount: Int) {
      let line = Line(
        deed: deed, cause: cause, person: person, amount: amount,
        turn: written[cause, default: []].count)
      written[cause, default: []].append(line)
      lines.append(line)
    }
    let holding = causes()
    for (cause, item) in holding where written[cause, default: []].count % 2 == 0 {
      write(cause, item.person, item.amount)
    }
    for (cause, earlier) in written where earlier.count % 2 == 1 && holding[cause] == nil {
      write(cause, earlier[0].person, -earlier.last!.amount)
    }
  }

  /// The causes that hold now, and what each would pay if it began now.
  private func causes() -> [Cause: (person: Int, amount: Int)] {
    var causes: [Cause: (person: Int, amount: Int)] = [:]
    for (key, what) in attended {
      causes[.attendance(person: key.person, lesson: key.lesson, day: key.day)] =
        (key.person, points(what.isGame ? 1 : 0))
    }
    for entry in ateWell {
      causes[.nutritionDay(person: entry[0], day: entry[1])] = (entry[0], points(2))
    }
    for habit in Self.owners.indices {
      let weeks = runs(habit).map { $0 / 7 }.reduce(0, +)
      for number in 0..<weeks {
        causes[.week(habit: habit, number: number + 1)] = (Self.owners[habit], points(3))
      }
    }
    for (key, goal) in goals where goal.deletedAs?.completed ?? isCompleted(goal) {
      causes[.goal(key, person: goal.person)] = (goal.person, points(4 + goal.priority))
    }
    for (key, bonus) in bonuses where !revoked.contains(key) {
      causes[.bonus(key, person: bonus.person)] = bonus
    }
    for (key, claim) in claims where !cancelled.contains(key) {
      causes[.claim(key, person: claim.person)] = (claim.person, -claim.price)
    }
    return causes
  }

  private func points(_ item: Int) -> Int {
    settings[item]?.max { $0.at < $1.at }?.amount ?? [10, 20, 15, 50, 100, 150, 200][item]
  }
}

// MARK: Refusals

extension RewardsModel {
  private func refusal(of deed: ModelAction) -> String? {
    switch deed.what {
    case .attend, .eatWell, .deleteHabit: return nil
    case .mark(let habit, _, _): return deletedHabits.contains(habit) ? "habitDeleted" : nil
    case .setPoints(let item, let amount):
      if item > 6 { return "pointItemUnknown" }
      return amount < 0 || amount > 10_000 ? "pointsOutOfRange" : nil
    case .bonus(_, let amount):
      return amount < 1 || amount > 1_000_000 ? "pointsOutOfRange" : nil
    case .revoke(let key, let person):
      return bonuses[key]?.person == person ? nil : "bonusUnknown"
    case .offer(let price): return price < 1 || price > 1_000_000 ? "pointsOutOfRange" : nil
    case .price(let key, let price):
      guard let reward = rewards[key] else { return "rewardUnknown" }
      if reward.isWithdrawn { return "rewardWithdrawn" }
      return price < 1 || price > 1_000_000 ? "pointsOutOfRange" : nil
    case .withdraw(let key): return rewards[key] == nil ? "rewardUnknown" : nil
    case .claim(let key, let person, let price):
      guard let reward = rewards[key] else { return "rewardUnknown" }
      if reward.isWithdrawn { return "rewardWithdrawn" }
      if reward.price != price { return "rewardPriceChanged" }
      return balance(person) < price ? "balanceTooLow" : nil
    case .cancel(let key, let person):
      return claims[key]?.person == person ? nil : "claimUnknown"
    case .goal(_, _, let target, let start, let end, _):
      return target < 1 || target > 1_000_000 ? "goalTargetOutOfRange" : datesRefused(start, end)
    case .target(let key, let value):
      return edit(key) ?? (value < 1 || value > 1_000_000 ? "goalTargetOutOfRange" : nil)
    case .dates(let key, let start, let end): return edit(key) ?? datesRefused(start, end)
    case .priority(let key, let value): return edit(key) ?? (value > 2 ? "goalChoiceUnknown" : nil)
    case .sport(let key, _), .archive(let key, _): return edit(key)
    case .progress(let key, let value):
      if let reason = edit(key) { return reason }
      if goals[key]!.isAutomatic { return "goalAutomatic" }
      return abs(value) > 1_000_000 ? "goalProgressOutOfRange" : nil
    case .complete(let key, _):
      return edit(key) ?? (goals[key]!.isAutomatic ? "goalAutomatic" : nil)
    case .deleteGoal(let key): return goals[key] == nil ? "goalUnknown" : nil
    }
  }

  private func edit(_ key: Key) -> String? {
    guard let goal = goals[key] else { return "goalUnknown" }
    return goal.deletedAs == nil ? nil : "goalDeleted"
  }

  private func datesRefused(_ start: Int, _ end: Int) -> String? {
    if start < 0 || end < 0 || start >= 3_660 || end >= 3_660 { return "dayOutOfRange" }
    return end < start ? "goalDatesReversed" : nil
  }
}

// MARK: Views

extension RewardsModel {
  func balance(_ person: Int) -> Int {
    lines.filter { $0.person == person }.map(\.amount).reduce(0, +)
  }

  func lifetime(_ person: Int) -> Int {
    lines.filter { line in
      if case .claim = line.cause { return false }
      return line.person == person
    }.map(\.amount).reduce(0, +)
  }

  /// The lengths of a habit's runs, day by day.
  func runs(_ habit: Int) -> [Int] {
    let done = marks[habit, default: [:]]
      .filter { $0.value.count == 1 ? $0.value[0].done : $0.value.max { $0.at < $1.at }!.done }
      .map(\.key).sorted()
    var runs: [Int] = []
    for (index, day) in done.enumerated() {
      if index > 0 && done[index - 1] == day - 1 {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
      }
    }
    return runs
  }

  func current(_ goal: Goal) -> Int {
    switch goal.type {
    case 2:
      return attended.filter { key, what in
        key.person == goal.person && goal.days.contains(key.day)
          && (goal.sport == 0 || goal.sport == what.sport)
      }.count
    case 5:
      return ateWell.filter { $0[0] == goal.person && goal.days.contains($0[1]) }.count
    default: return goal.progress.max { $0.at < $1.at }?.value ?? 0
    }
  }

  func isCompleted(_ goal: Goal) -> Bool {
    if goal.isAutomatic { return current(goal) >= goal.target }
    return goal.completions.max { $0.at < $1.at }?.value ?? false
  }

  /// Percent, status, and the count.
  func shown(_ goal: Goal) -> [String] {
    let current = goal.deletedAs?.current ?? current(goal)
    let percent = max(0, min(100.0, (Double(current) * 100 / Double(goal.target)).rounded(.down)))
    let isArchived = goal.archivings.max { $0.at < $1.at }?.value ?? false
    let completed = goal.deletedAs?.completed ?? isCompleted(goal)
    let status = isArchived ? "archived" : completed ? "completed" : "active"
    return ["\(Int(percent))", status, "\(current)", goal.deletedAs == nil ? "" : "deleted"]
  }

  func level(_ person: Int) -> String {
    let points = lifetime(person)
    if points >= 5_000 { return "legend" }
    if points >= 2_000 { return "champion" }
    return points >= 500 ? "risingStar" : "rookie"
  }

  func attendedCount(_ person: Int, _ sport: Int) -> Int {
    attended.count { $0.key.person == person && $0.value.sport == sport }
  }

  func trophy(_ count: Int, _ thresholds: [Int]) -> Int { thresholds.count { count >= $0 } }

  func longest(_ person: Int) -> Int {
    Self.owners.indices.filter { Self.owners[$0] == person }.flatMap(runs).max() ?? 0
  }

  /// The badges on the morning of a day.
  func badges(_ person: Int, asOf today: Int) -> Set<String> {
    var badges: Set<String> = []
    let hasGoal = goals.values.contains {
      $0.person == person && $0.deletedAs?.completed ?? isCompleted($0)
    }
    if hasGoal { badges.insert("firstGoal") }
    if longest(person) >= 7 { badges.insert("weekWarrior") }
    if ateWell.count(where: { $0[0] == person }) >= 30 { badges.insert("nutritionNinja") }
    if lifetime(person) >= 100 { badges.insert("centuryClub") }
    for month in 1...12 {
      let days = Self.days(of: month)
      let count = attended.count { $0.key.person == person && days.contains($0.key.day) }
      // This model has no plan in which anything could be missed; the attendance model covers that.
      if count >= 4 && today >= days.upperBound { badges.insert("perfectAttendance") }
    }
    return badges
  }

  /// The days of a month of 2026, counted from January 5.
  static func days(of month: Int) -> Range<Int> {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let first = lengths[..<(month - 1)].reduce(0, +) - 4
    return first..<(first + lengths[month - 1])
  }
}
