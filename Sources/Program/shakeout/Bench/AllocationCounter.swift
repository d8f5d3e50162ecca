import CommandLineKit
import FoundationEssentials
import JSONText
import SystemLibrary

/// Counts allocations with `shakeout-benchmark`, whose allocator counts, and which lies beside this
/// program in a folder of builds.
struct AllocationCounter {
  let program: String

  /// The program, if it is there.
  init?() {
    guard let own = HostSystem.programPath else { return nil }
    let folder = own.split(separator: "/").dropLast().joined(separator: "/")
    program = "/\(folder)/shakeout-benchmark"
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
  }

  static let obstacle =
    "Allocations are not counted: 'shakeout-benchmark' is not beside this program; in a checkout, "
    + "'swift build -c release --product shakeout-benchmark' builds it."

  /// Allocations and allocated bytes of a run.
  struct Count {
    let allocations: Int64
    let bytes: Int64
    let operations: Int64
    let families: Int64
  }

  func count(
    _ selection: BenchSelection, _ counts: WorkloadCounts, in folder: BenchFolder, as name: String
  ) throws(CommandError) -> Count {
    let request: JSONNode = [
      "scenario": .string(selection.scenario), "people": .integer(counts.people),
      "days": .integer(counts.days), "threads": 1, "seed": .integer(counts.seed),
      "settings": .array(selection.settings.map { .string($0) }),
    ]
    let ended = try folder.run(
      "/usr/bin/env",
      ["SWIFT_DETERMINISTIC_HASHING=1", program, "--measure", JSONWriter(.compact).text(request)],
      as: name)
    let json = try BenchFolder.json(ended, "shakeout-benchmark")
    guard let allocations = json["allocations"]?.integer(as: Int64.self),
      let bytes = json["allocatedBytes"]?.integer(as: Int64.self),
      let operations = json["operations"]?.integer(as: Int64.self),
      let families = json["families"]?.integer(as: Int64.self)
    else {
      throw CommandError("The measurement failed: 'shakeout-benchmark' printed no allocations.")
    }
    guard operations == counts.operations else {
      throw CommandError(
        "The measurement failed: 'shakeout-benchmark' runs \(operations) operations and this "
          + "program \(counts.operations): build both from the same sources.")
    }
    return Count(allocations: allocations, bytes: bytes, operations: operations, families: families)
  }
}
