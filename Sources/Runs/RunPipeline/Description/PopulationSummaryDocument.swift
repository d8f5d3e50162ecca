public import JSONText
import Metrics
public import Population
public import Scenarios
import Reporting

/// A population summary as JSON.
public enum PopulationSummaryDocument {
  private static let schemaVersion = 2

  public static func json(_ summary: PopulationSummary, of scenario: Scenario) -> JSONNode {
    [
      "schemaVersion": .integer(schemaVersion),
      "scenario": .string(scenario.name),
      "seed": .integer(scenario.seed),
      "people": .integer(summary.people),
      "days": .integer(summary.days),
      "households": .integer(summary.households),
      "householdKinds": .object(
        zip(["family", "students", "team"], summary.homes).map { name, homes in
          (
            name,
            ["households": .integer(homes.households), "people": .integer(homes.people)]
          )
        }),
      "children": .integer(summary.children),
      "appUsers": .integer(summary.users),
      "devices": .integer(summary.devices),
      "personas": .object(
        Persona.allCases.map { ($0.name, .integer(summary.personas[Int($0.rawValue)])) }),
      "demography": demography(summary.demography),
      "sessions": .integer(summary.sessions),
      "activeDays": .integer(summary.activeDays),
      "sessionsByHour": .array(summary.hours.map { .integer($0) }),
      "activeDaysByWeekday": .array(summary.weekdays.map { .integer($0) }),
      "everOpened": .integer(summary.begun),
      "retention": .array(
        (0..<summary.days).map { summary.retention(day: $0).map(JSONNode.number) ?? .null }),
      "streaks": streaks(summary),
      "lapsed": .integer(summary.lapsed),
      "returned": .integer(summary.returned),
      "left": .integer(summary.left),
    ]
  }

  private static func demography(_ people: Demography) -> JSONNode {
    [
      "female": .integer(people.women),
      "ageYears": .array(people.ages.map { .integer($0) }),
      "platforms": .object(
        zip(Platform.allCases, people.platforms).map { ($0.rawValue, .integer($1)) }),
      "parentYearsAtBirth": years(people.births),
      "grandparentYearsAtBirth": years(people.grandparents),
      "coupleYearsApart": years(people.couples),
      "siblingYearsApart": years(people.siblings),
    ]
  }

  /// The distribution of a number of years; null without any pair.
  private static func years(_ years: Demography.AgeCounts) -> JSONNode {
    guard years.count > 0 else { return .null }
    return [
      "pairs": .integer(years.count),
      "min": .integer(years.quantile(0)),
      "p10": .integer(years.quantile(0.1)),
      "median": .integer(years.quantile(0.5)),
      "p90": .integer(years.quantile(0.9)),
      "max": .integer(years.quantile(1)),
    ]
  }

  private static func streaks(_ summary: PopulationSummary) -> JSONNode {
    let shape = summary.streakShape
    return [
      "sevenDayStreak": .integer(summary.streaks),
      "peopleByLongestDays": .array(shape.longest.map { .integer($0) }),
      "continuation": .array(
        PopulationSummaryText.continuationBands.map { band in
          [
            "fromDays": .integer(band.lowerBound), "toDays": .integer(band.upperBound),
            "share": shape.continuation(after: band).map(JSONNode.number) ?? .null,
          ]
        }),
    ]
  }
}
