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
    help:
      "With '--replay': so many times as fast as recorded. With '--live': so many times as fast as "
      + "days are; 1440, which makes a minute of a day, if it is not given.")
  static let live = Parameter.flag(
    "--live",
    help:
      "With a scenario: its people decide while the load runs what they do, by what their phones "
      + "show after what the server has answered. The load ends with their last day, or after "
      + "'--duration' if that is given. Such a loop is closed, so only errors can be judged.")
  static let spread = Parameter.flag(
    "--spread",
    help:
      "With a scenario: the steps of each family come evenly over those of its plan, in their "
      + "order. A phone then seldom does a second thing while its first is under way, as when many "
      + "more families live at their own pace.")
  static let longPolls = Parameter.option(
    "--long-polls", as: ValueForm<Int>.whole(0...60_000), value: "number", default: 0,
    help: "With people: at most so many phones whose app is open wait for news, on connections "
      + "beside '--connections'.")
  static let lateInstalls = Parameter.option(
    "--late-installs", as: ValueForm<Int>.whole(0...100_000), value: "number", default: 0,
    help:
      "With people: so many members sign in on one more phone each, evenly over the time of the "
      + "load; it reads the whole feed.")
  /// So fast the days of live people pass if no speed is given: a day in a minute.
  private static let liveSpeed = 1_440.0

  /// The people of a scenario who decide while the load runs.
  static func living(
    _ scenario: Scenario, _ settings: LoadSettings, _ arguments: ParsedArguments
  ) throws(CommandError) -> FamilyLoad {
    for (name, isGiven) in [
      ("--rate", arguments.isGiven(rate)), ("--profile", arguments.isGiven(profile)),
      ("--from", arguments.isGiven(from)), ("--knee-p99", arguments.isGiven(knee)),
      ("--arrivals", arguments.isGiven(arrivals)), ("--seed", arguments.isGiven(seed)),
      ("--spread", arguments[spread]),
      ("--abort-below", arguments.isGiven(abortBelow)),
    ] where isGiven {
      throw CommandError(
        "'--live' and '\(name)' exclude each other: people act when their days say so, which pass "
          + "as '--speed' has it.", exitCode: .usage)
    }
    if let threshold = settings.thresholds.first(where: \.isOfPace) {
      throw CommandError(
        "The threshold '\(threshold.text)' cannot be judged with '--live': what people do depends on "
          + "the answers, so a slow server is asked for less. Only 'errors' can be; 'shakeout load "
          + "SCENARIO' without '--live' judges durations.", exitCode: .usage)
    }
    let factor = arguments.isGiven(speed) ? arguments[speed] : liveSpeed
    var settings = settings
    settings.abortsBelow = 0
    settings.profileText = "live, times \(number(factor))"
    do throws(LoadError) {
      return try FamilyLoad(
        settings, living: scenario, speed: factor, isTimed: arguments.isGiven(duration),
        drainSeconds: arguments[drain], isJudged: arguments[judge])
    } catch {
      throw CommandError(error.message, exitCode: .badData)
    }
  }

  /// The people of a recorded plan.
  static func recorded(
    in path: String, _ settings: LoadSettings, _ arguments: ParsedArguments
  ) throws(CommandError) -> FamilyLoad {
    for (name, isGiven) in [
      ("a scenario", arguments[scenario] != nil), ("'--path'", arguments.isGiven(Self.path)),
      ("'--body'", arguments.isGiven(body)), ("'--people'", arguments.isGiven(RunCommand.people)),
      ("'--spread'", arguments[spread]),
      ("'--days'", arguments.isGiven(RunCommand.days)), ("'--live'", arguments[live]),
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
