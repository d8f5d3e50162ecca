/// How often a seed that failed in real time was run again, and how often it failed again.
public struct EngineRepeats: Sendable, Equatable {
  /// So often a seed that failed is run again.
  static let runsMax = 4

  public var runs = 0
  /// How often it failed in the same way.
  public var failed = 0

  /// "When it was run again 4 times, it failed in this way 3 times."
  var sentence: String {
    switch (runs, failed) {
    case (0, _): "It was not run again."
    case (_, 0):
      "It did not fail in this way again in \(Self.times(runs, "further run", "further runs")): "
        + "what happened in between was different."
    default:
      "When it was run again \(Self.times(runs, "time", "times")), it failed in this way "
        + "\(Self.times(failed, "time", "times"))."
    }
  }

  private static func times(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many)"
  }
}
