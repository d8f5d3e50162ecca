import Parquet
public import JSONText

/// The data dictionary: the meaning of every column, as a page that is written beside the files.
public struct DataDictionary {
  private let files: [TableFileInfo]

  public init(_ files: [TableFileInfo]) {
    self.files = files
  }

  public var text: String {
    var page = """
      # Data dictionary

      All people are simulated. Levels follow from the scenario's assumptions and are not forecasts.

      Columns without a prefix hold the truth: what people did, on the local day on which they did
      it. Columns that start with `observed_` hold the same as known to the server at the watermark,
      the moment at which the last day of the run has ended in every time zone.

      """
    for file in files {
      page += "\n## \(file.path)\n\n\(file.rows) rows.\n\n" + Self.table(file.schema)
    }
    return page
  }

  /// The columns of all tables, without a dataset.
  public static var textOfAllTables: String {
    DatasetTable.schemas.map { "## \($0.name)\n\n" + table($0) }.joined(separator: "\n")
  }

  /// The columns of all tables as a JSON object.
  public static var json: JSONNode {
    [
      "schemaVersion": 1,
      "tables": .array(
        DatasetTable.schemas.map { schema in
          ["table": .string(schema.name), "columns": .array(schema.columns.map(json))]
        }),
    ]
  }

  private static func json(_ column: ColumnSchema) -> JSONNode {
    [
      "name": .string(column.name), "type": .string(column.kind.rawValue),
      "nullable": .boolean(column.isNullable), "meaning": .string(column.meaning),
    ]
  }

  private static func table(_ schema: TableSchema) -> String {
    var text = "| column | type | meaning |\n|---|---|---|\n"
    for column in schema.columns {
      let type = column.kind.rawValue + (column.isNullable ? ", may be null" : "")
      text += "| `\(column.name)` | \(type) | \(column.meaning) |\n"
    }
    return text
  }
}
