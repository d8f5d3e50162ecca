import Columnar
public import Metrics
import Population

/// The key figures of a dataset, worked out anew from its tables.
public struct Recomputation {
  /// A part of the people, and the figures of that part.
  public struct Segment {
    /// Empty for everybody.
    public let name: String
    public let people: Int64
    public let kpis: [KpiResult]
  }

  public let segments: [Segment]

  /// Reads both tables once. O(rows), a row group in memory at a time.
  ///
  /// `targets` replaces the scenario's, where it names a figure.
  public init(
    of run: FinishedRun, by dimension: Breakdown? = nil, targets: [String: Double] = [:]
  ) throws {
    let people = try PersonRow.all(in: run.path(ofTable: "people"), by: dimension)
    var reading = DaysReading(run.scenario, people, path: try run.path(ofTable: "person_days"))
    try reading.read()
    let definitions = KpiDefinition.personalCoach.map { definition in
      KpiDefinition(
        id: definition.id, title: definition.title, measure: definition.measure,
        target: targets[definition.id] ?? run.scenario.metrics.targets[definition.id],
        comparison: definition.comparison)
    }
    segments = reading.accumulators.sorted { Self.comesFirst($0.key, $1.key) }.map {
      Segment(name: $0.key, people: $0.value.people, kpis: $0.value.results(for: definitions))
    }
  }

  /// By length and then by letters, so that week 10 comes behind week 9.
  private static func comesFirst(_ left: String, _ right: String) -> Bool {
    (left.count, left) < (right.count, right)
  }
}

/// Goes through the days of everybody, who stand in the order of the people's table.
private struct DaysReading: ~Copyable {
  private let path: String
  private let people: [PersonRow]
  private let scenario: Scenario
  private var next = 0
  private var truth: SideScratch
  private var observed: SideScratch
  private(set) var accumulators: [String: KpiAccumulator] = [:]

  init(_ scenario: Scenario, _ people: [PersonRow], path: String) {
    self.scenario = scenario
    self.people = people
    self.path = path
    truth = SideScratch(days: scenario.days)
    observed = SideScratch(days: scenario.days)
  }

  mutating func read() throws {
    let table = try OpenTable(path)
    let sides = [
      ("habits_due", ColumnKind.uint8), ("habits_done", .uint8), ("streak_best", .uint16),
      ("operations_due", .uint16), ("operations_on_time", .uint16),
    ]
    let columns = try table.columns(
      [("person", .int32), ("run_day", .int32), ("enrolled", .boolean), ("active", .boolean)]
        + sides.map { (name: $0.0, kind: $0.1) } + [("observed_active", .boolean)]
        + sides.map { (name: "observed_" + $0.0, kind: $0.1) })
    var days = 0
    try table.forEachRowGroup(columns) { rows, vectors in
      for place in 0..<vectors.count where vectors[place].valueCount != rows {
        throw AuditError(path, "it has nulls where none can be")
      }
      for row in 0..<rows {
        let (person, day) = (vectors[0].int32Values[row], vectors[1].int32Values[row])
        while next < people.count, people[next].person != person {
          finishPerson()
        }
        guard next < people.count else {
          throw AuditError(path, "row \(days + row): person \(person) is out of order, or unknown")
        }
        guard day >= people[next].joinedRunDay, Int(day) < scenario.days else {
          throw AuditError(
            path,
            "row \(days + row): person \(person) has no day \(day) in a run of "
              + "\(scenario.days) days")
        }
        let isEnrolled = vectors[2].booleanValues[row] == 1
        truth.add(Self.day(row, vectors, from: 3), on: Int(day), isEnrolled: isEnrolled)
        observed.add(Self.day(row, vectors, from: 9), on: Int(day), isEnrolled: isEnrolled)
      }
      days += rows
    }
    while next < people.count { finishPerson() }
  }

  private static func day(
    _ row: Int, _ vectors: borrowing ColumnVectors, from first: Int
  ) -> SideScratch.Day {
    SideScratch.Day(
      isActive: vectors[first].booleanValues[row] == 1,
      habitsDue: UInt16(truncatingIfNeeded: vectors[first + 1].int32Values[row]),
      habitsDone: UInt16(truncatingIfNeeded: vectors[first + 2].int32Values[row]),
      streakBest: UInt16(truncatingIfNeeded: vectors[first + 3].int32Values[row]),
      operationsDue: UInt32(UInt16(truncatingIfNeeded: vectors[first + 4].int32Values[row])),
      operationsOnTime: UInt32(UInt16(truncatingIfNeeded: vectors[first + 5].int32Values[row])))
  }

  /// Counts the person whose days were read, and begins the next.
  private mutating func finishPerson() {
    let person = people[next]
    next += 1
    if person.usesApp && person.joinedRunDay >= 0 {
      let days = scenario.days
      let lateness = scenario.metrics.allowedLatenessDays
      let seed = scenario.seed
      truth.withSide { truth in
        observed.withSide { observed in
          accumulators[
            person.segment,
            default: KpiAccumulator(days: days, allowedLatenessDays: lateness, seed: seed)
          ].add(
            PersonHistory(
              household: UInt32(bitPattern: person.household), joinedDay: person.joinedRunDay,
              leftDay: person.leftRunDay == .max ? .max : person.leftRunDay - 1, truth: truth,
              observed: observed))
        }
      }
    }
    truth.removeAll()
    observed.removeAll()
  }
}

extension FinishedRun {
  /// The file that holds a table, by the manifest.
  func path(ofTable name: String) throws(AuditError) -> String {
    guard let table = tables.first(where: { $0.table == name }) else {
      throw AuditError("\(datasetPath)/manifest.json", "it names no file with the table '\(name)'")
    }
    return "\(datasetPath)/\(table.path)"
  }
}
