import Benchmarking
import CommandLineKit
import JSONText
import Metrics
import Reporting
import RunPipeline
import Scenarios
import SystemLibrary

/// What a process of its own measures of a workload: runs and calibration loops by turns.
enum BenchChild {
  /// How many rounds take a tenth of a second on a fast machine.
  private static let rounds = 2_500
  /// Shorter runs are repeated: the clock of user time is coarse.
  private static let userSecondsMin = 0.4
  private static let runsMax = 40

  /// Runs a scenario below a folder and prints what it cost; once, if no time is asked for.
  static func measure(
    _ scenario: Scenario, in folder: String, times: Bool
  ) throws -> ExitCode {
    var (calibration, user) = ([times ? calibrated() : 0], [Double]())
    var last: RunOutcome?
    while user.isEmpty || (times && user.reduce(0, +) < userSecondsMin && user.count < runsMax) {
      let start = userSeconds
      let outcome = try run(scenario, in: folder)
      user.append(userSeconds - start)
      if times { calibration.append(calibrated()) }
      guard outcome.violationCount == 0 else {
        throw CommandError(
          "The run of '\(scenario.name)' violated a property, so its cost means nothing; "
            + "'shakeout run' shows where.", exitCode: .violation)
      }
      last = outcome
    }
    guard let last else { return .failure }
    try Terminal.write(
      JSONWriter(.compact).text(
        document(last.report, scenario, user: mean(user), calibration: mean(calibration))) + "\n")
    return .fine
  }

  private static func run(_ scenario: Scenario, in folder: String) throws -> RunOutcome {
    do throws(RunError) {
      return try RunExecution(
        RunRequest(
          scenario: scenario, threads: 1, out: folder, name: "measured", force: true,
          program: Shakeout.identity)
      ).run()
    } catch {
      throw CommandError("\(error)", exitCode: RunCommand.exitCode(of: error))
    }
  }

  private static func mean(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(numbers.count)
  }

  /// The user time of a calibration loop.
  private static func calibrated() -> Double {
    let start = userSeconds
    let computed = CalibrationLoop.run(rounds: rounds)
    precondition(computed != 0, "the loop computes something")
    return userSeconds - start
  }

  /// The user time of this process so far.
  private static var userSeconds: Double {
    let time = HostSystem.usage.ru_utime
    return Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static func document(
    _ report: RunReport, _ scenario: Scenario, user: Double, calibration: Double
  ) -> JSONNode {
    let facts = report.files.first { $0.path == "person_days.parquet" }?.bytes ?? 0
    return [
      "name": .string(scenario.name), "people": .integer(scenario.people),
      "days": .integer(scenario.days), "seed": .integer(scenario.seed),
      "operations": .integer(report.operations), "messages": .integer(report.network.messages),
      "personDays": .integer(report.personDays),
      "enrolledDays": .integer(report.dayTotals.reduce(0) { $0 + $1.enrolled }),
      "families": .integer(report.replicasPerFamily.reduce(0) { $0 + $1.families }),
      "datasetBytes": .integer(report.datasetBytes), "factsBytes": .integer(facts),
      "peakMemoryBytes": .integer(Machine.peakMemoryBytes), "userSeconds": .number(user),
      "calibrationSeconds": .number(calibration),
    ]
  }
}
