/// A table's name and its columns in order.
public struct TableSchema: Sendable, Equatable {
  public let name: String
  public let columns: [ColumnSchema]

  public init(name: String, columns: [ColumnSchema]) {
    precondition(!columns.isEmpty, "a table needs at least one column")
    precondition(
      Set(columns.map(\.name)).count == columns.count, "column names must differ")
    self.name = name
    self.columns = columns
  }

  /// The index of the column `name`; nil if there is none.
  ///
  /// - Complexity: O(columns). Call it once, not per row.
  public func index(of name: String) -> Int? {
    columns.firstIndex { $0.name == name }
  }
}
