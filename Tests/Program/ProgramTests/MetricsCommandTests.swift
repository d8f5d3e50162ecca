import Foundation
import JSONText
import TestKit
import Testing

@Suite("'shakeout metrics', 'query', 'verify' and 'dictionary'")
struct MetricsCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let ending = try run(["run", "smoke", "--people", "60", "--days", "20", "--quiet"])
    #expect(ending.code == 0 && ending.errors == "")
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(arguments, in: folder, environment: environment)
  }

  @Test("'metrics' prints the metrics of the summary, and segments by every dimension")
  func breakdowns() throws {
    let ending = try run(["metrics", "smoke", "--json", "--by", "role", "--by", "used_goals"])
    #expect([0, 3, 99].contains(ending.code) && ending.errors == "")
    let (json, text) = (try ending.json, try folder.text("results/smoke/summary.json"))
    let summary = try JSONReader().read(Array(text.utf8))
    let writer = JSONWriter(.compact)
    let (found, stated) = (try #require(json["metrics"]), try #require(summary["metrics"]))
    #expect(writer.text(found) == writer.text(stated))
    let parts = try #require(json["segments"]?.elements).map {
      "\($0["dimension"]?.string ?? "") \($0["segment"]?.string ?? "")"
    }
    #expect(parts == ["role child", "role parent", "used_goals no", "used_goals yes"])
    let wrong = try run(["metrics", "smoke", "--by", "shoes"])
    #expect(wrong.code == 65 && wrong.errors.contains("'shoes', but by cohort, group, age"))
  }

  @Test("'--targets' replaces targets of shares and of other forms")
  func targets() throws {
    try folder.write(#"{"pc.dau": 0, "pc.sessions_per_day": 900}"#, to: "own.json")
    let json = try run(["metrics", "smoke", "--json", "--targets", "own.json"]).json
    let verdicts = try #require(json["metrics"]?.elements).reduce(into: [:]) {
      $0[$1["metric"]?.string] = $1["verdict"]?.string
    }
    #expect(verdicts["pc.dau"] == "pass" && verdicts["pc.sessions_per_day"] == "fail")
    try folder.write(#"{"pc.dau": 7}"#, to: "own.json")
    let wrong = try run(["metrics", "smoke", "--targets", "own.json"])
    let sentence = "must be a number from 0 to 1, or null for none, not 7"
    #expect(wrong.code == 65 && wrong.errors.contains(sentence))
  }

  @Test("'--junit' and '--markdown' write files atomically")
  func files() throws {
    let ending = try run(["metrics", "smoke", "--junit", "metrics.xml", "--markdown", "metrics.md"])
    #expect([0, 3, 99].contains(ending.code) && ending.errors == "")
    let (junit, table) = (try folder.text("metrics.xml"), try folder.text("metrics.md"))
    #expect(junit.hasPrefix("<?xml") && junit.contains("pc.dau"))
    #expect(junit.hasSuffix("</testsuites>\n"))
    #expect(table.contains(" properties checked, 0 violations"))
    #expect(table.contains("\n\n| metric |") && table.contains("Daily active"))
    let annotated = try run(["metrics", "smoke", "--github"])
    #expect(annotated.code == ending.code && annotated.output.contains("::"))
    let nowhere = try run(["metrics", "smoke", "--junit", "no/such/folder/metrics.xml"])
    #expect(nowhere.code == 1 && nowhere.errors.contains("no/such/folder/metrics.xml"))
  }

  @Test("'--markdown' appends, as to the summary of a build")
  func appending() throws {
    for _ in 0..<2 { _ = try run(["metrics", "smoke", "--markdown", "summary.md"]) }
    let text = try folder.text("summary.md")
    #expect(text.split(separator: "| metric |", omittingEmptySubsequences: false).count == 3)
    // A line right below a table would be a row of it.
    let head = try #require(text.split(separator: "\n").first)
    #expect(text.contains("|\n\n\(head)\n"))
  }

  @Test("a run that violated a property ends with 70 everywhere, whatever its metrics are")
  func violated() throws {
    let path = "results/smoke/summary.json"
    let summary = try folder.text(path)
    let head = "\"property\": \"P14\""
    let place = try #require(summary.range(of: head))
    let count = try #require(
      summary.range(of: "\"violations\": 0", range: place.upperBound..<summary.endIndex))
    try folder.write(
      summary.replacingCharacters(in: count, with: "\"violations\": 3"), to: path)
    let ending = try run(["metrics", "smoke", "--junit", "metrics.xml", "--markdown", "metrics.md"])
    #expect(ending.code == 70)
    #expect(ending.errors.hasPrefix("smoke: the run violated P14 (3×)."))
    #expect(ending.output.contains(", 3 violations of P14"))
    #expect(try folder.text("metrics.md").hasPrefix("**"))
    #expect(try folder.text("metrics.xml").contains(#"<failure message="P14: 3 violations in "#))
    let annotated = try run(["metrics", "smoke", "--github"])
    #expect(annotated.code == 70)
    #expect(annotated.output.hasPrefix("::error title=smoke::P14: 3 violations in "))
    let json = try run(["metrics", "smoke", "--json"])
    #expect(json.code == 70)
    #expect(
      try #require(try json.json["properties"]?.elements).contains {
        $0["property"]?.string == "P14" && $0["outcome"]?.string == "violated"
      })
    let verified = try run(["verify", "smoke"])
    #expect(verified.code == 65 && verified.errors.contains("violated P14 (3×)"))
  }

  @Test("'query' runs SQL and changes nothing")
  func query() throws {
    let sql = """
      SELECT metric, side, numerator FROM metrics WHERE metric = 'pc.dau' AND segment = ''
      ORDER BY side DESC
      """
    let ending = try run(["query", "smoke", sql])
    #expect(ending.code == 0 && ending.output.hasPrefix("metric,side,numerator\npc.dau,truth,"))
    #expect(ending.output.split(separator: "\n").count == 3)
    let columns = try JSONReader().read(
      Array(run(["query", "smoke", "SELECT * FROM dictionary", "--json"]).output.utf8))
    #expect(try #require(columns.elements).count > 40)
    let two = try run(["query", "smoke", "SELECT 1; SELECT 2"])
    #expect(two.code == 65 && two.output == "")
    #expect(two.errors.contains("more than one statement in “SELECT 1; SELECT 2”"))
    #expect(try run(["query", "smoke", "SELECT 1; -- and that is all"]).code == 0)
    let wrong = try run(["query", "smoke", "SELECT shoes FROM metrics"])
    #expect(wrong.code == 65 && wrong.errors.contains("no such column: shoes"))
    let change = try run(["query", "smoke", "DELETE FROM metric_values"])
    #expect(change.code == 65 && change.errors.contains("A query can only read"))
    let view = try run(["query", "smoke", "DELETE FROM metrics"])
    #expect(view.code == 65 && view.errors.contains("it is a view"))
    #expect(try run(["verify", "smoke"]).code == 0)
  }

  @Test("every output form has the verdicts of every segment")
  func parts() throws {
    try folder.write(#"{"pc.dau": 0.01, "pc.streak7": null}"#, to: "targets.json")
    let ending = try run([
      "metrics", "smoke", "--by", "role", "--targets", "targets.json", "--markdown", "metrics.md",
      "--junit", "metrics.xml", "--github",
    ])
    #expect([99, 3].contains(ending.code) && ending.errors == "")
    let (markdown, junit) = (try folder.text("metrics.md"), try folder.text("metrics.xml"))
    for role in ["child", "parent"] {
      #expect(markdown.contains("\n## role: \(role)\n\n| metric |"))
      #expect(junit.contains(#"<testcase classname="smoke, role: \#(role)" name="pc.dau" time"#))
      #expect(ending.output.contains("::error title=smoke, role: \(role)::"))
    }
    // Inactive days of children are in too few households for an interval.
    #expect(junit.contains(#"classname="smoke, role: parent" name="pc.dau" time="0.000"/>"#))
    #expect(junit.contains("Daily active: 70.1 %, target &gt;= 1 %, inconclusive"))
    #expect(!junit.contains("pc.streak7"))
    try folder.write(#"{"pc.dauu": 1}"#, to: "targets.json")
    let wrong = try run(["metrics", "smoke", "--targets", "targets.json"])
    #expect(wrong.code == 65 && wrong.errors.contains("Did you mean 'pc.dau'?"))
    let unknown = try run(["metrics", "smoke", "--by", "rol"])
    #expect(unknown.code == 65 && unknown.errors.contains("Did you mean 'role'?"))
    let nowhere = try run(["metrics", "smokee"])
    #expect(nowhere.code == 65 && nowhere.errors.contains("Did you mean 'smoke'?"))
  }

  @Test("'query --dataset' needs duckdb")
  func duckDB() throws {
    let nowhere = try run(
      ["query", "smoke", "SELECT 1", "--dataset"], environment: ["PATH": folder.path])
    #expect(nowhere.code == 1 && nowhere.errors.contains("'duckdb' is not in PATH"))
    // A fake duckdb that prints its arguments.
    let stub = "\(folder.path)/duckdb"
    try folder.write("#!/bin/sh\nfor word in \"$@\"; do echo \"$word\"; done\n", to: "duckdb")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub)
    let ending = try run(
      ["query", "smoke", "SELECT 2", "--dataset"], environment: ["PATH": "\(folder.path):/bin"])
    #expect(ending.code == 0)
    let lines = ending.output.split(separator: "\n")
    #expect(lines.first == "-csv" && lines.last == "SELECT 2")
    #expect(
      ending.output.contains(
        "CREATE VIEW people AS FROM read_parquet('./datasets/smoke/people.parquet');"))
  }

  @Test("'dictionary' explains every table as text and as JSON")
  func dictionary() throws {
    let words = try run(["dictionary"]).output
    let json = try run(["dictionary", "--json"]).json
    let tables = try #require(json["tables"]?.elements).compactMap { $0["table"]?.string }
    #expect(tables.count == 17 && tables.contains("board_weeks") && tables.contains("metrics"))
    for table in tables { #expect(words.contains("## \(table)\n")) }
  }
}
