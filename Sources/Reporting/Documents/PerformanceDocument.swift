public import JSONText

/// What a run cost, for `run.json`: the one document that differs from machine to machine.
public struct PerformanceDocument {
  /// Rises with every change that a reader of the old form would trip over.
  public static let schemaVersion = 1

  public let json: JSONNode

  public init(_ performance: RunPerformance, of report: RunReport, name: String) {
    let rate = { (count: Int64) in performance.rate(count).map(JSONNode.number) ?? .null }
    json = [
      "schemaVersion": .integer(Self.schemaVersion),
      "run": .string(name),
      "host": .string(performance.host),
      "threads": .integer(performance.threads),
      "seconds": .number(performance.seconds),
      "operationsPerSecond": rate(report.operations),
      "personDaysPerSecond": rate(report.personDays),
      "memoryBytesPeak": .integer(performance.memoryBytesPeak),
    ]
  }
}
