public import SystemLibrary

extension InputLimit {
  public static let serviceSettings = InputLimit(mebibytes: 1, "settings of a service")
  static let diskFaults = InputLimit(mebibytes: 1, "faults of a disk")
  static let timeTable = InputLimit(mebibytes: 64, "tables of times")
}
