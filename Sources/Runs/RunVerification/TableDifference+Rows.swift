import Chronology
import Datasets
import FoundationEssentials
import Parquet
import Reporting

extension TableDifference {
  /// All tables of two runs, in the order of the dataset.
  static func all(between first: FinishedRun, _ second: FinishedRun) throws -> [TableDifference] {
    let others = second.tables.map(\.table).filter { name in
      !first.tables.contains { $0.table == name }
    }
    return try (first.tables.map(\.table) + others).map { name in
      guard first.has(name), second.has(name) else {
        return TableDifference(
          table: name, first: first.has(name) ? try first.record(of: name).rows : nil,
          second: second.has(name) ? try second.record(of: name).rows : nil)
      }
      return try TableDifference(name, try first.openTable(name), try second.openTable(name))
    }
  }

  private init(_ name: String, _ first: OpenTable, _ second: OpenTable) throws {
    func described(_ table: OpenTable) -> [String] {
      table.file.schema.columns.map { column in
        "\(column.name) (\(column.kind.rawValue)\(column.isNullable ? ", may be null" : ""))"
      }
    }
    let (one, two) = (described(first), described(second))
    let (onlyInFirst, onlyInSecond) = (
      one.filter { !two.contains($0) }, two.filter { !one.contains($0) }
    )
    self.init(
      table: name, first: first.file.rowCount, second: second.file.rowCount,
      columnsOnlyInFirst: onlyInFirst, columnsOnlyInSecond: onlyInSecond,
      row: one == two && first.bytes != second.bytes
        ? try Self.firstRow(of: name, first, second) : nil)
  }

  /// The first row that differs, in the order of the files, which is that of the runs.
  private static func firstRow(
    of name: String, _ first: OpenTable, _ second: OpenTable
  ) throws -> Row? {
    let columns = first.file.schema.columns
    let names = DatasetTable.allCases.first { $0.name == name }?.key ?? []
    let places = names.compactMap { first.file.schema.index(of: $0) }
    func key(_ row: [ColumnValue]) -> String {
      places.map { "\(columns[$0].name) \(row[$0].text(columns[$0].kind))" }
        .joined(separator: ", ")
    }
    var one = RowCursor(of: first)
    var two = RowCursor(of: second)
    var number = 0
    while true {
      number += 1
      let (next, other) = (try one.next(), try two.next())
      if next == other {
        if next == nil { return nil }
        continue
      }
      guard let left = next, let right = other, places.allSatisfy({ left[$0] == right[$0] }) else {
        return .other(number: number, first: next.map(key), second: other.map(key))
      }
      let changed = columns.indices.filter { left[$0] != right[$0] }.map { place in
        Column(
          name: columns[place].name, first: left[place].text(columns[place].kind),
          second: right[place].text(columns[place].kind))
      }
      return .changed(number: number, key: key(left), columns: changed)
    }
  }
}

extension FinishedRun {
  fileprivate func has(_ name: String) -> Bool { tables.contains { $0.table == name } }
}

/// Reads a table row by row, with one row group in memory.
private struct RowCursor: ~Copyable {
  private let table: OpenTable
  private let columns: [Int]
  private let kinds: [ColumnKind]
  private var reader = ParquetColumnReader()
  private var vectors: ColumnVectors
  private var values: [ColumnValues] = []
  /// The next row group, and the next of the rows of the current one.
  private var (group, row, rows) = (0, 0, 0)

  init(of table: OpenTable) {
    self.table = table
    kinds = table.file.schema.columns.map(\.kind)
    columns = Array(kinds.indices)
    vectors = ColumnVectors(count: kinds.count)
  }

  /// The next row; nil after the last one.
  mutating func next() throws(VerificationError) -> [ColumnValue]? {
    while row == rows {
      guard group < table.file.rowGroupCount else { return nil }
      rows = try table.read(group, columns, with: &reader, into: &vectors)
      values = kinds.map(ColumnValues.init)
      (group, row) = (group + 1, 0)
    }
    var found: [ColumnValue] = []
    found.reserveCapacity(kinds.count)
    // Swapped out because `vectors` is borrowed while they change.
    var readers: [ColumnValues] = []
    swap(&readers, &values)
    for place in columns { found.append(readers[place].next(row, of: vectors[place])) }
    swap(&readers, &values)
    row += 1
    return found
  }
}

extension ColumnValue {
  /// The value as a person reads it.
  fileprivate func text(_ kind: ColumnKind) -> String {
    switch (self, kind) {
    case (.integer(let number), .date): "\(LocalDay(number: Int32(truncatingIfNeeded: number)))"
    case (.integer(let number), .timestampMilliseconds): "\(Instant(milliseconds: number))"
    case (.integer(let number), _): "\(number)"
    case (.text(let text), _): "'\(text)'"
    case (.truth(let isTrue), _): "\(isTrue)"
    case (.fraction(let fraction), _): "\(fraction)"
    case (.missing, _): "null"
    }
  }
}
