/// The share of people who are active a given number of days after their first active day.
public struct RetentionPoint: Hashable, Sendable {
  public let day: Int
  public let truth: Estimate?
  public let observed: Estimate?

  public init(day: Int, truth: Estimate?, observed: Estimate?) {
    self.day = day
    self.truth = truth
    self.observed = observed
  }
}
