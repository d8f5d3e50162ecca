import Foundation
import Plans
import Testing

@testable import Stress

/// Plans that once failed because the engine or a property was wrong; `shakeout replay` shows their
/// timelines. They all pass now.
@Suite("The corpus of reproductions")
struct CorpusTests {
  private static let files: [URL] = {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Corpus")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  @Test("is not empty")
  func isThere() {
    #expect(!Self.files.isEmpty)
  }

  @Test("violates no property any more", arguments: files)
  func passes(file: URL) throws {
    let reproduction = try Reproduction(reading: Array(try Data(contentsOf: file)))
    let timeline = Timeline(
      of: reproduction.plan, showing: reproduction.signature)
    #expect(timeline.violations.isEmpty)
    for line in timeline.lines where line.text.hasPrefix("confirms “saved”: ") {
      let device = timeline.name(of: line.lane).prefix { $0 != " " }
      #expect(line.text.hasPrefix("confirms “saved”: \(device)#"), "\(line.text)")
    }
    #expect(!timeline.text.contains("?#"))
    #expect(timeline.lines.count > reproduction.plan.communities[0].stepCount)
  }
}
