public import JSONText

/// The result of a read-only query.
public struct QueryResult: Sendable {
  public let columns: [String]
  public let rows: [[DatabaseValue]]

  /// Runs a query on the database at a path, which is opened read-only.
  public init(to sql: String, from path: String) throws(DatabaseError) {
    let database = try Database(path: path, mode: .readOnly)
    database.allowOnlyReading()
    var statement = try database.prepareOnly(sql)
    var rows: [[DatabaseValue]] = []
    while try statement.step() { rows.append(statement.row) }
    columns = statement.columnNames
    self.rows = rows
  }

  /// CSV: a header, and one line per row.
  public var commaSeparated: String {
    let lines = [columns.map(Self.quoted)] + rows.map { $0.map(Self.field) }
    return lines.map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A JSON array of objects.
  public var json: JSONNode {
    .array(
      rows.map { row in
        .object(zip(columns, row).map { ($0, Self.node($1)) })
      })
  }

  private static func field(_ value: DatabaseValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): quoted(text)
    }
  }

  /// A CSV field, quoted if necessary.
  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  private static func node(_ value: DatabaseValue) -> JSONNode {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .text(let text): .string(text)
    }
  }
}
