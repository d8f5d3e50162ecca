import Parquet
public import JSONText

/// What every column of a dataset means, as a page that travels with the files.
public struct DataDictionary {
  private let files: [TableFileInfo]

  public init(_ files: [TableFileInfo]) {
    self.files = files
  }

  public var text: String {
    var page = """
      # Data dictionary

      Simulated people; levels are consequences of assumptions, never forecasts.

      A column without a prefix is the truth: what people did, on the local day on which they did it.
      `observed_` is what the server knew of it at the watermark, the moment at which the run's last
      day is over in every zone.

      """
    for file in files {
      page += "\n## \(file.path)\n\n\(file.rows) rows.\n\n" + Self.table(file.schema)
    }
    return page
  }

  /// Every table without a dataset at hand.
  public static var textOfAllTables: String {
    DatasetTable.schemas.map { "## \($0.name)\n\n" + table($0) }.joined(separator: "\n")
  }

  /// The same as an object.
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
