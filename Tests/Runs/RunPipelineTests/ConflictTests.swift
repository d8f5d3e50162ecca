import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

@Suite("Table of conflicts")
struct ConflictTests {
  /// Families whose people submit many concurrent operations, some of them offline for days.
  private static func scenario(_ policy: String) -> Scenario {
    SmallRun.scenario(people: 60, days: 14) {
      $0.sync.choosePolicy(policy)
      $0.contention.contendedSessionProbability = 0.5
      $0.contention.actionsPerSessionMax = 6
    }
  }

  @Test(
    "the table has a row for each write that replaced one its author had not received",
    arguments: ["fieldwise", "arrival-wins"])
  func rows(policy: String) throws {
    let run = try PublishedRun(Self.scenario(policy))
    let table = try run.table("conflicts")
    let counts = run.outcome.report.conflicts
    #expect(counts.concurrent > 0)
    #expect(Int64(table.rowCount) == counts.concurrent)
    #expect(table.sum("lost_update") == counts.lostUpdates)
    #expect(Set(table.texts("policy")) == [policy])
    // Two devices of existing people, and the server received the winner after both taps, because
    // clocks are correct here.
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
