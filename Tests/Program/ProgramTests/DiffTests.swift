import Foundation
import JSONText
import TestKit
import Testing

@Suite("'shakeout diff' and 'metrics --against'")
struct DiffTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, options) in [
      ("one", ""), ("same", ""), ("other", " --set behavior.openLogitBase=-0.5"),
      ("seed", " --seed 2"),
    ] {
      let ending = try folder.shakeout(
        "run smoke --people 60 --days 20 --quiet --name \(name)\(options)")
      #expect(ending.code == 0 && ending.errors == "")
    }
  }

  @Test("equal runs exit with 0")
  func equal() throws {
    let ending = try folder.shakeout("diff one same")
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    #expect(ending.output.contains("17 tables: 17 same."))
    #expect(!ending.output.contains("tolerance"))
    let json = try folder.shakeout("diff one same --json").json
    #expect(json["intervals"]?.string == "paired" && json["parameters"]?.elements?.isEmpty == true)
    #expect(json["first"]?["sources"]?.string?.count == 64)
  }

  @Test("different runs list figures and tables, and tolerances decide the exit code")
  func different() throws {
    let ending = try folder.shakeout("diff one other")
    #expect(ending.code == 99 && ending.errors == "", "\(ending)")
    for text in [
      "behavior.openLogitBase: ", "pc.dau", "beyond", "first different row: ", "person_days: ",
    ] {
      #expect(ending.output.contains(text), "\(text)")
    }
    #expect(try folder.shakeout("diff one seed").code == 99)
    // Figures that only one of the runs has are beyond every tolerance.
    let json = try folder.shakeout("diff one other --tolerance 1000 --json")
    let figures = try #require(try json.json["figures"]?.elements)
    let isOneSided = figures.contains { ($0["first"] == .null) != ($0["second"] == .null) }
    #expect(json.code == (isOneSided ? 99 : 0))
    #expect(figures.contains { $0["verdict"]?.string == "within" })
    try folder.write(#"{"pc.dau": 0.0001}"#, to: "own.json")
    let strict = try folder.shakeout("diff one other --tolerance 1000 --tolerances own.json --json")
    #expect(strict.code == 99)
    #expect(
      try #require(try strict.json["figures"]?.elements).contains {
        $0["metric"]?.string == "pc.dau" && $0["verdict"]?.string == "beyond"
      })
  }

  @Test("unclear differences exit with 3")
  func unclear() throws {
    let figures = try #require(
      try folder.shakeout("diff one seed --json").json["figures"]?.elements)
    // A tolerance for each figure that is beyond it otherwise.
    let beyond = figures.filter { $0["verdict"]?.string == "beyond" }
    let own = beyond.compactMap { figure in
      figure["metric"]?.string.map { "\"\($0)\": 1000000" }
    }
    try folder.write("{\(Array(Set(own)).joined(separator: ", "))}", to: "own.json")
    let ending = try folder.shakeout("diff one seed --tolerances own.json --json")
    let left = try #require(try ending.json["figures"]?.elements).map { $0["verdict"]?.string }
    #expect(left.contains("unclear"))
    #expect(ending.code == (left.contains("beyond") ? 99 : 3))
  }

  @Test("'--markdown' appends")
  func markdown() throws {
    for _ in 0..<2 { _ = try folder.shakeout("diff one other --markdown summary.md") }
    let parts = try folder.text("summary.md").split(
      separator: "## one → other\n", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && parts[2].contains("| pc.dau | truth | "))
  }

  @Test("'metrics --against' adds the differences to every output and to the exit code")
  func against() throws {
    let alone = try folder.shakeout("metrics other")
    let same = try folder.shakeout("metrics one --against same --json")
    #expect(same.code == (try folder.shakeout("metrics one").code))
    let verdicts = try #require(try same.json["against"]?["figures"]?.elements)
    #expect(verdicts.allSatisfy { $0["verdict"]?.string == "same" })
    let ending = try folder.shakeout(
      "metrics other --against one --junit metrics.xml --markdown metrics.md")
    #expect(ending.code == 99 && ending.output.hasPrefix(alone.output))
    #expect(ending.output.contains("first: one, ") && ending.output.contains("beyond"))
    #expect(!ending.output.contains("first different row"))
    #expect(try folder.text("metrics.xml").contains("other, compared with one"))
    #expect(try folder.text("metrics.md").contains("## one → other"))
    let annotated = try folder.shakeout("metrics other --against one --github")
    #expect(annotated.output.contains("::error title=other, compared with one::"))
    let lonely = try folder.shakeout("metrics other --tolerance 0.1")
    #expect(lonely.code == 64 && lonely.errors.contains("need '--against'"))
  }

  @Test("a run that cannot be read, and wrong tolerances, are errors of one sentence")
  func mistakes() throws {
    let missing = try folder.shakeout("diff one oter")
    #expect(missing.code == 65 && missing.errors.contains("Did you mean 'other'?"))
    try folder.write(#"{"pc.dua": 0.1}"#, to: "own.json")
    let unknown = try folder.shakeout("diff one same --tolerances own.json")
    #expect(unknown.code == 65 && unknown.errors.contains("Did you mean 'pc.dau'?"))
    try folder.write(#"{"pc.dau": -1}"#, to: "own.json")
    let negative = try folder.shakeout("diff one same --tolerances own.json")
    #expect(
      negative.code == 65
        && negative.errors.contains("the tolerance of 'pc.dau' must be a number of at least 0"))
    #expect(try folder.shakeout("diff one same --tolerance -1").code == 64)
    #expect(try folder.shakeout("diff one").code == 64)
  }

  @Test("a dataset of another format is refused with 65, by its version and not as damaged")
  func formats() throws {
    let path = "datasets/same/manifest.json"
    let text = try folder.text(path)
    let number = try #require(try JSONReader().read(text)["schemaVersion"]?.integer())
    for (other, age) in [(number - 1, "an older"), (number + 1, "a newer")] {
      try folder.write(
        text.replacing("\"schemaVersion\": \(number)", with: "\"schemaVersion\": \(other)"),
        to: path)
      for line in ["diff one same", "metrics same", "verify same", "metrics one --against same"] {
        let ending = try folder.shakeout(line)
        #expect(ending.code == 65 && ending.output == "")
        #expect(
          ending.errors.hasPrefix(
            "Error: ./\(path): this dataset has format version \(other), which \(age) shakeout, "),
          "\(ending.errors)")
      }
    }
  }

  @Test("a database of another format is refused by 'query'")
  func database() throws {
    let path = "\(folder.path)/results/one/results.sqlite"
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The version of the tables, as SQLite keeps it in the header.
    bytes[63] += 1
    try bytes.write(to: URL(filePath: path))
    let ending = try ShakeoutProgram.run(["query", "one", "SELECT 1"], in: folder)
    #expect(ending.code == 65 && ending.output == "")
    #expect(ending.errors.contains("this database has format version \(bytes[63]), which a newer"))
  }
}
