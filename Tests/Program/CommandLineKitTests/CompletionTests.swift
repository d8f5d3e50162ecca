import CommandLineKit
import Foundation
import Testing

/// Runs the scripts in their shells; a shell that is not installed is skipped.
@Suite("Completion scripts in shells")
struct CompletionTests {
  static func path(of shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + shell }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  static let shells = ["bash", "zsh", "fish"].filter { path(of: $0) != nil }

  static func scriptFile(for shell: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "completion-\(UUID().uuidString).\(shell)")
    let script = try GoldenTests.output(of: "--generate-completion-script=\(shell)")
    try script.write(to: url, atomically: true, encoding: .utf8)
    return url
  }

  /// Standard output and error of a shell, together.
  static func run(_ shell: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(path(of: shell)))
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("the shell accepts its script", arguments: shells)
  func syntax(shell: String) throws {
    let file = try Self.scriptFile(for: shell)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Self.run(shell, ["-n", file.path]) == "")
  }

  static let lines: [(line: String, offered: String)] = [
    ("sample ", "grow count many help --version --help -h"),
    ("sample g", "grow"), ("sample count ", "all check --version --help -h"),
    ("sample count check --f", "--format"), ("sample grow --soil ", "sand loam clay"),
    ("sample grow x --soil cl", "clay"),
    ("sample help ", "grow count many help --version --help -h"),
    ("sample grow --d", "--dry-run"), ("sample help g", "grow"), ("sample grow --beds ", ""),
  ]

  @Test(
    "bash completes commands, options and values", .enabled(if: shells.contains("bash")),
    arguments: lines)
  func bash(line: String, offered: String) throws {
    let file = try Self.scriptFile(for: "bash")
    defer { try? FileManager.default.removeItem(at: file) }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let script = """
      complete() { :; }
      source '\(file.path)'
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _sample
      echo "${COMPREPLY[*]}"
      """
    #expect(try Self.run("bash", ["--norc", "-c", script]) == offered + "\n")
  }

  @Test(
    "fish completes commands, options and values", .enabled(if: shells.contains("fish")),
    arguments: lines)
  func fish(line: String, offered: String) throws {
    let file = try Self.scriptFile(for: "fish")
    defer { try? FileManager.default.removeItem(at: file) }
    let script = "source '\(file.path)'; complete -C '\(line)'"
    let words = try Self.run("fish", ["--no-config", "-c", script]).split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
    // Fish offers options only after a dash.
    let expected = offered.split(separator: " ").map(String.init)
      .filter { line.hasSuffix("-") || line.contains(" --") || !$0.hasPrefix("-") }
    #expect(words.sorted() == expected.sorted())
  }
}
