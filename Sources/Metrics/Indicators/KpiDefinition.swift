/// A key figure of a product and the target its makers set.
public struct KpiDefinition: Hashable, Sendable {
  /// Such as `pc.retention.d7`; the SQL that computes the same figure is named after it.
  public let id: String
  public let title: String
  public let measure: KpiMeasure
  /// The share to reach, from 0 to 1; missing for a figure that is reported and does not gate.
  public let target: Double?
  public let comparison: Comparison

  public init(
    id: String, title: String, measure: KpiMeasure, target: Double?,
    comparison: Comparison = .atLeast
  ) {
    self.id = id
    self.title = title
    self.measure = measure
    self.target = target
    self.comparison = comparison
  }
}

extension KpiDefinition {
  /// The figures of the habit product that every run reports.
  public static let personalCoach: [KpiDefinition] = [
    KpiDefinition(
      id: "pc.retention.d1", title: "Retention, day 1", measure: .retention(day: 1),
      target: 0.85),
    KpiDefinition(
      id: "pc.retention.d7", title: "Retention, day 7", measure: .retention(day: 7),
      target: 0.70),
    KpiDefinition(
      id: "pc.retention.d30", title: "Retention, day 30", measure: .retention(day: 30),
      target: 0.40),
    KpiDefinition(id: "pc.dau", title: "Daily active", measure: .dailyActive, target: 0.70),
    KpiDefinition(
      id: "pc.habits_completed", title: "Habits completed", measure: .habitsCompleted,
      target: 0.75),
    KpiDefinition(
      id: "pc.streak7", title: "Ever 7 days in a row", measure: .everStreak7, target: 0.60),
    KpiDefinition(
      id: "pc.sync_success", title: "Operations synced in time", measure: .syncSuccess,
      target: 0.999),
  ]
}
