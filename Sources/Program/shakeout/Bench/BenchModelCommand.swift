import Base
import Benchmarking
import CommandLineKit
import JSONText
import RunPipeline

/// `shakeout bench model`: how fast the reference model runs, beside other tools.
enum BenchModelCommand {
  static let people = Parameter.option(
    "--people", as: ValueForm<Int>.whole(1...10_000_000), value: "people", default: 20_000,
    help: "The number of people.")
  static let days = Parameter.option(
    "--days", as: ValueForm<Int>.whole(1...100_000), value: "days", default: 90,
    help: "The number of days.")
  static let seed = Parameter.option(
    "--seed", as: ValueForm<Int>.whole(0...Int(UInt32.max)), value: "seed", default: 1,
    help: "The seed of all draws.")

  static let command = Command(
    "model", abstract: "Run the reference model of behavior alone.",
    discussion: """
      The model is so simple that other tools can run the same: each person has a habit and a \
      streak, and opens the app or not on each day. Benchmarks/Peers/README.md declares it, and \
      'bench peers model' runs it in NumPy, Mesa and SimPy as well. One thread.
      """,
    parameters: [people, days, seed, BenchCommand.json], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let model = ReferenceModel(
      people: arguments[people], days: arguments[days], seed: UInt32(arguments[seed]))
    var openings = 0
    let seconds = BenchClock.seconds { openings = model.openings() }
    let personDays = Double(model.people) * Double(model.days)
    let (share, rate) = (Double(openings) / personDays, personDays / seconds)
    guard arguments[BenchCommand.json] else {
      try Terminal.write(
        "\(grouped(Int(rate))) person-days a second. People opened the app on "
          + "\(grouped(openings)) of \(grouped(Int(personDays))) days.\n")
      return .fine
    }
    try Terminal.write(
      JSONWriter(.pretty).text(
        [
          "people": .integer(Int128(model.people)), "days": .integer(Int128(model.days)),
          "openings": .integer(Int128(openings)), "share": .number(share),
          "seconds": .number(seconds), "personDaysPerSecond": .number(rate),
        ]))
    return .fine
  }
}
