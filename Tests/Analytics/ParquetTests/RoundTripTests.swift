import TestKit
import Testing

@testable import Parquet

@Suite("What is written is read back")
struct RoundTripTests {
  @Test("random tables of every kind and shape", arguments: [1, 2, 7, 8, 9, 63, 64, 65, 300, 2500])
  func randomTables(rows: Int) throws {
    let table = TestTable.random(rows: rows, seed: UInt64(rows))
    #expect(try TestTable(file: try table.file()) == table)
  }

  @Test("a table without rows keeps its columns")
  func emptyTable() throws {
    let table = TestTable.random(rows: 0, seed: 1)
    let read = try TestTable(file: try table.file())
    #expect(read == table)
    #expect(read.schema.columns.count == ColumnKind.allCases.count * Shape.allCases.count * 2)
  }

  @Test("a column of nulls alone", arguments: ColumnKind.allCases)
  func nullsAlone(kind: ColumnKind) throws {
    let table = TestTable(kind, isNullable: true, [Cell](repeating: .null, count: 77))
    #expect(try TestTable(file: try table.file()) == table)
  }

  @Test("the same rows in row groups of any size", arguments: [1, 3, 50, 499, 500])
  func rowGroups(groupRows: Int) throws {
    let table = TestTable.random(rows: 500, seed: 5)
    #expect(try TestTable(file: try table.file(groupRows: groupRows)) == table)
  }

  @Test("more distinct integers and strings than a dictionary may have")
  func manyDistinct() throws {
    let count = 140_000
    var random = SplitMix64(seed: 3)
    let wide = TestTable(.int64, (0..<count).map { _ in .integer(Int64(random.next() >> 1)) })
    #expect(try TestTable(file: try wide.file(groupRows: count)) == wide)
    let text = TestTable(.string, (0..<count).map { .text("\($0)") })
    #expect(try TestTable(file: try text.file(groupRows: count)) == text)
  }

  @Test("handles of a vocabulary are its indices and outlive the rows")
  func vocabulary() throws {
    let schema = TableSchema(
      name: "roles",
      columns: [ColumnSchema("role", .string, vocabulary: ["parent", "child", "coach"])])
    var builder = RowGroupBuilder(schema: schema, rowCapacity: 10)
    var encoder = RowGroupEncoder()
    builder.append("coach", to: 0)
    builder.removeAll()
    for handle: UInt32 in [2, 0, 1, 1] { builder.append(handle: handle, to: 0) }
    let guest = builder.handle(of: "guest", in: 0)
    #expect(guest == 3)
    let read = try TestTable(file: TestTable.file(of: [try encoder.encode(builder)], schema))
    #expect(read.columns == [[.text("coach"), .text("parent"), .text("child"), .text("child")]])
  }

  @Test("columns may be appended one after the other")
  func columnwise() throws {
    let schema = TableSchema(
      name: "pairs", columns: [ColumnSchema("a", .int32), ColumnSchema("b", .boolean)])
    var builder = RowGroupBuilder(schema: schema, rowCapacity: 4)
    var encoder = RowGroupEncoder()
    for value: Int32 in 0..<4 { builder.append(value, to: 0) }
    let isFull = builder.isFull
    #expect(isFull)
    for value in 0..<4 { builder.append(value > 1, to: 1) }
    let rowCount = builder.rowCount
    #expect(rowCount == 4)
    let read = try TestTable(file: TestTable.file(of: [try encoder.encode(builder)], schema))
    #expect(read.columns[0] == (0..<4).map { .integer($0) })
    #expect(read.columns[1] == (0..<4).map { .boolean($0 > 1) })
  }
}
