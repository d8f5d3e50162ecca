public import Parquet
public import Metrics

/// All people, with the attributes that a product with full records would have.
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
          meaning: "the cluster of households that the person's household is in, for intervals: "
            + "its first household")
      case .zone: ColumnSchema("zone", .string, meaning: "the household's time zone")
      case .role:
        ColumnSchema(
          "role", .string, meaning: roles.joined(separator: ", "), vocabulary: roles)
      case .born: ColumnSchema("born", .date, meaning: "date of birth")
      case .usesApp:
        ColumnSchema(
          "uses_app", .boolean, meaning: "uses the app; parents log for people who do not")
      case .devices:
        ColumnSchema("devices", .int32, meaning: "devices that hold a replica of the family")
      case .joinedRunDay:
        ColumnSchema("joined_run_day", .int32, meaning: "the run day on which the person joined")
      case .leftRunDay:
        ColumnSchema(
          "left_run_day", .int32, isNullable: true,
          meaning: "the first run day after the person left the app; null if they did not")
      case .joinedGroupRunDay:
        ColumnSchema(
          "joined_group_run_day", .int32, isNullable: true,
          meaning: "the run day on which the person first joined a group; null if they never did")
      case .usedSchedule:
        ColumnSchema(
          "used_schedule", .boolean, meaning: "ever edited the family's schedule")
      case .usedGoals:
        ColumnSchema("used_goals", .boolean, meaning: "ever edited a goal")
      case .usedRewards:
        ColumnSchema("used_rewards", .boolean, meaning: "ever edited rewards")
      case .persona:
        ColumnSchema(
          "persona", .string, meaning: "the persona from the product documents")
      case .treated:
        ColumnSchema(
          "treated", .boolean, meaning: "whether the household is in the treatment group")
      case .observedUsedSchedule:
        ColumnSchema(
          "observed_used_schedule", .boolean,
          meaning: "known to the server: ever edited the family's schedule")
      case .observedUsedGoals:
        ColumnSchema(
          "observed_used_goals", .boolean,
          meaning: "known to the server: ever edited a goal")
      case .observedUsedRewards:
        ColumnSchema(
          "observed_used_rewards", .boolean,
          meaning: "known to the server: ever edited rewards")
      case .linkedCalendar:
        ColumnSchema(
          "linked_calendar", .boolean, meaning: "linked an external calendar on a device")
      case .ledGroupStreakWeeks:
        ColumnSchema(
          "led_group_streak_weeks", .int32, isNullable: true,
          meaning: "for a group's first member: the most consecutive weeks with a person on the "
            + "group's board; null for all others")
      case .platform:
        ColumnSchema(
          "platform", .string, meaning: "the platform of the person's devices",
          vocabulary: Platform.allCases.map(\.rawValue))
      case .organic:
        ColumnSchema("organic", .boolean, meaning: "signed up without a campaign")
      case .invited:
        ColumnSchema(
          "invited", .boolean, meaning: "could be invited into a group that a neighbor founded")
      case .sex:
        ColumnSchema("sex", .string, meaning: sexes.joined(separator: " or "), vocabulary: sexes)
      case .product:
        ColumnSchema(
          "product", .string, meaning: "the product whose documents describe the persona, or any",
          vocabulary: products)
      case .home:
        ColumnSchema(
          "household_kind", .string, meaning: homes.joined(separator: ", "),
          vocabulary: homes)
      }
    }
  }

  /// By the number of the role.
  public static let roles = ["parent", "child", "observer", "coach", "athlete", "member"]

  public static let sexes = ["female", "male"]
  public static let products = ["any", "champtrack", "fittoday", "locker", "personal-coach"]

  /// By the number of the kind of household.
  public static let homes = ["family", "students", "team"]

  /// The roles of people who train.
  public static let athletes = ["child", "athlete"]

  /// The role of people who may join a group of neighbors, and who log workouts of their own.
  public static let adults = ["parent"]

  /// The roles that cannot do any core action (FAM-2, FAM-10).
  public static let onlookers = ["observer", "coach"]

  /// The roles that cannot edit a family's schedule. Observers are not among them: they may return
  /// a ride that was assigned to them (FAM-4).
  public static let strangersToSchedules = ["coach"]

  public static let schema = TableSchema(
    name: "people",
    columns: Column.allCases.map(\.schema)
      + PersonMeasure.allCases.map { ColumnSchema($0.column, .int64, meaning: $0.meaning) })

  /// The place of a person's total, behind the other columns.
  public static func place(of measure: PersonMeasure) -> Int {
    Column.allCases.count + measure.rawValue
  }
}

extension PersonTraits {
  /// Sets what a role permits.
  public mutating func take(role: String) {
    isAthlete = PeopleTable.athletes.contains(role)
    isAdult = PeopleTable.adults.contains(role)
    mayLog = !PeopleTable.onlookers.contains(role)
    maySchedule = !PeopleTable.strangersToSchedules.contains(role)
  }
}

/// The true traits of all people, to validate models against. No product ever knows them.
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
        ColumnSchema("habits_done", .int32, meaning: "total of habits done")
      case .streakBest:
        ColumnSchema("streak_best", .int32, meaning: "the longest streak of any habit, in days")
      case .frailty:
        ColumnSchema("frailty", .double, meaning: "factor on the person's probability of lapsing")
      case .habitGain:
        ColumnSchema(
          "habit_formation_rate", .double,
          meaning: "the share of the distance to full habit strength that an active day covers")
      case .allowsNotifications:
        ColumnSchema("allows_notifications", .boolean, meaning: "lets the app send notifications")
      case .chronotypeMinutes:
        ColumnSchema(
          "chronotype_minutes", .int32, meaning: "minutes by which the person's day is shifted")
      case .wellness:
        ColumnSchema(
          "wellness_offset", .double, meaning: "points added to the person's check-in scores")
      case .appetite:
        ColumnSchema("appetite_factor", .double, meaning: "factor on how much the person eats")
      case .thirst:
        ColumnSchema("thirst_factor", .double, meaning: "factor on how much the person drinks")
      case .playsSport:
        ColumnSchema("plays_sport", .boolean, meaning: "trains for a sport on one day of each week")
      case .school:
        ColumnSchema(
          "school", .int32, isNullable: true,
          meaning: "the school, which sets terms and exams, starting at 0; null for all but "
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
