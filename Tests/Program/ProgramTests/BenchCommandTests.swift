import Foundation
import JSONText
import TestKit
import Testing

@Suite("'shakeout bench'")
struct BenchCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The figures that need no other program.
  private static let counts =
    "--figure operations --figure messages --figure datasetBytes --figure datasetBytesPerPersonDay"
  private static let tiny = "bench run smoke --people 12 --days 4 \(counts)"

  /// Replaces a text of a file, which must be there.
  private func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = try folder.text(name)
    #expect(text.contains(old), "\(text)")
    try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: name)
  }

  @Test("'run' counts what 'shakeout run' counts, and 'compare' finds two of them the same")
  func counted() throws {
    for name in ["old.json", "new.json"] {
      let ending = try folder.shakeout("\(Self.tiny) --out \(name)")
      #expect(ending.code == 0 && ending.output == "" && ending.errors == "", "\(ending)")
    }
    #expect(try folder.everything == ["new.json", "old.json"])
    let file = try JSONReader().read(try folder.text("old.json"))
    let workload = try #require(file["workloads"]?.elements?.first)
    #expect(workload["people"]?.integer() == 12 && workload["days"]?.integer() == 4)
    let run = try folder.shakeout("run smoke --people 12 --days 4 --json").json
    let operations = try #require(workload["figures"]?.elements?.first)
    #expect(operations["figure"]?.string == "operations")
    #expect(operations["samples"]?.elements?.first?.double == run["operations"]?.double)
    #expect(file["machine"]?["cores"]?.integer() ?? 0 > 0)
    #expect(file["program"]?["sources"]?.string?.count == 64)
    #expect(file["machine"]?["toolchain"]?.string?.contains("wift") == true)

    let same = try folder.shakeout("bench compare old.json new.json")
    #expect(same.code == 0 && same.errors == "" && same.output.contains("~"), "\(same)")
    #expect(!same.output.contains(" %\n"))
    let json = try folder.shakeout("bench compare old.json new.json --json").json
    let changes = try #require(json["changes"]?.elements)
    #expect(changes.count == 4 && changes.allSatisfy { $0["isShown"]?.boolean == false })
  }

  @Test("'model' runs the reference model, with the same openings for the same seed")
  func model() throws {
    let words = "bench model --people 100 --days 30 --json"
    let (one, two) = try (folder.shakeout(words).json, folder.shakeout(words).json)
    let openings = try #require(one["openings"]?.integer())
    #expect(openings > 1_500 && openings < 2_100 && two["openings"]?.integer() == openings)
    #expect(one["share"]?.double == Double(openings) / 3_000)
    #expect(one["personDaysPerSecond"]?.double ?? 0 > 0)
    let text = try folder.shakeout("bench model --people 100 --days 30")
    #expect(text.code == 0 && text.output.contains(" of 3,000 days.\n"), "\(text)")
  }

  @Test("'parquet' writes a table of a run again")
  func parquet() throws {
    let run = try folder.shakeout("run smoke --people 12 --days 4 --json").json
    let dataset = try #require(run["paths"]?["dataset"]?.string)
    let days = "\(dataset)/person_days.parquet"
    let ending = try folder.shakeout("bench parquet \(days) again.parquet --json")
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    #expect(try ending.json["rows"]?.integer() == run["personDays"]?.integer())
    #expect(try ending.json["bytes"]?.integer() == folder.bytes("again.parquet").count)
    let again = try folder.shakeout("bench parquet again.parquet third.parquet")
    #expect(again.code == 0 && again.output.contains("rows a second"), "\(again)")

    try folder.write("no table", to: "notes.txt")
    let wrong = try folder.shakeout("bench parquet notes.txt copy.parquet")
    #expect(wrong.code == 65 && wrong.errors.contains("'notes.txt'"), "\(wrong)")
    #expect(try !folder.everything.contains("copy.parquet"))
  }

  @Test("'wire' counts the bytes of all messages, at most 60 for each operation")
  func wire() throws {
    let words = "bench wire default --people 200 --days 30"
    let one = try folder.shakeout("\(words) --threads 1 --json")
    #expect(one.code == 0 && one.errors == "", "\(one)")
    #expect(try folder.shakeout("\(words) --threads 3 --json").output == one.output)
    let (counts, perOperation) = (try one.json, try one.json["bytesPerOperation"]?.double ?? 0)
    #expect(perOperation > 20 && perOperation <= 60, "\(counts)")
    let operations = try #require(counts["operations"]?.integer())
    #expect(try #require(counts["requestOperations"]?.integer()) >= operations)
    #expect(try #require(counts["responseRows"]?.integer()) > operations)
    let text = try folder.shakeout(words)
    #expect(text.output.contains("bytes an operation with all messages of "), "\(text)")
  }

  @Test("times and memory have all samples")
  func sampled() throws {
    let ending = try folder.shakeout(
      "bench run smoke --people 12 --days 4 --figure userTimeRatio --figure peakMemoryBytes "
        + "--repetitions 2")
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    let figures = try ending.json["workloads"]?.elements?.first?["figures"]?.elements ?? []
    #expect(figures.map { $0["figure"]?.string } == ["peakMemoryBytes", "userTimeRatio"])
    for figure in figures {
      let samples = figure["samples"]?.elements?.compactMap(\.double) ?? []
      #expect(samples.count == 2 && samples.allSatisfy { $0 > 0 }, "\(figure)")
    }
  }

  @Test("'check' exits with 2 when a count is above its limit, and 0 when it is not")
  func checked() throws {
    #expect(try folder.shakeout("\(Self.tiny) --out baseline.json").code == 0)
    let check = "bench check --baseline baseline.json"
    let fine = try folder.shakeout(
      "\(check) --junit all.xml --markdown all.md --history all.jsonl --html all.html")
    #expect(fine.code == 0 && fine.output.hasSuffix("Nothing is worse.\n"), "\(fine)")
    #expect(try folder.text("all.xml").contains(#"tests="4" failures="0""#))
    #expect(try folder.text("all.md").hasPrefix("## Benchmarks\n"))
    #expect(try folder.text("all.html").contains("smoke: operations"))
    #expect(try folder.shakeout("\(check) --history all.jsonl").code == 0)
    #expect(try folder.text("all.jsonl").split(separator: "\n").count == 2)

    // A program that sends 3 % more messages than the baseline has.
    let file = try JSONReader().read(try folder.text("baseline.json"))
    let figures = file["workloads"]?.elements?.first?["figures"]?.elements ?? []
    let messages = try #require(figures[1]["samples"]?.elements?.first?.double)
    let samples = "\"samples\": [\n            \(messages)"
    try edit(
      "baseline.json", samples, "\"samples\": [\n            \((messages / 1.03).rounded(.down))")
    let worse = try folder.shakeout(check)
    #expect(worse.code == 2 && worse.output.hasSuffix("1 figure worse.\n"), "\(worse)")
    #expect(try folder.shakeout("\(check) --tolerance messages=0.1").code == 0)

    let refused = try folder.shakeout("\(check) --record")
    #expect(refused.code == 2 && refused.errors.contains("This would raise smoke: messages from "))
    let recorded = try ShakeoutProgram.run(
      check.split(separator: " ").map(String.init) + [
        "--record", "--raises", "raises.tsv", "--because", "shorter waits",
      ], in: folder)
    #expect(recorded.code == 0, "\(recorded)")
    #expect(try folder.text("raises.tsv").contains("\tsmoke: messages\t"))
    let explained = try folder.shakeout("\(check) --raises raises.tsv")
    #expect(explained.code == 0 && explained.output.contains("shorter waits"), "\(explained)")
    try folder.write("", to: "raises.tsv")
    let unexplained = try folder.shakeout("\(check) --raises raises.tsv")
    #expect(unexplained.code == 65, "\(unexplained)")
    #expect(unexplained.errors.contains("'smoke: messages' rose from "))
  }

  @Test("other machines, workloads and files are refused in one sentence")
  func refused() throws {
    #expect(try folder.shakeout("\(Self.tiny) --out old.json").code == 0)
    try folder.write(try folder.text("old.json"), to: "new.json")
    try edit("new.json", "\"cores\": ", "\"cores\": 9")
    for line in ["bench compare old.json new.json", "bench check --baseline new.json"] {
      let ending = try folder.shakeout(line)
      #expect(ending.code == 65 && ending.errorLines.count == 1, "\(ending)")
      #expect(ending.errors.hasPrefix("Error: new.json: the machines differ: cores '"))
    }
    let across = try folder.shakeout("bench compare old.json new.json --across-machines")
    #expect(across.code == 0 && across.output.contains("~"), "\(across)")
    try edit("new.json", "\"people\": 12", "\"people\": 13")
    let other = try folder.shakeout("bench compare old.json new.json --across-machines")
    #expect(other.code == 65 && other.errors.contains("the workload 'smoke' is another one"))
    try folder.write("{", to: "new.json")
    let broken = try folder.shakeout("bench compare old.json new.json")
    #expect(broken.code == 65 && broken.errors.hasPrefix("Error: new.json:"), "\(broken)")
    let missing = try folder.shakeout("bench check --baseline nothing.json")
    #expect(missing.code == 65 && missing.errors.contains("there is no such file"))
    let figure = try folder.shakeout("bench run smoke --figure messagees")
    #expect(figure.code == 64 && figure.errors.contains("Please provide one of 'operations'"))
    #expect(try folder.shakeout("bench compare old.json old.json --html x.html").code == 64)
    #expect(try folder.shakeout("bench check --baseline old.json --because more").code == 64)
    #expect(try folder.shakeout("bench run smoke smoke").code == 64)
    let wrong = try folder.shakeout("bench run smoke --set people=no")
    #expect(wrong.code == 65, "\(wrong)")
  }

  @Test("'noise' measures again and again")
  func noise() throws {
    let ending = try folder.shakeout(
      "bench noise smoke --people 12 --days 4 --runs 2 --figure messages --json")
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    let row = try #require(try ending.json["rows"]?.elements?.first)
    #expect(row["deviation"]?.double == 0 && row["falseAlarms"]?.integer() == 0)
  }

  @Test("'peers' needs the scripts of a checkout")
  func peers() throws {
    let ending = try folder.shakeout("bench peers")
    #expect(ending.code == 64 && ending.errors.contains("There is no 'Benchmarks/Peers/peers.py'"))
  }
}
