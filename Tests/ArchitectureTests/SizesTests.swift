import Foundation
import Testing

/// What fits in one's head, and on one's screen.
@Suite("Sizes")
struct SizesTests {
  private static let fileLinesMax = 500
  private static let functionLinesMax = 70
  /// A journey is a story, told from its beginning to its end in one piece.
  private static let stories = "Tests/Core/JourneyTests/Journeys"
  private static let storyLinesMax = 130
  private static let columnsMax = 100
  private static let dataBytesMax = 1_500_000

  /// Files that may be longer: tables written by a script, which nobody reads from end to end.
  private static let longFiles: Set<String> = []

  @Test("no file above 500 lines")
  func files() {
    for file in SourceTree.everything
    where file.lines.count > Self.fileLinesMax && !Self.longFiles.contains(file.path) {
      expectNone([
        file.finding(
          line: Self.fileLinesMax + 1,
          "\(file.lines.count) lines; make two files of it, a theme or a facet each")
      ])
    }
  }

  @Test("no function above 70 lines")
  func functions() {
    for file in SourceTree.everything {
      let longest = file.path.hasPrefix(Self.stories) ? Self.storyLinesMax : Self.functionLinesMax
      for function in FunctionScanner.functions(of: file.code)
      where function.lineCount > longest {
        expectNone([
          file.finding(
            line: function.line,
            "a function of \(function.lineCount) lines; give its steps names of their own")
        ])
      }
    }
  }

  @Test("no line above 100 columns, the text of a string at its end not counted")
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

  @Test("no committed data above 1.5 MB")
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
  /// Comments as they are written, code without the text that a line ends with: what a program
  /// prints, or a test expects it to, cannot always be broken.
  fileprivate var linesWithoutTextAtEnd: [String] {
    zip(lines, codeLines).map { line, code in
      if line.drop(while: { $0 == " " }).hasPrefix("//") { return line }
      return String(code.reversed().drop { $0 == " " }.reversed())
    }
  }
}
