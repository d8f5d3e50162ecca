import Chronology

/// HAB-7: reads what `HabitExport` wrote, or a text in the same form that a person has prepared.
///
/// Reading checks only the form of the text: whether a family accepts the records is decided
/// command by command, as for any other operation (`HabitRecord.creation`, `HabitRecord.details`).
/// A missing value has its default; unknown columns and keys are ignored.
public enum HabitImport {
  public static func json(_ text: String) throws(HabitImportError) -> [HabitRecord] {
    try HabitJSONReader.records(of: text)
  }

  public static func csv(_ text: String) throws(HabitImportError) -> [HabitRecord] {
    try HabitCSVReader.records(of: text)
  }
}

/// The records read so far; no two of them may be the same habit.
struct HabitRecordList {
  private struct Key: Hashable {
    var owner: MemberHandle
    var name: String
  }

  private(set) var records: [HabitRecord] = []
  private var positions: [Key: Int] = [:]

  mutating func append(_ record: HabitRecord, line: Int) throws(HabitImportError) {
    let key = Key(owner: record.owner, name: NameTable.folded(record.name))
    guard !key.name.isEmpty else { throw HabitImportError(.nameEmpty, line: line) }
    guard positions.updateValue(records.count, forKey: key) == nil else {
      throw HabitImportError(.nameRepeated(record.name), line: line)
    }
    records.append(record)
  }

  mutating func append(
    _ completion: HabitRecord.Completion, to name: String, of owner: MemberHandle, line: Int
  ) throws(HabitImportError) {
    let key = Key(owner: owner, name: NameTable.folded(name))
    guard let position = positions[key] else {
      throw HabitImportError(.habitUnknown(name), line: line)
    }
    records[position].completions.append(completion)
  }

  /// The records with their completions by day; of several on one day the last wins (HAB-2).
  consuming func finished() -> [HabitRecord] {
    for index in records.indices {
      var latest: [LocalDay: HabitRecord.Completion] = [:]
      for completion in records[index].completions { latest[completion.day] = completion }
      records[index].completions = latest.values.sorted { $0.day < $1.day }
    }
    return records
  }
}
