// What screens show, computed from every write ever accepted.
extension FamilyModel {
  struct Statistics: Equatable {
    var current: Int
    var longest: Int
    var total: Int
    var done: [Int]
    var days: [Int]
    var daysSinceLast: Int?
  }

  /// HAB-4: counted back day by day.
  func streak(_ done: Set<Int>, today: Int) -> Int {
    var day = done.contains(today) ? today : today - 1
    var length = 0
    while done.contains(day) {
      length += 1
      day -= 1
    }
    return length
  }

  func statistics(_ habit: Habit, _ done: Set<Int>, today: Int) -> Statistics {
    guard habit.isAlive else {
      return Statistics(current: 0, longest: 0, total: 0, done: [], days: [], daysSinceLast: nil)
    }
    var longest = 0
    for day in done where !done.contains(day + 1) {
      var length = 1
      while done.contains(day - length) { length += 1 }
      longest = max(longest, length)
    }
    let first = min(habit.start, done.min() ?? habit.start)
    let lengths = [7, 31, 92, 365].map { max(1, min($0, today - first + 1)) }
    return Statistics(
      current: streak(done, today: today), longest: longest, total: done.count,
      done: lengths.map { length in done.count { $0 <= today && $0 > today - length } },
      days: lengths,
      daysSinceLast: done.filter { $0 <= today }.max().map { today - $0 })
  }

  /// HAB-6: the list as it is shown.
  func list(of owner: Int, archived: Bool) -> [HabitKey] {
    habits.values
      .filter { $0.owner == owner && $0.isAlive && $0.isArchived == archived }
      .sorted {
        ($0.rank, $0.key.site, $0.key.number) < ($1.rank, $1.key.site, $1.key.number)
      }
      .map(\.key)
  }

  /// HAB-1: which of the owner's habits of that name it is.
  func nameNumber(_ key: HabitKey) -> Int {
    let name = habits[key]!.name
    let earlier = habits.values.filter {
      $0.owner == habits[key]!.owner && $0.isAlive
        && $0.name.name.lowercased() == name.name.lowercased() && $0.name.at < name.at
    }
    return earlier.count + 1
  }

  /// NUT-5: tenths of kilocalories, grams and portions eaten, each item cut to a tenth.
  func eaten(_ subject: Int, _ day: Int) -> [Int] {
    var sum = Array(repeating: 0, count: 7)
    for meal in meals where meal.subject == subject && meal.day == day {
      for item in meal.items {
        for (lane, tenths) in Self.foodTenths[item.food, default: sum.map { _ in 0 }].enumerated() {
          sum[lane] += tenths * item.quarters / 4
        }
      }
    }
    return sum
  }

  func mealCounts(_ subject: Int, _ day: Int) -> [Int] {
    (0..<4).map { kind in
      meals.count { $0.subject == subject && $0.day == day && $0.kind == kind }
    }
  }

  func drunkTenthOunces(_ subject: Int, _ day: Int) -> Int {
    drinks.filter { $0.subject == subject && $0.day == day }.map(\.tenthOunces).reduce(0, +)
  }

  func checkIn(_ subject: Int, _ day: Int) -> [Int] {
    checkIns.filter { $0.subject == subject && $0.day == day }.max { $0.at < $1.at }
      .map { [$0.mental, $0.physical] } ?? []
  }

  func favorite(_ subject: Int, _ slot: Int) -> [Int] {
    favorites.filter { $0.subject == subject && $0.slot == slot }.max { $0.at < $1.at }
      .map { [$0.food, $0.quarters] } ?? []
  }

  /// The days with any record of a member.
  func days(of member: Int) -> Set<Int> {
    Set(actions.filter { $0.author == member }.map(\.day))
      .union(meals.filter { $0.subject == member }.map(\.day))
      .union(drinks.filter { $0.subject == member }.map(\.day))
      .union(checkIns.filter { $0.subject == member }.map(\.day))
  }

  func actionCount(_ author: Int, _ day: Int) -> Int {
    actions.count { $0.author == author && $0.day == day }
  }

  /// Oatmeal, eggs, milk, broccoli, nuts: the only foods of random histories.
  static let foodTenths: [Int: [Int]] = [
    0: [1_580, 60, 270, 32, 40, 11, 0],
    1: [1_430, 126, 7, 95, 0, 4, 0],
    5: [1_220, 80, 120, 48, 0, 120, 0],
    16: [550, 37, 110, 6, 51, 22, 10],
    22: [1_720, 50, 60, 150, 24, 12, 0],
  ]
}
