/// How large an input may be. A device such as `/dev/zero` has no end, and a program that reads a
/// file which it was given by mistake must not use all memory first.
public struct InputLimit: Sendable, Equatable {
  /// The largest size, a whole number of MiB.
  public let bytes: Int
  /// What the files hold, such as "scenarios".
  public let content: String

  private init(mebibytes: Int, _ content: String) {
    self.bytes = mebibytes << 20
    self.content = content
  }

  /// The limit as text, such as "16 MiB".
  public var text: String {
    let mebibytes = bytes >> 20
    return mebibytes % 1_024 == 0 ? "\(mebibytes / 1_024) GiB" : "\(mebibytes) MiB"
  }

  public static let scenario = InputLimit(mebibytes: 16, "scenarios")
  public static let targets = InputLimit(mebibytes: 1, "targets")
  public static let swarm = InputLimit(mebibytes: 1, "swarm files")
  public static let plan = InputLimit(mebibytes: 1_024, "plans")
  public static let reproduction = InputLimit(mebibytes: 1_024, "reproductions")
  /// Manifests and the other documents of a run.
  public static let document = InputLimit(mebibytes: 16, "documents of a run")
}
