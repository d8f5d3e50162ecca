import Base
import Chronology

/// HAB-7: reads the rows of a table as habits and completions, in any order.
struct HabitCSVReader {
  private let columns: [String: Int]
  private let row: CSVText.Row
  private var reader: HabitFieldReader { HabitFieldReader(line: row.line) }

  private static func rows(of text: String) throws(HabitImportError) -> [CSVText.Row] {
    do throws(CSVError) {
      return try CSVText.rows(of: text)
    } catch {
      throw HabitImportError(error)
    }
  }

  static func records(of text: String) throws(HabitImportError) -> [HabitRecord] {
    let rows = try Self.rows(of: text)
    var columns: [String: Int] = [:]
    for (index, name) in (rows.first?.fields ?? []).enumerated() where columns[name] == nil {
      columns[name] = index
    }
    for needed in [HabitFormat.record, HabitFormat.name] where columns[needed] == nil {
      throw HabitImportError(.columnMissing(needed), line: 1)
    }
    var list = HabitRecordList()
    var completions: [HabitCSVReader] = []
    for row in rows.dropFirst() {
      let reader = HabitCSVReader(columns: columns, row: row)
      switch reader.field(HabitFormat.record) {
      case HabitFormat.habitRow: try list.append(reader.habit(), line: row.line)
      case HabitFormat.completionRow: completions.append(reader)
      case let other: throw HabitImportError(.recordUnknown(other), line: row.line)
      }
    }
    // In a sorted spreadsheet, completions may come before their habits.
    for reader in completions {
      try list.append(
        reader.completion(), to: reader.field(HabitFormat.name), of: reader.owner(),
        line: reader.row.line)
    }
    return list.finished()
  }

  private func field(_ column: String) -> String {
    guard let index = columns[column], index < row.fields.count else { return "" }
    return row.fields[index]
  }

  private func habit() throws(HabitImportError) -> HabitRecord {
    var record = HabitRecord(owner: try owner(), name: field(HabitFormat.name))
    record.text = field(HabitFormat.text)
    record.category = field(HabitFormat.category)
    record.icon = try number(HabitFormat.icon)
    record.rank = try number(HabitFormat.rank)
    record.isArchived = try respond(HabitFormat.archived)
    let started = field(HabitFormat.started)
    if !started.isEmpty { record.started = try reader.day(HabitFormat.started, started) }
    return record
  }

  private func completion() throws(HabitImportError) -> HabitRecord.Completion {
    let source = field(HabitFormat.source)
    return HabitRecord.Completion(
      try reader.day(HabitFormat.day, field(HabitFormat.day)),
      source: source.isEmpty ? .imported : try reader.source(source))
  }

  private func owner() throws(HabitImportError) -> MemberHandle {
    MemberHandle(try number(HabitFormat.owner))
  }

  private func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ column: String
  ) throws(HabitImportError) -> Number {
    let text = field(column)
    if text.isEmpty { return 0 }
    guard let number = Number(text) else {
      throw reader.unreadable(
        column, found: "'\(text)'", expected: "a whole number from 0 to \(Number.max)")
    }
    return number
  }

  private func respond(_ column: String) throws(HabitImportError) -> Bool {
    switch field(column) {
    case "yes": true
    case "no", "": false
    case let other:
      throw reader.unreadable(column, found: "'\(other)'", expected: "'yes' or 'no'")
    }
  }
}
