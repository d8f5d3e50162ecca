import Foundation
import Plans
import Testing

@testable import Stress

/// Plans that failed once, be it that the engine was wrong or a property: `shakeout replay` tells
/// their stories. None of them fails any more.
@Suite("The corpus of reproductions")
struct CorpusTests {
  private static let files: [URL] = {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Corpus")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  @Test("has something in it")
  func isThere() {
    #expect(!Self.files.isEmpty)
  }

  @Test("is lived without a broken promise", arguments: files)
  func lives(file: URL) throws {
    let reproduction = try Reproduction(reading: Array(try Data(contentsOf: file)))
    let story = Timeline(
      of: reproduction.plan, withControlRun: ControlRun.shows(reproduction.signature))
    #expect(story.violations.isEmpty)
    for line in story.lines where line.text.hasPrefix("says “saved”: ") {
      let device = story.name(of: line.lane).prefix { $0 != " " }
      #expect(line.text.hasPrefix("says “saved”: \(device)#"), "\(line.text)")
    }
    #expect(!story.text.contains("?#"))
    #expect(story.lines.count > reproduction.plan.communities[0].stepCount)
  }
}
