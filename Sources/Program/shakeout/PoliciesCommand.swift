import CommandLineKit
import JSONText
import Population
import Scenarios
import RunPipeline
import Stress

/// `shakeout policies`: what each conflict policy loses with the same steps and faults.
enum PoliciesCommand {
  static let scenarios = Parameter.repeatedArgument(
    "scenario", as: ScenarioParameters.form,
    help: "The scenarios to run seeds of, as names or paths. (default: stress)")
  static let seeds = Parameter.option(
    "--seeds", as: ValueForm<Int>.whole(1...1_000_000), default: 100,
    help: "The number of seeds per scenario.")

  static let markdown = Parameter.optionalOption(
    "--markdown", as: ValueForm<String>.file,
    help: "Also append the tables as Markdown to a file.")

  static let command = Command(
    "policies",
    abstract: "Replay the same steps under every conflict policy and count what each loses.",
    discussion: """
      Runs each seed once with randomly drawn faults, like 'shakeout stress', and records its \
      plan. Then it replays the same steps and faults under each policy and counts lost updates, \
      duplicates, broken streaks, exceeded caps, and minutes for which a person saw a change that \
      was later rolled back. Reproduce a listed seed with '--from' and '--seeds 1'. Exits with 65 \
      when a scenario is invalid, 70 when the default policy violated a property and 130 when \
      interrupted.
      """,
    parameters: [
      scenarios, seeds, StressCommand.from, StressCommand.jobs, StressCommand.faults,
      StressCommand.swarm, ScenarioParameters.overrides, StressCommand.json, markdown,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.listen()
    let request = try request(arguments)
    CrashReport.prepare(
      run: "conflict policies",
      command: ShellQuoting.line(CommandLine.arguments))
    let markdownFile = try OutputOption(arguments[markdown], appends: true)
    let showsProgress = !arguments[StressCommand.json] && Terminal.isRewritable
    let losses: [PolicyLosses]
    do {
      losses = try PolicyExperiment(request).run { seeds in
        if showsProgress && seeds % 8 == 0 { Terminal.writeError("\r\(seeds) seeds\u{1B}[K") }
      }
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    if showsProgress { Terminal.writeError("\r\u{1B}[K") }
    let report = PolicyReport(losses, swarmHash: request.swarm.hash)
    try markdownFile?.write(report.markdown)
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
    try StressCommand.checkSeeds(request)
    request.allowed = try StressCommand.allowed(arguments[StressCommand.faults], in: request)
    return request
  }
}
