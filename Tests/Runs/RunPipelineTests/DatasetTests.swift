import Base
import Chronology
import Datasets
import Foundation
import JSONText
import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

@Suite("Files of a run")
struct DatasetTests {
  private static let published = Result { try PublishedRun(SmallRun.scenario()) }

  private let run: PublishedRun

  init() throws {
    run = try Self.published.get()
  }

  static let files =
    ["datasets", "datasets/first", "datasets/first/DICTIONARY.md"]
    + (DatasetTable.allCases.map { "datasets/first/\($0.name).parquet" }
    + ["datasets/first/manifest.json"]).sorted()
    + [
      "results", "results/first", "results/first/report.html", "results/first/results.sqlite",
      "results/first/run.json", "results/first/summary.json",
    ]

  @Test("a run writes two folders of its name and nothing else")
  func everything() throws {
    #expect(run.everything == Self.files)
    #expect(run.outcome.datasetPath == "\(run.out)/datasets/first")
    #expect(run.outcome.resultsPath == "\(run.out)/results/first")
    #expect(run.outcome.reportPath == "\(run.out)/results/first/report.html")
    #expect(run.outcome.violations == [] && run.outcome.violationCount == 0)
  }

  @Test("the manifest describes the files")
  func manifest() throws {
    let manifest = try run.json("datasets/first/manifest.json")
    let files = try #require(manifest["files"]?.elements)
    #expect(
      files.map { $0["path"]?.string } == DatasetTable.allCases.map { "\($0.name).parquet" })
    for file in files {
      let data = run.bytes("datasets/first/\(try #require(file["path"]?.string))")
      let table = try ReadTable(data)
      #expect(file["bytes"]?.integer() == data.count)
      #expect(file["rows"]?.integer() == table.rowCount)
      #expect(file["sha256"]?.string == data.withUnsafeBytes { SHA256.hexadecimal(of: $0) })
      #expect(file["columns"]?.elements?.compactMap(\.string) == table.columnNames)
    }
    let scenario = SmallRun.scenario()
    #expect(manifest["seed"]?.integer(as: UInt64.self) == scenario.seed)
    #expect(manifest["digest"]?.string == run.outcome.report.digest)
    #expect(manifest["scenario"] == scenario.json)
    #expect(manifest["generator"]?["version"]?.string == ProgramIdentity.currentVersion)
    let names = Set(try #require(manifest.members).map(\.key))
    #expect(names.isDisjoint(with: ["time", "host", "seconds", "threads", "name"]))
  }

  @Test("each person has a row for each day since joining")
  func rows() throws {
    let people = try run.table("people")
    let days = try run.table("person_days")
    #expect(people.integers("person") == (0 as Int64..<40).map { $0 })
    var expected: [[Int64]] = []
    for (index, joined) in people.integers("joined_run_day").enumerated() {
      let household = people.integers("household")[index]
      for day in joined..<14 { expected.append([Int64(index), household, day]) }
    }
    let columns = [days.integers("person"), days.integers("household"), days.integers("run_day")]
    #expect((0..<days.rowCount).map { row in columns.map { $0[row] } } == expected)
    let first = Int64(LocalDay(year: 2026, month: 1, day: 5).number)
    #expect(zip(days.integers("day"), days.integers("run_day")).allSatisfy { $0 == first + $1 })
  }

  @Test("the dataset has the people of the scenario")
  func people() throws {
    let people = try run.table("people")
    #expect(Set(people.texts("role")) == ["parent", "child"])
    #expect(
      Set(people.texts("zone")).isSubset(of: SmallRun.scenario().population.zones.map(\.zone)))
    for (devices, usesApp) in zip(people.integers("devices"), people.flags("uses_app")) {
      #expect(usesApp ? (1...3).contains(devices) : devices == 0)
    }
    let truth = try run.table("truth")
    #expect(truth.integers("person") == people.integers("person"))
    #expect(truth.fractions("motivation").allSatisfy { abs($0) < 6 })
    let left = people.optionals("left_run_day")
    #expect(zip(left, people.integers("joined_run_day")).allSatisfy { $0 == nil || $0! >= $1 })
    let usesApp = people.flags("uses_app")
    for (index, role) in people.texts("role").enumerated() where role == "parent" {
      #expect(usesApp[index])
    }
  }

  @Test("rows are consistent")
  func consistency() throws {
    let days = try run.table("person_days")
    for prefix in ["", "observed_"] {
      let (active, actions) = (days.flags(prefix + "active"), days.integers(prefix + "actions"))
      #expect(zip(active, actions).allSatisfy { $0 == ($1 > 0) })
      let pairs = [
        ("habits_done", "habits_due"), ("operations_within_deadline", "operations_due"),
        ("operations_due", "operations"), ("actions", "operations"),
      ]
      for (less, more) in pairs {
        let counts = zip(days.integers(prefix + less), days.integers(prefix + more))
        #expect(counts.allSatisfy { $0 <= $1 }, "\(prefix)\(less) is above \(more)")
      }
    }
    #expect(days.sum("operations") == run.outcome.report.operations)
    #expect(days.sum("sessions") > 0 && days.sum("rejected_on_device") >= 0)
  }

  @Test("the database has the sum of each column")
  func sums() throws {
    for name in DatasetTable.allCases.map(\.name) {
      let table = try run.table(name)
      let rows = try run.rows(
        of: "SELECT column_name, total FROM column_sums WHERE file = ?", "\(name).parquet")
      #expect(rows.count > 0)
      for row in rows {
        guard case .text(let column) = row[0] else { continue }
        #expect(row[1] == .integer(table.sum(column)), "\(column)")
      }
    }
    #expect(
      try run.rows(of: "SELECT value FROM run WHERE name = 'digest'")
        == [[.text(run.outcome.report.digest)]])
    #expect(
      try run.rows(of: "SELECT property, checks > 0, violations FROM properties ORDER BY property")
        == run.outcome.report.properties.sorted { $0.id < $1.id }
        .map { [.text($0.id), $0.checks > 0 ? 1 : 0, 0] })
  }

  @Test("the database has rejections by place and reason")
  func rejections() throws {
    let report = run.outcome.report.rejections
    #expect(report.contains { $0.onDevices > 0 })
    var expected: [[DatabaseValue]] = []
    for (place, count) in [("device", \RejectionCount.onDevices), ("server", \.onServer)] {
      for refusal in report where refusal[keyPath: count] > 0 {
        expected.append([
          .text(place), .integer(Int64(refusal.reason)), .text(refusal.name),
          .text(refusal.message), .integer(refusal[keyPath: count]),
        ])
      }
    }
    #expect(try run.rows(of: "SELECT * FROM rejections ORDER BY rejected_by, reason") == expected)
    let days = try run.table("person_days")
    #expect(report.reduce(0) { $0 + $1.onDevices } >= days.sum("rejected_on_device"))
  }

  @Test("the dictionary explains every column")
  func dictionary() throws {
    let text = run.text("datasets/first/DICTIONARY.md")
    for name in DatasetTable.allCases.map(\.name) {
      #expect(text.contains("## \(name).parquet"))
      for column in try run.table(name).columnNames {
        #expect(text.contains("| `\(column)` | "))
      }
    }
  }

  @Test("only run.json has the performance")
  func cost() throws {
    let cost = try run.json("results/first/run.json")
    #expect(cost["run"]?.string == "first")
    #expect(cost["threads"]?.integer() == 2)
    #expect(try #require(cost["seconds"]?.double) > 0)
    #expect(try #require(cost["peakMemoryBytes"]?.double) > 1_000_000)
  }
}
