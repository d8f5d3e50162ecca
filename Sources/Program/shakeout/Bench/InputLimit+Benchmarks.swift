import SystemLibrary

extension InputLimit {
  static let benchmarks = InputLimit(mebibytes: 64, "files of measurements")
}
