import JSONText
import TestKit
import Testing

@Suite("Formats of what the program prints")
struct FormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A command with `--json`: its record, the file that has its number, and objects whose keys are
  /// data.
  struct Document: Sendable {
    let name: String
    let line: String
    let file: String
    var maps: Set<String> = []
  }

  private static let small = "--people 40 --days 10"

  static let documents = [
    Document(
      name: "run-json", line: "run smoke \(small) --bias --json",
      file: "Program/shakeout/RunDocument.swift"),
    Document(
      name: "metrics-json", line: "metrics smoke --by role --json",
      file: "Program/shakeout/MetricsCommand.swift", maps: ["against"]),
    Document(
      name: "compare-json",
      line: "compare smoke smoke \(small) --with behavior.openLogitBase=-1 --by role --json",
      file: "Program/shakeout/CompareCommand.swift"),
    Document(
      name: "compare-policies-json", line: "compare smoke \(small) --policies --json",
      file: "Program/shakeout/CompareCommand.swift"),
    Document(
      name: "compare-faults-json", line: "compare smoke \(small) --faults --json",
      file: "Program/shakeout/CompareCommand.swift"),
    Document(
      name: "groups-json", line: "groups fittoday-groups \(small) --json",
      file: "Program/shakeout/GroupsCommand.swift"),
    Document(
      name: "calibrate-json",
      line: "calibrate smoke --people 30 --days 5 --free behavior.openLogitBase=-2...0 "
        + "--target pc.dau=0.5 --json",
      file: "Program/shakeout/CalibrateCommand.swift"),
    Document(
      name: "scenarios-json", line: "scenarios --json",
      file: "Program/shakeout/ScenariosCommand.swift"),
    Document(
      name: "dictionary-json", line: "dictionary --json",
      file: "Analytics/Datasets/Documents/DataDictionary.swift"),
    Document(
      name: "describe-json", line: "describe smoke --people 40 --days 10 --json",
      file: "Runs/RunPipeline/Description/PopulationSummaryDocument.swift"),
    Document(
      name: "stress-json", line: "stress --seeds 4 --jobs 1 --json",
      file: "Runs/RunPipeline/Stress/StressReport.swift",
      maps: ["combinationsNotReached", "drawn", "triggered", "checks", "controlRun.lost"]),
    Document(
      name: "policies-json", line: "policies --seeds 1 --set people=6 --set days=3 --json",
      file: "Runs/RunPipeline/Stress/PolicyExperiment.swift", maps: ["policies[].violated"]),
  ]

  @Test("the format of each JSON document is the recorded one", arguments: documents)
  func recorded(document: Document) throws {
    if document.name == "metrics-json" {
      #expect(try folder.shakeout("run smoke \(Self.small) --quiet --bias").code == 0)
    }
    let ending = try folder.shakeout(document.line)
    #expect([0, 3, 99].contains(ending.code), "\(ending)")
    let json = try ending.json
    let record = FormatRecord(
      document.name, try #require(json["schemaVersion"]?.integer()),
      at: "Sources/\(document.file)", json.keyPaths(maps: document.maps))
    #expect(try record.problem() == nil)
  }
}
