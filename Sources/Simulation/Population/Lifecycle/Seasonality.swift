import Chronology
import DomainCore
import Scenarios

/// What the calendar adds to the log-odds of opening the app, day by day of a run: weekends,
/// beginnings, seasons, holidays and exams, the same for everybody.
struct Seasonality: Sendable {
  private let first: Int32
  private let adults: [Double]
  /// By school; the exams of schools are weeks apart.
  private let children: [[Double]]
  /// What sport seasons add for players.
  private let players: [Double]

  init(_ scenario: Scenario) {
    let days = (0..<scenario.days).map { scenario.firstDay.adding(days: $0) }
    first = scenario.firstDay.number
    adults = days.map { Self.logit($0, ofSchool: nil, scenario) }
    children = (0..<scenario.rhythm.schools).map { school in
      days.map { Self.logit($0, ofSchool: school, scenario) }
    }
    players = days.map { Self.seasonLogit($0, scenario.rhythm) }
  }

  func logit(on day: LocalDay, of person: Person) -> Double {
    let place = min(max(0, Int(day.number - first)), adults.count - 1)
    guard person.isYoung else { return adults[place] }
    let logit = children[Int(person.traits.school)][place]
    return person.traits.playsSport ? logit + players[place] : logit
  }

  private static func logit(
    _ day: LocalDay, ofSchool school: Int?, _ scenario: Scenario
  ) -> Double {
    var logit = 0.0
    let weekday = day.weekday
    if weekday >= 6 { logit += scenario.behavior.openLogitWeekend }
    if weekday == 1 { logit += scenario.behavior.openLogitMonday }
    if day.day == 1 { logit += scenario.lifecycle.openLogitFreshStart }
    guard scenario.rhythm.enabled else { return logit }
    logit += scenario.rhythm.openLogitSeason * season(day)
    if isHoliday(day) { logit += scenario.rhythm.openLogitHoliday }
    if let school, isExam(day.adding(days: -7 * school)) { logit += scenario.rhythm.openLogitExams }
    if beginsTerm(day) { logit += scenario.rhythm.openLogitTerm }
    return logit
  }

  private static func seasonLogit(_ day: LocalDay, _ rhythm: RhythmParameters) -> Double {
    guard rhythm.enabled else { return 0 }
    if isMatchDay(day) { return rhythm.openLogitMatchDay }
    let hasEnded = isSeason(day.adding(days: -14)) && !isSeason(day)
    return hasEnded ? rhythm.openLogitSeasonEnd : 0
  }

  /// The sport seasons in autumn and in spring.
  static func isSeason(_ day: LocalDay) -> Bool {
    switch (day.month, day.day) {
    case (9, _), (10, _), (11, 1...15), (3, 15...), (4, _), (5, _): true
    default: false
    }
  }

  static func isMatchDay(_ day: LocalDay) -> Bool { day.weekday == 6 && isSeason(day) }

  /// From 1 in the middle of January to -1 in the middle of July, in straight lines.
  static func season(_ day: LocalDay) -> Double {
    let january = LocalDay(year: day.year, month: 1, day: 15)
    let away = abs(january.distance(to: day))
    return 1 - Double(min(away, 365 - away)) / 91.25
  }

  /// The days of the United States on which hardly anybody keeps to their habits.
  static func isHoliday(_ day: LocalDay) -> Bool {
    switch (day.month, day.day) {
    case (1, 1), (7, 4), (12, 24...26), (12, 31): true
    // Thanksgiving, the fourth Thursday of November, and the day after it.
    case (11, 22...28) where day.weekday == 4: true
    case (11, 23...29) where day.weekday == 5: true
    default: false
    }
  }

  static func isExam(_ day: LocalDay) -> Bool {
    switch (day.month, day.day) {
    case (12, 8...19), (5, 4...15): true
    default: false
    }
  }

  /// The first week of a term, which begins after the New Year and in September.
  static func beginsTerm(_ day: LocalDay) -> Bool {
    (day.month == 1 && (5...11).contains(day.day)) || (day.month == 9 && day.day <= 7)
  }
}
