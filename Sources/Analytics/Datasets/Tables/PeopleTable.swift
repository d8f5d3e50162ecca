public import Parquet
public import Metrics

/// Everybody, with what a product that knows its people would know of them.
public enum PeopleTable {
  /// The places of the columns, in the order of the schema.
  public enum Column: Int, CaseIterable, Sendable {
    case person, household, clusterHousehold, zone, role, born, usesApp, devices, joinedRunDay
    case leftRunDay, joinedGroupRunDay, usedSchedule, usedGoals, usedRewards, persona, treated
    case observedUsedSchedule, observedUsedGoals, observedUsedRewards, linkedCalendar
    case ledGroupStreakWeeks, platform, organic, invited, sex, product, home

    public var place: Int { rawValue }

    var schema: ColumnSchema {
      switch self {
      case .person:
        ColumnSchema("person", .int32, meaning: "the person's number in the population")
      case .household:
        ColumnSchema("household", .int32, meaning: "the number of the person's household")
      case .clusterHousehold:
        ColumnSchema(
          "cluster_household", .int32,
          meaning: "the first of the households that groups link with theirs, or theirs: intervals "
            + "weigh them alike")
      case .zone: ColumnSchema("zone", .string, meaning: "the household's time zone")
      case .role:
        ColumnSchema(
          "role", .string, meaning: roles.joined(separator: ", "), vocabulary: roles)
      case .born: ColumnSchema("born", .date, meaning: "day of birth")
      case .usesApp:
        ColumnSchema(
          "uses_app", .boolean, meaning: "logs for itself; parents log for the others")
      case .devices:
        ColumnSchema("devices", .uint8, meaning: "devices with a replica of the family")
      case .joinedRunDay:
        ColumnSchema("joined_run_day", .int32, meaning: "the run day on which the person joined")
      case .leftRunDay:
        ColumnSchema(
          "left_run_day", .int32, isNullable: true,
          meaning: "the first run day on which the person no longer used it; null if never")
      case .joinedGroupRunDay:
        ColumnSchema(
          "joined_group_run_day", .int32, isNullable: true,
          meaning: "the run day on which the person first joined a group; null if never")
      case .usedSchedule:
        ColumnSchema(
          "used_schedule", .boolean, meaning: "ever said something of the family's schedule")
      case .usedGoals:
        ColumnSchema("used_goals", .boolean, meaning: "ever said something of a goal")
      case .usedRewards:
        ColumnSchema("used_rewards", .boolean, meaning: "ever said something of rewards")
      case .persona:
        ColumnSchema(
          "persona", .string, meaning: "of the product documents' kinds of people")
      case .treated:
        ColumnSchema(
          "treated", .boolean, meaning: "whether the scenario's treatment is for the household")
      case .observedUsedSchedule:
        ColumnSchema(
          "observed_used_schedule", .boolean,
          meaning: "as the server knows it: ever said something of the family's schedule")
      case .observedUsedGoals:
        ColumnSchema(
          "observed_used_goals", .boolean,
          meaning: "as the server knows it: ever said something of a goal")
      case .observedUsedRewards:
        ColumnSchema(
          "observed_used_rewards", .boolean,
          meaning: "as the server knows it: ever said something of rewards")
      case .linkedCalendar:
        ColumnSchema(
          "linked_calendar", .boolean, meaning: "has linked an external calendar on a device")
      case .ledGroupStreakWeeks:
        ColumnSchema(
          "led_group_streak_weeks", .int32, isNullable: true,
          meaning: "of a group's first member: how many weeks in a row its board had anybody on "
            + "it; null for all others")
      case .platform:
        ColumnSchema(
          "platform", .string, meaning: "what the app runs on",
          vocabulary: Platform.allCases.map(\.rawValue))
      case .organic:
        ColumnSchema("organic", .boolean, meaning: "came by themselves, as the scenario has it")
      case .invited:
        ColumnSchema(
          "invited", .boolean, meaning: "could be asked into a group that a neighbor had founded")
      case .sex:
        ColumnSchema("sex", .string, meaning: sexes.joined(separator: " or "), vocabulary: sexes)
      case .product:
        ColumnSchema(
          "product", .string, meaning: "whose documents know the person's kind, or any",
          vocabulary: products)
      case .home:
        ColumnSchema(
          "home", .string, meaning: "what the people of the household are to each other",
          vocabulary: homes)
      }
    }
  }

