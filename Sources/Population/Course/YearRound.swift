import Chronology

/// What the calendar adds to the log-odds of opening the app, day by day of a run: weekends,
/// beginnings, seasons, holidays and exams, which are everybody's alike.
struct YearRound: Sendable {
  private let first: Int32
  private let adults: [Double]
  private let children: [Double]

  init(_ scenario: Scenario) {
    let days = (0..<scenario.days).map { scenario.firstDay.adding(days: $0) }
    first = scenario.firstDay.number
    adults = days.map { Self.logit($0, ofChild: false, scenario) }
    children = days.map { Self.logit($0, ofChild: true, scenario) }
  }

  func logit(on day: LocalDay, ofChild isChild: Bool) -> Double {
    let place = min(max(0, Int(day.number - first)), adults.count - 1)
    return isChild ? children[place] : adults[place]
  }

  private static func logit(
    _ day: LocalDay, ofChild isChild: Bool, _ scenario: Scenario
  ) -> Double {
    var logit = 0.0
    let weekday = day.weekday
    if weekday >= 6 { logit += scenario.behaviour.openLogitWeekend }
    if weekday == 1 { logit += scenario.behaviour.openLogitMonday }
    if day.day == 1 { logit += scenario.lifecycle.openLogitFreshStart }
    guard scenario.rhythm.isLived else { return logit }
    logit += scenario.rhythm.openLogitSeason * season(day)
    if isHoliday(day) { logit += scenario.rhythm.openLogitHoliday }
    if isChild && isExam(day) { logit += scenario.rhythm.openLogitExams }
    if beginsTerm(day) { logit += scenario.rhythm.openLogitTerm }
    return logit
  }

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

  /// The first week of a term, which begins after the New Year and with September.
  static func beginsTerm(_ day: LocalDay) -> Bool {
    (day.month == 1 && (5...11).contains(day.day)) || (day.month == 9 && day.day <= 7)
  }
}
