import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Nutrition days equal those of the reference model")
struct NutritionOracleTests {
  static let table: [NutritionModel.Body: [Int]] = {
    var table: [NutritionModel.Body: [Int]] = [:]
    for line in (try? NutritionVectors.lines(of: "nutrition_targets.txt")) ?? [] {
      let numbers = line.dropFirst().map { Int($0)! }
      guard let level = [0: 0, 10: 1, 18: 2, 26: 3][numbers[3]] else { continue }
      let body = NutritionModel.Body(
        sex: line[0] == "male" ? 0 : 1, age: numbers[0], grams: numbers[1],
        millimeters: numbers[2], level: level)
      table[body] = Array(numbers.dropFirst(4))
    }
    return table
  }()

  @Test(
    "NUT-3, NUT-4, NUT-6, NUT-8: after random histories on several devices",
    arguments: 0..<2 as Range<UInt64>)
  func histories(part: UInt64) {
    var met: [String: Int] = [:]
    for seed in (part * 1_000)..<((part + 1) * 1_000) {
      // Comparing after every change reads every day, so only some histories do that.
      var history = NutritionHistory(
        seed: seed, table: Self.table, followsEachChange: seed % 5 == 0)
      history.run()
      #expect(history.differences.isEmpty, "seed \(seed)")
      met.merge(history.met, uniquingKeysWith: +)
    }
    // The cases that must occur.
    for what in [
      "met by meal", "unmet by meal", "met by water", "met by weigh", "unmet by weigh",
      "met by attend", "unmet by attend", "met by override", "unmet by override",
      "met by templateAmount", "unmet by templateAmount", "unmet by apply",
      "met by apply", "met by end", "unmet by end", "met by delete", "unmet by delete",
      "two at once",
      "refused nutritionTemplateGone", "superseded", "birthday", "streak",
    ] {
      #expect(met[what, default: 0] > 0, "\(what)")
    }
  }

  @Test(
    "NUT-4, NUT-6: the result does not depend on the order of arrival",
    arguments: 0..<60 as Range<UInt64>)
  func commute(seed: UInt64) {
    var dice = Dice(seed: 90_000 + seed)
    let family = TestFamily()
    family.today = 50
    let template = family.addTemplate([TargetAmount(.protein, 250)], on: 0)
    family.measure()
    let other = TestFamily()
    other.today = 50
    _ = other.addTemplate([TargetAmount(.protein, 250)], on: 0)
    other.measure()
    var facts: [Fact] = []
    for step in 0..<60 {
      let day = dice.pick([3, 4, 5, 6, 7, 8])
      let amount = TargetAmount(
        dice.pick(NutritionMetric.allCases), UInt32(dice.pick([0, 300, 2_000, 17_500])))
      var eaten = Nutrients.zero
      eaten.lanes[0] = UInt32(dice.pick([6_000, 9_000]))
      eaten.lanes[1] = UInt32(dice.pick([130, 200]))
      let person = dice.pick([TestFamily.child, TestFamily.sibling])
      let range = TemplateRange(
        template: template, first: TestFamily.day(day), last: TestFamily.day(day + dice.roll(5)))
      let commands: [Command] = [
        .setNutritionTarget(of: person, amount),
        .setNutritionTemplate(template, by: TestFamily.parent, amount),
        .applyNutritionTemplate(range, to: person),
        .logMeal(
          for: person, MealPortion(.lunch, stating: eaten, from: MealOrigin(.typed))),
        .logWater(
          for: person, WaterAmount(tenthOunces: 500, source: .glass, minuteOfDay: 600)),
        .deleteNutritionTemplate(template, by: TestFamily.parent),
      ]
      let command = step == 0 ? commands[5] : commands[dice.roll(5)]
      facts.append(family.fact(command, site: UInt32(1 + dice.roll(3)), on: day))
    }
    for fact in facts { family.state.apply(fact) }
    for fact in dice.shuffled(facts) { other.state.apply(fact) }
    // The points of the days follow the order of the log, and are not compared here.
    #expect(family.hasSameNutrition(as: other))
    #expect(family.copyIsIdentical)
  }
}

/// Weeks of two people and their parent on three devices, with a reference model next to the fold.
struct NutritionHistory: ~Copyable {
  static let days = 60

  var dice: Dice
  var plain: NutritionModel
  var family: TestFamily
  var log: [Fact] = []
  var differences: [String] = []
  var met: [String: Int] = [:]
  private let followsEachChange: Bool
  private var trail = Digest128.mix(0, 0, 0, 0)
  private var templates: [Entity] = []
  private var applications: [Entity] = []
  private var clock = 0

