import Metrics

extension ReportPage {
  /// Daily active people.
  var dailyActive: Markup {
    guard !report.dayTotals.isEmpty else { return .none }
    return section(
      "daily-active", "Daily active people",
      lead: "A person is active on a day with at least one action; opening the app is not enough.",
      [
        figure(
          legend([
            ("truth", "active (truth)"), ("observed", "active (observed by the server)"),
            ("enrolled", "enrolled"),
          ])
        ) { size in
          DailyActiveChart(days: report.dayTotals, size: size)
            .markup(id: "daily-active-\(size.rawValue)")
        },
        .inline("p", ["class": "axis-note"], text: "Days of the run, starting at 0"),
      ])
  }

  /// Retention by days after the first active day.
  var retention: Markup {
    guard !report.retentionCurve.isEmpty else { return .none }
    return section(
      "retention", "Retention",
      lead: "The share of people who are active exactly that many days after their first active"
        + " day, of all people for whom that day is over\(lateness).",
      [
        figure(
          legend([
            ("truth", "truth, with its 95 % interval"), ("observed", "observed"),
            ("goal", "target"),
          ])
        ) { size in
          RetentionChart(
            curve: report.retentionCurve, metricResults: report.metricResults, size: size
          )
          .markup(id: "retention-\(size.rawValue)")
        },
        .inline("p", ["class": "axis-note"], text: "Days after the first active day"),
      ])
  }

  private var lateness: String {
    switch report.allowedLatenessDays {
    case 0: ""
    case 1: ", plus 1 day for late operations to arrive"
    case let days: ", plus \(days) days for late operations to arrive"
    }
  }
}
