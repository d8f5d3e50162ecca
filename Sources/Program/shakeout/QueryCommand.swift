import RunVerification
import CommandLineKit
import Datasets
import JSONText

/// `shakeout query`: a question in SQL to the results of a run, or to its dataset.
enum QueryCommand {
  static let sql = Parameter.requiredArgument(
    "sql", as: ValueForm<String>.text, help: "What to ask, such as 'SELECT * FROM kpis'.")
  static let dataset = Parameter.flag(
    "--dataset", help: "Ask the Parquet tables instead, by the program duckdb.")
  static let json = Parameter.flag("--json", help: "Print a list of objects.")

  static let command = Command(
    "query", abstract: "Ask the results of a finished run in SQL.",
    discussion: """
      Answers from results.sqlite, whose table 'dictionary' says what it has; nothing can be \
      changed. With '--dataset' the tables of the dataset are there under their names, and the \
      program 'duckdb' answers, which must be installed. Prints CSV with a line of names.
      """,
    parameters: [MetricsCommand.run, sql, MetricsCommand.out, dataset, json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let finished: FinishedRun
    do {
      finished = try FinishedRun(
        arguments[MetricsCommand.run], below: arguments[MetricsCommand.out])
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    if arguments[dataset] { return try askDuckDB(arguments, of: finished) }
    guard let results = finished.resultsPath else {
      throw CommandError(
        "\(finished.datasetPath): there are no results beside this dataset; "
          + "'--dataset' asks the dataset itself", exitCode: .badData)
    }
    let response: QueryResult
    do throws(DatabaseError) {
      response = try QueryResult(to: arguments[sql], from: "\(results)/results.sqlite")
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    try Terminal.write(
      arguments[json] ? JSONWriter(.pretty).text(response.json) : response.commaSeparated)
    return .fine
  }

  private static func askDuckDB(
    _ arguments: ParsedArguments, of run: FinishedRun
  ) throws -> ExitCode {
    guard let program = DuckDB.program else {
      throw CommandError(
        "The program 'duckdb' is in no folder of PATH. Install it (https://duckdb.org), or ask "
          + "without '--dataset'.", exitCode: .failure)
    }
    let status: Int32
    do {
      status = try DuckDB(program, tables: run.tablePaths).ask(
        arguments[sql], asJSON: arguments[json])
    } catch {
      throw CommandError("\(program): \(error)", exitCode: .failure)
    }
    return status == 0 ? .fine : .badData
  }
}
