import Foundation
import Testing

@testable import Plans

@Suite("The page of plans")
struct PlanPageTests {
  @Test("names all that a step can do")
  func deeds() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/plans.md"), encoding: .utf8)
    #expect(PlanAction.choices.map(\.0).count > 20)
    for deed in PlanAction.choices.map(\.0) {
      #expect(page.contains("`\(deed)`"), "docs/plans.md does not tell of '\(deed)'")
    }
  }
}
