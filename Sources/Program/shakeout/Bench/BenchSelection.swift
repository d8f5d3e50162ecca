import Benchmarking
import CommandLineKit
import Scenarios

/// A workload to measure: a scenario with its overrides, and which figures of it.
struct BenchSelection {
  /// The name in the file; nil for that of the scenario.
  var name: String?
  /// The scenario as the command line or a baseline has it.
  var scenario: String
  var people: Int?
  var days: Int?
  var seed: UInt64?
  var settings: [String]
  var figures: [BenchmarkFigure]

  /// The words that select it on the command line of this program.
  func words(people factor: Int = 1) -> [String] {
    var words = [scenario]
    if let people { words += ["--people", "\(people * factor)"] }
    if let days { words += ["--days", "\(days)"] }
    if let seed { words += ["--seed", "\(seed)"] }
    for setting in settings { words += ["--set", setting] }
    return words
  }

  /// The overrides of its scenario.
  var overrides: [String] {
    [people.map { "people=\($0)" }, days.map { "days=\($0)" }, seed.map { "seed=\($0)" }]
      .compactMap(\.self) + settings
  }

  /// The workloads of a baseline, with the figures that it has.
  static func all(
    of baseline: BenchmarkResult, where isWanted: (BenchmarkFigure) -> Bool
  ) -> [BenchSelection] {
    baseline.workloads.map { workload in
      // A bound needs a figure on both sides, also where the baseline has no value of it.
      let bounded = baseline.bounds.filter {
        $0.workload == workload.name || $0.reference == workload.name
      }.map(\.figure)
      let figures = BenchmarkFigure.allCases.filter { figure in
        isWanted(figure) && (workload[figure] != nil || bounded.contains(figure))
      }
      return BenchSelection(
        name: workload.name, scenario: workload.scenario, people: workload.people,
        days: workload.days,
        seed: workload.seed, settings: workload.settings, figures: figures)
    }
  }
}
