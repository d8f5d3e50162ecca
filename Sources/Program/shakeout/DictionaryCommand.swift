import CommandLineKit
import Datasets
import JSONText

/// `shakeout dictionary`: what every column of every table means.
enum DictionaryCommand {
  static let json = Parameter.flag("--json", help: "Print one JSON object.")

  static let command = Command(
    "dictionary", abstract: "Say what every column of a dataset means.",
    parameters: [json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    try Terminal.write(
      arguments[json]
        ? JSONWriter(.pretty).text(DataDictionary.json) : DataDictionary.textOfAllTables)
    return .fine
  }
}
