import CommandLineKit
import Datasets
import JSONText

/// `shakeout dictionary`: the meaning of every column of every table.
enum DictionaryCommand {
  static let json = Parameter.flag("--json", help: "Print one JSON object.")

  static let command = Command(
    "dictionary", abstract: "Print the meaning of every column of a dataset.",
    parameters: [json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    try Terminal.write(
      arguments[json]
        ? JSONWriter(.pretty).text(DataDictionary.json) : DataDictionary.textOfAllTables)
    return .fine
  }
}
