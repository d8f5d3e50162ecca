import CommandLineKit
import Environment
import Population
import Scenarios
import RunPipeline

/// The shell command that reproduces a run.
struct RerunCommand {
  private let words: [String]

  /// Spells out the size and the seed, because a scenario file may change; a plan contains them.
  /// Uses one thread: the bytes are the same, and events happen in one order.
  init(_ request: RunRequest, _ arguments: ParsedArguments) {
    var words = [CommandLine.arguments[0], "run"]
    if let plan = arguments[RunCommand.plan] {
      words += ["--plan", plan]
    } else {
      words += [
        arguments[ScenarioParameters.scenario], "--seed", "\(request.scenario.seed)",
        "--people", "\(request.scenario.people)", "--days", "\(request.scenario.days)",
      ]
      for override in arguments[ScenarioParameters.overrides] { words += ["--set", override] }
    }
    if let policy = arguments[RunCommand.policy] { words += ["--policy", policy] }
    if let stores = arguments[RunCommand.stores] { words += ["--stores", stores.rawValue] }
    if request.checksEveryScope { words.append("--check-all") }
    if request.out != "." { words += ["--out", request.out] }
    if let name = arguments[RunCommand.name] { words += ["--name", name] }
    self.words = words + ["--threads", "1"]
  }

  /// `replaces` adds `--force`, so that the command replaces a finished run of the same name.
  func text(replaces: Bool) -> String {
    ShellQuoting.line(words + (replaces ? ["--force"] : []))
  }
}
