import Chronology
import Parquet
import Datasets
public import Metrics
import Scenarios

/// The metrics of a dataset, recomputed from its tables.
public struct Recomputation {
  /// A segment of the people and its metrics.
  public struct Segment {
    /// The dimension of the segment; empty for all people.
    public let dimension: String
    /// The name of the segment; empty for all people.
    public let name: String
    public let people: Int64
    public let metricResults: [MetricResult]
    /// A log-rank test: whether the people of the segment leave at different times than all others;
    /// nil for all people, and if no one left.
    public var leaving: LogRank?
  }

  public let allPeople: Segment
  /// The segments of every dimension, one dimension after the other.
  public let segments: [Segment]

  /// Reads both tables once for any number of dimensions. O(rows), with one row group in memory at
  /// a time.
  ///
  /// `targets` replaces the scenario's target of each metric that it contains; nil removes it.
  public init(
    of run: FinishedRun, by dimensions: [SegmentDimension] = [], targets: [String: Double?] = [:]
  ) throws {
    // Check first, so that the error names the wrong file and not one that does not fit it.
    let (peopleTable, daysTable) = (
      try run.openTable("people"), try run.openTable("person_days")
    )
    let people = try PersonRow.all(
      in: peopleTable, by: dimensions, firstDay: run.scenario.firstDay.number)
    var reading = PersonDaysReader(run.scenario, people, dimensions: dimensions.count)
    try reading.read(daysTable)
    let definitions = run.scenario.metrics.definitions.map { definition in
      targets[definition.id].map { definition.with(target: $0) } ?? definition
    }
    allPeople = Segment(
      dimension: "", name: "", people: reading.sums.allPeople.people,
      metricResults: reading.sums.allPeople.results(for: definitions))
    var segments: [Segment] = []
    for (dimension, accumulators) in zip(dimensions, reading.sums.bySegment) {
      segments += accumulators.sorted { Self.comesFirst($0.key, $1.key) }.map {
        Segment(
          dimension: dimension.name, name: $0.key, people: $0.value.people,
          metricResults: $0.value.results(for: definitions, of: reading.sums.allPeople),
          leaving: $0.value.leaving(in: .truth, comparedWithOthersOf: reading.sums.allPeople))
      }
    }
    self.segments = segments
  }

  /// Sorts by text, then by the number at the end: week 10 comes after week 9.
  private static func comesFirst(_ left: String, _ right: String) -> Bool {
    func parted(_ name: String) -> (String, Int) {
      let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
      return (String(name.dropLast(digits.count)), Int(String(digits.reversed())) ?? 0)
    }
    return parted(left) < parted(right)
  }
}

extension FinishedRun {
  /// Its people, in the order of the file.
  func people() throws -> [PersonRow] {
    try PersonRow.all(in: try openTable("people"), by: [], firstDay: scenario.firstDay.number)
  }

  /// The sums of all metrics, with those of each cluster for a comparison with another run.
  func accumulator(of people: [PersonRow]) throws -> MetricAccumulator {
    let days = try openTable("person_days")
    var reading = PersonDaysReader(scenario, people, dimensions: 0, keepsClusters: true)
    try reading.read(days)
    return reading.sums.allPeople
  }

  /// Opens a table whose file is the one that the manifest lists.
  func openTable(_ name: String) throws(VerificationError) -> OpenTable {
    let record = try record(of: name)
    let table = try OpenTable("\(datasetPath)/\(record.path)")
    try table.check(against: record)
    return table
  }
}

/// The sums over all people and by segment.
private struct Sums {
  private let scenario: Scenario
  private(set) var allPeople: MetricAccumulator
  /// By segment, for every dimension.
  private(set) var bySegment: [[String: MetricAccumulator]]

  init(_ scenario: Scenario, dimensions: Int, keepsClusters: Bool = false) {
    self.scenario = scenario
    allPeople = Self.accumulator(scenario, keepsClusters: keepsClusters)
    bySegment = Array(repeating: [:], count: dimensions)
  }

