import Foundation
import Testing

@Suite("'shakeout replay', 'shrink' and 'policies'")
struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A reproduction that failed once and does not any more.
  private func mended() throws -> String {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "StressTests/Corpus/edit-of-refused-habit.json")
    try folder.write(try String(contentsOf: corpus, encoding: .utf8), to: "repro.json")
    return "repro.json"
  }

  @Test("end well with what fails no more, and leave it as it is")
  func fine() throws {
    let file = try mended()
    let text = try folder.text(file)
    let replay = try folder.shakeout("replay \(file) --trace --html story.html")
    #expect(replay.code == 0, "\(replay)")
    #expect(replay.output.contains("\nIt does not fail any more in this way: "))
    #expect(try folder.text("story.html").contains("<h1>"))
    let shrink = try folder.shakeout("shrink \(file) --seconds 5")
    #expect(shrink.code == 0 && shrink.output == "It does not fail any more.\n", "\(shrink)")
    #expect(try folder.text(file) == text)
  }

  @Test("tell up to an instant, on paper and on the page")
  func until() throws {
    let file = try mended()
    let time = "2020-01-01T00:00:00Z"
    let early = try folder.shakeout("replay \(file) --trace --html story.html --until \(time)")
    #expect(early.output.hasPrefix("Nothing has happened by then.\n… and "), "\(early.output)")
    #expect(try folder.text("story.html").contains(" events more: "))
    let alone = try folder.shakeout("replay \(file) --until \(time)")
    #expect(alone.code == 64 && alone.output == "")
    #expect(alone.errors.contains("'--until' goes with '--trace' or '--html'."))
  }

  @Test("refuse what is no reproduction, and what they could not write")
  func refused() throws {
    try folder.write("{}", to: "none.json")
    for command in ["replay", "shrink"] {
      let none = try folder.shakeout("\(command) none.json")
      #expect(none.code == 65 && none.output == "")
      #expect(none.errors.contains("none.json:1:1: this is no reproduction"))
      let missing = try folder.shakeout("\(command) missing.json")
      #expect(missing.code == 65 && missing.errors.contains("this file cannot be read"))
    }
    let page = try folder.shakeout("replay \(try mended()) --html missing/story.html")
    #expect(page.code == 1 && page.output == "")
    #expect(page.errors == "Error: Cannot write 'missing/story.html': it does not exist.\n")
  }

  @Test("take scenarios that there are")
  func policies() throws {
    let near = try folder.shakeout("policies stres")
    #expect(near.code == 65 && near.errors.contains("Did you mean 'stress'?"))
    let missing = try folder.shakeout("policies /nonexistent.json")
    #expect(missing.code == 65 && missing.errors.contains("cannot be read"), "\(missing)")
    let fine = try folder.shakeout("policies --seeds 1 --jobs 1 --set people=6 --set days=3")
    #expect(fine.code == 0 && fine.output.contains("\n1 seed, swarm "), "\(fine)")
  }
}
