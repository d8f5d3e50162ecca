import TestKit
import Testing

@Suite("Rejected command lines")
struct RejectedCommandLineTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var line: String
    var code: Int32
    var words: String
    var testDescription: String { line }
  }

  private static func refusal(_ line: String, _ code: Int32, _ words: String) -> Refusal {
    Refusal(line: line, code: code, words: words)
  }

  static let refusals = [
    refusal("run smok", 65, "there is no scenario 'smok'. Did you mean 'smoke'?"),
    refusal("validate smok", 65, "there is no scenario 'smok'. Did you mean 'smoke'?"),
    refusal("run ./none.json", 65, "there is no scenario file './none.json'"),
    refusal("run .", 65, "there is no scenario '.'"),
    refusal(
      "run smoke --people -5", 65,
      "--people -5: 'people' must be a whole number from 1 to 10000000, not -5"),
    refusal(
      "run smoke --people=-5", 65,
      "--people -5: 'people' must be a whole number from 1 to 10000000, not -5"),
    refusal("run smoke --people 0", 65, "--people 0: 'people' must be a whole number from 1"),
    refusal("run smoke --days 3651", 65, "--days 3651: 'days' must be a whole number from 1 to"),
    refusal(
      "run smoke --set network.lossProbability=1.5", 65,
      "--set network.lossProbability=1.5: 'network.lossProbability' must be a number from 0 to 1, not 1.5"
    ),
    refusal(
      "run smoke --set network.losProbability=0.5", 65,
      "unknown parameter 'network.losProbability'. Did you mean 'network.lossProbability'?"),
    refusal(
      "run default --set reactions.promptLift=3", 65,
      "--set reactions.promptLift=3: 'reactions.promptLift' has no effect unless "
        + "'lifecycle.enabled' is true"),
    refusal(
      "compare default default --with homes.tripsPerYear=20", 65,
      "--with homes.tripsPerYear=20: 'homes.tripsPerYear' has no effect unless "
        + "'lifecycle.enabled' is true"),
    refusal(
      "policies default --seeds 1 --set homes.tripsPerYear=20", 65,
      "'homes.tripsPerYear' has no effect unless 'lifecycle.enabled' is true"),
    refusal(
      "describe default --set homes.tripsPerYear=20", 65,
      "'homes.tripsPerYear' has no effect unless 'lifecycle.enabled' is true"),
    refusal("run smoke --set network=0.5", 65, "'network' is a group of parameters; set one of"),
    refusal("run smoke --set people", 65, "a parameter is set by path=value, such as"),
    refusal("run smoke --set =5", 65, "unknown parameter ''"),
    refusal(
      "run smoke --set start=2044-12-31 --days 400", 65,
      "'days' is 400, which from 'start', 2044-12-31, goes beyond 2045-12-31"),
    refusal(
      "run smoke --set population.zones=[{\"zone\":\"Mars/Olympus\",\"weight\":1}]", 65,
      "names 'Mars/Olympus', which is no known time zone"),
    refusal("run smoke --name ../smoke", 64, "'../smoke' is not a valid name of a run: a name has"),
    refusal("run smoke --name=", 64, "'' is not a valid name of a run: a name has"),
    refusal("run smoke --out=", 64, "The value '' is invalid for '--out <out>'"),
    refusal("run smoke --threads 0", 64, "a whole number from 1 to 256"),
    refusal("run smoke --threads two", 64, "The value 'two' is invalid for '--threads"),
    refusal("run smoke --seed -1", 64, "The value '-1' is invalid for '--seed <seed>'"),
    refusal("run smoke --people many", 64, "The value 'many' is invalid for '--people"),
    refusal("run smoke --people", 64, "Missing value for '--people <people>'"),
    refusal("run smoke --nme x", 64, "Unknown option '--nme'. Did you mean '--name'?"),
    refusal("run smoke --json=yes", 64, "The option '--json' does not take any value"),
    refusal(
      "load --profile stps", 64,
      "'steps', 'spike', 'soak' or 'plan'. Did you mean 'steps'?"),
    refusal("run smoke smoke", 64, "Unexpected argument 'smoke'"),
    refusal("runn smoke", 64, "Unknown subcommand 'runn'. Did you mean 'run'?"),
    refusal("scenario", 64, "Unknown subcommand 'scenario'. Did you mean 'scenarios'?"),
    refusal("validate", 64, "Missing expected argument '<scenario>'"),
    refusal("run smoke --out /dev/null", 1, "Cannot create the folder /dev/null/datasets: a part"),
  ]

  @Test("a rejected command line has its exit code, one message and no files", arguments: refusals)
  func refuses(_ refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    let arguments = refusal.line.split(separator: " ").map(String.init)
    let ending = try ShakeoutProgram.run(arguments, in: folder)
    #expect(ending.code == refusal.code)
    #expect(ending.output == "")
    #expect(ending.errors.hasPrefix("Error: ") && ending.errors.contains(refusal.words))
    #expect(ending.errors.contains("Usage: ") == (refusal.code == 64 && !isName(refusal)))
    #expect(try folder.everything == [])
  }

  /// The usage is not printed for an invalid name, because it would not explain the error.
  private func isName(_ refusal: Refusal) -> Bool { refusal.words.contains("not a valid name") }
}
