import Metrics

extension ReportPage {
  /// People active day by day.
  var dailyActive: Markup {
    guard !report.dayTotals.isEmpty else { return .none }
    return section(
      "daily-active", "People active on each day",
      lead: "Somebody counts as active by doing something; opening the app is not enough.",
      [
        figure(
          legend([
            ("truth", "active in truth"), ("observed", "active as the server knows it"),
            ("enrolled", "enrolled"),
          ])
        ) { size in
          DailyActiveChart(days: report.dayTotals, size: size)
            .markup(id: "daily-active-\(size.rawValue)")
        },
        .inline("p", ["class": "axis-note"], text: "Days of the run, from 0 on"),
      ])
  }

  /// Who came back.
  var retention: Markup {
    guard !report.retentionCurve.isEmpty else { return .none }
    return section(
      "retention", "Retention",
      lead: "The share of people active exactly so many days after their first active day, of all"
        + " for whom that day is over\(lateness).",
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
    case 1: ", with 1 day more for stragglers to arrive"
    case let days: ", with \(days) days more for stragglers to arrive"
    }
  }
}
