public import DomainCore
public import World

/// Which situations the seeds of a run have reached: a kind of trouble, a kind of operation, and a
/// state of the exchange, together.
///
/// A run that saw nothing interesting has shown nothing, so it must be able to say what it saw.
public struct Coverage: Sendable {
  /// The kinds of trouble that seeds could draw.
  public let kinds: [String]
  private var seeds: [Cell: Int] = [:]

  struct Cell: Hashable {
    var trouble: String
    var situation: Situation
  }

  public init(kinds: [String]) {
    self.kinds = kinds
  }

  /// Adds a seed that had drawn these kinds of trouble.
  public mutating func add(_ outcome: SeedOutcome, drawn: [String]) {
    for trouble in drawn {
      for situation in outcome.situations {
        seeds[Cell(trouble: trouble, situation: situation), default: 0] += 1
      }
    }
  }

  /// How many situations were reached, and how many there are.
  public var reached: Int { seeds.count }

  public var possible: Int {
    kinds.count * FactKind.allCases.count * SyncState.allCases.count
  }

  /// In how many seeds a situation was reached.
  public func seeds(_ trouble: String, _ kind: FactKind, _ state: SyncState) -> Int {
    seeds[Cell(trouble: trouble, situation: Situation(kind, state))] ?? 0
  }

  /// How many kinds of operation met a state under a kind of trouble.
  public func operationKinds(_ trouble: String, _ state: SyncState) -> Int {
    FactKind.allCases.count { seeds(trouble, $0, state) > 0 }
  }

  /// The kinds of operation that met a state under no kind of trouble.
  public func neverSeen(_ state: SyncState) -> [FactKind] {
    FactKind.allCases.filter { kind in kinds.allSatisfy { seeds($0, kind, state) == 0 } }
  }

  /// The kinds of operation that nobody has said at all.
  public var neverSaid: [FactKind] {
    FactKind.allCases.filter { kind in
      SyncState.allCases.allSatisfy { state in
        kinds.allSatisfy { seeds($0, kind, state) == 0 }
      }
    }
  }

  /// Whether the server has decided anything at all.
  public var hasExchanged: Bool {
    seeds.keys.contains { [.upToDate, .behind, .refused].contains($0.situation.state) }
  }

  public var kindsSaid: Int { FactKind.allCases.count - neverSaid.count }

  /// The table as text: a row for each kind of trouble, a column for each state, and how many kinds
  /// of operation met there. Of a seed alone, that is of the few kinds that it has drawn.
  public var text: String {
    guard reached > 0 else { return "Reached none of \(possible) situations.\n" }
    let states = SyncState.allCases
    let width = (kinds.map(\.count).max() ?? 0) + 2
    var lines = [
      "Of \(FactKind.allCases.count) kinds of operation, so many met each trouble and state:", "",
    ]
    for (number, state) in states.enumerated() {
      let bars = String(repeating: "|    ", count: number)
      lines.append(String(repeating: " ", count: width + 2) + bars + state.words)
    }
    let met = kinds.filter { trouble in states.contains { operationKinds(trouble, $0) > 0 } }
    for trouble in met {
      let cells = states.map { Self.right("\(operationKinds(trouble, $0))", 5) }
      lines.append(trouble + String(repeating: " ", count: width - trouble.count) + cells.joined())
    }
    let unmet = kinds.filter { !met.contains($0) }
    if !unmet.isEmpty { lines += ["", "Met by nothing: \(unmet.joined(separator: ", "))."] }
    lines += ["", "Reached \(reached) of \(possible) situations."]
    let silent = neverSaid.map { "\($0)" }
    if !silent.isEmpty { lines.append("Never said: \(silent.joined(separator: ", ")).") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
