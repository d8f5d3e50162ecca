import Chronology
import JSONText
import Properties
import Testing

@testable import RunPipeline
@testable import Stress

@Suite("A seed that failed")
struct StressFailureTests {
  private static func failure() -> StressFailure {
    let kinds = [
      SwarmDraw.Kind(
        name: "rush", settings: ["sync.pageRowsMax=3", "network.lossProbability=0.1"]),
      SwarmDraw.Kind(name: "pages", settings: ["sync.pageRowsMax=9"]),
    ]
    var violation = Violation(
      .convergence, at: Instant(milliseconds: 1_767_571_200_000), scope: 12, site: 3, sequence: 70,
      what: "two copies differ")
    violation.kind = "mealLogged"
    var failure = StressFailure(
      scenario: "stress", draw: SwarmDraw(seed: 5, share: 1, kinds: kinds),
      kind: .violated([violation.sentence]), signature: "P5: two copies differ", command: "again")
    failure.violation = violation
    failure.explanation = "P5 promises: much."
    failure.reproduction = "my dir/repro.json"
    failure.replayCommand = ShellQuoting.line([
      "./shakeout", "replay", "my dir/repro.json", "--trace",
    ])
    return failure
  }

  @Test("tells what holds of what was drawn, and whose times are whose")
  func text() {
    let text = Self.failure().text
    #expect(text.contains("rush: network.lossProbability=0.1\n    pages: sync.pageRowsMax=9\n"))
    #expect(text.contains("\n  in the seed: P5 at 2026-01-05T00:00:00Z: two copies differ "))
    #expect(text.contains("\n  in the smallest plan: P5 promises: much.\n"))
    #expect(text.contains("\n  smallest: ./shakeout replay 'my dir/repro.json' --trace\n"))
  }

  @Test("tells a program what was broken, when, where and of what kind the operation is")
  func json() {
    let json = Self.failure().json
    #expect(json["property"]?.string == "P5" && json["at"]?.string == "2026-01-05T00:00:00Z")
    #expect(json["household"]?.integer() == 12 && json["device"]?.integer() == 3)
    #expect(json["operation"]?.integer() == 70 && json["operationKind"]?.string == "mealLogged")
  }

  @Test("is counted for whoever reads JUnit, and ends a run that is to end with it")
  func report() {
    var report = StressReport(coverage: Coverage(kinds: ["loss"]), swarmHash: "0")
    report.failures = [Self.failure()]
    report.seeds = 1
    report.stoppedAfterFailures = true
    report.rerun = (seeds: 1, differing: 0)
    let text = report.text
    #expect(text.contains("P5: two copies differ\n  1 seed: 5\n1 seed, 0 person-days"))
    #expect(text.contains("\n1 seed lived twice, alike.\n"))
    #expect(text.contains("\nStopped after 1 failure; '--max-failures' says when.\n"))
    // That nothing was said is the second.
    let counts = "tests=\"\(Property.allCases.count + 2)\" failures=\"2\""
    let suites = "<testsuites \(counts)><testsuite name=\"shakeout stress\" \(counts) "
    #expect(report.junit.contains(suites))
  }

  @Test("and those that did not are told of while the run goes on")
  func progress() {
    let first = StressProgress(seeds: 120, total: 1_000, failures: 2, seconds: 60)
    #expect(first.text == "120 of 1000 seeds, 2 failed, 7200 seeds an hour")
    let timed = StressProgress(seeds: 1, total: nil, failures: 0, seconds: 60)
    #expect(timed.text == "1 seed, 0 failed, 60 seeds an hour")
    let again = StressProgress(seeds: 3, total: 9, failures: 0, seconds: 60, isSecond: true)
    #expect(again.text == "3 of 9 seeds lived twice, 0 not alike, 180 seeds an hour")
  }
}
