import Chronology
import Parquet
import Datasets
public import Metrics
import Scenarios

/// The key figures of a dataset, worked out anew from its tables.
public struct Recomputation {
  /// A part of the people, and the figures of that part.
  public struct Segment {
    /// By what the part was told apart; empty for everybody.
    public let dimension: String
    /// Empty for everybody.
    public let name: String
    public let people: Int64
    public let metricResults: [MetricResult]
    /// Whether the people of the part leave at other times than all others do; missing for
    /// everybody, and where nobody left.
    public var leaving: LogRank?
  }

  public let everybody: Segment
  /// The parts by every breakdown, one after the other.
  public let parts: [Segment]

  /// Reads both tables once, whatever the number of breakdowns. O(rows), a row group in memory at
  /// a time.
  ///
  /// `targets` replaces the scenario's, where it names a figure, and takes it away where it says
  /// nil.
  public init(
    of run: FinishedRun, by dimensions: [SegmentDimension] = [], targets: [String: Double?] = [:]
  ) throws {
    let records = (people: try run.record(of: "people"), days: try run.record(of: "person_days"))
    let peopleTable = try OpenTable("\(run.datasetPath)/\(records.people.path)")
    let daysTable = try OpenTable("\(run.datasetPath)/\(records.days.path)")
    // First, so that a file of another run is named, and not the one that does not fit it.
    try peopleTable.check(against: records.people)
    try daysTable.check(against: records.days)
    let people = try PersonRow.all(
      in: peopleTable, by: dimensions, firstDay: run.scenario.firstDay.number)
    var reading = PersonDaysReader(run.scenario, people, dimensions: dimensions.count)
    try reading.read(daysTable)
    let definitions = run.scenario.metrics.definitions.map { definition in
      targets[definition.id].map { definition.with(target: $0) } ?? definition
    }
    everybody = Segment(
      dimension: "", name: "", people: reading.sums.everybody.people,
      metricResults: reading.sums.everybody.results(for: definitions))
    var parts: [Segment] = []
    for (dimension, accumulators) in zip(dimensions, reading.sums.parts) {
      parts += accumulators.sorted { Self.comesFirst($0.key, $1.key) }.map {
        Segment(
          dimension: dimension.name, name: $0.key, people: $0.value.people,
          metricResults: $0.value.results(for: definitions),
          leaving: $0.value.leaving(in: .truth, comparedWithOthersOf: reading.sums.everybody))
      }
    }
    self.parts = parts
  }

  /// By letters, and by the number that stands at the end: week 10 comes behind week 9.
  private static func comesFirst(_ left: String, _ right: String) -> Bool {
    func parted(_ name: String) -> (String, Int) {
      let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
      return (String(name.dropLast(digits.count)), Int(String(digits.reversed())) ?? 0)
    }
    return parted(left) < parted(right)
  }
}

/// What people add up to, all of them and part by part.
private struct Sums {
  private let scenario: Scenario
  private(set) var everybody: MetricAccumulator
  /// By segment, for every breakdown.
  private(set) var parts: [[String: MetricAccumulator]]

  init(_ scenario: Scenario, dimensions: Int) {
    self.scenario = scenario
    everybody = Self.accumulator(scenario)
    parts = Array(repeating: [:], count: dimensions)
  }

  private static func accumulator(_ scenario: Scenario) -> MetricAccumulator {
    MetricAccumulator(
      days: scenario.days, allowedLatenessDays: scenario.metrics.allowedLatenessDays,
      seed: scenario.seed)
  }

  mutating func add(_ person: PersonHistory, under segments: [String]) {
    everybody.add(person)
    for (place, segment) in segments.enumerated() {
      parts[place][segment, default: Self.accumulator(scenario)].add(person)
    }
  }
}

/// Goes through the days of everybody, who stand in the order of the people's table.
private struct PersonDaysReader: ~Copyable {
  /// A column that figures count, and the side of which it tells.
  private struct Counted {
    let name: String
    let kind: ColumnKind
    let measure: DayMeasure
    let side: Side
  }

