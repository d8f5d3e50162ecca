import Datasets
import Population
import Scenarios
import Reporting
import Testing

@testable import RunPipeline

@Suite("Table of engagement states")
struct StatesTests {
  private static func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    SmallRun.scenario(people: 60, days: 30) {
      $0.lifecycle.enabled = true
      $0.rhythm.enabled = true
      $0.interventions.treatment = .prompts
      $0.interventions.treatedFraction = 0.5
      $0.interventions.startDay = 10
      change(&$0)
    }
  }

  @Test("the table has phase, hazards, reminder and treatment of each person and day")
  func states() throws {
    let run = try PublishedRun(Self.scenario { $0.metrics.recordStates = true })
    let table = try ReadTable(run.bytes("datasets/first/states.parquet"))
    let (phases, lapses, returns) = (
      table.texts("phase"), table.fractions("lapse_hazard"), table.fractions("return_hazard")
    )
    let (opens, days) = (table.fractions("open_probability"), table.integers("run_day"))
    #expect(phases.count > 600)
    #expect(Set(phases).isSuperset(of: ["new", "active", "dormant", "resurrected"]))
    for row in phases.indices {
      #expect((0...1).contains(opens[row]))
      #expect((0...1).contains(lapses[row]) && (0...1).contains(returns[row]))
      if phases[row] == "dormant" {
        #expect(opens[row] == 0 && lapses[row] == 0 && returns[row] > 0)
      } else {
        #expect(opens[row] > 0 && returns[row] == 0)
      }
    }
    // Half of the people are treated, and no one before the start day.
    let treatments = table.texts("treatment")
    #expect(Set(treatments) == ["none", "prompts"])
    for row in phases.indices where days[row] < 10 {
      #expect(treatments[row] == "none" && table.texts("prompt")[row] == "none")
    }
    let people = try ReadTable(run.bytes("datasets/first/people.parquet"))
    let treated = Set(
      zip(people.integers("person"), people.flags("treated")).filter(\.1).map(\.0))
    for (row, person) in table.integers("person").enumerated() where days[row] >= 10 {
      #expect(treated.contains(person) == (treatments[row] == "prompts"))
    }
  }

  @Test("the table is empty unless the scenario enables it")
  func nothing() throws {
    let run = try PublishedRun(Self.scenario())
    let table = try ReadTable(run.bytes("datasets/first/states.parquet"))
    #expect(table.rowCount == 0)
    let asked = try PublishedRun(Self.scenario { $0.metrics.recordStates = true })
    #expect(asked.outcome.report.digest == run.outcome.report.digest)
  }
}
