public import Base
public import Chronology

/// Faults of external services, as probabilities and amounts.
public struct ExternalServiceSettings: Hashable, Sendable {
  public var calendarFailure: Probability
  public var calendarTokensExpiredPerWeek: Double
  public var calendarSkewSecondsMax: Int
  public var catalogFailure: Probability
  public var healthStoreFailuresPerWeek: Double

  public init(
    calendarFailure: Probability, calendarTokensExpiredPerWeek: Double,
    calendarSkewSecondsMax: Int, catalogFailure: Probability, healthStoreFailuresPerWeek: Double
  ) {
    self.calendarFailure = calendarFailure
    self.calendarTokensExpiredPerWeek = calendarTokensExpiredPerWeek
    self.calendarSkewSecondsMax = calendarSkewSecondsMax
    self.catalogFailure = catalogFailure
    self.healthStoreFailuresPerWeek = healthStoreFailuresPerWeek
  }
}

/// The outcome of a call to an external service.
public enum CallOutcome: BitwiseCopyable, Hashable, Sendable {
  case accepted
  /// The service is down for this call.
  case unavailable
  /// The service rejects calls for so many milliseconds.
  case retryAfter(Int64)
}

/// The fault of a health store on a day.
public enum HealthStoreFault: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Its anchors have become invalid.
  case anchorsInvalidated = 0
  /// Its owner denies access that day.
  case closed = 1
}

/// The faults of external services, as a pure function of the cause of a call, or of its person and
/// day.
public struct ExternalServiceFaults: Sendable {
  private let settings: ExternalServiceSettings
  private let randomness: Randomness
  private let tokensExpired: Probability
  private let healthFailures: Probability

  public init(_ settings: ExternalServiceSettings, randomness: Randomness) {
    precondition(settings.calendarSkewSecondsMax >= 0, "a clock is off by so much or less")
    self.settings = settings
    self.randomness = randomness
    tokensExpired = Probability(min(1, settings.calendarTokensExpiredPerWeek / 7))
    healthFailures = Probability(min(1, settings.healthStoreFailuresPerWeek / 7))
  }

  /// The outcome of a call. Half of the failures name a time to retry, within two minutes.
  public func call(_ key: MessageKey) -> CallOutcome {
    let draw = randomness.draw(
      FaultPurpose.calendarFailure, who: key.cause, day: key.device, slot: key.attempt)
    guard draw.chance(settings.calendarFailure) else { return .accepted }
    if draw.second.lowCoin { return .unavailable }
    let wait = draw.second.bits(63, from: 1).choice(of: Int(2 * Span.minute))
    return .retryAfter(Span.second + Int64(wait))
  }

  /// Whether a calendar expires its tokens on a day.
  public func expiresTokens(_ calendar: UInt64, on day: LocalDay) -> Bool {
    randomness.draw(FaultPurpose.calendarTokensExpired, who: calendar, day: day.number)
      .chance(tokensExpired)
  }

  /// How far a calendar's clock is ahead, in milliseconds.
  public func skew(of calendar: UInt64) -> Int64 {
    let most = settings.calendarSkewSecondsMax * 1_000
    return Int64(
      randomness.draw(FaultPurpose.calendarSkew, who: calendar, day: 0)
        .integer(in: -most...most))
  }

  /// Whether a person can reach a catalog, or an analysis, on a day.
  public func reachesCatalog(_ who: UInt64, on day: LocalDay, number: Int) -> Bool {
    !randomness.draw(
      FaultPurpose.catalogFailure, who: who, day: day.number, slot: UInt16(number)
    ).chance(settings.catalogFailure)
  }

  public func healthFault(of store: UInt64, on day: LocalDay) -> HealthStoreFault? {
    let draw = randomness.draw(FaultPurpose.healthStoreFault, who: store, day: day.number)
    guard draw.chance(healthFailures) else { return nil }
    return draw.second.lowCoin ? .anchorsInvalidated : .closed
  }
}
