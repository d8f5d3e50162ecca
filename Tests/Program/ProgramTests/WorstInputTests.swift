import Foundation
import TestKit
import Testing

@Suite("The worst inputs")
struct WorstInputTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var command: String
    var code: Int32
    var sentence: String
    var testDescription: String { name }
  }

  static let rows: [Row] = {
    let path = "Tests/Program/ProgramTests/worst-inputs.tsv"
    let text = (try? CommittedFile.text(path)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(name: cells[0], command: cells[1], code: Int32(cells[2])!, sentence: cells[3])
    }
  }()

  @Test("there are at least forty of them")
  func count() {
    #expect(Self.rows.count >= 40)
  }

  @Test("each ends with its exit code and one sentence, and leaves no file", arguments: rows)
  func ends(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let corpus = "Tests/Runs/StressTests/Corpus/edit-of-rejected-habit.json"
    let ending = try ShakeoutProgram.bash(
      row.command, in: folder,
      environment: [
        "SAMPLE": CommittedFile.url("datasets/sample").path,
        "SAMPLE_RUN": try SampleRun.path(),
        "REPRODUCTION": CommittedFile.url(corpus).path,
      ])
    #expect(ending.code == row.code, "\(ending)")
    #expect(
      row.sentence.isEmpty || ending.errors.contains(row.sentence), "\(ending.errors.prefix(600))")
    if row.code == 65 || row.code == 1 {
      let count = ending.errorLines.count
      #expect(count == 1, "one sentence, not \(count): \(ending.errors.prefix(600))")
    }
    #expect(try folder.everything == [])
  }
}

/// A small finished run, which all tests share.
private enum SampleRun {
  private static let folder = Result { () -> TemporaryFolder in
    let folder = try TemporaryFolder()
    let ending = try ShakeoutProgram.run(
      ["run", "smoke", "--people", "6", "--days", "3", "-q"], in: folder)
    try #require(ending.code == 0, "\(ending)")
    return folder
  }

  static func path() throws -> String { "\(try folder.get().path)/results/smoke" }
}
