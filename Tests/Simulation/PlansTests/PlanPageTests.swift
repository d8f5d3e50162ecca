import Foundation
import Testing

@testable import Plans

@Suite("docs/plans.md")
struct PlanPageTests {
  @Test("lists every action of a step")
  func actions() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/plans.md"), encoding: .utf8)
    #expect(PlanAction.choices.map(\.0).count > 20)
    for action in PlanAction.choices.map(\.0) {
      #expect(page.contains("`\(action)`"), "docs/plans.md lacks '\(action)'")
    }
  }
}
