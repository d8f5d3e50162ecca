/// All fault kinds, and how many of them a seed has.
///
/// The order counts: where two kinds set one parameter, the later one's value holds.
public enum FaultCatalog {
  /// A section of the catalog, with a title for its kinds.
  public struct Theme: Sendable {
    public let title: String
    public let kinds: [FaultKind]
  }

  /// How many faults a seed has: each kind is drawn with this probability, times its weight.
  public struct Budget: Sendable {
    public let share: Double
    public let weight: Double
  }

  /// A seed draws one of these first, so that there are seeds without any fault, with one or two,
  /// and with everything at once.
  public static let budgets = [
    Budget(share: 0, weight: 1), Budget(share: 0.08, weight: 3), Budget(share: 0.25, weight: 4),
    Budget(share: 0.5, weight: 3), Budget(share: 1, weight: 1),
  ]

  public static let themes = [
    Theme(title: "Network", kinds: network),
    Theme(title: "Clocks and time zones", kinds: clocks),
    Theme(title: "Installs", kinds: installs),
    Theme(title: "Server, access and storage", kinds: servers),
    Theme(title: "Disks", kinds: disks),
    Theme(title: "External services", kinds: services),
    Theme(title: "People", kinds: people),
    Theme(title: "Who, when and where", kinds: population),
  ]

  public static let kinds = themes.flatMap(\.kinds)

  /// The kind of this name, unless only a swarm file knows it.
  public static func kind(named name: String) -> FaultKind? {
    kinds.first { $0.name == name }
  }

  /// The kinds that set a parameter of the scenario.
  public static func kinds(setting path: String) -> [FaultKind] {
    kinds.filter { kind in kind.parameters.contains { $0.path == path } }
  }

  /// The occurrences that show that a fault with this amount parameter has occurred; nil for
  /// another parameter.
  ///
  /// The parameter decides and not the kind, because a swarm file may have kinds of its own.
  public static func occurrences(of path: String) -> [FaultOccurrence]? {
    kinds.first { !$0.seenBy.isEmpty && $0.parameters[0].path == path }?.seenBy
  }
}
