/// Which way a target points.
public enum TargetDirection: String, Sendable {
  case atLeast = ">="
  case atMost = "<="
}
