/// A reference model of the nutrition rules, computed from the list of all accepted facts.
///
/// It shares no code with the module that it is compared with. It reads a body's needs from the
/// table that `scripts/vectors/domain_nutrition.py` wrote.
struct NutritionModel {
  struct Moment: Comparable {
    var milliseconds: Int
    var site: Int

    static func < (left: Moment, right: Moment) -> Bool {
      (left.milliseconds, left.site) < (right.milliseconds, right.site)
    }
  }

  struct Body: Hashable {
    var sex: Int
    var age: Int
    var grams: Int
    var millimeters: Int
    /// 0 to 3, from sedentary to very active.
    var level: Int
  }

  struct Setting {
    var metric: Int
    var day: Int
    var at: Moment
    var amount: Int
  }

  struct Application {
    var template: Int
    var person: Int
    var first: Int
    var last: Int
    var at: Moment
    var ends: [Int] = []
  }

  struct Change: Equatable {
    var day: Int
    var person: Int
    var met: Bool
  }

  /// Energy, protein, carbohydrate, fat, fiber, water, by body.
  let table: [Body: [Int]]
  /// Days of birth of each person, counted from the scope's first, as year, month and day.
  var births: [(year: Int, month: Int, day: Int)]
  /// The date of each day.
  let dates: [(year: Int, month: Int, day: Int)]
  var sexes: [Int: Int] = [:]
  var weights: [Int: [Int: Int]] = [:]
  var heights: [Int: [Int: Int]] = [:]
  var attended: [Int: [Int: Int]] = [:]
  var overrides: [Int: [Setting]] = [:]
  var templates: [Int: [Setting]] = [:]
  var deletions: [Int: [Int]] = [:]
  var applications: [Application] = []
  /// What was eaten and drunk, by person and day: six metrics each, water in tenths of ounces.
  var log: [Int: [Int: [[Int]]]] = [:]
  var met: [Int: Set<Int>] = [:]

  /// What was eaten and drunk on a day.
  func eaten(_ person: Int, _ day: Int) -> [Int] {
    var sum = [0, 0, 0, 0, 0, 0]
    for more in log[person]?[day] ?? [] {
      for metric in 0..<6 { sum[metric] += more[metric] }
    }
    return sum
  }

  func age(_ person: Int, _ day: Int) -> Int {
    let (birth, today) = (births[person], dates[day])
    let had = today.month > birth.month || (today.month == birth.month && today.day >= birth.day)
    return today.year - birth.year - (had ? 0 : 1)
  }

  func level(_ person: Int, _ day: Int) -> Int {
    var sum = 0
    for (other, times) in attended[person] ?? [:] where other <= day && other > day - 28 {
      sum += times
    }
    // 2 ½ a week round to three.
    let level = [0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2]
    return level[Int((Double(sum) / 4 + 0.5).rounded(.down))] ?? 3
  }

  func target(_ person: Int, _ day: Int) -> [Int] {
    var target = [0, 0, 0, 0, 0, 0]
    if let sex = sexes[person], let grams = latest(weights[person], day),
      let millimeters = latest(heights[person], day)
    {
      let body = Body(
        sex: sex, age: age(person, day), grams: grams, millimeters: millimeters,
        level: level(person, day))
      target = table[body]!
    }
    if let energy = set(0, person, day) {
      target[0] = energy
      for (metric, permille) in [(2, 137.5), (3, 100.0 / 3), (4, 14.0)] {
        target[metric] = Int((Double(energy) * permille / 1_000 + 0.5).rounded(.down))
      }
    }
    for metric in 1..<6 { target[metric] = set(metric, person, day) ?? target[metric] }
    return target
  }

  private func latest(_ values: [Int: Int]?, _ day: Int) -> Int? {
    values?.filter { $0.key <= day }.max { $0.key < $1.key }?.value
      ?? values?.min { $0.key < $1.key }?.value
  }

  /// A parent's target of a metric on a day, if there is one.
  func set(_ metric: Int, _ person: Int, _ day: Int) -> Int? {
    if let own = holding(overrides[person] ?? [], metric, day) { return own }
    // Loops instead of closures, each of which would copy the whole history.
    var latest: (at: Moment, amount: Int)?
    for use in applications where use.person == person && use.first <= day && day <= use.last {
      if use.ends.contains(where: { $0 <= day }) { continue }
      if deletions[use.template, default: []].contains(where: { $0 <= day }) { continue }
      if let latest, use.at < latest.at { continue }
      guard let amount = holding(templates[use.template]!, metric, day) else { continue }
      latest = (use.at, amount)
    }
    return latest?.amount
  }

  private func holding(_ settings: [Setting], _ metric: Int, _ day: Int) -> Int? {
    var last: Setting?
    for setting in settings where setting.metric == metric && setting.day <= day {
      if let best = last {
        let isLater = setting.day == best.day ? setting.at > best.at : setting.day > best.day
        if !isLater { continue }
      }
      last = setting
    }
    return last.flatMap { $0.amount == 0 ? nil : $0.amount }
  }

  /// 0 green, 1 yellow, 2 red, nil without a target.
  func color(_ metric: Int, _ target: Int, _ eaten: Int) -> Int? {
    if target == 0 { return nil }
    // A tenth of an ounce is 2.95735 mL.
    let share =
      metric == 5
      ? (amount: eaten * 295_735, goal: target * 100_000) : (amount: eaten, goal: target)
    let isBand = [0, 2, 3].contains(metric)
    if isBand {
      let off = abs(share.amount - share.goal)
      return off * 20 <= share.goal ? 0 : off * 5 <= share.goal ? 1 : 2
    }
    return share.amount >= share.goal ? 0 : share.amount * 5 >= share.goal * 4 ? 1 : 2
  }

  func isMet(_ person: Int, _ day: Int) -> Bool {
    let eaten = eaten(person, day)
    if eaten[0] == 0 { return false }
    let target = target(person, day)
    for metric in [0, 1, 5] where color(metric, target[metric], eaten[metric]) != 0 {
      return false
    }
    return true
  }

  /// What has changed since the last call, person by person and day by day.
  mutating func changes() -> [Change] {
    var changes: [Change] = []
    for person in births.indices {
      var now: Set<Int> = []
      for day in (log[person] ?? [:]).keys where isMet(person, day) { now.insert(day) }
      let before = met[person] ?? []
      for day in now.symmetricDifference(before).sorted() {
        changes.append(Change(day: day, person: person, met: now.contains(day)))
      }
      met[person] = now
    }
    return changes
  }

  func streak(_ person: Int, asOf day: Int) -> (current: Int, longest: Int) {
    let met = met[person] ?? []
    var last = met.contains(day) ? day : day - 1
    var current = 0
    while met.contains(last) {
      current += 1
      last -= 1
    }
    let longest = met.map { first in (first...).prefix { met.contains($0) }.count }.max() ?? 0
    return (current, longest)
  }
}
