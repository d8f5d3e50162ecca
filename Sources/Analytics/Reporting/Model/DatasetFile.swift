/// A file of the dataset of a run.
public struct DatasetFile: Hashable, Sendable {
  /// The path relative to the run's folder.
  public var path: String
  /// The number of rows; nil for a file that is not a table.
  public var rows: Int64?
  public var bytes: Int64

  public init(path: String, rows: Int64?, bytes: Int64) {
    self.path = path
    self.rows = rows
    self.bytes = bytes
  }
}
