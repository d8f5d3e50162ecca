/// HAB-7: the keys and values that both export formats share; changing one breaks old exports.
enum HabitFormat {
  static let schemaVersion = 1

  static let owner = "owner"
  static let name = "name"
  static let text = "description"
  static let category = "category"
  static let icon = "icon"
  static let rank = "rank"
  static let archived = "archived"
  static let started = "started"
  static let day = "day"
  static let source = "source"

  /// Only in CSV: whether a row is about a habit or about one of its completions.
  static let record = "record"
  static let habitRow = "habit"
  static let completionRow = "completion"

  /// Only in JSON.
  static let schema = "schemaVersion"
  static let habits = "habits"
  static let completions = "completions"

  static let columns = [
    record, owner, name, text, category, icon, rank, archived, started, day, source,
  ]

  static func word(of source: CompletionSource) -> String {
    switch source {
    case .app: "app"
    case .widget: "widget"
    case .imported: "imported"
    }
  }

  static func source(of word: String) -> CompletionSource? {
    CompletionSource.allCases.first { Self.word(of: $0) == word }
  }

  static let sourceWords = "'app', 'widget' or 'imported'"
}
