import CommandLineKit
import Population
import Scenarios
import RunPipeline

/// The command that repeats a run, as somebody can paste it into a shell.
struct RerunCommand {
  private let words: [String]

  /// The size and the seed are spelled out, for a scenario's file may change; a plan has its own.
  /// One thread is enough: the bytes are the same, and what happens is in one order.
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
    if request.out != "." { words += ["--out", request.out] }
    if let name = arguments[RunCommand.name] { words += ["--name", name] }
    self.words = words + ["--threads", "1"]
  }

  /// `replaces` lets it take the place of a finished run of the name.
  func text(replaces: Bool) -> String {
    ShellQuoting.line(words + (replaces ? ["--force"] : []))
  }
}
