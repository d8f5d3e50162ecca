/// How large an input may be. A device such as `/dev/zero` has no end, and a program that reads a
/// file which it was given by mistake must not use all memory first.
public struct InputLimit: Sendable, Equatable {
  /// The largest size, a whole number of MiB.
  public let bytes: Int
  /// What the files hold, such as "scenarios".
  public let content: String

  public init(mebibytes: Int, _ content: String) {
    self.bytes = mebibytes << 20
    self.content = content
  }

  /// The limit as text, such as "16 MiB".
  public var text: String {
    let mebibytes = bytes >> 20
    return mebibytes % 1_024 == 0 ? "\(mebibytes / 1_024) GiB" : "\(mebibytes) MiB"
  }
}
