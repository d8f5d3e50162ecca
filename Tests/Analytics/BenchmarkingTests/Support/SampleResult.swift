import Base
import Benchmarking

/// Measurements for tests.
enum SampleResult {
  static let machine = MachineFingerprint(
    processor: "A 1000", architecture: "x86_64", cores: 2, system: "System 12",
    library: "glibc 2.36", toolchain: "Swift version 6.3.1")

  /// A workload with these samples.
  static func result(
    _ figures: [(BenchmarkFigure, [Double])], name: String = "town",
    machine: MachineFingerprint = machine
  ) -> BenchmarkResult {
    BenchmarkResult(
      program: ProgramIdentity(version: "0.2.0", commit: "abc", sources: "def"), machine: machine,
      repetitions: 10, workloads: [workload(figures, name: name)])
  }

  static func workload(
    _ figures: [(BenchmarkFigure, [Double])], name: String = "town"
  ) -> MeasuredWorkload {
    MeasuredWorkload(
      name: name, scenario: name, people: 60, days: 14, seed: 1,
      figures: figures.map { MeasuredFigure($0.0, samples: $0.1) })
  }

  /// One with a value for every key of the file.
  static var complete: BenchmarkResult {
    var result = result([(.operations, [7117]), (.userTimeRatio, [3.25, 3.5, 3, 3.125])])
    result.workloads[0].settings = ["network.lossProbability=0.1"]
    result.workloads[0].figures[0].tolerance = 0.02
    result.workloads[0].figures[0].limit = 7_200
    result.workloads[0].figures[0].releasedLimit = 7_150
    result.workloads.append(workload([(.operations, [14_000])], name: "city"))
    result.bounds = [
      RelativeBound(workload: "city", figure: .operations, reference: "town", atMost: 2.5)
    ]
    result.release = BenchmarkRelease(version: "0.1.0", date: "2026-11-20")
    return result
  }
}

/// The problem that a body ends with; nil if it does not.
func problem(of body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
