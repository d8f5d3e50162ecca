import Parquet
import Datasets
import FoundationEssentials
import JSONText
import Population
public import Scenarios
import Reporting
import SystemLibrary

/// An estimate of what a run takes, from small runs of the same scenario: the fixed cost, the cost
/// per person, and the speedup with all threads.
public struct RunEstimate: Sendable {
  public var seconds: Double
  public var memoryBytes: Int64
  public var datasetBytes: Int64
  /// The rows of each non-empty table, in the order of tables.
  public var rows: [(table: String, rows: Int64)] = []
  /// The number of people in the larger of the small runs.
  public var sampledPeople: Int

  /// The number of people in the two small runs. Runs of up to 256 people check more, so their cost
  /// per person is not representative.
  private static let samples = (small: 300, large: 600)

  /// `folder` holds the small runs until they are removed; by default the temporary folder.
  public init(
    of scenario: Scenario, threads: Int,
    in folder: String? = nil
  ) throws(RunError) {
    let folder = folder ?? FileManager.default.temporaryDirectory.path
    let base = Double(Machine.peakMemoryBytes)
    sampledPeople = min(scenario.people, Self.samples.large)
    let large = try Sample(scenario, people: sampledPeople, threads, folder)
    let small =
      scenario.people > sampledPeople
      ? try Sample(scenario, people: Self.samples.small, threads, folder) : large
    let whole = scenario.people
    /// Extrapolates from the small and the large run to all people.
    func grown(_ few: Double, _ many: Double) -> Double {
      guard whole > large.people, large.people > small.people else { return many }
      let each = max(0, many - few) / Double(large.people - small.people)
      return many + each * Double(whole - large.people)
    }
    // Few people form one batch on one thread; many people keep all threads busy.
    let busy =
      scenario.people > sampledPeople
      ? try Sample(scenario, people: sampledPeople, threads, folder, isSpread: true) : large
    seconds = grown(small.seconds, large.seconds) * min(1, busy.seconds / large.seconds)
    // The memory of a community grows with its people, so the largest communities decide.
    let growth =
      Self.largest(of: scenario, threads: threads, people: whole)
      / Self.largest(of: scenario, threads: threads, people: large.people)
    var bytes = 0.0
    var memory = base + (Double(busy.memoryBytes) - base) * max(1, growth)
    for table in DatasetTable.allCases {
      let (before, after) = (small.tables[table.name], large.tables[table.name])
      guard let after else { continue }
      let count = grown(Double(before?.rows ?? 0), Double(after.rows))
      bytes += grown(Double(before?.bytes ?? 0), Double(after.bytes))
      if count >= 1 { rows.append((table.name, Int64(count.rounded()))) }
      // A run keeps the rows of a row group in memory until it is full.
      let kept = min(count, Double(table.rowsPerGroup)) - Double(after.rows)
      memory += max(0, kept) * Double(table.schema.columns.count) * Self.bytesPerValue
    }
    datasetBytes = Int64(bytes)
    memoryBytes = Int64(memory)
  }

  /// The number of people in the largest communities that run at the same time.
  private static func largest(of scenario: Scenario, threads: Int, people: Int) -> Double {
    var scenario = scenario
    scenario.people = people
    let map = CommunityMap(scenario, households: Households(scenario, hasTraits: false))
    let sizes = (0..<map.count).map { map[$0].personCount }.sorted(by: >)
    return Double(sizes.prefix(threads).reduce(0, +))
  }

  /// The memory of a buffered value, including what writing it needs.
  private static let bytesPerValue = 12.0

  public var personDays: Int64 { rows.first { $0.table == "person_days" }?.rows ?? 0 }

  /// A small run of a scenario, whose files are removed.
  private struct Sample {
    var people: Int
    var seconds: Double
    var memoryBytes: Int64
    var tables: [String: (rows: Int, bytes: Int)] = [:]

    init(
      _ scenario: Scenario, people: Int, _ threads: Int, _ parent: String, isSpread: Bool = false
    ) throws(RunError) {
      var scenario = scenario
      scenario.people = people
      self.people = people
      let folder = "\(parent)/shakeout-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var request = RunRequest(
        scenario: scenario, threads: threads, out: folder, name: "sample", force: true)
      // Enough batches to keep all threads busy, although small batches make larger tables.
      if isSpread { request.personDaysPerBatch = max(1, people * scenario.days / (4 * threads)) }
      let outcome = try RunExecution(request).run()
      seconds = outcome.performance.seconds
      memoryBytes = outcome.performance.peakMemoryBytes
      let manifest = FileSource.bytes(of: "\(outcome.datasetPath)/manifest.json")
        .flatMap { try? JSONReader().read($0) }
      for file in manifest?["files"]?.elements ?? [] {
        guard let table = file["table"]?.string, let rows = file["rows"]?.integer(),
          let bytes = file["bytes"]?.integer()
        else { continue }
        let known = tables[table] ?? (0, 0)
        tables[table] = (known.rows + rows, known.bytes + bytes)
      }
    }
  }
}
