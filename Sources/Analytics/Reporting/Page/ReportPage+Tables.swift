import Base

extension ReportPage {
  /// The properties of the system, and what the run says about them.
  var properties: Markup {
    guard !report.properties.isEmpty else { return .none }
    return section(
      "properties", "Properties",
      lead: "\(report.propertySummary.headline)."
        + (report.checkedScopes.text.map { " Checked: \($0)." } ?? ""),
      [
        table(
          caption: "Properties of the system, with the number of checks and violations",
          columns: [.text("Property"), .number("Checks"), .number("Violations")],
          rows: report.properties.map { property in
            [
              .pieces([
                .inline("code", text: property.id), .inline("small", text: property.description),
              ]),
              .text(NumberText.grouped(property.checks)),
              outcome(of: property),
            ]
          })
      ])
  }

  private func outcome(of property: PropertyResult) -> Markup {
    switch property.outcome {
    case .held: .inline("span", ["class": "verdict pass"], text: "none")
    case .violated:
      .inline(
        "span", ["class": "verdict fail"], text: NumberText.grouped(property.violations))
    case .notExercised:
      .inline("span", ["class": "verdict"], text: property.outcome.rawValue)
    }
  }

  /// Sync latencies, and the number of replicas per family.
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
      figure(.text("The dots are the 50th, 90th, 99th and 99.9th percentile")) { size in
        LatencyChart(latencies: report.latencies, size: size)
          .markup(id: "latency-\(size.rawValue)")
      },
      table(
        caption: "Nearest-rank percentiles, with a relative error of at most 1/64",
        columns: [.text("Interval"), .number("Count")] + columns.map { .number($0) }
          + [.number("Max")],
        rows: report.latencies.map { latency in
          [.text(latency.title), .text(NumberText.grouped(latency.count))]
            + LatencySummary.thousandthsShown.map { thousandths in
              duration(latency.percentiles.first { $0.thousandths == thousandths }?.milliseconds)
            } + [duration(latency.millisecondsMax)]
        }),
    ]
  }

  private func duration(_ milliseconds: Int64?) -> Markup {
    .text(milliseconds.map { NumberText.duration(milliseconds: $0) } ?? NumberText.missing)
  }

  private var replicas: [Markup] {
    guard !report.replicasPerFamily.isEmpty else { return [] }
    return [
      .block(
        "figure", ["class": "small"],
        [
          .inline("figcaption", text: "Families by number of replicas"),
          ReplicaChart(counts: report.replicasPerFamily).markup(id: "replicas"),
        ])
    ]
  }

  /// Network and server faults.
  var network: Markup {
    let network = report.network
    guard network != NetworkCounters() else { return .none }
    let rows: [(name: String, count: Int64, isShare: Bool)] = [
      ("Messages sent", network.messages, false),
      ("Lost", network.lost, true),
      ("Duplicated", network.duplicated, true),
      ("Corrupt responses", network.responsesDamaged, true),
      ("Stale responses", network.responsesStale, true),
      ("Retries after a timeout", network.retries, true),
      ("Offline periods of devices", network.offlinePeriods, false),
      ("Server outages", network.outages, false),
      ("Failovers to a stale replica", network.failovers, false),
      ("Operations lost permanently", network.operationsLost, false),
      ("App crashes", network.crashes, false),
    ]
    return section(
      "network", "Network and faults",
      [
        table(
          caption: "Faults of the network, the server and the apps",
          columns: [.text("Event"), .number("Count"), .number("Per 1,000 messages")],
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

  /// Rejected operations by reason.
  var rejections: Markup {
    guard !report.rejections.isEmpty else { return .none }
    return section(
      "rejections", "Rejected operations",
      lead: "A device rejects an operation that is invalid in its own state. The server rejects an"
        + " operation that became invalid before it arrived, and notifies its author.",
      [
        table(
          caption: "Number of rejected operations by reason",
          columns: [.text("Reason"), .number("On the device"), .number("By the server")],
          rows: report.rejections.map { rejection in
            [
              .pieces([
                .inline("code", text: rejection.name), .inline("small", text: rejection.message),
              ]),
              .text(NumberText.grouped(rejection.onDevices)),
              .text(NumberText.grouped(rejection.onServer)),
            ]
          })
      ])
  }

  /// What is needed to reproduce this run.
  var facts: Markup {
    section(
      "facts", "The run",
      lead: "The same scenario, seed and program reproduce this page byte for byte.",
      [
        .block("dl", ["class": "facts"], factPairs.flatMap(fact)),
        report.files.isEmpty
          ? .none
          : table(
            caption: "Files of the dataset, \(NumberText.bytes(report.datasetBytes)) in total",
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
      ("Scenario", report.scenario), ("Seed", String(report.seed)),
      ("Version", report.program.version), ("Commit", report.program.commit),
      ("Sources", report.program.sources), ("Digest", report.digest),
      ("Households", NumberText.grouped(report.households)),
      ("People", NumberText.grouped(report.people)),
      ("Days", NumberText.grouped(Int64(report.days))),
      ("Person-days", NumberText.grouped(report.personDays)),
      ("Operations", NumberText.grouped(report.operations)),
      ("Applied on replicas", NumberText.grouped(report.replicaApplies)),
      ("Conflict policy", report.conflicts.policy),
      ("Lost updates", lostUpdates),
    ]
      + (report.cost.map {
        [("Backend", $0.quotaText)] + ($0.costText.map { [("Cost", $0)] } ?? [])
      } ?? [])
  }

  private var lostUpdates: String {
    report.conflicts.isCounted
      ? NumberText.grouped(report.conflicts.lostUpdates) : "not counted: no log was replayed"
  }

  private func fact(_ name: String, _ value: String) -> [Markup] {
    [.inline("dt", text: name), .inline("dd", text: value)]
  }
}
