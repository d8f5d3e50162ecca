import Foundation
import TestKit
import Testing

@testable import Parquet

/// Writes files for `scripts/oracles/parquet.py`, which lets other readers have their say.
@Suite(
  "Sample files for other readers",
  .enabled(if: ProcessInfo.processInfo.environment["SHAKEOUT_DUMP_DIRECTORY"] != nil))
struct SampleFilesTests {
  private let directory = URL(
    filePath: ProcessInfo.processInfo.environment["SHAKEOUT_DUMP_DIRECTORY"] ?? ".")

  @Test("tables of every kind and shape, and one of person-days")
  func samples() throws {
    var tables: [(name: String, table: TestTable, groupRows: Int)] = [0, 1, 9, 3000].map {
      ("random_\($0)", TestTable.random(rows: $0, seed: UInt64($0) + 1), 1000)
    }
    tables.append(("random_one_group", .random(rows: 20_000, seed: 77), 20_000))
    tables.append(("many_distinct", .manyDistinct(rows: 200_000), 131_072))
    tables.append(("person_days", .personDays(rows: 500_000), 131_072))
    var manifest: [[String: Any]] = []
    for (name, table, groupRows) in tables {
      let bytes = try table.file(groupRows: groupRows)
      try Data(bytes).write(to: directory.appending(path: "\(name).parquet"))
      manifest.append(["file": "\(name).parquet", "rowCount": table.rowCount])
    }
    let json = try JSONSerialization.data(withJSONObject: ["files": manifest])
    try json.write(to: directory.appending(path: "manifest.json"))
  }
}

extension TestTable {
  /// Values that hardly repeat, for which no dictionary pays.
  static func manyDistinct(rows: Int) -> TestTable {
    var random = SplitMix64(seed: 8)
    let schema = TableSchema(
      name: "many_distinct",
      columns: [
        ColumnSchema("wide", .int64), ColumnSchema("text", .string),
        ColumnSchema("measure", .double), ColumnSchema("at", .timestampMilliseconds),
      ])
    return TestTable(
      schema: schema,
      columns: [
        (0..<rows).map { _ in .integer(Int64(random.next() >> 4)) },
        (0..<rows).map { .text("person \($0)") },
        (0..<rows).map { _ in .double((70 + random.bell() * 9).bitPattern) },
        (0..<rows).map { .integer(1_700_000_000_000 + Int64($0 * 977 + random.below(500))) },
      ])
  }

  /// The kind of table that most of a dataset consists of.
  static func personDays(rows: Int) -> TestTable {
    var random = SplitMix64(seed: 7)
    var schema = [
      ColumnSchema("person", .int32), ColumnSchema("household", .int32),
      ColumnSchema("day", .date), ColumnSchema("role", .string),
    ]
    let roles = ["parent", "child", "grandparent"]
    var columns: [[Cell]] = [
      (0..<rows).map { .integer(Int64($0 / 120)) }, (0..<rows).map { .integer(Int64($0 / 360)) },
      (0..<rows).map { .integer(Int64(20_000 + $0 % 120)) },
      (0..<rows).map { .text(roles[$0 / 120 % 3]) },
    ]
    for index in 0..<15 {
      schema.append(ColumnSchema("count_\(index)", .int32))
      let chance = 0.13 + 0.045 * Double(index)
      columns.append(
        (0..<rows).map { _ in .integer(Int64(random.count(chance: chance, upTo: 12))) })
    }
    let appetite = (0..<rows).map { _ in 2000 + random.bell() * 350 }
    schema += [ColumnSchema("water_ml", .int32), ColumnSchema("energy_kcal", .int32)]
    columns.append(appetite.map { .integer(Int64($0 / 50) * 50) })
    columns.append(appetite.map { .integer(Int64($0 * 0.9 + 300 + random.bell() * 120)) })
    for chance in [0.5, 0.9, 0.02] {
      schema.append(ColumnSchema("flag_\(Int(chance * 100))", .boolean))
      columns.append((0..<rows).map { _ in .boolean(random.fraction() < chance) })
    }
    return TestTable(
      schema: TableSchema(name: "person_days", columns: schema), columns: columns)
  }
}
