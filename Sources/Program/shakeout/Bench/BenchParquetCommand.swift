import Base
import CommandLineKit
import Datasets
import JSONText
import RunPipeline

/// `shakeout bench parquet`: how fast a table is written, without the simulation that makes it.
enum BenchParquetCommand {
  static let table = Parameter.requiredArgument(
    "table", as: ValueForm<String>.file, help: "A Parquet file of a run, such as person_days.")
  static let copy = Parameter.requiredArgument(
    "copy", as: ValueForm<String>.file, help: "Where to write it again.")
  static let repetitions = Parameter.option(
    "--repetitions", as: ValueForm<Int>.whole(1...1_000), value: "count", default: 5,
    help: "How often to write it. The median counts.")

  static let command = Command(
    "parquet", abstract: "Write a table of a run again: what writing alone costs.",
    discussion: """
      Reads all values into memory, and then writes them as a run does: value by value into row \
      groups, which are encoded and compressed, and into a file. Only the writing is measured, several times in one process. \
      'bench peers parquet' has DuckDB write the same table. One thread.
      """,
    parameters: [table, copy, repetitions, BenchCommand.json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = arguments[table]
    let contents: TableContents
    do {
      contents = try InputFile.bytes(of: path, .tables).withUnsafeBytes { try TableContents($0) }
    } catch let problem as CommandError {
      throw problem
    } catch {
      throw CommandError("'\(path)' cannot be read as a table: \(error).", exitCode: .badData)
    }
    var bytes = 0
    // The first time also takes the memory from the system, as it does once in a run.
    let times = try (0..<arguments[repetitions]).map { _ in
      try BenchClock.seconds {
        bytes = try contents.write(
          to: arguments[copy], rowsPerGroup: DatasetTable.personDays.rowsPerGroup)
      }
    }
    let seconds = times.sorted()[times.count / 2]
    let (rows, rate) = (contents.rowCount, Double(contents.rowCount) / seconds)
    guard arguments[BenchCommand.json] else {
      try Terminal.write(
        "\(grouped(Int(rate))) rows a second: \(grouped(rows)) rows, \(grouped(bytes)) bytes.\n")
      return .fine
    }
    try Terminal.write(
      JSONWriter(.pretty).text(
        [
          "rows": .integer(Int128(rows)), "bytes": .integer(Int128(bytes)),
          "seconds": .number(seconds), "rowsPerSecond": .number(rate),
        ]))
    return .fine
  }
}
