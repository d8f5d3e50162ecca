public import Base
public import Chronology

/// Faults of clocks, as probabilities and amounts.
public struct ClockSettings: Hashable, Sendable {
  /// The fraction of devices whose clock is off, by up to so many seconds either way.
  public var skewed: Probability
  public var skewSecondsMax: Int
  /// The fraction of devices whose clock drifts.
  public var drifting: Probability
  public var driftPartsPerMillionMax: Int
  /// How often a clock jumps or is set by hand, and by how much at most.
  public var jumpsPerDeviceYear: Double
  public var jumpSecondsMax: Int
  /// The fraction of devices that show another zone's time from the beginning.
  public var wrongZone: Probability
  /// How often a household's people travel to another zone, and for how long at most.
  public var travelsPerPersonYear: Double
  public var travelDaysMax: Int
  /// How far the server's clock is off, at most.
  public var serverSkewSecondsMax: Int

  public init(
    skewed: Probability, skewSecondsMax: Int, drifting: Probability, driftPartsPerMillionMax: Int,
    jumpsPerDeviceYear: Double, jumpSecondsMax: Int, wrongZone: Probability,
    travelsPerPersonYear: Double, travelDaysMax: Int, serverSkewSecondsMax: Int
  ) {
    self.skewed = skewed
    self.skewSecondsMax = skewSecondsMax
    self.drifting = drifting
    self.driftPartsPerMillionMax = driftPartsPerMillionMax
    self.jumpsPerDeviceYear = jumpsPerDeviceYear
    self.jumpSecondsMax = jumpSecondsMax
    self.wrongZone = wrongZone
    self.travelsPerPersonYear = travelsPerPersonYear
    self.travelDaysMax = travelDaysMax
    self.serverSkewSecondsMax = serverSkewSecondsMax
  }

  /// Whether every clock shows the true time.
  public var areExact: Bool {
    skewed == .never && drifting == .never && jumpsPerDeviceYear == 0 && wrongZone == .never
      && travelsPerPersonYear == 0
  }
}

/// The faults of clocks, as a pure function of the clock's owner and the day.
public struct ClockFaultModel: Sendable {
  private let settings: ClockSettings
  private let randomness: Randomness
  private let jumps: Probability
  private let travels: Probability
  /// Whether device clocks have no faults, so that nothing has to be drawn.
  public let areExact: Bool

  public init(_ settings: ClockSettings, randomness: Randomness) {
    self.settings = settings
    self.randomness = randomness
    jumps = Probability(min(1, settings.jumpsPerDeviceYear / 365))
    travels = Probability(min(1, settings.travelsPerPersonYear / 365))
    areExact = settings.areExact
  }

  /// The deviation of a device's clock from the beginning, if it has one.
  public func setting(of device: UInt64) -> ClockDeviation? {
    var setting = ClockDeviation()
    let skew = randomness.draw(FaultPurpose.clockSkew, who: device, day: 0)
    if skew.chance(settings.skewed) {
      setting.offsetMilliseconds = Self.amount(skew.second, settings.skewSecondsMax * 1_000)
    }
    let drift = randomness.draw(FaultPurpose.clockDrift, who: device, day: 0)
    if drift.chance(settings.drifting) {
      setting.driftPartsPerMillion = Int32(
        Self.amount(drift.second, settings.driftPartsPerMillionMax))
    }
    return setting == ClockDeviation() ? nil : setting
  }

  /// A jump of a device's clock on a day: when in the day, and what it is set to.
  public func jump(
    of device: UInt64, on day: LocalDay
  ) -> (milliseconds: Int64, setting: ClockDeviation)? {
    let draw = randomness.draw(FaultPurpose.clockJump, who: device, day: day.number)
    guard draw.chance(jumps) else { return nil }
    let amount = randomness.draw(FaultPurpose.clockJump, who: device, day: day.number, slot: 1)
    // Every other jump corrects the clock.
    let offset =
      amount.first.topCoin ? 0 : Self.amount(amount.second, settings.jumpSecondsMax * 1_000)
    return (
      Int64(draw.second.choice(of: Int(Span.day))), ClockDeviation(offsetMilliseconds: offset)
    )
  }

  /// The index among `count` zones of the wrong zone that a device shows, if it does.
  public func wrongZone(of device: UInt64, among count: Int) -> Int? {
    let draw = randomness.draw(FaultPurpose.wrongZone, who: device, day: 0)
    guard count > 0, draw.chance(settings.wrongZone) else { return nil }
    return draw.second.choice(of: count)
  }

  /// A trip that a person begins on a day: the index among `count` zones, and the number of days.
  public func travel(
    of person: UInt64, on day: LocalDay, among count: Int
  ) -> (zone: Int, days: Int)? {
    let draw = randomness.draw(FaultPurpose.travel, who: person, day: day.number)
    guard count > 0, settings.travelDaysMax > 0, draw.chance(travels) else { return nil }
    return (
      draw.second.bits(32, from: 32).choice(of: count),
      1 + draw.second.bits(16).choice(of: settings.travelDaysMax)
    )
  }

  /// The deviation of the server's clock in a community.
  public func serverSetting(of community: UInt64) -> ClockDeviation? {
    guard settings.serverSkewSecondsMax > 0 else { return nil }
    let draw = randomness.draw(FaultPurpose.serverClock, who: community, day: 0)
    return ClockDeviation(
      offsetMilliseconds: Self.amount(draw.second, settings.serverSkewSecondsMax * 1_000))
  }

  /// An amount from `-most` to `most`.
  private static func amount(_ bits: UInt64, _ most: Int) -> Int64 {
    Int64(bits % UInt64(2 * most + 1)) - Int64(most)
  }
}
