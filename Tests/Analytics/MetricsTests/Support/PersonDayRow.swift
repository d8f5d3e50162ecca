@testable import Metrics

/// One row of the published facts table, as the tests' slow reference reads it.
struct PersonDayRow {
  struct Facts {
    var active = false
    var habitsDue = 0
    var habitsDone = 0
    var streakBest = 0
    var meals = 0
    var waters = 0
    var mental = 0
    var workouts = 0
    var operationsDue = 0
    var operationsWithinDeadline = 0
    var operationsFirstAttempt = 0
    var rejectedAfterAck = 0
    var active24HourWindow = 0
    var sessions = 0
    var sessionSeconds = 0
    var crashedSessions = 0

    subscript(measure: DayMeasure) -> Int {
      get { self[keyPath: Self.path(of: measure)] }
      set { self[keyPath: Self.path(of: measure)] = newValue }
    }

    private static func path(of measure: DayMeasure) -> WritableKeyPath<Facts, Int> {
      switch measure {
      case .sessions: \.sessions
      case .sessionSeconds: \.sessionSeconds
      case .habitsDue: \.habitsDue
      case .habitsDone: \.habitsDone
      case .streakBest: \.streakBest
      case .meals: \.meals
      case .waters: \.waters
      case .mental: \.mental
      case .workouts: \.workouts
      case .operationsDue: \.operationsDue
      case .operationsWithinDeadline: \.operationsWithinDeadline
      case .operationsFirstAttempt: \.operationsFirstAttempt
      case .rejectedAfterAck: \.rejectedAfterAck
      case .active24HourWindow: \.active24HourWindow
      case .crashedSessions: \.crashedSessions
      }
    }
  }

  var person = 0
  var household = 0
  var runDay = 0
  var enrolled = false
  var truth = Facts()
  var observed = Facts()
}
