public import Base
public import Chronology

/// How services outside misbehave, as probabilities and amounts.
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

/// What becomes of a call of a service outside.
public enum CallOutcome: BitwiseCopyable, Hashable, Sendable {
  case accepted
  /// The service is down for this call.
  case unavailable
  /// The service puts the caller off for so many milliseconds.
  case putOff(Int64)
}

/// What goes wrong with a health store on a day.
public enum HealthStoreFault: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// It has forgotten what was read.
  case anchorsInvalidated = 0
  /// Its owner lets nobody read that day.
  case closed = 1
}

/// What goes wrong with the services outside, as a pure function of what a call is made for, or of
/// whom and the day.
public struct ExternalServiceFaults: Sendable {
  private let settings: ExternalServiceSettings
  private let randomness: Randomness
  private let tokensExpired: Probability
  private let lapses: Probability

  public init(_ settings: ExternalServiceSettings, randomness: Randomness) {
    precondition(settings.calendarSkewSecondsMax >= 0, "a clock is off by so much or less")
    self.settings = settings
    self.randomness = randomness
    tokensExpired = Probability(min(1, settings.calendarTokensExpiredPerWeek / 7))
    lapses = Probability(min(1, settings.healthStoreFailuresPerWeek / 7))
  }

  /// The fate of a call; every other failure says when to come back, which is within two minutes.
  public func call(_ key: MessageKey) -> CallOutcome {
    let draw = randomness.draw(
      FaultPurpose.calendarFailure, who: key.cause, day: key.device, slot: key.attempt)
    guard draw.chance(settings.calendarFailure) else { return .accepted }
    if draw.second.lowCoin { return .unavailable }
    let wait = draw.second.bits(63, from: 1).choice(of: Int(2 * Span.minute))
    return .putOff(Span.second + Int64(wait))
  }

  /// Whether a calendar makes its tokens worthless on a day.
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

  /// Whether somebody reaches a catalogue, or an analysis, on a day.
  public func reachesCatalog(_ who: UInt64, on day: LocalDay, number: Int) -> Bool {
    !randomness.draw(
      FaultPurpose.catalogFailure, who: who, day: day.number, slot: UInt16(number)
    ).chance(settings.catalogFailure)
  }

  public func healthFault(of store: UInt64, on day: LocalDay) -> HealthStoreFault? {
    let draw = randomness.draw(FaultPurpose.healthStoreFault, who: store, day: day.number)
    guard draw.chance(lapses) else { return nil }
    return draw.second.lowCoin ? .anchorsInvalidated : .closed
  }
}
