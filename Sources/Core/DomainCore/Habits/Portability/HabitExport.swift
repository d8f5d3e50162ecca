import Base
import Chronology
import JSONText

/// HAB-7: writes habits and their complete history in a form that `HabitImport` reads.
public enum HabitExport {
  /// A document that names the version of its layout; the same records give the same bytes.
  public static func json(_ records: [HabitRecord]) -> String {
    JSONWriter(.pretty).text([
      HabitFormat.schema: .integer(HabitFormat.schemaVersion),
      HabitFormat.habits: .array(records.map(node)),
    ])
  }

  private static func node(of record: HabitRecord) -> JSONNode {
    [
      HabitFormat.owner: .integer(record.owner.index),
      HabitFormat.name: .string(record.name),
      HabitFormat.text: .string(record.text),
      HabitFormat.category: .string(record.category),
      HabitFormat.icon: .integer(record.icon),
      HabitFormat.rank: .integer(record.rank),
      HabitFormat.archived: .boolean(record.isArchived),
      HabitFormat.started: record.started.map { .string($0.description) } ?? .null,
      HabitFormat.completions: .array(record.completions.map(node)),
    ]
  }

  private static func node(of completion: HabitRecord.Completion) -> JSONNode {
    [
      HabitFormat.day: .string(completion.day.description),
      HabitFormat.source: .string(HabitFormat.word(of: completion.source)),
    ]
  }

  /// One table, for spreadsheets: a row for each habit, followed by a row for each of its
  /// completions, which names the habit and fills the last two columns.
  public static func csv(_ records: [HabitRecord]) -> String {
    var rows = [HabitFormat.columns]
    for record in records {
      let owner = String(record.owner.index)
      rows.append([
        HabitFormat.habitRow, owner, record.name, record.text, record.category,
        String(record.icon), String(record.rank), record.isArchived ? "yes" : "no",
        record.started?.description ?? "", "", "",
      ])
      for completion in record.completions {
        rows.append([
          HabitFormat.completionRow, owner, record.name, "", "", "", "", "", "",
          completion.day.description, HabitFormat.word(of: completion.source),
        ])
      }
    }
    return CSVText.text(of: rows)
  }
}
