import Base
public import DomainCore
public import SimulatedWorld

/// Which combinations the seeds of a run have reached: of a fault kind, a kind of operation, and a
/// sync state.
///
/// A run without interesting combinations has shown nothing, so it reports what it reached. A fault
/// kind that was drawn but never triggered has shown nothing either.
public struct Coverage: Sendable {
  /// The fault kinds that seeds could draw.
  public let kinds: [String]
  private var seeds: [Cell: Int] = [:]
  /// How many seeds drew each fault kind, and in how many of them it triggered.
  public private(set) var drawn: [String: Int] = [:]
  public private(set) var triggered: [String: Int] = [:]
  /// A fault kind that so many seeds have drawn and none has triggered is broken.
  private static let seedsQuietMax = 20
  public static let noFault = "no fault"

  struct Cell: Hashable {
    var faultKind: String
    var point: CoveragePoint
  }

  public init(kinds: [String]) {
    self.kinds = kinds
  }

  /// Adds a seed with the fault kinds that it drew. Its coverage points count for the kinds that
  /// triggered. Returns whether any did.
  @discardableResult
  public mutating func add(_ outcome: SeedOutcome, drawn kinds: [SwarmDraw.Kind]) -> Bool {
    let triggered = kinds.filter { $0.wasTriggered(in: outcome) }.map(\.name)
    for kind in kinds { drawn[kind.name, default: 0] += 1 }
    for name in triggered { self.triggered[name, default: 0] += 1 }
    for faultKind in triggered.isEmpty ? [Self.noFault] : triggered {
      for point in outcome.coveragePoints {
        seeds[Cell(faultKind: faultKind, point: point), default: 0] += 1
      }
    }
    return !triggered.isEmpty
  }

  /// The fault kinds that many seeds drew and none triggered.
  public var neverTriggered: [String] {
    kinds.filter { drawn[$0] ?? 0 >= Self.seedsQuietMax && triggered[$0] ?? 0 == 0 }
  }

  /// How many combinations were reached, and how many there are.
  public var reached: Int { seeds.count }

  public var possible: Int {
    kinds.count * FactKind.allCases.count * SyncState.allCases.count
  }

  /// In how many seeds a combination was reached.
  public func seeds(_ faultKind: String, _ kind: FactKind, _ state: SyncState) -> Int {
    seeds[Cell(faultKind: faultKind, point: CoveragePoint(kind, state))] ?? 0
  }

  /// How many kinds of operation were in a state under a fault kind.
  public func operationKinds(_ faultKind: String, _ state: SyncState) -> Int {
    FactKind.allCases.count { seeds(faultKind, $0, state) > 0 }
  }

  /// The kinds of operation that were never submitted.
  public var kindsNeverSubmitted: [FactKind] {
    FactKind.allCases.filter { kind in
      SyncState.allCases.allSatisfy { state in
        kinds.allSatisfy { seeds($0, kind, state) == 0 }
      }
    }
  }

  /// Whether the server has decided any operation.
  public var hasExchanged: Bool {
    seeds.keys.contains { [.upToDate, .behind, .refused].contains($0.point.state) }
  }

  public var kindsSubmitted: Int { FactKind.allCases.count - kindsNeverSubmitted.count }

  /// The table as text: a row for each fault kind, a column for each sync state, and the number of
  /// kinds of operation. For one seed, the rows are the fault kinds that it drew.
  public var text: String {
    guard reached > 0 else { return "Covered none of \(possible) combinations.\n" }
    let states = SyncState.allCases
    let width = (kinds.map(\.count).max() ?? 0) + 2
    var lines = [
      "Coverage: how many of the \(FactKind.allCases.count) operation kinds occurred, "
        + "by fault kind (rows) and sync state (columns)",
      "",
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
    if !unmet.isEmpty {
      lines += ["", "No operation ran under: \(unmet.joined(separator: ", "))."]
    }
    lines += [
      "",
      "Covered \(grouped(reached)) of \(grouped(possible)) combinations of fault kind, "
        + "operation kind "
        + "and sync state.",
    ]
    let missing = leastReached.prefix(5).map {
      "\($0.point.kind) \($0.point.state.words) (not covered under \($0.missing) fault kinds)"
    }
    if !missing.isEmpty { lines.append("Most often missed: \(missing.joined(separator: ", ")).") }
    let silent = kindsNeverSubmitted.map { "\($0)" }
    if !silent.isEmpty { lines.append("Never submitted: \(silent.joined(separator: ", ")).") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The coverage points that some fault kinds have not reached, with how many of them, the most
  /// first.
  var leastReached: [(point: CoveragePoint, missing: Int)] {
    var missing: [(point: CoveragePoint, missing: Int)] = []
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

  /// The kinds of operation that a fault kind has not reached, by state.
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
