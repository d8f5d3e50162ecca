/// The totals of one day of the run.
public struct DayTotals: Hashable, Sendable {
  /// The counts that differ between truth and observed.
  public struct Counts: Hashable, Sendable {
    /// Enrolled people with a core action that day.
    public let active: Int64
    public let habitsDue: Int64
    public let habitsDone: Int64

    public init(active: Int64, habitsDue: Int64, habitsDone: Int64) {
      self.active = active
      self.habitsDue = habitsDue
      self.habitsDone = habitsDone
    }
  }

  /// The day of the run, starting at 0.
  public let day: Int
  /// People whose first enrolled day it is.
  public let joined: Int64
  public let enrolled: Int64
  public let truth: Counts
  public let observed: Counts

  public init(day: Int, joined: Int64, enrolled: Int64, truth: Counts, observed: Counts) {
    self.day = day
    self.joined = joined
    self.enrolled = enrolled
    self.truth = truth
    self.observed = observed
  }
}
