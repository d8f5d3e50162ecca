public import Parquet

/// The hidden states of people, day by day, to validate models against. No product ever knows
/// them. The table has rows only if the scenario records states and simulates a lifecycle.
public enum StateTable {
  /// By the numbers of phases, prompts and treatments.
  public static let phases = ["new", "active", "lapsing", "dormant", "resurrected", "left"]
  public static let prompts = ["none", "relevant", "irrelevant"]
  public static let treatments = [
    "none", "prompts", "invitations", "streakRepair", "reminderTimes", "rewards",
  ]

  public static let schema = TableSchema(
    name: "states",
    columns: [
      ColumnSchema("person", .int32, meaning: "the person's number in the population"),
      ColumnSchema(
        "run_day", .int32, meaning: "the day of the run at whose start these states hold"),
      ColumnSchema("day", .date, meaning: "the local day"),
      ColumnSchema(
        "phase", .string,
        meaning: "the lifecycle phase: " + phases.joined(separator: ", "), vocabulary: phases),
      ColumnSchema(
        "habit_strength", .double, meaning: "strength of the habit to use the app, 0 to 1"),
      ColumnSchema("streak_days", .int32, meaning: "consecutive active days, up to yesterday"),
      ColumnSchema(
        "streak_loss_effect", .double, meaning: "remaining effect of a broken streak, 0 to 1"),
      ColumnSchema(
        "frustration", .double, meaning: "remaining frustration with the app, 0 to 1"),
      ColumnSchema(
        "household_active_share", .double,
        meaning: "share of the other people in the household who were active yesterday"),
      ColumnSchema("open_probability", .double, meaning: "probability of opening the app that day"),
      ColumnSchema(
        "lapse_hazard", .double,
        meaning: "probability of lapsing; 0 for people who are not active"),
      ColumnSchema(
        "return_hazard", .double,
        meaning: "probability of returning; 0 for people who are active"),
      ColumnSchema(
        "prompt", .string, meaning: "the day's reminder: " + prompts.joined(separator: ", "),
        vocabulary: prompts),
      ColumnSchema(
        "treatment", .string, meaning: "the treatment that the household gets that day",
        vocabulary: treatments),
    ])
}
