/// The two sides of every history.
public enum Side: String, Sendable, CaseIterable {
  /// What people did, when they did it.
  case truth
  /// What the server knows at the watermark.
  case observed
}
