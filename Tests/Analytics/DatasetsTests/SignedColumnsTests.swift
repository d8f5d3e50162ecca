import Parquet
import Testing

@testable import Datasets

@Suite("Columns can be subtracted from each other")
struct SignedColumnsTests {
  /// Analysts subtract the truth from what was observed, and readers subtract two unsigned columns
  /// as unsigned numbers: one habit missing is 255 habits too many, or an error.
  @Test("every whole number is signed, and of 32 or 64 bits", arguments: DatasetTable.allCases)
  func signed(table: DatasetTable) {
    let allowed: Set<ColumnKind> = [
      .boolean, .int32, .int64, .date, .timestampMilliseconds, .double, .string,
    ]
    for column in table.schema.columns {
      #expect(allowed.contains(column.kind), "\(table.name).\(column.name) is \(column.kind)")
    }
  }

  @Test("both sides of a column have the same type", arguments: DatasetTable.allCases)
  func sides(table: DatasetTable) {
    let prefix = "observed_"
    for column in table.schema.columns where column.name.hasPrefix(prefix) {
      let name = String(column.name.dropFirst(prefix.count))
      guard let place = table.schema.index(of: name) else {
        Issue.record("\(table.name).\(column.name) has no true side")
        continue
      }
      #expect(table.schema.columns[place].kind == column.kind, "\(table.name).\(name)")
    }
  }

  @Test("the database of results knows no other whole numbers than signed ones")
  func database() {
    for table in ResultsTable.all {
      for column in table.columns {
        #expect(["", "TEXT", "REAL", "INTEGER"].contains(column.type), "\(table.name)")
      }
    }
  }
}
