import Foundation
import JSONText
import TestKit
import Testing

@Suite("'shakeout run'")
struct RunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ line: String, from place: String = "") throws -> ShakeoutProgram.Ending {
    let arguments = ["run", "smoke"] + line.split(separator: " ").map(String.init)
    return try ShakeoutProgram.run(arguments, in: folder, from: place)
  }

  @Test("the summary has all facts and the path of the report")
  func summary() throws {
    let ending = try run("")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n")
    let beginnings = [
      "Run         smoke (scenario smoke, seed 1)", "Simulated   60 people in ", "Synced  ",
      "Policy      fieldwise, 0 lost updates", "Backend  ", "Cost  ", "Speed  ",
      "Wrote  ", "Digest  ", "Checked  ", "Properties  ", "Metric",
    ]
    for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning)) }
    #expect(lines.last == "Report: results/smoke/report.html")
    // The table's last column may be wider.
    let header = try #require(lines.first { $0.hasPrefix("Metric") })
    let width = header.firstRange(of: "meaning").map { header[..<$0.lowerBound].count }
    #expect(width.map { $0 <= 100 } == true)
    #expect(lines.contains { $0.hasPrefix("pc.dau ") && $0.hasSuffix("  Daily active") })
    #expect(!ending.output.contains("\u{1B}"), "color without a terminal")
    #expect(try folder.text("results/smoke/report.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test("'--gate' alone says in one line which targets are missed")
  func gate() throws {
    for option in ["-q", "--json"] {
      let ending = try run("--gate \(option) --force")
      #expect([3, 99].contains(ending.code), "\(ending)")
      #expect(ending.errorLines.count == 1, "\(ending.errors)")
      let words = ending.code == 99 ? " missed: " : " without a clear verdict: "
      #expect(ending.errors.contains(words) && ending.errors.contains("(target >= "))
    }
  }

  @Test("'--json' prints one object")
  func json() throws {
    let ending = try run("--json --seed 7 --people 30 --days 12 --threads 2 --name nightly_7")
    #expect(ending.code == 0 && ending.errors == "")
    let json = try ending.json
    #expect(
      try #require(json.members).map(\.key) == [
        "schemaVersion", "run", "scenario", "version", "commit", "sources", "seed", "digest",
        "policy", "people", "days",
        "personDays", "steps", "stepsImpossible", "operations", "replicaApplies",
        "carriedFields", "concurrentWrites", "lostUpdates",
        "seconds", "threads", "peakMemoryBytes", "datasetBytes", "propertiesViolated",
        "propertiesNotExercised", "checkedScopes", "reproduction", "paths", "metrics",
      ])
    #expect(json["run"]?.string == "nightly_7" && json["scenario"]?.string == "smoke")
    #expect(json["seed"]?.integer() == 7 && json["people"]?.integer() == 30)
    #expect(json["days"]?.integer() == 12 && json["threads"]?.integer() == 2)
    #expect(json["digest"]?.string?.count == 32)
    for key in ["personDays", "operations", "replicaApplies", "seconds", "datasetBytes"] {
      #expect(try #require(json[key]?.double) > 0, "\(key)")
    }
    let peak = try #require(json["peakMemoryBytes"]?.integer())
    #expect((1 << 20..<1 << 30).contains(peak))
    #expect(json["propertiesViolated"]?.integer() == 0)
    #expect(try #require(json["metrics"]?.elements).count > 30)
    #expect(
      try #require(json["metrics"]?.elements).allSatisfy {
        $0.members?.map(\.key) == ["metric", "truth", "observed", "target", "verdict"]
      })
    let paths = try #require(json["paths"]?.members).map { $0.node.string ?? "" }
    #expect(
      paths == [
        "datasets/nightly_7", "results/nightly_7", "results/nightly_7/report.html",
      ])
    var bytes = 0
    for file in try folder.everything
    where file.hasPrefix("datasets/nightly_7/") && file.hasSuffix(".parquet") {
      bytes += try folder.bytes(file).count
    }
    #expect(json["datasetBytes"]?.integer() == bytes)
  }

  @Test("'--quiet' prints nothing")
  func quiet() throws {
    let ending = try run("--quiet")
    #expect(ending.code == 0 && ending.output == "" && ending.errors == "")
    #expect(try folder.everything.contains("results/smoke/summary.json"))
  }

  @Test(
    "the run writes into the folder of '--out' and reports its paths",
    arguments: ["out", "out/", "./a/../out", "$/out"])
  func out(_ out: String) throws {
    try folder.write("", to: "a/file")
    let out = out.replacing("$", with: folder.path)
    let json = try run("--json --people 5 --days 3 --out \(out)").json
    #expect(try folder.text("out/datasets/smoke/manifest.json").contains(#""seed": 1"#))
    let report = try #require(json["paths"]?["report"]?.string)
    #expect(!report.contains("//"))
    let absolute = report.hasPrefix("/") ? report : "\(folder.path)/\(report)"
    #expect(FileManager.default.fileExists(atPath: absolute))
  }

  @Test("the digest does not depend on the environment")
  func surroundings() throws {
    let line = ["run", "smoke", "--json", "--people", "30"]
    let first = try ShakeoutProgram.run(line + ["--threads", "1"], in: folder)
    let digest = try #require(try first.json["digest"]?.string)
    let surroundings = [
      ["TZ": "Pacific/Apia", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"],
      ["TZ": "America/St_Johns", "LANG": "C", "LC_ALL": "C", "HOME": "/nowhere"],
      ["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": ""],
    ]
    try folder.write("", to: "elsewhere/file")
    for (number, surrounding) in surroundings.enumerated() {
      let ending = try ShakeoutProgram.run(
        line + ["--name", "run\(number)", "--threads", "3"], in: folder, from: "elsewhere",
        environment: surrounding)
      #expect(try ending.json["digest"]?.string == digest, "\(surrounding)")
      for file in ["datasets/NAME/person_days.parquet", "results/NAME/results.sqlite"] {
        #expect(
          try folder.bytes(file.replacing("NAME", with: "smoke"))
            == folder.bytes("elsewhere/" + file.replacing("NAME", with: "run\(number)")))
      }
    }
  }

  @Test("one person and one day make a complete run")
  func smallest() throws {
    let zones = #"population.zones=[{"zone":"Pacific/Apia","weight":1}]"#
    let json = try run("--json --people 1 --days 1 --set \(zones)").json
    #expect(json["people"]?.integer() == 1 && json["personDays"]?.integer() == 1)
  }

  @Test("over SQLite it is the same run, and its disks may fail")
  func stores() throws {
    let memory = try run("--json --people 12 --days 5").json["digest"]?.string
    let stored = try run("--json --people 12 --days 5 --stores sqlite --force").json["digest"]
    #expect(memory != nil && stored?.string == memory)
    let cuts = "--set storage.powerCutsPerDeviceYear=300 --people 12 --days 5 --force -q"
    #expect(try run("--stores sqlite \(cuts)").code == 0)
    #expect(try run("--stores memory \(cuts)").code == 65)
  }

  @Test("an existing run is replaced only with '--force'")
  func existing() throws {
    let small = "--people 5 --days 3"
    #expect(try run(small).code == 0)
    let before = try folder.text("datasets/smoke/manifest.json")
    let ending = try run("\(small) --seed 2")
    #expect(ending.code == 1 && ending.output == "")
    #expect(
      ending.errors
        == "Error: Cannot write datasets/smoke: it exists already; use --force to replace it or "
        + "another --name.\n")
    #expect(try folder.text("datasets/smoke/manifest.json") == before)
    #expect(try run("\(small) --seed 2 --force").code == 0)
    #expect(try folder.text("datasets/smoke/manifest.json") != before)
    #expect(try run("\(small) --name other").code == 0)
  }

  @Test("a scenario file runs by its path and finds the scenario that it extends")
  func file() throws {
    try folder.write(
      #"{"name": "mine", "extends": "smoke", /* small */ "people": 9, "days": 2,}"#,
      to: "deep/mine.json")
    let ending = try ShakeoutProgram.run(["run", "deep/mine.json", "--json"], in: folder)
    #expect(try ending.json["run"]?.string == "mine")
    #expect(try ending.json["people"]?.integer() == 9)
  }
}
