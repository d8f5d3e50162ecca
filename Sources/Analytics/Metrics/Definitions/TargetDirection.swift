/// Whether a target is a lower or an upper bound.
public enum TargetDirection: String, Sendable {
  case atLeast = ">="
  case atMost = "<="
}
