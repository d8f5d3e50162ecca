import JSONText
import TestKit
import Testing

@Suite("'shakeout run --plan'")
struct PlanRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The lines of a small plan that includes edits of external calendars.
  private func recorded() throws -> [Substring] {
    let ending = try folder.shakeout(
      "run smoke --people 12 --days 8 --record run.plan --quiet "
        + "--set activities.sportFraction=1 --set activities.calendarLinkFraction=1 "
        + "--set activities.calendarEditsPerWeek=14")
    #expect(ending.code == 0, "\(ending)")
    return try folder.text("run.plan").split(separator: "\n")
  }

  @Test("the program reports how many steps could not be applied")
  func impossible() throws {
    let lines = try recorded()
    let made = lines.filter { $0.contains(#""do":"habitCreated""#) }
    #expect(!made.isEmpty)
    let rest = lines.filter { !$0.contains(#""do":"habitCreated""#) }
    try folder.write(rest.joined(separator: "\n") + "\n", to: "less.plan")
    let ending = try folder.shakeout("run --plan less.plan --name less")
    #expect(ending.code == 0)
    #expect(
      try Regex(#"\d+ of the plan's \d+ steps could not be applied and were skipped\."#)
        .firstMatch(in: ending.errors) != nil, "\(ending.errors)")
    let json = try folder.shakeout("run --plan less.plan --name less --json --force").json
    #expect(try #require(json["stepsImpossible"]?.integer()) > 0)
    #expect(try folder.shakeout("run --plan run.plan --name whole").errors == "")
  }

  @Test("needs no texts for what people write into calendars")
  func textless() throws {
    let lines = try recorded()
    #expect(lines.contains { $0.contains("editCalendar") })
    let rest = lines.filter { !$0.hasPrefix(#"{"calendarTexts""#) }
    #expect(rest.count == lines.count - 1)
    try folder.write(rest.joined(separator: "\n") + "\n", to: "textless.plan")
    let ending = try folder.shakeout("run --plan textless.plan --name textless --quiet")
    #expect(ending.code == 0, "\(ending)")
  }

  @Test("a plan cannot be combined with settings that it contains")
  func refused() throws {
    _ = try recorded()
    for line in ["run default --plan run.plan", "run --plan run.plan --deliveries"] {
      let ending = try folder.shakeout(line)
      #expect(ending.code == 64 && ending.errors.contains("A plan contains its own"), "\(line)")
    }
    let messageDeliveries = try folder.shakeout("run smoke --deliveries")
    #expect(
      messageDeliveries.code == 64
        && messageDeliveries.errors.contains("'--deliveries' needs '--record'"))
  }

  @Test("plans and recordings cannot be resumed")
  func resume() throws {
    let planned = try folder.shakeout("run --plan a.plan --resume")
    #expect(planned.code == 64 && planned.output == "")
    #expect(planned.errors.contains("'--resume' cannot be combined with '--plan'"))
    #expect(planned.errors.contains("keeps no progress"))
    let recorded = try folder.shakeout("run smoke --record a.plan --resume")
    #expect(recorded.code == 64 && recorded.output == "")
    #expect(recorded.errors.contains("'--resume' cannot be combined with '--record'"))
    #expect(recorded.errors.contains("would lack the steps"))
  }
}
