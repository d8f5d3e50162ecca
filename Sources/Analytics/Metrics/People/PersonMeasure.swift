/// A total of a person over the whole run.
///
/// A measure is a column of the table of people. To add one, fill it where that table is written;
/// then any metric can count it. The server knows only the measures whose name says so.
public enum PersonMeasure: Int, CaseIterable, Sendable {
  case responses, responseCentiseconds, serverDownMinutes
  case pushesSent, pushesDelivered, notificationsDelivered, notificationsOpened
  case feedUpdates, feedUpdateDeciseconds
  case documentsRead, documentsWritten, microdollars, familyActiveMonthDays
  case workoutsAssigned, workoutsCompleted, observedWorkoutsAssigned, observedWorkoutsCompleted
  case logWaterMilliseconds, markHabitMilliseconds
  case operationsSaved, operationsLost, conflicts, conflictsOpen

  /// The name of its column.
  public var column: String { description.column }

  /// The meaning of the column.
  public var meaning: String { description.meaning }

  private var description: (column: String, meaning: String) {
    switch self {
    case .responses: ("responses", "responses that the person's devices received in time")
    case .responseCentiseconds:
      ("response_centiseconds", "total time until these responses, in hundredths of a second")
    case .serverDownMinutes:
      ("server_down_minutes", "minutes of the run in which the server was down")
    case .pushesSent: ("pushes_sent", "pushes sent to the person's phones")
    case .pushesDelivered: ("pushes_delivered", "of these, pushes that arrived")
    case .notificationsDelivered:
      (
        "notifications_delivered",
        "notifications of which a push arrived at a phone of the person"
      )
    case .notificationsOpened:
      (
        "notifications_opened", "of these, followed by opening the app within an hour"
      )
    case .feedUpdates:
      (
        "feed_updates",
        "updates of the person's group shown on the person's phones while online"
      )
    case .feedUpdateDeciseconds:
      (
        "feed_update_deciseconds",
        "total time from the server to the phone, in tenths of a second"
      )
    case .documentsRead: ("documents_read", "documents that the backend read for the person")
    case .documentsWritten: ("documents_written", "documents that the backend wrote for the person")
    case .microdollars:
      (
        "server_cost_microdollars",
        "backend cost caused by the person, in millionths of a dollar"
      )
    case .familyActiveMonthDays:
      (
        "family_active_month_days",
        "for a family's first app user: days of the months in which the family was active; 0 for "
          + "other people"
      )
    case .workoutsAssigned:
      ("workouts_assigned", "workouts assigned to the person and due by the run's last day")
    case .workoutsCompleted: ("workouts_completed", "of these, workouts that the person completed")
    case .observedWorkoutsAssigned:
      ("observed_workouts_assigned", "known to the server: workouts assigned and due")
    case .observedWorkoutsCompleted:
      ("observed_workouts_completed", "known to the server: of these, workouts completed")
    case .logWaterMilliseconds:
      (
        "log_water_milliseconds",
        "total modeled milliseconds from opening the app to each logged drink"
      )
    case .markHabitMilliseconds:
      (
        "mark_habit_milliseconds",
        "total modeled milliseconds from opening the app to each marked habit"
      )
    case .operationsSaved:
      ("operations_saved", "operations that the person's devices reported as saved")
    case .operationsLost:
      (
        "operations_lost",
        "of these, operations that no replica and no server had after the run, when all devices "
          + "had synced, although no rule rejected them"
      )
    case .conflicts:
      (
        "conflicts",
        "the person's writes that overwrote one they did not know of, in the logs that were "
          + "replayed"
      )
    case .conflictsOpen:
      (
        "conflicts_open",
        "of these, conflicts after which replicas still differed after the run, when all devices "
          + "had synced"
      )
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

/// The platform of a person's devices.
public enum Platform: String, CaseIterable, Sendable {
  case ios, android, web

  /// Its name in a sentence.
  var name: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    case .web: "the web"
    }
  }
}
