/// How often a seed that failed in real time was run again, and how often it failed again.
public struct EngineRepeats: Sendable, Equatable {
  /// So often a seed that failed is run again.
  static let runsMax = 4

  public var runs = 0
  /// How often it failed in the same way.
  public var failed = 0

  /// "Of 4 further runs, 3 failed in this way."
  var sentence: String {
    switch (runs, failed) {
    case (0, _): "It was not run again."
    case (1, 0): "A further run did not fail in this way."
    case (1, _): "A further run failed in this way, too."
    case (_, 0): "Of \(runs) further runs, none failed in this way."
    default: "Of \(runs) further runs, \(failed) failed in this way."
    }
  }
}
