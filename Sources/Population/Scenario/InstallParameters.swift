/// What becomes of the apps on devices.
public struct InstallParameters: Sendable, Equatable {
  public var reinstallsPerDeviceYear = 0.0
  public var restoresPerDeviceYear = 0.0
  public var clonesPerDeviceYear = 0.0
  public var backupDays = 0
  public var loansPerDeviceYear = 0.0
  public var crashShare = 0.0
  public var widgetsPerDeviceYear = 0.0
  public var oldVersionShare = 0.0
  public var newVersionShare = 0.0
  public var updateDays = 0
  public var fullStoresPerDeviceYear = 0.0
  public var fullStoreHoursMax = 0

  init() {}
}
