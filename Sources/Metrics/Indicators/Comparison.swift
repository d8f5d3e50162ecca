/// Which way a target points.
public enum Comparison: String, Sendable {
  case atLeast = ">="
  case atMost = "<="
}
