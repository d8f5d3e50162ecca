/// A table for a terminal or a log: columns as wide as needed, separated by two spaces.
struct TextTable {
  enum Alignment {
    case left
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == alignments.count, "a row has a cell for every column")
    rows.append(cells)
  }

  /// The rows as lines, without trailing spaces.
  var lines: [String] {
    let widths = alignments.indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return alignments[column] == .left ? row[column] + blanks : blanks + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
