public import Base
public import Chronology

/// What a device may be in for a while that is not the want of a network.
public enum DeviceFault: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// A network that answers every request itself, until somebody agrees to its terms.
  case captivePortal
  /// There is no room to save anything.
  case storageFull
}

/// When devices are in trouble, as a pure function of the device and the day.
public struct DeviceFaultModel: Sendable {
  private let chances: [Probability]
  private let millisecondsMax: [Int64]
  private let randomness: Randomness
  /// No device is ever in trouble, so nothing need be drawn.
  public let areDisabled: Bool

  public init(
    captivePortalsPerDeviceWeek: Double, captivePortalMinutesMax: Int,
    storageFullPerDeviceYear: Double,
    storageFullHoursMax: Int, randomness: Randomness
  ) {
    chances = [
      Probability(min(1, captivePortalsPerDeviceWeek / 7)),
      Probability(min(1, storageFullPerDeviceYear / 365)),
    ]
    millisecondsMax = [
      Int64(captivePortalMinutesMax) * Span.minute, Int64(storageFullHoursMax) * Span.hour,
    ]
    areDisabled = captivePortalsPerDeviceWeek == 0 && storageFullPerDeviceYear == 0
    self.randomness = randomness
  }

  /// The time for which a device is in a trouble that begins on a day, if it is.
  public func window(
    of trouble: DeviceFault, device: UInt64, on day: LocalDay, dayStart: Instant
  ) -> OfflineWindow? {
    let place = Int(trouble.rawValue)
    let slot = UInt16(trouble.rawValue) * 2
    let draw = randomness.draw(
      FaultPurpose.trouble, who: device, day: day.number, slot: slot)
    guard draw.chance(chances[place]) else { return nil }
    let length = randomness.draw(
      FaultPurpose.trouble, who: device, day: day.number, slot: slot + 1)
    let from = dayStart + Int64(draw.second.choice(of: Int(Span.day)))
    let until = from + 1 + Int64(length.integer(below: UInt64(millisecondsMax[place])))
    return OfflineWindow(from: from, until: until)
  }
}
