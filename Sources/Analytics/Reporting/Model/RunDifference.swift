public import Base
public import Metrics

/// How two finished runs differ: in their inputs, figure by figure and table by table.
public struct RunDifference: Sendable {
  /// One of the two runs.
  public struct Label: Sendable {
    public let name: String
    public let scenario: String
    public let seed: UInt64
    public let digest: String
    public let program: ProgramIdentity

    public init(
      name: String, scenario: String, seed: UInt64, digest: String, program: ProgramIdentity
    ) {
      self.name = name
      self.scenario = scenario
      self.seed = seed
      self.digest = digest
      self.program = program
    }
  }

  /// A parameter of the scenarios that differs, with its values as text.
  public struct Parameter: Hashable, Sendable {
    public let path: String
    public let first: String
    public let second: String

    public init(path: String, first: String, second: String) {
      self.path = path
      self.first = first
      self.second = second
    }
  }

  public let first: Label
  public let second: Label
  public let parameters: [Parameter]
  /// Whether the intervals are those of paired clusters: both runs have the same people and the
  /// same random draws. Otherwise they count as independent.
  public let isPaired: Bool
  /// All figures, in the order of their definitions.
  public let figures: [FigureDifference]
  public let tables: [TableDifference]

  public init(
    first: Label, second: Label, parameters: [Parameter], isPaired: Bool,
    figures: [FigureDifference], tables: [TableDifference]
  ) {
    self.first = first
    self.second = second
    self.parameters = parameters
    self.isPaired = isPaired
    self.figures = figures
    self.tables = tables
  }

  public func count(of verdict: FigureDifference.Verdict) -> Int {
    figures.count { $0.verdict == verdict }
  }

  public var tablesDiffering: [TableDifference] { tables.filter { !$0.isSame } }
}

/// How a table differs between two runs.
public struct TableDifference: Hashable, Sendable {
  /// Where rows start to differ.
  public enum Row: Hashable, Sendable {
    /// A row with the same key has other values; the columns are those that differ.
    case changed(number: Int, key: String, columns: [Column])
    /// The rows at this place have different keys; nil where a table has no more rows.
    case other(number: Int, first: String?, second: String?)
  }

  /// A value that differs.
  public struct Column: Hashable, Sendable {
    public let name: String
    public let first: String
    public let second: String

    public init(name: String, first: String, second: String) {
      self.name = name
      self.first = first
      self.second = second
    }
  }

  public let table: String
  /// The number of rows in the first run and in the second; nil where there is no such table.
  public let first: Int?
  public let second: Int?
  /// The columns with their types that only one of the two has.
  public let columnsOnlyInFirst: [String]
  public let columnsOnlyInSecond: [String]
  /// The first row that differs; nil if all are the same, or cannot be compared.
  public let row: Row?

  public init(
    table: String, first: Int?, second: Int?, columnsOnlyInFirst: [String] = [],
    columnsOnlyInSecond: [String] = [], row: Row? = nil
  ) {
    self.table = table
    self.first = first
    self.second = second
    self.columnsOnlyInFirst = columnsOnlyInFirst
    self.columnsOnlyInSecond = columnsOnlyInSecond
    self.row = row
  }

  public var isSame: Bool {
    first == second && columnsOnlyInFirst.isEmpty && columnsOnlyInSecond.isEmpty && row == nil
  }
}
