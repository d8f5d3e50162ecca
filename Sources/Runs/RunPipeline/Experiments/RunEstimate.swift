import Parquet
import Datasets
import FoundationEssentials
import JSONText
import Population
public import Scenarios
import Reporting

/// What a run will take, found by small runs of the same scenario: what it costs at all, what each
/// person adds, and what all threads take together.
public struct RunEstimate: Sendable {
  public var seconds: Double
  public var memoryBytes: Int64
  public var datasetBytes: Int64
  /// The rows of each table that has any, in the order of tables.
  public var rows: [(table: String, rows: Int64)] = []
  /// How many people the greater of the two runs had.
  public var sampledPeople: Int

  /// How many people the two runs have. Fewer than 257 are looked at more closely, and so are no
  /// measure of what many take.
  private static let samples = (small: 300, large: 600)

  /// `folder` is where the two runs are made, and removed again; usually the system's for such.
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
    /// What the small and the large run had becomes of so many people.
    func grown(_ few: Double, _ many: Double) -> Double {
      guard whole > large.people, large.people > small.people else { return many }
      let each = max(0, many - few) / Double(large.people - small.people)
      return many + each * Double(whole - large.people)
    }
    // Few people make one batch, which one thread lives; many keep all threads busy.
    let busy =
      scenario.people > sampledPeople
      ? try Sample(scenario, people: sampledPeople, threads, folder, isSpread: true) : large
    seconds = grown(small.seconds, large.seconds) * min(1, busy.seconds / large.seconds)
    // What a community takes grows with its people, and the largest of all decide.
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
      // A run keeps the rows of a group until it is full.
      let kept = min(count, Double(table.rowsPerGroup)) - Double(after.rows)
      memory += max(0, kept) * Double(table.schema.columns.count) * Self.bytesPerValue
    }
    datasetBytes = Int64(bytes)
    memoryBytes = Int64(memory)
  }

  /// How many people live in the largest communities, as many as are lived at a time.
  private static func largest(of scenario: Scenario, threads: Int, people: Int) -> Double {
    var scenario = scenario
    scenario.people = people
    let map = CommunityMap(scenario, households: Households(scenario))
    let sizes = (0..<map.count).map { map[$0].personCount }.sorted(by: >)
    return Double(sizes.prefix(threads).reduce(0, +))
  }

  /// A value that waits to be written, with what it takes to write it.
  private static let bytesPerValue = 12.0

  public var personDays: Int64 { rows.first { $0.table == "person_days" }?.rows ?? 0 }

  /// A small run of a scenario, of which nothing stays.
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
      // So many batches that all threads live communities at once. Tables take more room so.
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
