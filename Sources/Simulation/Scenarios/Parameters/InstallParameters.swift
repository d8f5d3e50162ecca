/// Faults of the apps on devices.
public struct InstallParameters: Sendable, Equatable {
  public var reinstallsPerDeviceYear = 0.0
  public var restoresPerDeviceYear = 0.0
  public var clonesPerDeviceYear = 0.0
  public var backupDays = 0
  public var sharedSignInsPerDeviceYear = 0.0
  public var crashProbability = 0.0
  public var widgetsPerDeviceYear = 0.0
  public var oldVersionFraction = 0.0
  public var newVersionFraction = 0.0
  public var updateDays = 0
  public var storageFullPerDeviceYear = 0.0
  public var storageFullHoursMax = 0

  init() {}
}
