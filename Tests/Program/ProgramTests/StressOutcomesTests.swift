import Foundation
import JSONText
import TestKit
import Testing

@Suite("'shakeout stress --outcomes'")
struct StressOutcomesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func bash(_ line: String) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.bash(line, in: folder)
  }

  @Test("outcomes of several processes give the report of one")
  func merged() throws {
    let whole = try folder.shakeout("stress smoke stress --from 8 --seeds 6 --jobs 2 --json")
    _ = try folder.shakeout("stress smoke stress --from 8 --seeds 4 --jobs 1 --outcomes a --json")
    _ = try folder.shakeout("stress smoke stress --from 12 --seeds 2 --jobs 1 --outcomes b --json")
    let merged = try bash(
      "cat a b >ab; $SHAKEOUT stress smoke stress --from 8 --seeds 6 --outcomes-from ab --json")
    #expect(merged.code == whole.code, "\(merged.errors)")
    for key in ["digest", "seeds", "operations", "checks", "controlRun", "triggered", "drawn"] {
      #expect(try merged.json[key] == whole.json[key], "\(key)")
    }
    for (line, sentence) in [
      ("head -3 ab", "lines ends after 3 outcomes, and the request has 12 seeds."),
      ("cat b a", "lines, line 1: this is not the outcome of seed 8 of 'smoke', which comes next."),
      ("cat ab b", "lines, line 13: this is not the outcome of a seed of this request"),
      ("echo '{}'", "lines, line 1: this is not the outcome"),
    ] {
      let ending = try bash(
        "\(line) >lines; $SHAKEOUT stress smoke stress --from 8 --seeds 6 --outcomes-from lines")
      #expect(ending.code == 65 && ending.errors.contains(sentence), "\(ending)")
    }
  }

  @Test("failures are merged, too")
  func failures() throws {
    try folder.write(
      """
      { "extends": "stress", "name": "contended", "people": 6, "days": 8,
        "population": { "joinDaysSpread": 0, "parentsPerHousehold": { "2": 1 },
          "devicesPerAdult": { "2": 1 } },
        "contention": { "contendedSessionProbability": 1, "actionsPerSessionMax": 12 },
        "network": { "shortOfflinesPerDeviceWeek": 7, "shortOfflineMinutesMedian": 600 } }
      """, to: "contended.json")
    let options =
      "stress contended.json --faults none --policy arrival-wins --fail-on lost-updates "
      + "--shrink-seconds 0"
    let whole = try folder.shakeout("\(options) --seeds 6 --jobs 1 --out one --json")
    #expect(whole.code == 70)
    _ = try folder.shakeout("\(options) --seeds 6 --jobs 1 --outcomes a --out two --json")
    let merged = try folder.shakeout("\(options) --seeds 6 --outcomes-from a --json")
    #expect(merged.code == 70, "\(merged.errors)")
    #expect(try merged.json["digest"] == whole.json["digest"])
    let (found, expected) = (
      try merged.json["failures"]?.elements, try whole.json["failures"]?.elements
    )
    #expect(found?.map { $0["signature"] } == expected?.map { $0["signature"] })
    #expect(found?.isEmpty == false)
  }

  @Test("taking outcomes cannot be combined with running seeds")
  func refused() throws {
    for option in ["--minutes 1", "--outcomes b", "--check-determinism"] {
      let ending = try folder.shakeout("stress --outcomes-from a \(option)")
      #expect(ending.code == 64 && ending.errors.contains("'--outcomes-from' runs no seed"))
    }
    let missing = try folder.shakeout("stress --outcomes-from none --seeds 2")
    #expect(missing.code == 65 && missing.errors.contains("none: there is no such file"))
  }
}
