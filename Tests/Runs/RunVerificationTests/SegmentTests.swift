import Datasets
import Foundation
import Metrics
import Population
import Scenarios
import Reporting
import RunPipeline
import TestKit
import Testing

@testable import RunVerification

@Suite("Segments in results.sqlite")
struct SegmentTests {
  private let runs: RunFolder
  private let run: FinishedRun

  init() throws {
    runs = try RunFolder()
    try runs.make(seed: 4)
    run = try FinishedRun("town", below: runs.path)
  }

  /// Rows of the results.
  private func rows(of sql: String, _ parameters: DatabaseValue...) throws -> [[DatabaseValue]] {
    let path = "\(runs.path)/results/town/results.sqlite"
    let database = try Database(path: path, mode: .readOnly)
    guard let parameter = parameters.first else { return try database.rows(of: sql) }
    return try database.rows(of: sql, parameter)
  }

  @Test("segments equal those of `metrics --by` exactly", arguments: MetricDimension.allCases)
  func same(dimension: MetricDimension) throws {
    let parts = try Recomputation(of: run, by: [SegmentDimension(dimension.name)]).segments
    var expected: [[DatabaseValue]] = []
    for part in parts {
      for metric in part.metricResults {
        for side in metric.sides {
          let estimate = side.estimate
          expected.append([
            .text("\(dimension.name): \(part.name)"), .text(metric.id), .text(side.side.rawValue),
            estimate.map { .real($0.value) } ?? .null, .integer(estimate?.numerator ?? 0),
            .integer(estimate?.denominator ?? 0),
            estimate?.interval.map { .real($0.lower) } ?? .null,
            estimate?.interval.map { .real($0.upper) } ?? .null,
            estimate?.households.map { .integer($0) } ?? .null,
            side.verdict.map { .text($0.rawValue) } ?? .null,
          ])
        }
      }
    }
    let found = try rows(
      of: """
        SELECT segment, metric, side, value, numerator, denominator, lower, upper, households,
          verdict
        FROM metrics WHERE segment LIKE ?
        """, .text("\(dimension.name): %"))
    #expect(!expected.isEmpty)
    func sorted(_ rows: [[DatabaseValue]]) -> [String] { rows.map { "\($0)" }.sorted() }
    #expect(sorted(found) == sorted(expected))
  }

  @Test("segments have all documented columns, each with values")
  func columns() throws {
    let sql = """
      SELECT metric, definition, side, segment, value, interval, denominator, target, verdict
      FROM metrics
      WHERE metric = 'lk.dau' AND segment = 'role: child' AND side = 'truth'
      """
    let row = try #require(try rows(of: sql).first)
    let definition = try #require(MetricDefinition.all.first { $0.id == "lk.dau" })
    #expect(row[1] == .text(definition.definition))
    #expect(row.allSatisfy { $0 != .null })
    guard case .text(let interval) = row[5] else {
      Issue.record("the interval is \(row[5])")
      return
    }
    #expect(interval.hasPrefix("[0.") && interval.hasSuffix("]") && interval.contains(", "))
  }
}
