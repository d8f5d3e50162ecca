import JSONText
import Testing

@Suite("'shakeout run --plan'")
struct PlanRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The lines of a small plan, in which people also write into calendars.
  private func recorded() throws -> [Substring] {
    let ending = try folder.shakeout(
      "run smoke --people 12 --days 8 --record run.plan --quiet "
        + "--set activities.sportFraction=1 --set activities.calendarLinkFraction=1 "
        + "--set activities.calendarEditsPerWeek=14")
    #expect(ending.code == 0, "\(ending)")
    return try folder.text("run.plan").split(separator: "\n")
  }

  @Test("says how many steps had become impossible")
  func impossible() throws {
    let lines = try recorded()
    let made = lines.filter { $0.contains(#""do":"habitCreated""#) }
    #expect(!made.isEmpty)
    let rest = lines.filter { !$0.contains(#""do":"habitCreated""#) }
    try folder.write(rest.joined(separator: "\n") + "\n", to: "less.plan")
    let ending = try folder.shakeout("run --plan less.plan --name less")
    #expect(ending.code == 0)
    #expect(
      try Regex(#"\d+ of the plan's \d+ steps had become impossible and were skipped\."#)
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

  @Test("takes no scenario and nothing else that a plan says itself")
  func refused() throws {
    _ = try recorded()
    for line in ["run default --plan run.plan", "run --plan run.plan --deliveries"] {
      let ending = try folder.shakeout(line)
      #expect(ending.code == 64 && ending.errors.contains("A plan has its own settings"), "\(line)")
    }
    let messageDeliveries = try folder.shakeout("run smoke --deliveries")
    #expect(
      messageDeliveries.code == 64
        && messageDeliveries.errors.contains("'--deliveries' goes with '--record'"))
  }

  @Test("goes on from nowhere, and the program says why")
  func resume() throws {
    let planned = try folder.shakeout("run --plan a.plan --resume")
    #expect(planned.code == 64 && planned.output == "")
    #expect(planned.errors.contains("'--resume' goes without '--plan'"))
    #expect(planned.errors.contains("nothing is kept"))
    let recorded = try folder.shakeout("run smoke --record a.plan --resume")
    #expect(recorded.code == 64 && recorded.output == "")
    #expect(recorded.errors.contains("'--resume' goes without '--record'"))
    #expect(recorded.errors.contains("would be missing"))
  }
}
