import CommandLineKit
import TestKit
import Testing

/// Golden files of the printed texts: `RECORD=1 swift test --filter GoldenTests` rewrites them.
@Suite("Golden files of the command line")
struct GoldenTests {
  static func compare(_ text: String, with name: String) throws {
    let path = "Tests/Program/CommandLineKitTests/Golden/\(name)"
    #expect(try CommittedFile.difference(of: text, from: path) == nil)
  }

  static func output(of line: String, width: Int = 80) throws -> String {
    guard case .output(let text) = SampleProgram.run(line, width: width) else {
      throw CommandError("'\(line)' gives no output")
    }
    return text
  }

  static let pages = [
    ("root", "--help"), ("grow", "grow --help"), ("count", "count -h"),
    ("count-check", "count check --help"), ("many", "many --help"),
  ]

  @Test("help pages match at 80 and 120 columns", arguments: pages, [80, 120])
  func help(page: (name: String, line: String), width: Int) throws {
    let text = try Self.output(of: page.line, width: width)
    try Self.compare(text, with: "help-\(page.name)-\(width).txt")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  static let wrongLines = [
    "grwo", "hlep", "zzz", "--verison", "-x", "count chekc", "count nothing at-all", "help grwo",
    "grow", "grow carrot --bed 3", "grow carrot --unheard-of", "grow carrot -x", "grow carrot -dx",
    "grow carrot -quiet", "grow carrot --beds", "grow carrot --beds --dry-run",
    "grow carrot -db", "grow carrot -bd 3", "grow carrot --beds x", "grow carrot --beds 101",
    "grow carrot --beds=", "grow carrot --seed -1", "grow carrot --seed=-1",
    "grow carrot --water 3",
    "grow carrot --soil mud", "grow carrot --dry-run=yes", "grow carrot 1 5", "grow carrot -",
    "grow weed", "count check", "count check a b --format x", "count check a b c --format x",
    "many", "--generate-completion-script", "--generate-completion-script=tcsh",
  ]

  @Test("errors match, each with the usage of its command")
  func errors() throws {
    let texts = try Self.wrongLines.map { line in
      guard case .failure(let text, let exitCode) = SampleProgram.run(line) else {
        throw CommandError("'\(line)' is no error")
      }
      #expect(exitCode == .usage)
      return "$ sample \(line)\n\(text)"
    }
    try Self.compare(texts.joined(separator: "\n"), with: "errors.txt")
  }

  @Test("completion scripts match", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    try Self.compare(
      try Self.output(of: "--generate-completion-script \(shell)"), with: "completion-\(shell).txt")
  }
}
