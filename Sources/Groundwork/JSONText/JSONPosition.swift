/// A place in a text: line and column, both counted from 1, columns in Unicode scalars.
public struct JSONPosition: Sendable, Hashable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPosition: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension JSONPosition: CustomStringConvertible {
  /// `12:5`, as editors and compilers write it.
  public var description: String { "\(line):\(column)" }
}
