@testable import Metrics

/// One person's history with memory of its own, for handing to an accumulator.
struct PersonFixture {
  struct Facts {
    var active: Set<Int> = []
    /// By measure, what was counted on which day.
    var counts: [DayMeasure: [Int: Int]] = [:]

    init(active: Set<Int> = [], _ counts: [DayMeasure: [Int: Int]] = [:]) {
      self.active = active
      self.counts = counts
    }
  }

  var household = 0
  /// The number of the cluster that its household is in; its own where that is nil.
  var cluster: Int?
  /// The people of that cluster.
  var clusterPeople = 1
  var joinedDay = 0
  var leftDay: Int?
  var traits = PersonTraits()
  var truth = Facts()
  var observed = Facts()

  /// Adds the person to an accumulator.
  func add(to accumulator: inout MetricAccumulator) {
    let days = accumulator.days
    truth.withSide(days: days) { truth in
      observed.withSide(days: days) { observed in
        accumulator.add(
          PersonHistory(
            household: UInt32(household), cluster: UInt32(cluster ?? household),
            clusterPeople: Int32(clusterPeople),
            joinedDay: Int32(joinedDay),
            leftDay: leftDay.map(Int32.init) ?? .max, traits: traits, truth: truth,
            observed: observed))
      }
    }
  }
}

extension PersonFixture.Facts {
  fileprivate func withSide(days: Int, _ body: (PersonSide) -> Void) {
    var words = [UInt64](repeating: 0, count: ActivityBits.wordCount(days: days))
    for day in active { words[day / 64] |= 1 << UInt64(day % 64) }
    var rows: [UInt16] = []
    for measure in DayMeasure.allCases {
      let days = (0..<days).map { counts[measure]?[$0] ?? 0 }
      rows += days.map { UInt16($0) }
    }
    words.withUnsafeBufferPointer { words in
      rows.withUnsafeBufferPointer { rows in
        body(
          PersonSide(
            active: ActivityBits(words.baseAddress!), counts: rows.baseAddress!, days: days))
      }
    }
  }
}

extension PersonFixture {
  /// The people of a facts table, in the order of their first rows.
  static func people(
    of rows: [PersonDayRow], traits: [Int: PersonTraits] = [:]
  ) -> [PersonFixture] {
    var order: [Int] = []
    var people: [Int: PersonFixture] = [:]
    for row in rows {
      if people[row.person] == nil {
        order.append(row.person)
        // No one has joined until a row says so: joining after the run's end is never.
        people[row.person] = PersonFixture(
          household: row.household, joinedDay: Int(Int32.max), leftDay: nil,
          traits: traits[row.person] ?? PersonTraits())
      }
      people[row.person]?.take(row)
    }
    let sizes = people.values.reduce(into: [:]) { $0[$1.household, default: 0] += 1 }
    return order.compactMap { people[$0] }.map { person in
      var person = person
      person.clusterPeople = sizes[person.household] ?? 1
      return person
    }
  }

  private mutating func take(_ row: PersonDayRow) {
    if row.enrolled {
      joinedDay = min(joinedDay, row.runDay)
      leftDay = max(leftDay ?? row.runDay, row.runDay)
    }
    truth.take(row.truth, runDay: row.runDay)
    observed.take(row.observed, runDay: row.runDay)
  }
}

extension PersonFixture.Facts {
  fileprivate mutating func take(_ facts: PersonDayRow.Facts, runDay: Int) {
    if facts.active { active.insert(runDay) }
    for measure in DayMeasure.allCases where facts[measure] != 0 {
      counts[measure, default: [:]][runDay] = facts[measure]
    }
  }
}

extension MetricAccumulator {
  /// An accumulator that people have been added to, one after another.
  static func over(
    _ people: [PersonFixture], days: Int, allowedLatenessDays: Int = 0
  ) -> MetricAccumulator {
    var accumulator = MetricAccumulator(
      days: days, allowedLatenessDays: allowedLatenessDays)
    for person in people { person.add(to: &accumulator) }
    return accumulator
  }

  /// The estimate of one figure; the fixtures' own shorthand.
  func estimate(_ id: String, _ side: Side = .truth) -> Estimate? {
    let result = results().first { $0.id == id }
    return side == .truth ? result?.truth : result?.observed
  }

  /// One figure as "numerator/denominator".
  func ratio(_ id: String, _ side: Side = .truth) -> String {
    guard let estimate = estimate(id, side) else { return "none" }
    return "\(estimate.numerator)/\(estimate.denominator)"
  }
}
