/// How clocks of devices and of the server misbehave.
public struct ClockParameters: Sendable, Equatable {
  public var skewedShare = 0.0
  public var skewSecondsMax = 0
  public var driftingShare = 0.0
  public var driftPartsPerMillionMax = 0
  public var jumpsPerDeviceYear = 0.0
  public var jumpSecondsMax = 0
  public var wrongZoneShare = 0.0
  public var travelsPerPersonYear = 0.0
  public var travelDaysMax = 0
  public var serverSkewSecondsMax = 0

  init() {}
}
