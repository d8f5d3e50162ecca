import Base
import JSONText

/// HAB-7: why a text is not an export of habits, and where.
public struct HabitImportError: Error, Hashable, Sendable {
  /// What is wrong with the text.
  public enum Problem: Hashable, Sendable {
    /// The text is not JSON, or not CSV; the message says what is wrong with it.
    case malformed(String)
    case columnMissing(String)
    case fieldMissing(String)
    case fieldUnreadable(String, found: String, expected: String)
    case recordUnknown(String)
    case schemaUnknown(String)
    case nameEmpty
    case nameRepeated(String)
    case habitUnknown(String)
  }

  public var problem: Problem
  /// The line of the problem, counted from 1.
  public var line: Int

  public init(_ problem: Problem, line: Int) {
    self.problem = problem
    self.line = line
  }

  init(_ error: JSONError) {
    self.init(.malformed(error.sentence), line: error.position.line)
  }

  init(_ error: CSVError) {
    self.init(.malformed(error.sentence), line: error.line)
  }
}

extension HabitImportError: CustomStringConvertible {
  public var description: String { "line \(line): \(sentence)" }

  /// The problem without its line number.
  public var sentence: String {
    switch problem {
    case .malformed(let sentence): sentence
    case .columnMissing(let column): "the first line must name a column '\(column)'"
    case .fieldMissing(let field): "'\(field)' is missing"
    case .fieldUnreadable(let field, let found, let expected):
      "'\(field)' must be \(expected), found \(found)"
    case .recordUnknown(let found):
      "a row is a '\(HabitFormat.habitRow)' or a '\(HabitFormat.completionRow)', found '\(found)'"
    case .schemaUnknown(let found):
      "this program reads version \(HabitFormat.schemaVersion) of the layout, found \(found)"
    case .nameEmpty: "a habit needs a name"
    case .nameRepeated(let name): "the habit '\(name)' is there twice"
    case .habitUnknown(let name): "there is no habit '\(name)' that this completion belongs to"
    }
  }
}