  init(seed: UInt64, table: [NutritionModel.Body: [Int]], followsEachChange: Bool) {
    dice = Dice(seed: 40_000 + seed)
    self.followsEachChange = followsEachChange
    family = TestFamily(dayCapacity: 64)
    family.today = Self.days
    let dates = (0..<Self.days).map { day in
      let civil = TestFamily.day(day).civil
      return (civil.year, civil.month, civil.day)
    }
    plain = NutritionModel(table: table, births: [], dates: dates)
    for person in 0..<4 {
      // A birthday in the middle of the history, into an age that the table covers.
      let birthday = dates[20 + dice.roll(20)]
      let year = 2_026 - dice.pick([3, 4, 9, 14, 19])
      family.state.shared.members[person].born = LocalDay(
        year: year, month: birthday.1, day: birthday.2)
      plain.births.append((year, birthday.1, birthday.2))
    }
  }

  mutating func run() {
    if dice.chance(2, in: 3) {
      // A template that is planned before it begins.
      makeTemplate(0)
      for person in [1, 3] { useTemplate(person, 17) }
    }
    for _ in 0..<(30 + dice.roll(40)) { happen() }
    if !followsEachChange { _ = plain.changes() }
    compare()
  }

  private mutating func happen() {
    clock += dice.roll(1_000)
    let person = dice.pick([1, 1, 1, 3])
    // Mostly the same few days, so that meals add up and targets meet eaten days.
    let day = dice.chance(5, in: 6) ? dice.pick([18, 24, 25, 26, 44]) : dice.roll(Self.days)
    switch dice.roll(18) {
    case 0: weigh(person, day)
    case 1, 2: attend(person, day)
    case 3: override(person, day)
    case 4 where templates.count - plain.deletions.count < 2: makeTemplate(day - dice.roll(12))
    case 4, 5, 6: setTemplate(person, day)
    case 7, 8: useTemplate(person, day)
    case 9: end(day)
    case 10: if dice.chance(1, in: 2) { delete(day) }
    case 11, 12, 13:
      // Everything that is missing, so that a met day can be lost again.
      eat(person, day, isExact: true)
      drink(person, day, isExact: true)
    default:
      if dice.chance(1, in: 3) {
        drink(person, day, isExact: false)
      } else {
        eat(person, day, isExact: false)
      }
    }
  }

  /// Folds a fact and, if it was accepted, applies it to the model; then compares.
  private mutating func say(
    _ what: String, _ command: Command, _ day: Int,
    applyToModel: (inout NutritionModel, NutritionModel.Moment, Fact) -> Void
  ) {
    let site = 1 + dice.roll(3)
    let at = clock + dice.pick([0, 0, -3_000, 5_000]) + 10_000
    var fact = family.fact(
      command, site: UInt32(site), on: day,
      at: Instant(milliseconds: Int64(at) + TestFamily.noon(0).milliseconds))
    // In whatever order the facts arrive, each was written on its day.
    fact.tapped = TestFamily.day(day).noon
    if let refusal = family.refusal(of: fact) {
      met["refused \(refusal)", default: 0] += 1
      return
    }
    log.append(fact)
    let effect = family.state.apply(fact)
    if effect == .superseded { met["superseded", default: 0] += 1 }
    // Ticks order two facts of one millisecond, and the list keeps that order.
    applyToModel(
      &plain,
      NutritionModel.Moment(milliseconds: Int(fact.version.stamp), site: site),
      fact)
    follow(what, fact)
  }

  private mutating func follow(_ what: String, _ fact: Fact) {
    guard followsEachChange else { return }
    let changes = plain.changes()
    if changes.count > 1 { met["two at once", default: 0] += 1 }
    for change in changes {
      met["\(change.met ? "met" : "unmet") by \(what)", default: 0] += 1
      trail.fold(
        Digest128.mix(
          UInt64(change.day), UInt64(change.person), change.met ? 1 : 0, fact.identity.raw))
    }
    if trail != family.state.nutrition.trail {
      differences.append("\(what): \(changes)")
      trail = family.state.nutrition.trail
    }
    for change in changes {
      let isMet = family.isMet(change.day, of: MemberHandle(UInt16(change.person)))
      if isMet != change.met { differences.append("\(what): \(change)") }
    }
  }

  private func member(_ person: Int) -> MemberHandle { MemberHandle(UInt16(person)) }

  private mutating func drink(_ person: Int, _ day: Int, isExact: Bool) {
    let target = plain.target(person, day)
    let needed =
      target[5] == 0
      ? 500 : target[5] * 100_000 / 295_735 + 1 - plain.eaten(person, day)[5]
    if isExact && needed < 1 { return }
    let more = isExact ? 0 : dice.pick([0, 0, -1, 1])
    let amount = min(2_000, max(1, needed + more))
    let water = WaterAmount(tenthOunces: UInt16(amount), source: .glass, minuteOfDay: 1)
    say("water", .logWater(for: member(person), water), day) { plain, _, _ in
      plain.log[person, default: [:]][day, default: []].append([0, 0, 0, 0, 0, amount])
    }
  }

