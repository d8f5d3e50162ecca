import Foundation
import Scenarios
import RunPipeline

/// Measures the program end to end: `shakeout-benchmark [--quick]`, or one `--measure` as a
/// process of its own, so that its peak memory is its own.
@main
struct Benchmark {
  /// For how long 2,000 people who react may keep somebody waiting, on one thread of any machine.
  private static let secondsMax = 5.0
  /// By how much memory may grow from 10,000 to 200,000 people.
  private static let growthMax = 0.1

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words == ["core"] {
      printCore()
    } else if let place = words.firstIndex(of: "--measure"), place + 1 < words.count {
      try measure(words[place + 1])
    } else {
      try report(isQuick: words.contains("--quick"))
    }
  }

  /// Runs one workload in this process and prints what it cost as JSON.
  private static func measure(_ text: String) throws {
    let workload = try JSONDecoder().decode(Workload.self, from: Data(text.utf8))
    let measured = try workload.measure()
    print(String(decoding: try JSONEncoder().encode(measured), as: UTF8.self))
  }

  private static func report(isQuick: Bool) throws {
    let factor = isQuick ? 10 : 1
    let runs = isQuick ? 1 : 3
    printCore()
    print("Medians of \(runs); every figure is of a whole process, files included.\n")
    print(Measurement.header)
    for threads in [1, Machine.cores] {
      let workload = Workload(people: 2_000, days: 120, threads: threads)
      print(try median(of: workload, runs: runs).row("default, \(threads) threads"))
    }
    let baseline = try median(
      of: Workload(scenario: "baseline", people: 2_000, days: 120, threads: 1), runs: runs)
    print(baseline.row("baseline, 1 threads"))
    let small = try median(
      of: Workload(people: 10_000 / factor, days: 60, threads: Machine.cores), runs: runs)
    print(small.row("\(10_000 / factor) people × 60 d"))
    let large = try median(
      of: Workload(people: 200_000 / factor, days: 60, threads: Machine.cores), runs: 1)
    print(large.row("\(200_000 / factor) people × 60 d"))
    let growth = Double(large.peakMemoryBytes) / Double(small.peakMemoryBytes) - 1
    print("\nMemory from the smaller to the larger population: \(percent(growth)).")
    let cost = large.secondsPerPersonDay / small.secondsPerPersonDay - 1
    print("Cost of a person-day, likewise: \(percent(cost)).")
    // A small run has not yet filled what both have.
    if !isQuick && growth > growthMax {
      print("TOO MUCH: memory grows with the population by more than \(percent(growthMax)).")
      exit(2)
    }
    if baseline.seconds > secondsMax {
      print("TOO SLOW: baseline took \(baseline.seconds) seconds; \(secondsMax) are allowed.")
      exit(2)
    }
  }

  private static func printCore() {
    let core = CoreBenchmark().run()
    print(
      String(
        format: "Decisions and folds: %.1f million a second and core, %.4f allocations each "
          + "(%d facts, %d refused, best of 5).\n",
        Double(core.facts) / core.secondsBest / 1e6, Double(core.allocations) / Double(core.facts),
        core.facts, core.refused))
    print(
      String(
        format: "In the last quarter: %.4f allocations a decision, %.4f a fold.\n",
        Double(core.lateDecisionAllocations) / Double(core.lateFacts),
        Double(core.lateFoldAllocations) / Double(core.lateFacts)))
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%+.1f %%", share * 100)
  }

  /// The median by time of several processes.
  private static func median(of workload: Workload, runs: Int) throws -> Measurement {
    let measured = try (0..<runs).map { _ in try inOwnProcess(workload) }
    return measured.sorted { $0.seconds < $1.seconds }[runs / 2]
  }

  private static func inOwnProcess(_ workload: Workload) throws -> Measurement {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      "--measure", String(decoding: try JSONEncoder().encode(workload), as: UTF8.self),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Measurement.self, from: bytes)
  }
}
