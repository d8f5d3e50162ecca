/// Why a database server cannot be used, as one sentence.
public enum PostgreSQLOpeningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no connection, for the reason that the library gives.
  case unavailable(String)
  /// The server may lose what it has acknowledged.
  case unsafe(setting: String)
  /// Another version of this program has made the tables.
  case otherLayout(Int)

  public var description: String {
    switch self {
    case .unavailable(let problem):
      "The database server cannot be used: \(problem)"
        + (problem.hasSuffix("?") || problem.hasSuffix(".") ? "" : ".")
    case .unsafe(let setting):
      "The database server has '\(setting) = off' and may lose what it has acknowledged; set it "
        + "to 'on'."
    case .otherLayout(let number):
      "Another version of this program has made the tables of the database: their layout is "
        + "\(number), and this version knows 1."
    }
  }
}
