import Base

/// The Kaplan–Meier estimate of the share of people who have not churned, by days since they
/// started, with the log-log limits of Kalbfleisch and Prentice at 95 %.
///
/// Greenwood's variance takes people as independent. It is not clustered, so the limits are too
/// narrow where people of a household leave together.
public struct SurvivalCurve: Hashable, Sendable {
  /// A day on which people churned.
  public struct Point: Hashable, Sendable {
    public let day: Int
    /// People who were observed up to this day and had not churned before.
    public let atRisk: Int64
    public let left: Int64
    /// The share of people who have not churned after this day.
    public let survival: Double
    /// Nil if no one is left, since there is no estimate of the error then.
    public let interval: Interval?
  }

  public let points: [Point]

  /// Both lists count people by days: `events` those who churned, `censored` those who were no
  /// longer observed.
  public init(events: [Int64], censored: [Int64]) {
    precondition(events.count == censored.count, "both lists count the same days")
    var atRisk = events.sum + censored.sum
    var (survival, variance) = (1.0, 0.0)
    var points: [Point] = []
    for day in events.indices {
      let left = events[day]
      if left > 0 {
        let (risk, gone) = (Double(atRisk), Double(left))
        survival *= 1 - gone / risk
        if atRisk > left { variance += gone / (risk * (risk - gone)) }
        points.append(
          Point(
            day: day, atRisk: atRisk, left: left, survival: atRisk > left ? survival : 0,
            interval: atRisk > left ? Self.logLog(survival, variance) : nil))
      }
      atRisk -= left + censored[day]
    }
    self.points = points
  }

  /// The share that has not churned after a day.
  public func survival(after day: Int) -> Double {
    points.last { $0.day <= day }?.survival ?? 1
  }

  private static func logLog(_ survival: Double, _ variance: Double) -> Interval {
    let logarithm = Mathematics.log(survival)
    let center = Mathematics.log(-logarithm)
    let half = Interval.normalQuantile * variance.squareRoot() / -logarithm
    return Interval(
      lower: Mathematics.exp(-Mathematics.exp(center + half)),
      upper: Mathematics.exp(-Mathematics.exp(center - half)))
  }
}
