import Foundation
import Responder
import RunPipeline
import Scenarios

/// Measures the program end to end, or parts of it; `usage` says how it is asked to.
/// Each workload runs with `--measure` in a separate process, so that its peak memory is its own.
@main
struct Benchmark {
  private static let usage = """
    Usage: shakeout-benchmark [--quick]       measures the program end to end
           shakeout-benchmark core            measures decisions and folds
           shakeout-benchmark storage         measures transactions
           shakeout-benchmark responder [PORT]
                                              answers each HTTP request with the same bytes, at this
                                              port of the loopback interface (default: 8090; 0: any
                                              that is free), until it is killed

    """
  /// The time limit for 2,000 people with reactions, on one thread of any machine.
  private static let secondsMax = 5.0
  /// The limit for the growth of memory from 40,000 to 200,000 people. What is kept of each person
  /// would show; a smaller run has not met its largest batches yet, and peaks at less.
  private static let growthMax = 0.08

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") { return print(usage, terminator: "") }
    switch words.first {
    case nil: try report(isQuick: false)
    case "--quick" where words.count == 1: try report(isQuick: true)
    case "core" where words.count == 1: printCore()
    case "storage" where words.count == 1: try printStorage()
    case "responder" where words.count <= 2: try respond(at: words.dropFirst().first)
    case "--measure" where words.count == 2: try measure(words[1])
    default: refuse("These words are not possible together: \(words.joined(separator: " ")).")
    }
  }

  /// Says what is wrong and how it is right, and ends.
  private static func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(sentence)\n\n\(usage)".utf8))
    exit(64)
  }

  /// Answers HTTP on a port until it is killed, for measuring what asks.
  private static func respond(at text: String?) throws {
    guard let port = UInt16(text ?? "8090") else {
      refuse("The port is '\(text ?? "")'; it can be a number from 0 to 65535.")
    }
    guard let responder = TrivialResponder(port: port) else {
      refuse("The responder cannot listen at port \(port); another program may do so.")
    }
    print("Answers on http://127.0.0.1:\(responder.port)")
    fflush(nil)
    while true { responder.serve(nanoseconds: 1_000_000_000) }
  }

  /// Runs one workload in this process and prints its measurements as JSON.
  private static func measure(_ text: String) throws {
    let workload = try JSONDecoder().decode(BenchmarkWorkload.self, from: Data(text.utf8))
    let measured = try workload.measure()
    print(String(decoding: try JSONEncoder().encode(measured), as: UTF8.self))
  }

  private static func report(isQuick: Bool) throws {
    let factor = isQuick ? 10 : 1
    let runs = isQuick ? 1 : 3
    printCore()
    try printStorage()
    print("Medians of \(runs); each row measures a whole process, including files.\n")
    print(Measurement.header)
    for threads in [1, Machine.cores] {
      let workload = BenchmarkWorkload(people: 2_000, days: 120, threads: threads)
      print(try median(of: workload, runs: runs).row("default, \(threads) threads"))
    }
    let baseline = try median(
      of: BenchmarkWorkload(scenario: "baseline", people: 2_000, days: 120, threads: 1), runs: runs)
    print(baseline.row("baseline, 1 threads"))
    let small = try median(
      of: BenchmarkWorkload(people: 40_000 / factor, days: 60, threads: Machine.cores), runs: runs)
    print(small.row("\(40_000 / factor) people × 60 d"))
    let large = try median(
      of: BenchmarkWorkload(people: 200_000 / factor, days: 60, threads: Machine.cores), runs: 1)
    print(large.row("\(200_000 / factor) people × 60 d"))
    let cost = large.secondsPerPersonDay / small.secondsPerPersonDay - 1
    print("\nGrowth of the cost per person-day: \(percent(cost)).")
    // A quick run has too few batches for its growth to say anything.
    if !isQuick {
      let growth = Double(large.peakMemoryBytes) / Double(small.peakMemoryBytes) - 1
      print("Growth of memory from the smaller to the larger population: \(percent(growth)).")
      if growth > growthMax {
        print("TOO MUCH: memory grows by more than \(percent(growthMax)) with the population.")
        exit(2)
      }
    }
    // How long one run takes depends on the machine. scripts/gate counts its instructions, which do
    // not.
    if !isQuick, baseline.seconds > secondsMax {
      print("TOO SLOW: baseline took \(baseline.seconds) seconds; the limit is \(secondsMax).")
      exit(2)
    }
  }

  private static func printCore() {
    let core = CoreBenchmark().run()
    print(
      String(
        format: "Decisions and folds: %.1f million per second and core, %.4f allocations each "
          + "(%d facts, %d rejected, best of 5).\n",
        Double(core.facts) / core.secondsBest / 1e6, Double(core.allocations) / Double(core.facts),
        core.facts, core.rejected))
    print(
      String(
        format: "In the last quarter: %.4f allocations per decision, %.4f per fold.\n",
        Double(core.lateDecisionAllocations) / Double(core.lateFacts),
        Double(core.lateFoldAllocations) / Double(core.lateFacts)))
  }

  private static func printStorage() throws {
    print("Transactions per second of one core, a tap each:")
    for row in try StorageBenchmark().run() {
      print(String(format: "  %7.0f  %@", row.perSecond, row.what))
    }
    print("")
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%+.1f %%", share * 100)
  }

  /// The median by time of several processes.
  private static func median(of workload: BenchmarkWorkload, runs: Int) throws -> Measurement {
    let measured = try (0..<runs).map { _ in try inOwnProcess(workload) }
    return measured.sorted { $0.seconds < $1.seconds }[runs / 2]
  }

  private static func inOwnProcess(_ workload: BenchmarkWorkload) throws -> Measurement {
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