  private static func accumulator(
    _ scenario: Scenario, keepsClusters: Bool = false
  ) -> MetricAccumulator {
    MetricAccumulator(
      days: scenario.days, allowedLatenessDays: scenario.metrics.allowedLatenessDays,
      keepsClusters: keepsClusters, keepsObserved: keepsClusters)
  }

  mutating func closeClusters() {
    allPeople.closeClusters()
    for dimension in bySegment.indices {
      for segment in Array(bySegment[dimension].keys) {
        bySegment[dimension][segment]?.closeClusters()
      }
    }
  }

  mutating func add(_ person: PersonHistory, under segments: [String]) {
    allPeople.add(person)
    for (place, segment) in segments.enumerated() {
      bySegment[place][segment, default: Self.accumulator(scenario)].add(person)
    }
  }
}

/// Reads the days of all people, which have the same order as the table of people.
private struct PersonDaysReader: ~Copyable {
  /// A column that metrics count, and its side: truth or observed.
  private struct Counted {
    let name: String
    let kind: ColumnKind
    let measure: DayMeasure
    let side: Side
  }

  private let people: [PersonRow]
  /// How many people each cluster has.
  private let clusterPeople: [Int32: Int32]
  /// The people after whom no cluster before them goes on.
  private let clusterEnds: [Bool]
  private let scenario: Scenario
  private var next = 0
  private var truth: PersonSideBuilder
  private var observed: PersonSideBuilder
  private(set) var sums: Sums

  init(
    _ scenario: Scenario, _ people: [PersonRow], dimensions: Int, keepsClusters: Bool = false
  ) {
    self.scenario = scenario
    self.people = people
    clusterPeople = people.reduce(into: [:]) { $0[$1.clusterHousehold, default: 0] += 1 }
    clusterEnds = Self.clusterEnds(of: people)
    truth = PersonSideBuilder(days: scenario.days)
    observed = PersonSideBuilder(days: scenario.days)
    sums = Sums(scenario, dimensions: dimensions, keepsClusters: keepsClusters)
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
        throw VerificationError(path, "it has nulls in a column without nulls")
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

  /// Whether the clusters of all people up to each one end there.
  private static func clusterEnds(of people: [PersonRow]) -> [Bool] {
    var last: [Int32: Int] = [:]
    for (place, person) in people.enumerated() { last[person.clusterHousehold] = place }
    var end = 0
    return people.enumerated().map { place, person in
      end = max(end, last[person.clusterHousehold] ?? place)
      return end == place
    }
  }

  /// Counts the person whose days were read, and moves to the next.
  private mutating func finishPerson() {
    let person = people[next]
    next += 1
    if person.usesApp && person.joinedRunDay >= 0 {
      // Swapped out because `self` is borrowed while it lends its memory to the closure.
      var sums = Sums(scenario, dimensions: 0)
      swap(&sums, &self.sums)
      defer { swap(&sums, &self.sums) }
      truth.withSide { truth in
        observed.withSide { observed in
          let history = PersonHistory(
            household: UInt32(bitPattern: person.household),
            cluster: UInt32(bitPattern: person.clusterHousehold),
            clusterPeople: clusterPeople[person.clusterHousehold] ?? 1,
            joinedDay: person.joinedRunDay,
            leftDay: person.leftRunDay == .max ? .max : person.leftRunDay &- 1,
            traits: person.traits, truth: truth, observed: observed)
          sums.add(history, under: person.segments)
        }
      }
    }
    if clusterEnds[next - 1] { sums.closeClusters() }
    truth.removeAll()
    observed.removeAll()
  }
}

extension FinishedRun {
  /// The manifest's record of a table's file.
  func record(of name: String) throws(VerificationError) -> TableRecord {
    guard let table = tables.first(where: { $0.table == name }) else {
      throw VerificationError(
        "\(datasetPath)/manifest.json", "it lists no file with the table '\(name)'")
    }
    return table
  }
}
