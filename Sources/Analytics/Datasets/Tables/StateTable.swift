public import Parquet

/// What happened inside people, day by day, for judging models by: no product ever knows it. It has
/// rows only where a scenario asks for them and people have an inner life.
public enum StateTable {
  /// By the numbers of phases, prompts and treatments.
  public static let phases = ["new", "active", "lapsing", "dormant", "resurrected", "left"]
  public static let prompts = ["none", "fit", "misfit"]
  public static let treatments = [
    "none", "prompts", "invitations", "streakRepair", "reminderTimes", "rewards",
  ]

  public static let schema = TableSchema(
    name: "states",
    columns: [
      ColumnSchema("person", .int32, meaning: "the person's number in the population"),
      ColumnSchema("run_day", .int32, meaning: "the day of the run, as which begins what follows"),
      ColumnSchema("day", .date, meaning: "the local day"),
      ColumnSchema(
        "phase", .string,
        meaning: "where the person stands with the app: "
          + phases.joined(separator: ", "), vocabulary: phases),
      ColumnSchema("habit_strength", .double, meaning: "of using the app, from 0 to 1"),
      ColumnSchema("streak_days", .int32, meaning: "active days in a row, up to yesterday"),
      ColumnSchema("pain", .double, meaning: "what is left of that about a broken streak, 0 to 1"),
      ColumnSchema("trouble", .double, meaning: "what is left of trouble with the app, 0 to 1"),
      ColumnSchema("company", .double, meaning: "share of the others at home active yesterday"),
      ColumnSchema("open_probability", .double, meaning: "of opening the app on the day"),
      ColumnSchema(
        "lapse_hazard", .double,
        meaning: "probability of putting the app away; 0 where it is not in use"),
      ColumnSchema(
        "return_hazard", .double,
        meaning: "probability of taking it up again; 0 where it is in use"),
      ColumnSchema(
        "prompt", .string, meaning: "the day's reminder: " + prompts.joined(separator: ", "),
        vocabulary: prompts),
      ColumnSchema(
        "treatment", .string, meaning: "what the scenario does for the household on the day",
        vocabulary: treatments),
    ])
}
