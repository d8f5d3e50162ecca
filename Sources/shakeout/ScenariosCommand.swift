import CommandLineKit
import Population
import Runs

/// `shakeout scenarios`: what can be run by name.
enum ScenariosCommand {
  static let command = Command(
    "scenarios", abstract: "List the scenarios that can be run by name.", parameters: [],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let library = ScenarioLibrary()
    let found = library.scenarios
    guard !found.isEmpty else {
      throw CommandFailure("There is no folder 'scenarios' here or beside the program.")
    }
    let width = found.map(\.name.count).max() ?? 0
    let lines = found.map { "\($0.name.padded(to: width))  \(summary(of: $0.name, in: library))\n" }
    try Terminal.write(lines.joined())
    return .fine
  }

  private static func summary(of name: String, in library: ScenarioLibrary) -> String {
    do {
      let scenario = try library.resolve(name)
      let size = "\(scenario.people) × \(scenario.days) d".padded(to: 15)
      return "\(size)  \(scenario.description)"
    } catch {
      return "cannot be run; see 'shakeout validate \(name)'"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
