import Chronology
import JSONText
import Properties
import Testing

@testable import RunPipeline
@testable import Stress

@Suite("Failed seeds")
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
    failure.explanation = "P5: replicas converge."
    failure.reproduction = "my dir/repro.json"
    failure.replayCommand = ShellQuoting.line([
      "./shakeout", "replay", "my dir/repro.json", "--trace",
    ])
    return failure
  }

  @Test("the text has the effective settings and the violations of seed and smallest plan")
  func text() {
    let text = Self.failure().text
    #expect(text.contains("rush: network.lossProbability=0.1\n    pages: sync.pageRowsMax=9\n"))
    #expect(text.contains("\n  in the seed: P5 at 2026-01-05T00:00:00Z: two copies differ "))
    #expect(text.contains("\n  in the smallest plan: P5: replicas converge.\n"))
    #expect(text.contains("\n  smallest plan: ./shakeout replay 'my dir/repro.json' --trace\n"))
  }

  @Test("the JSON has the property, time, place and operation kind")
  func json() {
    let json = Self.failure().json
    #expect(json["property"]?.string == "P5" && json["at"]?.string == "2026-01-05T00:00:00Z")
    #expect(json["household"]?.integer() == 12 && json["device"]?.integer() == 3)
    #expect(json["operation"]?.integer() == 70 && json["operationKind"]?.string == "mealLogged")
  }

  @Test("a failure counts in JUnit and stops the run at the maximum")
  func report() {
    var report = StressReport(coverage: Coverage(kinds: ["loss"]), swarmHash: "0")
    report.failures = [Self.failure()]
    report.seeds = 1
    report.stoppedAfterFailures = true
    report.rerun = (seeds: 1, differing: 0)
    for property in Property.allCases where property != .notifications {
      report.checks[property] = 3
    }
    (report.scenarios, report.policies) = (["stress"], ["arrival-wins"])
    let text = report.text()
    #expect(text.hasPrefix("1 seed of 'stress' (policy arrival-wins), 0 person-days"))
    #expect(text.contains("\n1 seed rerun: identical.\n"))
    #expect(text.contains("\nStopped after 1 failure, as '--max-failures' requires.\n"))
    #expect(report.json["policies"]?.elements?.first?.string == "arrival-wins")
    // The second failure is the inconclusive result.
    let counts = "tests=\"\(Property.allCases.count + 3)\" failures=\"2\" errors=\"0\""
    #expect(report.junit.contains("<testsuite name=\"shakeout stress\" \(counts) skipped=\"1\" "))
    #expect(report.junit.contains("<skipped message=\"not exercised\"/>"))
    let checked = Property.allCases.count - 1
    #expect(
      text.contains(
        "\n\(checked) of \(checked + 1) properties checked, 1 violation of P5; 1 not exercised.\n"))
  }

  @Test("what failed and the command to go on with come last, and coverage only on request")
  func order() throws {
    var report = StressReport(coverage: Coverage(kinds: ["loss"]), swarmHash: "0")
    report.failures = [Self.failure()]
    report.seeds = 1
    let lines = report.text().split(separator: "\n")
    let last = "  smallest plan: ./shakeout replay 'my dir/repro.json' --trace"
    #expect(lines.last.map(String.init) == last)
    let failed = try #require(lines.firstIndex(of: "1 seed fails in this way: 5"))
    #expect(lines[(failed + 1)...].first == "P5: two copies differ")
    #expect(lines.count < 20 && !report.text().contains(report.coverage.text))
    #expect(report.text(withCoverage: true).hasPrefix(report.coverage.text))
  }

  @Test("a seed that crashed is an error in JUnit, and no failure of a property")
  func crash() {
    var report = StressReport(coverage: Coverage(kinds: ["loss"]), swarmHash: "0")
    var crash = Self.failure()
    (crash.kind, crash.signature, crash.violation) = (.crashed("signal 4"), "crash: signal 4", nil)
    report.failures = [crash]
    #expect(report.junit.contains(" failures=\"1\" errors=\"1\""))
    #expect(report.junit.contains("<error message=\"crash: signal 4\" type=\"error\">"))
  }

  @Test("the progress text counts seeds, failures and speed")
  func progress() {
    let first = StressProgress(seeds: 120, total: 1_000, failures: 2, seconds: 60)
    #expect(first.text == "120 of 1,000 seeds, 2 failed, 7,200 seeds per hour")
    let timed = StressProgress(seeds: 1, total: nil, failures: 0, seconds: 60)
    #expect(timed.text == "1 seed, 0 failed, 60 seeds per hour")
    let again = StressProgress(seeds: 3, total: 9, failures: 0, seconds: 60, isSecond: true)
    #expect(again.text == "3 of 9 seeds rerun, 0 different, 180 seeds per hour")
  }
}
