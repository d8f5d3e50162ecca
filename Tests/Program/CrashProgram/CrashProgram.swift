import Foundation
import Population
import Scenarios
import RunPipeline
import Simulator
import SimulatedWorld

/// Crashes on purpose, in the middle of a run and on a worker thread:
/// `crash-program <crash> <threads>`. Tests check its crash report.
@main
struct CrashProgram {
  static func main() throws {
    let trap = CommandLine.arguments[1]
    guard let threads = Int(CommandLine.arguments[2]) else { return }
    CrashReport.prepare(run: "scenario 'trap', seed 1", command: "crash-program \(trap) \(threads)")
    var scenario = Scenario()
    scenario.people = 200
    scenario.days = 10
    scenario.population.joinDaysSpread = 0
    try PopulationRun(scenario, threads: threads, personDaysPerBatch: 1).run(
      makeScratch: { Scratch() },
      observe: { _, community in
        if community.resident(0).number > 60 { crash(trap) }
      },
      conclude: { _ in }, take: { _, _ in })
  }

  private struct Scratch: ~Copyable {}

  private static func crash(_ trap: String) {
    switch trap {
    case "invariant": preconditionFailure("broken on purpose")
    case "overflow": print(Int8(trap.utf8.count) * 100)
    case "index": print(Array(trap.utf8)[99])
    case "stack": print(depth(of: 1))
    case "address": print(UnsafePointer<Int>(bitPattern: 8)!.pointee)
    case "abort": abort()
    default: preconditionFailure("there is no crash '\(trap)'")
    }
  }

  /// Recurses until the stack overflows; the sum prevents tail-call optimization.
  private static func depth(of number: Int) -> Int {
    number == 0
      ? 0
      : withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { buffer in
        buffer.initialize(repeating: number)
        return depth(of: number + 1) + buffer[number % 64]
      }
  }
}
