public import SystemLibrary

extension InputLimit {
  public static let scenario = InputLimit(mebibytes: 16, "scenarios")
  public static let targets = InputLimit(mebibytes: 1, "targets")
  public static let swarm = InputLimit(mebibytes: 1, "swarm files")
  public static let plan = InputLimit(mebibytes: 1_024, "plans")
  public static let reproduction = InputLimit(mebibytes: 1_024, "reproductions")
  public static let seedOutcomes = InputLimit(mebibytes: 4_096, "outcomes of seeds")
  /// Manifests and the other documents of a run.
  public static let document = InputLimit(mebibytes: 16, "documents of a run")
}
