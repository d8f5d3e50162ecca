import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

@Suite("The table of conflicts")
struct ConflictTests {
  /// Families whose people say many things at once, some of them offline for days.
  private static func scenario(_ policy: String) -> Scenario {
    SmallRun.scenario(people: 60, days: 14) {
      $0.sync.choosePolicy(policy)
      $0.contention.contendedSessionProbability = 0.5
      $0.contention.actionsPerSessionMax = 6
    }
  }

  @Test(
    "has a row for each write that replaced one unknown to its author",
    arguments: ["fieldwise", "arrival-wins"])
  func rows(policy: String) throws {
    let run = try PublishedRun(Self.scenario(policy))
    let table = try run.table("conflicts")
    let counts = run.outcome.report.conflicts
    #expect(counts.concurrent > 0)
    #expect(Int64(table.rowCount) == counts.concurrent)
    #expect(table.sum("lost_update") == counts.lostUpdates)
    #expect(Set(table.texts("policy")) == [policy])
    // Two devices, of people who exist, and the server had what stands after both were tapped or
    // their clocks were wrong, which they are not here.
    let (devices, replaced) = (table.integers("device"), table.integers("overwritten_device"))
    let people = table.integers("person")
    let received = table.integers("received_time")
    for row in 0..<table.rowCount {
      #expect(devices[row] != replaced[row])
      #expect(devices[row] / 16 == people[row])
      #expect(table.integers("event_time")[row] <= received[row])
      #expect(table.integers("overwritten_event_time")[row] <= received[row])
    }
    if policy == "arrival-wins" { #expect(counts.lostUpdates > 0) }
  }
}
