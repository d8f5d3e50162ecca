public import Base
public import Chronology

/// When a server fails over to a stale replica of its journal, and when it is unreachable, as a
/// pure function of its community and the day.
public struct ServerFaultModel: Sendable {
  private let failover: Probability
  private let behindMillisecondsMax: Int64
  private let outage: Probability
  private let outageMillisecondsMax: Int64
  private let randomness: Randomness

  public init(
    failoversPerYear: Double, behindMinutesMax: Int, outagesPerYear: Double,
    outageMinutesMax: Int, randomness: Randomness
  ) {
    failover = Probability(min(1, failoversPerYear / 365))
    behindMillisecondsMax = Int64(behindMinutesMax) * Span.minute
    outage = Probability(min(1, outagesPerYear / 365))
    outageMillisecondsMax = Int64(outageMinutesMax) * Span.minute
    self.randomness = randomness
  }

  /// A failover of a day: its time of day, and how far the replica lags.
  public func failover(
    of community: UInt64, on day: LocalDay
  ) -> (milliseconds: Int64, behind: Int64)? {
    let draw = randomness.draw(FaultPurpose.failover, who: community, day: day.number)
    guard draw.chance(failover) else { return nil }
    let amount = randomness.draw(FaultPurpose.failover, who: community, day: day.number, slot: 1)
    return (
      Int64(draw.second.choice(of: Int(Span.day))),
      Int64(amount.first.choice(of: Int(behindMillisecondsMax + 1)))
    )
  }

  /// An outage of a day: its time of day, and how long it lasts.
  public func outage(
    of community: UInt64, on day: LocalDay
  ) -> (milliseconds: Int64, length: Int64)? {
    let draw = randomness.draw(FaultPurpose.outage, who: community, day: day.number)
    guard draw.chance(outage) else { return nil }
    let amount = randomness.draw(FaultPurpose.outage, who: community, day: day.number, slot: 1)
    return (
      Int64(draw.second.choice(of: Int(Span.day))),
      1 + Int64(amount.first.choice(of: Int(max(1, outageMillisecondsMax))))
    )
  }
}
