import RunVerification
import CommandLineKit
import Datasets
import JSONText

/// `shakeout query`: an SQL query of the results of a run, or of its dataset.
enum QueryCommand {
  static let sql = Parameter.requiredArgument(
    "sql", as: ValueForm<String>.text, help: "The query, such as 'SELECT * FROM metrics'.")
  static let dataset = Parameter.flag(
    "--dataset", help: "Query the Parquet tables instead, with the program 'duckdb'.")
  static let json = Parameter.flag("--json", help: "Print a JSON array of objects.")

  static let command = Command(
    "query", abstract: "Query the results of a finished run with SQL.",
    discussion: """
      Reads results.sqlite, whose table 'dictionary' lists its columns; queries cannot change it. \
      With '--dataset' the query sees the tables of the dataset under their names and runs in \
      'duckdb', which must be installed. Prints CSV with a header.
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
    if arguments[dataset] { return try queryDuckDB(arguments, of: finished) }
    guard let results = finished.resultsPath else {
      throw CommandError(
        "\(finished.datasetPath): there are no results for this dataset; "
          + "'--dataset' queries the dataset itself", exitCode: .badData)
    }
    let path = "\(results)/results.sqlite"
    let refusal: String?
    let response: QueryResult?
    do throws(DatabaseError) {
      refusal = try ResultsDatabase.refusal(of: path)
      response = refusal == nil ? try QueryResult(to: arguments[sql], from: path) : nil
    } catch {
      throw CommandError("\(error)", exitCode: .badData)
    }
    guard let response else {
      throw CommandError("\(path): \(refusal ?? "")", exitCode: .badData)
    }
    try Terminal.write(
      arguments[json] ? JSONWriter(.pretty).text(response.json) : response.commaSeparated)
    return .fine
  }

  private static func queryDuckDB(
    _ arguments: ParsedArguments, of run: FinishedRun
  ) throws -> ExitCode {
    if let refusal = DuckDB.refusal(of: arguments[sql]) {
      throw CommandError("'\(arguments[sql])' is not a query: \(refusal).", exitCode: .badData)
    }
    guard let program = DuckDB.program else {
      throw CommandError(
        "The program 'duckdb' is not in PATH. Install it (https://duckdb.org), or query without "
          + "'--dataset'.", exitCode: .failure)
    }
    let status: Int32
    do {
      status = try DuckDB(program, tables: run.tablePaths).run(
        arguments[sql], asJSON: arguments[json])
    } catch {
      throw CommandError("\(program): \(error)", exitCode: .failure)
    }
    return status == 0 ? .fine : .badData
  }
}
