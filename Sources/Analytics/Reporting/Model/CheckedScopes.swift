/// How many scopes, which are families and groups, were checked at each step.
///
/// A large run does so with a sample, drawn by the seed, and compares the copies of these scopes
/// with the server's state. The others were checked at the end, without their copies.
public struct CheckedScopes: Hashable, Sendable {
  public var count: Int64
  public var atEachStep: Int64

  public init(count: Int64, atEachStep: Int64) {
    self.count = count
    self.atEachStep = atEachStep
  }

  /// Such as "12 of 115 families and groups at each step and copy by copy, the others at the end";
  /// nil if there are none.
  var text: String? {
    guard count > 0 else { return nil }
    let all = NumberText.counted(count, "family or group", "families and groups")
    return atEachStep == count
      ? "\(all) at each step and at the end"
      : "\(NumberText.grouped(atEachStep)) of \(all) at each step and copy by copy, "
        + "the others at the end"
  }
}
