import Foundation
import Testing

/// Limits that keep a file, a function and a line readable.
@Suite("Sizes")
struct SizesTests {
  private static let fileLinesMax = 500
  private static let functionLinesMax = 70
  /// A journey is one scenario from beginning to end, which reads better in one function.
  private static let journeys = "Tests/Core/JourneyTests/Journeys"
  private static let journeyLinesMax = 130
  private static let columnsMax = 100
  private static let dataBytesMax = 1_500_000

  /// Files that may be longer: tables written by a script, which no one reads from end to end.
  private static let longFiles: Set<String> = []

  @Test("no file has more than 500 lines")
  func files() {
    for file in SourceTree.everything
    where file.lines.count > Self.fileLinesMax && !Self.longFiles.contains(file.path) {
      expectNone([
        file.finding(
          line: Self.fileLinesMax + 1,
          "\(file.lines.count) lines; split it by theme")
      ])
    }
  }

  @Test("no function has more than 70 lines")
  func functions() {
    for file in SourceTree.everything {
      let longest =
        file.path.hasPrefix(Self.journeys) ? Self.journeyLinesMax : Self.functionLinesMax
      for function in FunctionScanner.functions(of: file.code)
      where function.lineCount > longest {
        expectNone([
          file.finding(
            line: function.line,
            "a function of \(function.lineCount) lines; give its steps functions of their own")
        ])
      }
    }
  }

  @Test("no line has more than 100 columns, not counting a string literal at its end")
  func columns() throws {
    var texts = SourceTree.everything.map { ($0.path, $0.linesWithoutTextAtEnd) }
    for path in SourceTree.paths(under: "scripts") + SourceTree.paths(under: ".ci") {
      texts.append((path, try SourceTree.text(path).components(separatedBy: "\n")))
    }
    for (path, lines) in texts {
      for (index, line) in lines.enumerated() where line.count > Self.columnsMax {
        expectNone([
          Finding(path: path, line: index + 1, message: "\(line.count) columns; break the line")
        ])
      }
    }
  }

  @Test("no committed data file is larger than 1.5 MB")
  func data() throws {
    for folder in ["Tests", "docs", "metrics", "scenarios"] {
      for path in SourceTree.paths(under: folder) {
        let file = SourceTree.root.appending(path: path)
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        #expect(
          size <= Self.dataBytesMax,
          "\(path) has \(size) bytes; commit fewer cases, or the script that makes them")
      }
    }
  }
}

extension SourceFile {
  /// Comments as written, code without a string literal at the end of the line: a printed
  /// sentence, or one that a test expects, cannot always be split.
  fileprivate var linesWithoutTextAtEnd: [String] {
    zip(lines, codeLines).map { line, code in
      if line.drop(while: { $0 == " " }).hasPrefix("//") { return line }
      return String(code.reversed().drop { $0 == " " }.reversed())
    }
  }
}