  private mutating func eat(_ person: Int, _ day: Int, isExact: Bool) {
    let target = plain.target(person, day)
    let eaten = plain.eaten(person, day)
    // Up to just below, just at or just above a bound, or a part of that.
    let least = (target[0] * 95 + 99) / 100 - eaten[0]
    let most = target[0] * 105 / 100 - eaten[0]
    let wanted =
      isExact ? least : dice.pick([least, least - 1, most, most + 1, least / 2, 900])
    let energy = min(60_000, max(1, wanted))
    let missing = target[1] - eaten[1] + (isExact ? 0 : dice.pick([0, 0, 0, -1]))
    let protein = min(8_000, max(0, missing))
    var meal = Nutrients.zero
    meal.lanes = SIMD8(UInt32(energy), UInt32(protein), 50, 20, 10, 5, 1, 0)
    let portion = MealPortion(.dinner, stating: meal, from: MealOrigin(.typed))
    say("meal", .logMeal(for: member(person), portion), day) { plain, _, _ in
      plain.log[person, default: [:]][day, default: []].append([energy, protein, 50, 20, 10, 0])
    }
  }

  private mutating func weigh(_ person: Int, _ day: Int) {
    let grams = dice.pick([14_000, 33_300, 52_750, 71_995])
    let millimeters = dice.pick([960, 1_455])
    let sex = plain.sexes[person] ?? dice.roll(2)
    let isFirst = plain.sexes[person] == nil
    let from = isFirst ? dice.pick([0, 22]) : day
    plain.sexes[person] = sex
    plain.weights[person, default: [:]][from] = grams
    plain.heights[person, default: [:]][from] = millimeters
    let first = TestFamily.day(from)
    family.state.recordBody(of: member(person), on: first, .sex, UInt32(sex))
    family.state.recordBody(of: member(person), on: first, .weight, UInt32(grams))
    family.state.recordBody(of: member(person), on: first, .height, UInt32(millimeters))
    let cause = family.fact(.setChildMayLog(TestFamily.child, to: false))
    family.state.deliver(
      .needsChanged(member(person), first: TestFamily.day(0), last: TestFamily.day(3_659)),
      by: cause)
    follow("weigh", cause)
  }

  private mutating func attend(_ person: Int, _ day: Int) {
    let times = dice.pick([0, 3, 10, 17, 18, 26])
    plain.attended[person, default: [:]][day] = times
    family.state.recordOccurrences(of: member(person), on: TestFamily.day(day), UInt32(times))
    let cause = family.fact(.setChildMayLog(TestFamily.child, to: false))
    family.state.trainingChanged(of: member(person), on: TestFamily.day(day))
    family.state.notifyAreas(by: cause)
    follow("attend", cause)
  }

  /// Amounts that an eaten day may or may not meet.
  private mutating func amount(_ person: Int, _ day: Int) -> TargetAmount {
    let target = plain.target(person, day)
    let all = plain.eaten(person, day)
    // The metric that alone keeps the day from being met, if there is one.
    let failing = [0, 1, 5].filter { plain.color($0, target[$0], all[$0]) != 0 }
    let isAlone = failing.count == 1 && dice.chance(2, in: 3)
    let metric = isAlone ? failing[0] : dice.pick([0, 0, 1, 1, 5, 5, 2, 3, 4])
    let eaten = all[metric]
    let units = metric == 5 ? eaten * 295_735 / 100_000 : eaten
    let most = metric == 0 ? 200_000 : 20_000
    let amount = dice.pick([0, 0, units, units + 1, units * 100 / 95, units * 100 / 95 + 1, 700])
    return TargetAmount(
      NutritionMetric(rawValue: UInt8(metric))!, UInt32(min(amount, most)))
  }

  private mutating func override(_ person: Int, _ day: Int) {
    let set = amount(person, day)
    say("override", .setNutritionTarget(of: member(person), set), day) { plain, at, _ in
      plain.overrides[person, default: []].append(Self.setting(set, day, at))
    }
  }

  private static func setting(
    _ set: TargetAmount, _ day: Int, _ at: NutritionModel.Moment
  ) -> NutritionModel.Setting {
    NutritionModel.Setting(
      metric: Int(set.metric!.rawValue), day: day, at: at, amount: Int(set.amount))
  }

  private mutating func makeTemplate(_ day: Int) {
    let index = templates.count
    let made = Command.createNutritionTemplate(by: TestFamily.parent, name: TextHandle(1))
    var entity = Entity.none
    say("template", made, day) { plain, _, fact in
      plain.templates[index] = []
      entity = fact.identity
    }
    templates.append(entity)
  }

