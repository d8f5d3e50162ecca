/// Clock faults of devices and of the server.
public struct ClockParameters: Sendable, Equatable {
  public var skewedFraction = 0.0
  public var skewSecondsMax = 0
  public var driftingFraction = 0.0
  public var driftPartsPerMillionMax = 0
  public var jumpsPerDeviceYear = 0.0
  public var jumpSecondsMax = 0
  public var wrongZoneFraction = 0.0
  public var travelsPerPersonYear = 0.0
  public var travelDaysMax = 0
  public var serverSkewSecondsMax = 0

  init() {}
}
