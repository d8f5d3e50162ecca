/// A table for a terminal or a log: columns as wide as needed, separated by two spaces.
public struct TextTable {
  /// How a column is aligned.
  public enum Alignment: Sendable {
    case left
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  public init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  /// Adds a row, a cell for each column.
  public mutating func add(_ cells: [String]) {
    precondition(cells.count == alignments.count, "a row has a cell for every column")
    rows.append(cells)
  }

  /// The rows as lines, without trailing spaces.
  public var lines: [String] {
    let widths = alignments.indices.map { column in
      rows.map { Self.width(of: $0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - Self.width(of: row[column]))
        return alignments[column] == .left ? row[column] + blanks : blanks + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// How many columns a cell takes: color codes take none.
  private static func width(of cell: String) -> Int {
    var (width, isInCode) = (0, false)
    for character in cell {
      if character == "\u{1B}" { isInCode = true }
      if !isInCode { width += 1 }
      if isInCode && character == "m" { isInCode = false }
    }
    return width
  }
}
