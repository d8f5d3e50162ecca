extension ReportPage {
  /// What the system promises, and whether it kept it.
  var properties: Markup {
    guard !report.properties.isEmpty else { return .none }
    let violated = report.propertiesViolated.count
    return section(
      "properties", "Properties",
      lead: violated == 0
        ? "Every promise was kept each time it was checked."
        : "\(violated) of \(report.properties.count) promises were broken.",
      [
        table(
          caption: "Promises of the system, how often each was checked, and how often broken",
          columns: [.text("Property"), .number("Checks"), .number("Violations")],
          rows: report.properties.map { property in
            [
              .pieces([
                .inline("code", text: property.id), .inline("small", text: property.what),
              ]),
              .text(NumberText.grouped(property.checks)),
              .inline(
                "span", ["class": property.violations > 0 ? "verdict fail" : "verdict pass"],
                text: property.violations > 0
                  ? NumberText.grouped(property.violations) : "none"),
            ]
          })
      ])
  }

  /// How long syncing took and over how many devices it went.
  var sync: Markup {
    guard !report.latencies.isEmpty || !report.replicasPerFamily.isEmpty else { return .none }
    return section("sync", "Sync", latencies + replicas)
  }

  private var latencies: [Markup] {
    guard !report.latencies.isEmpty else { return [] }
    let columns = LatencySummary.thousandthsShown.map { thousandths in
      LatencySummary.Percentile(thousandths: thousandths, milliseconds: 0).name
    }
    return [
      figure(.text("Half, 90 %, 99 % and 99.9 % took no longer than the four dots")) { size in
        LatencyChart(latencies: report.latencies, size: size)
          .markup(id: "latency-\(size.rawValue)")
      },
      table(
        caption: "Nearest-rank percentiles, true to a 64th of themselves",
        columns: [.text("From, to"), .number("Timed")] + columns.map { .number($0) }
          + [.number("Longest")],
        rows: report.latencies.map { latency in
          [.text(latency.title), .text(NumberText.grouped(latency.count))]
            + LatencySummary.thousandthsShown.map { thousandths in
              duration(latency.percentiles.first { $0.thousandths == thousandths }?.milliseconds)
            } + [duration(latency.millisecondsMax)]
        }),
    ]
  }

  private func duration(_ milliseconds: Int64?) -> Markup {
    .text(milliseconds.map { NumberText.duration(milliseconds: $0) } ?? "–")
  }

  private var replicas: [Markup] {
    guard !report.replicasPerFamily.isEmpty else { return [] }
    return [
      .block(
        "figure", ["class": "small"],
        [
          .inline("figcaption", text: "Families by the number of their replicas"),
          ReplicaChart(counts: report.replicasPerFamily).markup(id: "replicas"),
        ])
    ]
  }

  /// What the network did.
  var network: Markup {
    let network = report.network
    guard network != NetworkCounters() else { return .none }
    let rows: [(name: String, count: Int64, isShare: Bool)] = [
      ("Messages sent", network.messages, false),
      ("Lost", network.lost, true),
      ("Doubled", network.duplicated, true),
      ("Answers that came damaged", network.responsesDamaged, true),
      ("Answers that said what was known already", network.responsesStale, true),
      ("Sent again for want of an answer", network.retries, true),
      ("Times a device was cut off", network.offlinePeriods, false),
      ("Times the server could not be reached", network.outages, false),
      ("Times the server began anew from a stale copy", network.failovers, false),
      ("Operations that it lost for good", network.operationsLost, false),
      ("Times an app was ended", network.crashes, false),
    ]
    return section(
      "network", "Network and faults",
      [
        table(
          caption: "What the network did to the traffic between devices and server",
          columns: [.text("What"), .number("How often"), .number("Per 1,000 messages")],
          rows: rows.map { row in
            let share = Double(row.count) * 1_000 / Double(max(network.messages, 1))
            return [
              .text(row.name), .text(NumberText.grouped(row.count)),
              .text(
                row.isShare && network.messages > 0 ? NumberText.fixed(share, digits: 1) : ""),
            ]
          })
      ])
  }

  /// What people were refused, and why.
  var refusals: Markup {
    guard !report.refusals.isEmpty else { return .none }
    return section(
      "refusals", "Refused",
      lead: "A device refuses what cannot be right by what it shows; the server refuses what has"
        + " become wrong on the way, and its author is told.",
      [
        table(
          caption: "Reasons, and how often something was refused for each",
          columns: [.text("Reason"), .number("By a device"), .number("By the server")],
          rows: report.refusals.map { refusal in
            [
              .pieces([
                .inline("code", text: refusal.name), .inline("small", text: refusal.sentence),
              ]),
              .text(NumberText.grouped(refusal.onDevices)),
              .text(NumberText.grouped(refusal.onServer)),
            ]
          })
      ])
  }

  /// What it takes to have this run again.
  var facts: Markup {
    section(
      "facts", "The run",
      lead: "The same scenario, seed and version give this page again, byte for byte.",
      [
        .block("dl", ["class": "facts"], factPairs.flatMap(fact)),
        report.files.isEmpty
          ? .none
          : table(
            caption: "Files of the dataset, \(NumberText.bytes(report.datasetBytes)) together",
            columns: [.text("File"), .number("Rows"), .number("Size")],
            rows: report.files.map { file in
              [
                .inline("code", text: file.path),
                .text(file.rows.map { NumberText.grouped($0) } ?? ""),
                .text(NumberText.bytes(file.bytes)),
              ]
            }),
      ])
  }

  private var factPairs: [(String, String)] {
    [
      ("Scenario", report.scenario), ("Seed", String(report.seed)), ("Version", report.version),
      ("Digest", report.digest), ("Households", NumberText.grouped(report.households)),
      ("People", NumberText.grouped(report.people)),
      ("Days", NumberText.grouped(Int64(report.days))),
      ("Person-days", NumberText.grouped(report.personDays)),
      ("Operations", NumberText.grouped(report.operations)),
      ("Applied on replicas", NumberText.grouped(report.replicaApplies)),
      ("Conflict policy", report.conflicts.policy),
      ("Overwritten unseen", NumberText.grouped(report.conflicts.lostUpdates)),
    ]
      + (report.cost.map {
        [("Store", $0.quotaText)] + ($0.costText.map { [("Cost", $0)] } ?? [])
      } ?? [])
  }

  private func fact(_ name: String, _ value: String) -> [Markup] {
    [.inline("dt", text: name), .inline("dd", text: value)]
  }
}