  /// By the number of the role.
  public static let roles = ["parent", "child", "observer", "coach", "athlete", "member"]

  public static let sexes = ["female", "male"]
  public static let products = ["any", "champtrack", "fittoday", "locker", "personal-coach"]

  /// By the number of the kind of home.
  public static let homes = ["family", "students", "team"]

  /// The roles of those who train.
  public static let athletes = ["child", "athlete"]

  /// The roles of those who can do no core action, of whichever kind (FAM-2, FAM-10).
  public static let onlookers = ["observer", "coach"]

  /// The roles of those who can say nothing of a family's schedule; an observer gives a ride back
  /// that they were given (FAM-4).
  public static let strangersToSchedules = ["coach"]

  public static let schema = TableSchema(
    name: "people",
    columns: Column.allCases.map(\.schema)
      + PersonMeasure.allCases.map { ColumnSchema($0.column, .int64, meaning: $0.meaning) })

  /// The place of what is added up of a person, behind the other columns.
  public static func place(of measure: PersonMeasure) -> Int {
    Column.allCases.count + measure.rawValue
  }
}

extension PersonTraits {
  /// Takes in what a role lets somebody do.
  public mutating func take(role: String) {
    isAthlete = PeopleTable.athletes.contains(role)
    mayLog = !PeopleTable.onlookers.contains(role)
    maySchedule = !PeopleTable.strangersToSchedules.contains(role)
  }
}

/// The true traits of everybody, for judging models by: no product ever knows them.
public enum TruthTable {
  /// The places of the columns, in the order of the schema.
  public enum Column: Int, CaseIterable, Sendable {
    case person, motivation, firstActiveRunDay, activeDays, habitsDone, streakBest
    case frailty, habitGain, allowsNotifications, chronotypeMinutes, wellness, appetite
    case thirst, playsSport, school, conscientiousness

    public var place: Int { rawValue }

    var schema: ColumnSchema {
      switch self {
      case .person:
        ColumnSchema("person", .int32, meaning: "the person's number in the population")
      case .motivation:
        ColumnSchema(
          "motivation", .double, meaning: "the person's own log-odds of opening the app")
      case .firstActiveRunDay:
        ColumnSchema(
          "first_active_run_day", .int32, isNullable: true,
          meaning: "the run day of the first core action; null without one")
      case .activeDays:
        ColumnSchema("active_days", .int32, meaning: "days with a core action")
      case .habitsDone:
        ColumnSchema("habits_done", .int32, meaning: "habits done on all days together")
      case .streakBest:
        ColumnSchema("streak_best", .int32, meaning: "the longest streak of any habit")
      case .frailty:
        ColumnSchema("frailty", .double, meaning: "how many times likelier the person lapses")
      case .habitGain:
        ColumnSchema(
          "habit_formation_rate", .double,
          meaning: "the share of the way to full habit strength that an active day covers")
      case .allowsNotifications:
        ColumnSchema("allows_notifications", .boolean, meaning: "lets the app send notifications")
      case .chronotypeMinutes:
        ColumnSchema(
          "chronotype_minutes", .int32, meaning: "how late the person's day lies")
      case .wellness:
        ColumnSchema("wellness", .double, meaning: "points by which the person feels better")
      case .appetite:
        ColumnSchema("appetite", .double, meaning: "how many times as much the person eats")
      case .thirst:
        ColumnSchema("thirst", .double, meaning: "how many times as much the person drinks")
      case .playsSport:
        ColumnSchema("plays_sport", .boolean, meaning: "trains for a sport on a day of the week")
      case .school:
        ColumnSchema(
          "school", .int32, isNullable: true,
          meaning: "which school's exams and terms are the person's, from 0 on; null for all but "
            + "children and athletes")
      case .conscientiousness:
        ColumnSchema(
          "conscientiousness", .double,
          meaning: "the share of the habits due on an active day that the person does")
      }
    }
  }

  public static let schema = TableSchema(
    name: "truth", columns: Column.allCases.map(\.schema))
}
