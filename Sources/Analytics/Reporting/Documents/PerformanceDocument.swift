public import JSONText

/// What a run cost and what lies beside it, for `run.json`: the one document that differs from
/// machine to machine.
public struct PerformanceDocument {
  /// Rises with every change that a reader of the old form would trip over.
  public static let schemaVersion = 1

  public let json: JSONNode

  /// A file of the results, by its name.
  public struct File {
    let name: String
    let bytes: Int
    let sha256: String

    public init(_ name: String, bytes: Int, sha256: String) {
      self.name = name
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  public init(
    _ performance: RunPerformance, of report: RunReport, name: String, files: [File] = []
  ) {
    let rate = { (count: Int64) in performance.rate(count).map(JSONNode.number) ?? .null }
    json = [
      "schemaVersion": .integer(Self.schemaVersion),
      "run": .string(name),
      "host": .string(performance.host),
      "threads": .integer(performance.threads),
      "seconds": .number(performance.seconds),
      "operationsPerSecond": rate(report.operations),
      "personDaysPerSecond": rate(report.personDays),
      "memoryBytesPeak": .integer(performance.peakMemoryBytes),
      "files": .array(
        files.map {
          [
            "path": .string($0.name), "bytes": .integer($0.bytes), "sha256": .string($0.sha256),
          ]
        }),
    ]
  }
}
