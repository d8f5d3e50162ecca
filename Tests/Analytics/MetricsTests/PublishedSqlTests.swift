import Foundation
import TestKit
import Testing

@testable import Metrics

@Suite("The published SQL of the metrics")
struct PublishedSqlTests {
  /// The definition at the head of a metric's SQL, below its title.
  private func head(of id: String) throws -> String {
    let text = try CommittedFile.text("metrics/\(id).sql")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { $0.hasPrefix("--") }.dropFirst(2).map { $0.dropFirst(3) }
      .joined(separator: " ")
  }

  @Test("repeats the definition of the metric in its head", arguments: MetricDefinition.all)
  func words(definition: MetricDefinition) throws {
    #expect(try head(of: definition.id) == definition.definition)
  }

  @Test("computes what the accumulator computes, to the last digit")
  func agrees() throws {
    let people = PersonFixture.people(of: try personDays(), traits: try traits())
    let responses = try vectorRows("person_days_metrics.txt")
    #expect(responses.count == 5 * MetricDefinition.all.count)
    for response in responses {
      let accumulator = MetricAccumulator.over(
        people, days: try number(response[0]), allowedLatenessDays: try number(response[1]))
      let result = try #require(accumulator.results().first { $0.id == response[2] })
      try check(result.truth, response[3...5], "\(response)")
      try check(result.observed, response[6...8], "\(response)")
    }
  }

  private func check(_ estimate: Estimate?, _ response: ArraySlice<Substring>, _ line: String)
    throws
  {
    let fields = Array(response)
    #expect((estimate?.numerator ?? 0) == (try number(fields[1])), "\(line)")
    #expect((estimate?.denominator ?? 0) == (try number(fields[2])), "\(line)")
    #expect(estimate.map { $0.value.description } ?? "None" == fields[0], "\(line)")
  }

  /// A committed table as its names and rows.
  private func table(_ name: String) throws -> (names: [String], rows: [[Substring]]) {
    let rows = try vectorRows(name, separator: ",")
    return (rows[0].map(String.init), Array(rows.dropFirst()))
  }

  private func personDays() throws -> [PersonDayRow] {
    let (names, rows) = try table("person_days.csv")
    return try rows.map { fields in
      func integer(_ name: String) throws -> Int {
        try number(fields[try #require(names.firstIndex(of: name))])
      }
      var row = PersonDayRow(
        person: try integer("person"), household: try integer("household"),
        runDay: try integer("run_day"), enrolled: try integer("enrolled") == 1)
      row.truth.active = try integer("active") == 1
      row.observed.active = try integer("observed_active") == 1
      for measure in DayMeasure.allCases {
        row.truth[measure] = try integer(measure.column)
        if let column = measure.column(of: .observed) {
          row.observed[measure] = try integer(column)
        }
      }
      return row
    }
  }

  private func traits() throws -> [Int: PersonTraits] {
    let (names, rows) = try table("people.csv")
    #expect(
      names == [
        "person", "role", "joined_group_run_day", "used_schedule", "used_goals", "used_rewards",
        "observed_used_schedule", "observed_used_goals", "observed_used_rewards",
        "linked_calendar", "led_group_streak_weeks", "platform", "organic", "invited",
      ] + PersonMeasure.allCases.map(\.column))
    var traits: [Int: PersonTraits] = [:]
    for fields in rows {
      var totals = PersonTotals()
      for measure in PersonMeasure.allCases {
        totals[measure] = try number(fields[14 + measure.rawValue])
      }
      traits[try number(fields[0])] = PersonTraits(
        isAthlete: ["child", "athlete"].contains(fields[1]),
        isAdult: fields[1] == "parent", mayLog: !["observer", "coach"].contains(fields[1]),
        maySchedule: fields[1] != "coach",
        groupDay: Int32(fields[2]),
        usedSchedule: fields[3] == "1", usedGoals: fields[4] == "1", usedRewards: fields[5] == "1",
        observedUsedSchedule: fields[6] == "1", observedUsedGoals: fields[7] == "1",
        observedUsedRewards: fields[8] == "1", linkedCalendar: fields[9] == "1",
        ledGroupStreakWeeks: Int32(fields[10]), isInvited: fields[13] == "1",
        isOrganic: fields[12] == "1",
        platform: try #require(Platform(rawValue: String(fields[11]))), totals: totals)
    }
    return traits
  }
}
