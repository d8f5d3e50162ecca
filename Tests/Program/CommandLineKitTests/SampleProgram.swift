import CommandLineKit

/// A program with every feature of the kit, for the tests.
enum SampleProgram {
  static let program = Program(
    Command(
      "sample", abstract: "Grow vegetables, and count them.",
      discussion: """
        The first paragraph of the discussion is long enough that it has to be wrapped on a page \
        of eighty columns.

          sample grow carrot --beds 3
        """,
      subcommands: [
        GrowCommand.command,
        Command(
          "count", abstract: "Count what has grown.",
          subcommands: [
            Command(
              "all", abstract: "Count everything, however long that takes, and say how sure it is.",
              parameters: [], run: { _ in .inconclusive }),
            CheckCommand.command,
          ]),
        ManyCommand.command,
      ]),
    version: "sample 1.2.3")

  static func run(_ line: String, width: Int = 80) -> Program.Outcome {
    program.run(line.split(separator: " ").map(String.init), width: width)
  }
}

/// A subcommand in the usual form.
enum GrowCommand {
  enum Soil: String, CaseIterable { case sand, loam, clay }

  static let plant = Parameter.requiredArgument(
    "plant", as: .text, help: "The plant to grow.")
  static let seasons = Parameter.repeatedArgument(
    "seasons", as: .whole(1...4), help: "The seasons to grow it in.")
  static let beds = Parameter.option(
    "--beds", "-b", as: .whole(1...100), value: "count", default: 1,
    help: "How many beds to plant, where a bed is what one person can weed in an afternoon.")
  static let seed = Parameter.optionalOption(
    "--seed", "-s", as: ValueForm<UInt64>.whole, help: "The seed's number.")
  static let water = Parameter.option(
    "--water", as: .number(0...2.5), value: "litres", default: 1.5, help: "Water a day.")
  static let soil = Parameter.option(
    "--soil", as: ValueForm<Soil>.choice, default: .loam, help: "The soil: what's there.")
  static let notes = Parameter.repeatedOption(
    "--note", "-n", as: .text, help: "A note to keep; can be given several times.")
  static let plan = Parameter.optionalOption("--plan", as: .file, help: "A plan to follow.")
  static let out = Parameter.optionalOption(
    "--output-directory", as: .directory, value: "directory", help: "Where [all] reports go.")
  static let dry = Parameter.flag("--dry-run", "-d", help: "Say what would be done.")
  static let quiet = Parameter.flag("--quiet", "-q", help: "Say less.")

  static let command = Command(
    "grow", abstract: "Grow a plant.",
    parameters: [plant, seasons, beds, seed, water, soil, notes, plan, out, dry, quiet],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    switch arguments[plant] {
    case "weed": throw UsageError("Weed cannot be planted.")
    case "stone": throw CommandError("a stone does not grow", exitCode: .badData)
    case "ghost": throw Unexpected()
    default: break
    }
    return arguments[quiet] ? .fine : .missed
  }

  struct Unexpected: Error, CustomStringConvertible { var description: String { "it vanished" } }
}

enum CheckCommand {
  static let file = Parameter.argument(
    "file", as: .file, default: "garden.json", help: "The garden to check.")
  static let format = Parameter.requiredOption(
    "--format", as: .text, help: "How to write the answer.")

  static let command = Command(
    "check", abstract: "Check the count.", parameters: [file, format],
    run: { arguments in arguments[file] == "garden.json" ? .fine : .violation })
}

/// More options than a usage line can hold.
enum ManyCommand {
  static let flags = (1...13).map { Parameter.flag("--flag-\($0)", help: "Flag \($0).") }
  static let target = Parameter.requiredArgument("target", as: .text, help: "The target.")

  static let command = Command(
    "many", abstract: "Have many options.", parameters: flags + [target], run: { _ in .fine })
}
