import CommandLineKit
import Load
import Plans
import Reporting
import RunPipeline
import Scenarios

/// What `shakeout load` takes for people, beside the scenario.
extension LoadCommand {
  static let replay = Parameter.optionalOption(
    "--replay", as: ValueForm<String>.file,
    help:
      "Send the people of a plan that 'shakeout run --record' wrote, each step at its own time; "
      + "with '--rate' or '--profile', in its order and as they say.")
  static let speed = Parameter.option(
    "--speed", as: ValueForm<Double>.number(0.001...10_000_000), value: "factor", default: 1,
    help: "With '--replay': so many times as fast as recorded. 1440 makes a minute of a day.")
  static let longPolls = Parameter.option(
    "--long-polls", as: ValueForm<Int>.whole(0...60_000), value: "number", default: 0,
    help: "With people: at most so many phones whose app is open wait for news, on connections "
      + "beside '--connections'.")
  static let lateInstalls = Parameter.option(
    "--late-installs", as: ValueForm<Int>.whole(0...100_000), value: "number", default: 0,
    help:
      "With people: so many members sign in on one more phone each, evenly over the time of the "
      + "load; it reads the whole feed.")
  /// The people of a recorded plan.
  static func recorded(
    in path: String, _ settings: LoadSettings, _ arguments: ParsedArguments
  ) throws(CommandError) -> FamilyLoad {
    for (name, isGiven) in [
      ("a scenario", arguments[scenario] != nil), ("'--path'", arguments.isGiven(Self.path)),
      ("'--body'", arguments.isGiven(body)), ("'--people'", arguments.isGiven(RunCommand.people)),
      ("'--days'", arguments.isGiven(RunCommand.days)),
      ("'--set'", arguments.isGiven(ScenarioParameters.overrides)),
    ] where isGiven {
      throw CommandError(
        "'--replay' and \(name) exclude each other: the plan has its own people.",
        exitCode: .usage)
    }
    let isByRate = arguments.isGiven(rate) || arguments.isGiven(profile)
    guard !(isByRate && arguments.isGiven(speed)) else {
      throw CommandError(
        "'--speed' lets each step come at its own time, and '--rate' and '--profile' do not: leave "
          + "one out.", exitCode: .usage)
    }
    let plan: Plan
    do throws(PlanFileError) {
      plan = try PlanLibrary.read(path)
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    var settings = settings
    settings.thresholds += plan.scenario.load.failIf
    if !isByRate {
      settings.profileText = "each step at its own time"
      if arguments[speed] != 1 { settings.profileText += ", times \(number(arguments[speed]))" }
    }
    do throws(LoadError) {
      var load = try FamilyLoad(
        settings, replaying: plan, speed: isByRate ? nil : arguments[speed],
        drainSeconds: arguments[drain], isJudged: arguments[judge])
      load.lateInstalls = arguments[lateInstalls]
      return load
    } catch {
      throw CommandError("\(path): \(error.message)", exitCode: .badData)
    }
  }
}
