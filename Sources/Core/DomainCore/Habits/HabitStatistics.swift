/// HAB-4: what a habit's history screen shows.
public struct HabitStatistics: Hashable, Sendable {
  /// How many of the counted days were done.
  public struct Success: Hashable, Sendable {
    public var done: Int
    public var days: Int

    public init(done: Int, days: Int) {
      self.done = done
      self.days = days
    }
  }

  public var current: Int
  public var longest: Int
  public var total: Int
  /// Over the last 7, 31, 92 and 365 days, including today.
  ///
  /// A habit younger than the window is measured over its own days; otherwise its first week could
  /// never look good.
  public var success: [Success]
  /// Nil when the habit was never done.
  public var daysSinceLast: Int?

  public static let windows = [7, 31, 92, 365]
}
