import TestKit
import Testing

@testable import Plans

@Suite("docs/plans.md")
struct PlanPageTests {
  @Test("lists every action of a step")
  func actions() throws {
    let page = try CommittedFile.text("docs/plans.md")
    #expect(PlanAction.choices.map(\.0).count > 20)
    for action in PlanAction.choices.map(\.0) {
      #expect(page.contains("`\(action)`"), "docs/plans.md lacks '\(action)'")
    }
  }
}
