/// Where the value of a metric comes from, and so whether reaching its target says anything.
public enum MetricOrigin: Hashable, Sendable {
  /// A parameter of the scenario is the value, and the run samples it; the text names it.
  case assumed(String)
  /// A formula of parameters gives the value, whatever the people and the sync engine do; the text
  /// says which.
  case modeled(String)
  /// The value depends on what people, devices and servers did over the run.
  case emergent

  /// The word for it.
  public var name: String {
    switch self {
    case .assumed: "assumed"
    case .modeled: "modeled"
    case .emergent: "emergent"
    }
  }

  /// Why a value is assumed or modeled; nil for an emergent one.
  public var reason: String? {
    switch self {
    case .assumed(let reason), .modeled(let reason): reason
    case .emergent: nil
    }
  }
}
