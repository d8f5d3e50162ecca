public import DomainCore
public import SimulatedWorld

/// Which situations the seeds of a run have reached: a kind of trouble, a kind of operation, and a
/// state of the exchange, together.
///
/// A run that saw nothing interesting has shown nothing, so it must be able to say what it saw. A
/// kind that a seed has drawn and that met nobody there has been shown nothing either.
public struct Coverage: Sendable {
  /// The kinds of trouble that seeds could draw.
  public let kinds: [String]
  private var seeds: [Cell: Int] = [:]
  /// In how many seeds each kind existed, and in how many of them it has struck.
  public private(set) var drawn: [String: Int] = [:]
  public private(set) var triggered: [String: Int] = [:]
  /// A kind that so many seeds have drawn has struck in one of them, or it is broken.
  private static let seedsQuietMax = 20
  public static let noFault = "no trouble"

  struct Cell: Hashable {
    var faultKind: String
    var situation: CoveragePoint
  }

  public init(kinds: [String]) {
    self.kinds = kinds
  }

  /// Adds a seed that had drawn these kinds of trouble; what it has met is to the credit of those
  /// that struck. Returns whether any did.
  @discardableResult
  public mutating func add(_ outcome: SeedOutcome, drawn kinds: [SwarmDraw.Kind]) -> Bool {
    let triggered = kinds.filter { $0.hasStruck(in: outcome) }.map(\.name)
    for kind in kinds { drawn[kind.name, default: 0] += 1 }
    for name in triggered { self.triggered[name, default: 0] += 1 }
    for faultKind in triggered.isEmpty ? [Self.noFault] : triggered {
      for situation in outcome.coveragePoints {
        seeds[Cell(faultKind: faultKind, situation: situation), default: 0] += 1
      }
    }
    return !triggered.isEmpty
  }

  /// The kinds that many seeds have drawn, and that never struck in any.
  public var neverTriggered: [String] {
    kinds.filter { drawn[$0] ?? 0 >= Self.seedsQuietMax && triggered[$0] ?? 0 == 0 }
  }

  /// How many situations were reached, and how many there are.
  public var reached: Int { seeds.count }

  public var possible: Int {
    kinds.count * FactKind.allCases.count * SyncState.allCases.count
  }

  /// In how many seeds a situation was reached.
  public func seeds(_ faultKind: String, _ kind: FactKind, _ state: SyncState) -> Int {
    seeds[Cell(faultKind: faultKind, situation: CoveragePoint(kind, state))] ?? 0
  }

  /// How many kinds of operation met a state under a kind of trouble.
  public func operationKinds(_ faultKind: String, _ state: SyncState) -> Int {
    FactKind.allCases.count { seeds(faultKind, $0, state) > 0 }
  }

  /// The kinds of operation that met a state under no kind of trouble.
  public func neverSeen(_ state: SyncState) -> [FactKind] {
    FactKind.allCases.filter { kind in kinds.allSatisfy { seeds($0, kind, state) == 0 } }
  }

  /// The kinds of operation that nobody has said at all.
  public var kindsNeverSubmitted: [FactKind] {
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

  public var kindsSubmitted: Int { FactKind.allCases.count - kindsNeverSubmitted.count }

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
    let met = kinds.filter { faultKind in states.contains { operationKinds(faultKind, $0) > 0 } }
    for faultKind in met {
      let cells = states.map { Self.right("\(operationKinds(faultKind, $0))", 5) }
      lines.append(
        faultKind + String(repeating: " ", count: width - faultKind.count) + cells.joined())
    }
    let unmet = kinds.filter { !met.contains($0) }
    if !unmet.isEmpty { lines += ["", "Met by nothing: \(unmet.joined(separator: ", "))."] }
    lines += ["", "Reached \(reached) of \(possible) situations."]
    let missing = leastReached.prefix(5).map {
      "\($0.situation.kind) \($0.situation.state.words) (under \($0.missing) kinds of trouble)"
    }
    if !missing.isEmpty { lines.append("Not reached most: \(missing.joined(separator: ", ")).") }
    let silent = kindsNeverSubmitted.map { "\($0)" }
    if !silent.isEmpty { lines.append("Never said: \(silent.joined(separator: ", ")).") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What some kinds of trouble have not met: under how many of them, the most first.
  var leastReached: [(situation: CoveragePoint, missing: Int)] {
    var missing: [(situation: CoveragePoint, missing: Int)] = []
    for kind in FactKind.allCases {
      for state in SyncState.allCases {
        let count = kinds.count { seeds($0, kind, state) == 0 }
        if count > 0 && count < kinds.count { missing.append((CoveragePoint(kind, state), count)) }
      }
    }
    return missing.enumerated()
      .sorted { ($1.element.missing, $0.offset) < ($0.element.missing, $1.offset) }
      .map(\.element)
  }

  /// The kinds of operation that each kind of trouble has not met, by state.
  public func notReached(_ faultKind: String) -> [(state: SyncState, kinds: [FactKind])] {
    SyncState.allCases.compactMap { state in
      let kinds = FactKind.allCases.filter { seeds(faultKind, $0, state) == 0 }
      return kinds.isEmpty ? nil : (state, kinds)
    }
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
