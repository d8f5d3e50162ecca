public import Base
public import Chronology

/// A temporary fault of a device other than a missing network.
public enum DeviceFault: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// A network that responds to every request itself, until the person accepts its terms.
  case captivePortal
  /// The device has no free storage to save anything.
  case storageFull

  /// The occurrence that shows that it had an effect, and whose phrase a timeline prints.
  public var occurrence: FaultOccurrence {
    switch self {
    case .captivePortal: .captivePortal
    case .storageFull: .storageFull
    }
  }
}

/// When devices have faults, as a pure function of the device and the day.
public struct DeviceFaultModel: Sendable {
  private let chances: [Probability]
  private let millisecondsMax: [Int64]
  private let randomness: Randomness
  /// Whether no device ever has a fault, so that nothing has to be drawn.
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

  /// The time window of a fault of a device that begins on a day, if there is one.
  public func window(
    of deviceFault: DeviceFault, device: UInt64, by clock: DayClock
  ) -> OfflineWindow? {
    let day = clock.day
    let place = Int(deviceFault.rawValue)
    let slot = UInt16(deviceFault.rawValue) * 2
    let draw = randomness.draw(
      FaultPurpose.deviceFault, who: device, day: day.number, slot: slot)
    guard draw.chance(chances[place]) else { return nil }
    let length = randomness.draw(
      FaultPurpose.deviceFault, who: device, day: day.number, slot: slot + 1)
    let from = clock.instant(at: Int64(draw.second.choice(of: Int(Span.day))))
    let until = from + 1 + Int64(length.integer(below: UInt64(millisecondsMax[place])))
    return OfflineWindow(from: from, until: until)
  }
}
