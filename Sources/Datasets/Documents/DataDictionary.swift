import Columnar

/// What every column of a dataset means, as a page that travels with the files.
public struct DataDictionary {
  private let files: [TableReceipt]

  public init(_ files: [TableReceipt]) {
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
      page +=
        "\n## \(file.path)\n\n\(file.rows) rows.\n\n| column | type | meaning |\n|---|---|---|\n"
      for column in file.schema.columns {
        let type = column.kind.rawValue + (column.isNullable ? ", may be null" : "")
        page += "| `\(column.name)` | \(type) | \(column.meaning) |\n"
      }
    }
    return page
  }
}
