/// What is added up of a person over a whole run, whatever the day.
///
/// A measure is a column of the table of people. Whoever adds one fills it where that table is
/// written, and any figure can count it. Nothing here is known to the server but what says so.
public enum PersonMeasure: Int, CaseIterable, Sendable {
  case responses, responseCentiseconds, serverDownMinutes
  case pushesSent, pushesDelivered, notificationsDelivered, notificationsOpened
  case feedUpdates, feedUpdateDeciseconds
  case documentsRead, documentsWritten, microdollars, familyActiveMonthDays
  case workoutsAssigned, workoutsCompleted, observedWorkoutsAssigned, observedWorkoutsCompleted
  case logWaterMilliseconds, markHabitMilliseconds
  case operationsSaved, operationsLost, conflicts, conflictsOpen

  /// The column that holds it.
  public var column: String { description.column }

  /// What the column means.
  public var meaning: String { description.meaning }

  private var description: (column: String, meaning: String) {
    switch self {
    case .responses: ("answers", "answers of the server that devices of theirs had waited for")
    case .responseCentiseconds:
      ("response_centiseconds", "hundredths of a second that they took together")
    case .serverDownMinutes:
      ("server_down_minutes", "minutes of the run in which their server could not be reached")
    case .pushesSent: ("pushes", "pushes sent to their phones")
    case .pushesDelivered: ("pushes_delivered", "those of them that got there")
    case .notificationsDelivered:
      ("notices", "notifications of which a push got to a phone of theirs")
    case .notificationsOpened:
      ("notifications_opened", "those of them after which they opened the app within an hour")
    case .feedUpdates:
      ("feed_updates", "times that news of their group was shown on a phone that had a network")
    case .feedUpdateDeciseconds:
      ("feed_update_deciseconds", "tenths of a second that it took together, from the server on")
    case .documentsRead: ("documents_read", "documents that the server read for them")
    case .documentsWritten: ("documents_written", "documents that the server wrote for them")
    case .microdollars:
      ("microdollars", "millionths of a dollar that the server cost because of them")
    case .familyActiveMonthDays:
      (
        "family_active_month_days",
        "days of months in which their family was active, of its first app user; 0 for the others"
      )
    case .workoutsAssigned:
      ("workouts_assigned", "workouts assigned to them and due by the run's last day")
    case .workoutsCompleted: ("workouts_completed", "those of them that they completed")
    case .observedWorkoutsAssigned:
      ("observed_workouts_assigned", "as the server knows it: workouts assigned and due")
    case .observedWorkoutsCompleted:
      ("observed_workouts_completed", "as the server knows it: those of them completed")
    case .logWaterMilliseconds:
      ("log_water_milliseconds", "modeled: from opening the app to a drink that is logged")
    case .markHabitMilliseconds:
      ("mark_habit_milliseconds", "modeled: from opening the app to a habit that is marked")
    case .operationsSaved:
      ("operations_saved", "operations that a device of theirs said were saved")
    case .operationsLost:
      (
        "operations_lost",
        "those of them that, once all had settled, nobody had any more, though no rule refused them"
      )
    case .conflicts:
      (
        "conflicts",
        "writes of theirs that replaced one of which they did not know, in the logs that were "
          + "read once more"
      )
    case .conflictsOpen:
      ("conflicts_open", "those of them after which copies were still not alike in the end")
    }
  }
}

/// A number for each measure of a person.
public struct PersonTotals: Hashable, Sendable {
  private var values = [Int64](repeating: 0, count: PersonMeasure.allCases.count)

  public init() {}

  public subscript(measure: PersonMeasure) -> Int64 {
    get { values[measure.rawValue] }
    set { values[measure.rawValue] = newValue }
  }
}

/// What somebody's app runs on.
public enum Platform: String, CaseIterable, Sendable {
  case ios, android, web

  /// What it is called in a sentence.
  var name: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    case .web: "the web"
    }
  }
}