  private let people: [PersonRow]
  private let scenario: Scenario
  private var next = 0
  private var truth: PersonSideBuilder
  private var observed: PersonSideBuilder
  private(set) var sums: Sums

  init(_ scenario: Scenario, _ people: [PersonRow], dimensions: Int) {
    self.scenario = scenario
    self.people = people
    truth = PersonSideBuilder(days: scenario.days)
    observed = PersonSideBuilder(days: scenario.days)
    sums = Sums(scenario, dimensions: dimensions)
  }

  /// The columns of all measures, as the program writes them.
  private static let counted: [Counted] = Side.allCases.flatMap { side in
    DayMeasure.allCases.compactMap { measure in
      guard let name = measure.column(of: side),
        let place = PersonDaysTable.schema.index(of: name)
      else { return nil }
      let kind = PersonDaysTable.schema.columns[place].kind
      return Counted(name: name, kind: kind, measure: measure, side: side)
    }
  }

  mutating func read(_ table: OpenTable) throws {
    let path = table.path
    let first: [(name: String, kind: ColumnKind)] = [
      ("person", .int32), ("run_day", .int32), ("active", .boolean), ("observed_active", .boolean),
    ]
    let columns = try table.columns(first + Self.counted.map { (name: $0.name, kind: $0.kind) })
    var days = 0
    try table.forEachRowGroup(columns) { rows, vectors in
      for place in 0..<vectors.count where vectors[place].valueCount != rows {
        throw VerificationError(path, "it has nulls where none can be")
      }
      for row in 0..<rows {
        let (person, day) = (vectors[0].int32Values[row], vectors[1].int32Values[row])
        while next < people.count, people[next].person != person {
          finishPerson()
        }
        guard next < people.count else {
          throw VerificationError(
            path, "row \(days + row): person \(person) is out of order, or unknown")
        }
        guard day >= 0, day >= people[next].joinedRunDay, Int(day) < scenario.days else {
          throw VerificationError(
            path,
            "row \(days + row): person \(person) has no day \(day) in a run of "
              + "\(scenario.days) days")
        }
        if vectors[2].booleanValues[row] == 1 { truth.noteActive(on: Int(day)) }
        if vectors[3].booleanValues[row] == 1 { observed.noteActive(on: Int(day)) }
        for (place, column) in Self.counted.enumerated() {
          let count = UInt16(clamping: vectors[4 + place].int32Values[row])
          switch column.side {
          case .truth: truth.set(column.measure, on: Int(day), to: count)
          case .observed: observed.set(column.measure, on: Int(day), to: count)
          }
        }
      }
      days += rows
    }
    while next < people.count { finishPerson() }
  }

  /// Counts the person whose days were read, and begins the next.
  private mutating func finishPerson() {
    let person = people[next]
    next += 1
    if person.usesApp && person.joinedRunDay >= 0 {
      // Out of the reading for as long as it lends its memory to the person.
      var sums = Sums(scenario, dimensions: 0)
      swap(&sums, &self.sums)
      defer { swap(&sums, &self.sums) }
      truth.withSide { truth in
        observed.withSide { observed in
          let history = PersonHistory(
            household: UInt32(bitPattern: person.household),
            linked: UInt32(bitPattern: person.clusterHousehold), joinedDay: person.joinedRunDay,
            leftDay: person.leftRunDay == .max ? .max : person.leftRunDay &- 1,
            traits: person.traits, truth: truth, observed: observed)
          sums.add(history, under: person.segments)
        }
      }
    }
    truth.removeAll()
    observed.removeAll()
  }
}

extension FinishedRun {
  /// What the manifest says of a table's file.
  func record(of name: String) throws(VerificationError) -> TableRecord {
    guard let table = tables.first(where: { $0.table == name }) else {
      throw VerificationError(
        "\(datasetPath)/manifest.json", "it names no file with the table '\(name)'")
    }
    return table
  }
}
