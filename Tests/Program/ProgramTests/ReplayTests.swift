import Foundation
import TestKit
import Testing

@Suite("'shakeout replay', 'shrink' and 'policies'")
struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A reproduction that no longer fails.
  private func mended() throws -> String {
    let corpus = "Tests/Runs/StressTests/Corpus"
    try folder.write(
      try CommittedFile.text("\(corpus)/edit-of-rejected-habit.json"), to: "repro.json")
    return "repro.json"
  }

  @Test("a reproduction that no longer fails exits with 0 and stays unchanged")
  func fine() throws {
    let file = try mended()
    let text = try folder.text(file)
    let replay = try folder.shakeout("replay \(file) --trace --html timeline.html")
    #expect(replay.code == 0, "\(replay)")
    #expect(replay.output.contains("\nIt no longer fails in this way: "))
    #expect(try folder.text("timeline.html").contains("<h1>"))
    let shrink = try folder.shakeout("shrink \(file) --seconds 5")
    #expect(
      shrink.code == 0 && shrink.output == "It does not fail, so it was not changed.\n", "\(shrink)"
    )
    #expect(try folder.text(file) == text)
  }

  @Test("'--until' limits the timeline in the terminal and on the page")
  func until() throws {
    let file = try mended()
    let time = "2020-01-01T00:00:00Z"
    let early = try folder.shakeout("replay \(file) --trace --html timeline.html --until \(time)")
    #expect(early.output.hasPrefix("No events by then.\n… and "), "\(early.output)")
    #expect(try folder.text("timeline.html").contains(" events more: "))
    let alone = try folder.shakeout("replay \(file) --until \(time)")
    #expect(alone.code == 64 && alone.output == "")
    #expect(alone.errors.contains("'--until' needs '--trace' or '--html'."))
  }

  @Test("invalid reproductions and unwritable output are errors")
  func refused() throws {
    try folder.write("{}", to: "none.json")
    try folder.write(#"{"schemaVersion": 4}"#, to: "summary.json")
    for command in ["replay", "shrink"] {
      let none = try folder.shakeout("\(command) none.json")
      #expect(none.code == 65 && none.output == "")
      #expect(none.errors.contains("none.json:1:1: this is not a reproduction"))
      let summary = try folder.shakeout("\(command) summary.json")
      #expect(
        summary.errors.contains("this is not a reproduction: there is no key 'schemaVersion'"))
      let missing = try folder.shakeout("\(command) missing.json")
      #expect(missing.code == 65 && missing.errors.contains("missing.json: there is no such file"))
    }
    let page = try folder.shakeout("replay \(try mended()) --html missing/timeline.html")
    #expect(page.code == 1 && page.output == "")
    #expect(
      page.errors == "Error: Cannot write 'missing/timeline.html': its folder does not exist.\n")
  }

  @Test("unknown scenarios are errors with a suggestion")
  func policies() throws {
    let near = try folder.shakeout("policies stres")
    #expect(near.code == 65 && near.errors.contains("Did you mean 'stress'?"))
    let missing = try folder.shakeout("policies /nonexistent.json")
    #expect(
      missing.code == 65 && missing.errors.contains("there is no scenario file"), "\(missing)")
    let fine = try folder.shakeout("policies --seeds 1 --jobs 1 --set people=6 --set days=3")
    #expect(fine.code == 0 && fine.output.contains("\n1 seed, swarm "), "\(fine)")
  }
}
