/// A file of the dataset a run wrote.
public struct DatasetFile: Hashable, Sendable {
  /// Where it lies, seen from the run's folder.
  public var path: String
  /// How many rows it holds; missing for a file that is no table.
  public var rows: Int64?
  public var bytes: Int64

  public init(path: String, rows: Int64?, bytes: Int64) {
    self.path = path
    self.rows = rows
    self.bytes = bytes
  }
}