  private mutating func setTemplate(_ person: Int, _ day: Int) {
    guard let index = template() else { return }
    var (person, day) = (person, day)
    // Mostly for a day that has both an application and a log.
    let uses = plain.applications.filter { $0.template == index }
    if !uses.isEmpty, dice.chance(3, in: 4) {
      let use = dice.pick(uses)
      person = use.person
      day = logged(in: use) ?? day
    }
    let set = amount(person, day)
    let command = Command.setNutritionTemplate(templates[index], by: TestFamily.parent, set)
    say("templateAmount", command, day) { plain, at, _ in
      plain.templates[index]!.append(Self.setting(set, day, at))
    }
  }

  /// Any template, mostly one that is not deleted.
  private mutating func template() -> Int? {
    guard !templates.isEmpty else { return nil }
    let alive = templates.indices.filter { plain.deletions[$0] == nil }
    if alive.isEmpty || dice.chance(1, in: 8) { return dice.roll(templates.count) }
    return dice.pick(alive)
  }

  /// One of these days that has a log.
  private mutating func logged(in use: NutritionModel.Application) -> Int? {
    let days = (plain.log[use.person] ?? [:]).keys.filter { use.first <= $0 && $0 <= use.last }
    return days.isEmpty ? nil : dice.pick(days.sorted())
  }

  private mutating func useTemplate(_ person: Int, _ day: Int) {
    guard let index = template() else { return }
    let first = day + dice.pick([0, 0, 0, 0, 0, 3, -1])
    let last = first + dice.pick([0, 8, 40, 40, 40, 40, -1])
    let range = TemplateRange(
      template: templates[index], first: TestFamily.day(first), last: TestFamily.day(last))
    var entity: Entity?
    say("apply", .applyNutritionTemplate(range, to: member(person)), day) { plain, at, fact in
      plain.applications.append(
        NutritionModel.Application(
          template: index, person: person, first: first, last: last, at: at))
      entity = fact.identity
    }
    if let entity { applications.append(entity) }
  }

  private mutating func delete(_ day: Int) {
    guard let index = template() else { return }
    let uses = plain.applications.filter { $0.template == index }
    let day = (uses.isEmpty ? nil : logged(in: dice.pick(uses))) ?? day
    let command = Command.deleteNutritionTemplate(templates[index], by: TestFamily.parent)
    say("delete", command, day) { plain, _, _ in
      plain.deletions[index, default: []].append(day)
    }
  }

  private mutating func end(_ day: Int) {
    let running = applications.indices.filter { plain.applications[$0].ends.isEmpty }
    guard !running.isEmpty else { return }
    let index = dice.pick(dice.chance(1, in: 4) ? Array(applications.indices) : running)
    let person = member(plain.applications[index].person)
    let day = logged(in: plain.applications[index]) ?? day
    say("end", .endNutritionTemplate(applications[index], of: person), day) { plain, _, _ in
      plain.applications[index].ends.append(day)
    }
  }

  // MARK: At the end

  private mutating func compare() {
    for person in [1, 3] {
      for day in 0..<Self.days where day % 5 == 0 || plain.log[person]?[day] != nil {
        let target = family.target(day, of: member(person))
        let found = NutritionMetric.allCases.map { Int(target[$0]) }
        let expected = plain.target(person, day)
        if found != expected { differences.append("target of \(person) on \(day): \(found)") }
        let isMet = plain.met[person]?.contains(day) ?? false
        if family.isMet(day, of: member(person)) != isMet {
          differences.append("\(person) on \(day) is \(isMet ? "" : "not ")met")
        }
        guard plain.log[person]?[day] != nil else { continue }
        let eaten = plain.eaten(person, day)
        let nutrients = family.state.personDay(member(person), day).nutrients
        for metric in NutritionMetric.allCases {
          let index = Int(metric.rawValue)
          let color = target.color(of: metric, for: nutrients)
          if color.map({ Int($0.rawValue) })
            != plain.color(index, expected[index], eaten[index])
          {
            differences.append("color of \(metric) of \(person) on \(day)")
          }
        }
      }
      for day in [0, 26, 27, 45] {
        let streak = family.state.shared.nutritionStreak(
          of: member(person), asOf: TestFamily.day(day))
        let expected = plain.streak(person, asOf: day)
        if streak.current > 1 { met["streak", default: 0] += 1 }
        if streak.current != expected.current || streak.longest != expected.longest {
          differences.append("streak of \(person) on \(day): \(streak)")
        }
      }
      if plain.target(person, 0) != plain.target(person, Self.days - 1) {
        met["birthday", default: 0] += 1
      }
    }
    if !family.copyIsIdentical { differences.append("the copy") }
  }
}
