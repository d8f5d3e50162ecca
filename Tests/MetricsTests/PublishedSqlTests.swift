import Testing

@testable import Metrics

@Suite("The published SQL of the key figures")
struct PublishedSqlTests {
  @Test("answers what the accumulator answers, to the last digit")
  func agrees() throws {
    let people = PersonFixture.people(of: try personDays())
    let answers = try vectorRows("person_days_kpis.txt")
    #expect(answers.count == 5 * KpiDefinition.personalCoach.count)
    for answer in answers {
      let accumulator = KpiAccumulator.over(
        people, days: try number(answer[0]), allowedLatenessDays: try number(answer[1]))
      let result = try #require(accumulator.results().first { $0.id == answer[2] })
      try check(result.truth, answer[3...5], "\(answer)")
      try check(result.observed, answer[6...8], "\(answer)")
    }
  }

  private func check(_ estimate: Estimate?, _ answer: ArraySlice<Substring>, _ line: String) throws
  {
    let fields = Array(answer)
    #expect((estimate?.numerator ?? 0) == (try number(fields[1])), "\(line)")
    #expect((estimate?.denominator ?? 0) == (try number(fields[2])), "\(line)")
    #expect(estimate.map { $0.value.description } ?? "None" == fields[0], "\(line)")
  }

  private func personDays() throws -> [PersonDayRow] {
    try vectorRows("person_days.csv", separator: ",").dropFirst().map { fields in
      let numbers = try fields.enumerated().map { index, field in
        index == 2 ? 0 : try number(field, as: Int.self)
      }
      return PersonDayRow(
        person: numbers[0], household: numbers[1], runDay: numbers[3], enrolled: numbers[4] == 1,
        truth: facts(numbers[5...10]), observed: facts(numbers[11...16]))
    }
  }

  private func facts(_ slice: ArraySlice<Int>) -> PersonDayRow.Facts {
    let numbers = Array(slice)
    return PersonDayRow.Facts(
      active: numbers[0] == 1, habitsDue: numbers[1], habitsDone: numbers[2],
      streakBest: numbers[3], operationsDue: numbers[4], operationsOnTime: numbers[5])
  }
}
