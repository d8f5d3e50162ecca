extension ReportPage {
  /// A column of a plain table.
  enum Column {
    case text(String)
    case number(String)

    var name: String {
      switch self {
      case .text(let name), .number(let name): name
      }
    }

    var style: KeyValuePairs<String, String> {
      switch self {
      case .text: [:]
      case .number: ["class": "number"]
      }
    }

    var headStyle: KeyValuePairs<String, String> {
      switch self {
      case .text: ["scope": "col"]
      case .number: ["scope": "col", "class": "number"]
      }
    }
  }

  /// A plain table, which scrolls sideways if it is wider than the page.
  func table(caption: String, columns: [Column], rows: [[Markup]]) -> Markup {
    .block(
      "div", ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"],
      [
        .block(
          "table",
          [
            .inline("caption", text: caption),
            .inline(
              "thead",
              [.inline("tr", columns.map { .inline("th", $0.headStyle, text: $0.name) })]),
            .block("tbody", rows.map { row($0, columns) }),
          ])
      ])
  }

  /// A row, whose first cell is its header.
  private func row(_ cells: [Markup], _ columns: [Column]) -> Markup {
    precondition(cells.count == columns.count, "a row has a cell for every column")
    return .inline(
      "tr",
      zip(cells, columns).enumerated().map { index, cell in
        index == 0
          ? .inline("th", ["scope": "row"], [cell.0]) : .inline("td", cell.1.style, [cell.0])
      })
  }
}
