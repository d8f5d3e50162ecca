public import Benchmarking
public import JSONText

/// The noise of measurements: for a terminal and as JSON.
public struct BenchmarkNoiseText {
  private let noise: BenchmarkNoise

  public init(_ noise: BenchmarkNoise) {
    self.noise = noise
  }

  /// A table and what its columns mean.
  public var text: String {
    var table = TextTable([.left, .left, .right, .right, .right, .right, .right, .right])
    table.add([
      "workload", "figure", "median", "deviation", "drift", "visible", "suspicions", "alarms",
    ])
    for row in noise.rows {
      table.add([
        row.workload, row.figure.title, BenchmarkNumbers.value(row.median, row.figure),
        BenchmarkNumbers.share(row.deviation), BenchmarkNumbers.share(row.drift),
        row.visible.map(BenchmarkNumbers.share) ?? NumberText.missing, "\(row.suspicions)",
        "\(row.falseAlarms)",
      ])
    }
    return (table.lines + ["", legend] + advice).map { "\($0)\n" }.joined()
  }

  private var legend: String {
    """
    \(noise.runs) measurements of one program, \(noise.repetitions) samples of each.
    deviation: of the samples of a measurement. drift: the largest change of the median from one \
    to the next.
    visible: the smallest change that as many samples show four times out of five.
    suspicions: comparisons with the measurement before that looked worse; alarms: those that the \
    measurement after them confirmed. None of them is real.
    """
  }

  /// How many samples would show a change of 5 %.
  private var advice: [String] {
    noise.rows.filter { $0.figure.kind == .sampled }.map { row in
      let count = BenchmarkNoise.samplesNeeded(toShow: 0.05, deviation: row.deviation)
      return "\(row.workload), \(row.figure.title): a change of 5 % needs \(count) samples."
    }
  }

  /// The noise as a document.
  public var json: JSONNode {
    [
      "schemaVersion": .integer(BenchmarkCheckText.schemaVersion),
      "runs": .integer(noise.runs), "repetitions": .integer(noise.repetitions),
      "rows": .array(
        noise.rows.map { row in
          [
            "workload": .string(row.workload), "figure": .string(row.figure.rawValue),
            "median": .number(row.median), "deviation": .number(row.deviation),
            "drift": .number(row.drift), "visible": row.visible.map { .number($0) } ?? .null,
            "suspicions": .integer(row.suspicions), "falseAlarms": .integer(row.falseAlarms),
          ]
        }),
    ]
  }
}
