import CommandLineKit
import JSONText
import Population
import Scenarios
import RunPipeline
import Stress

/// `shakeout policies`: what each conflict policy loses of the same taps under the same faults.
enum PoliciesCommand {
  static let scenarios = Parameter.repeatedArgument(
    "scenario", as: ValueForm<String>.text,
    help: "What seeds are lived in: names of scenarios, or paths. (default: stress)")
  static let seeds = Parameter.option(
    "--seeds", as: ValueForm<Int>.whole(1...1_000_000), default: 100,
    help: "How many seeds of each scenario to live.")

  static let command = Command(
    "policies",
    abstract: "Live the same taps under every conflict policy, and count what each loses.",
    discussion: """
      Each seed draws what goes wrong in it, as for 'shakeout stress', and is lived once. Then \
      nobody decides anything any more: the same steps meet the same faults under each of the \
      policies. Counted is what was overwritten unseen, what is there twice, the habits whose \
      streak is shorter than by what was meant, caps that were exceeded, and for how many minutes \
      somebody was shown what did not last; the seeds that show it can be lived again with '--from' \
      and '--seeds 1'. Exits with 65 when a scenario is wrong, 70 when the default has broken a \
      promise and 130 when somebody stopped it.
      """,
    parameters: [
      scenarios, seeds, StressCommand.from, StressCommand.jobs, StressCommand.faults,
      StressCommand.swarm, ScenarioParameters.overrides, StressCommand.json,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    let request = try request(arguments)
    CrashReport.prepare(
      run: "the conflict policies",
      command: ShellQuoting.line(CommandLine.arguments))
    let isSeen = !arguments[StressCommand.json] && Terminal.isRewritable
    let losses: [PolicyLosses]
    do {
      losses = try PolicyExperiment(request).run { seeds in
        if isSeen && seeds % 8 == 0 { Terminal.complain("\r\(seeds) seeds\u{1B}[K") }
      }
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    if isSeen { Terminal.complain("\r\u{1B}[K") }
    let report = PolicyReport(losses, swarmHash: request.swarm.hash)
    try Terminal.write(
      arguments[StressCommand.json] ? JSONWriter(.pretty).text(report.json) : report.text)
    if Interruption.isRequested { return .interrupted }
    return losses.first?.broken.isEmpty ?? true ? .fine : .violation
  }

  private static func request(_ arguments: ParsedArguments) throws -> StressRequest {
    let names = arguments[scenarios].isEmpty ? ["stress"] : arguments[scenarios]
    let resolved = try names.map {
      try ScenarioParameters.resolve($0, overrides: arguments[ScenarioParameters.overrides])
    }
    var request: StressRequest
    do {
      request = StressRequest(
        scenarios: resolved, swarm: try SwarmLibrary.read(arguments[StressCommand.swarm]),
        allowed: nil, firstSeed: arguments[StressCommand.from], seedCount: arguments[seeds],
        minutes: nil, jobs: arguments[StressCommand.jobs] ?? Machine.cores, out: ".",
        shrinkSeconds: 0, failuresMax: .max, checksDeterminism: false, command: [])
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    request.allowed = try StressCommand.allowed(arguments[StressCommand.faults], in: request)
    return request
  }
}
