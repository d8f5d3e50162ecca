public import Base
public import Chronology

/// When devices have no network: the gym basement, the flight, the days in the mountains.
public struct OfflineModel: Sendable {
  private let settings: NetworkSettings
  private let randomness: Randomness
  private let windowADay: Probability

  public init(_ settings: NetworkSettings, randomness: Randomness) {
    self.settings = settings
    self.randomness = randomness
    windowADay = Probability(min(1, settings.shortOfflinesPerDeviceWeek / 7))
  }

  /// The offline window that begins on a day of a device, if one does.
  public func window(device: UInt64, by clock: DayClock) -> OfflineWindow? {
    let day = clock.day
    let decides = randomness.draw(FaultPurpose.shortOffline, who: device, day: day.number)
    guard
      settings.connectionQualitySigma == 0 ? decides.chance(windowADay) : isCutOff(device, decides)
    else { return nil }
    let start = randomness.draw(FaultPurpose.shortOfflineStart, who: device, day: day.number)
    let length = randomness.draw(FaultPurpose.shortOfflineLength, who: device, day: day.number)
    let from = clock.instant(at: Int64(start.integer(below: UInt64(Span.day))))
    let minutes = length.logNormal(
      median: settings.shortOfflineMinutesMedian, sigma: settings.shortOfflineSigma)
    return OfflineWindow(from: from, until: from + Int64(min(minutes, 1e6) * 60_000))
  }

  /// The same for devices that differ in the quality of their connections.
  private func isCutOff(_ device: UInt64, _ decides: RandomBits) -> Bool {
    decides.unit < settings.shortOfflinesPerDeviceWeek / 7 * factor(device: device)
  }

  /// How many times as often as the average a device loses its network.
  public func factor(device: UInt64) -> Double {
    let sigma = settings.connectionQualitySigma
    guard sigma > 0 else { return 1 }
    return randomness.draw(FaultPurpose.connection, who: device, day: 0)
      .logNormal(median: Mathematics.exp(-sigma * sigma / 2), sigma: sigma)
  }

  /// The one long offline window in a device's run of `days` days, if it has one: from one day to
  /// the maximum, each length equally likely.
  public func longWindow(device: UInt64, start: Instant, days: Int) -> OfflineWindow? {
    let decides = randomness.draw(FaultPurpose.longOffline, who: device, day: 0)
    guard decides.chance(settings.longOffline), settings.longOfflineDaysMax > 0, days > 0
    else { return nil }
    let beginning = randomness.draw(FaultPurpose.longOfflineStart, who: device, day: 0)
    let length = randomness.draw(FaultPurpose.longOfflineLength, who: device, day: 0)
    let from = start + Int64(beginning.integer(below: UInt64(Int64(days) * Span.day)))
    let longest = settings.longOfflineDaysMax * Int(Span.day)
    return OfflineWindow(
      from: from, until: from + Int64(length.integer(in: Int(Span.day)...longest)))
  }
}
