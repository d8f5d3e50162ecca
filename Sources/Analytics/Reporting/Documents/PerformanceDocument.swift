public import Base
public import JSONText

/// The performance of a run and the files of its results, for `run.json`: the only document that
/// depends on the machine.
public struct PerformanceDocument {
  public static let format = FormatVersion("list of results", 2, remedy: "run its scenario again")

  public let json: JSONNode

  /// A file of the results, by name.
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
      "schemaVersion": .integer(Self.format.current),
      "run": .string(name),
      "host": .string(performance.host),
      "threads": .integer(performance.threads),
      "seconds": .number(performance.seconds),
      "operationsPerSecond": rate(report.operations),
      "personDaysPerSecond": rate(report.personDays),
      "peakMemoryBytes": .integer(performance.peakMemoryBytes),
      "files": .array(
        files.map {
          [
            "path": .string($0.name), "bytes": .integer($0.bytes), "sha256": .string($0.sha256),
          ]
        }),
    ]
  }
}
