import SystemLibrary

extension InputLimit {
  static let benchmarks = InputLimit(mebibytes: 64, "files of measurements")
  static let tables = InputLimit(mebibytes: 2_048, "tables")
}
