extension Scenario {
  static let metricsFields: [ScenarioField] =
    [
      ScenarioField(
        ["metrics", "allowedLatenessDays"], \.metrics.allowedLatenessDays, .whole(0...60), 3,
        "Days that a measurement waits for late operations", .chosen)
    ] + [
      target("pc.retention.d1", 0.85, "Classic retention on day 1"),
      target("pc.retention.d7", 0.70, "Classic retention on day 7"),
      target("pc.retention.d30", 0.40, "Classic retention on day 30"),
      target("pc.dau", 0.70, "Daily active people among those registered"),
      target("pc.habits_completed", 0.75, "Habits completed among those due on a day"),
      target("pc.streak7", 0.60, "People who ever reach a streak of 7 days"),
      target("pc.sync_success", 0.999, "Operations that are durable on the server in time"),
    ]

  private static func target(_ identifier: String, _ share: Double, _ meaning: String)
    -> ScenarioField
  {
    ScenarioField(
      ["metrics", "targets", identifier], \.metrics.targets[identifier],
      ScenarioType<Double>.share.orNull(meaning: "no target"), share, meaning,
      .product("Personal Coach"))
  }
}
