import Base
public import Environment
import JSONText
public import Scenarios

/// What a seed has drawn: its fault kinds, and the parameters that they set.
public struct SwarmDraw: Sendable, Equatable {
  public var seed: UInt64
  /// The budget: the probability with which each kind is drawn.
  public var share: Double
  public var kinds: [Kind]

  /// A drawn kind, with `path=value` for each of its parameters.
  public struct Kind: Sendable, Equatable {
    public var name: String
    public var settings: [String]
  }

  /// Everything that was drawn, as overrides of a scenario.
  public var settings: [String] { kinds.flatMap(\.settings) }

  /// The kinds with their effective settings: where two set one parameter, the later one's holds.
  public var effectiveKinds: [Kind] {
    var set: Set<Substring> = []
    let held = kinds.reversed().map { kind in
      Kind(
        name: kind.name,
        settings: kind.settings.reversed()
          .filter { set.insert($0.prefix { $0 != "=" }).inserted }.reversed())
    }
    return held.reversed()
  }
}

/// The random purposes of a swarm; an identifier is never reused for another purpose.
private enum SwarmRandomPurpose {
  static let budget = RandomPurpose(0x5001)
  static let kind = RandomPurpose(0x5002)
  static let field = RandomPurpose(0x5003)
}

extension Swarm {
  /// What a seed draws: a pure function of the seed and this swarm.
  ///
  /// Each kind and each of its parameters has its own key, so removing one changes no other draw.
  /// If `allowed` is given, only the kinds in it are kept. Faults of disks exist only where there
  /// are disks.
  public func draw(
    _ seed: UInt64, allowed: Set<String>? = nil, on storage: StorageKind = .memory
  ) -> SwarmDraw {
    let randomness = Randomness(seed: seed)
    let table = DiscreteTable(weights: budgets.map(\.weight))
    let budget = budgets[
      randomness.draw(SwarmRandomPurpose.budget, who: 0, day: 0).index(in: table)]
    var draw = SwarmDraw(seed: seed, share: budget.share, kinds: [])
    for kind in kinds where kind.isAlways || allowed?.contains(kind.name) ?? true {
      if storage == .memory && kind.needsDisks { continue }
      let exists = randomness.draw(SwarmRandomPurpose.kind, who: kind.key, day: 0)
        .chance(Probability(min(1, budget.share * kind.weight)))
      guard kind.isAlways || exists else { continue }
      draw.kinds.append(
        SwarmDraw.Kind(
          name: kind.name,
          settings: kind.fields.map { field in
            let drawn = randomness.draw(
              SwarmRandomPurpose.field, who: kind.key(of: field), day: 0)
            return "\(field.path)=\(JSONWriter(.compact).text(field.range.value(of: drawn)))"
          }))
    }
    return draw
  }

  /// The names that are no fault kinds of this swarm.
  public func unknown(_ names: [String]) -> [String] {
    names.filter { name in !kinds.contains { $0.name == name } }
  }

  /// The fault kind with the name most similar to a mistyped one.
  public func nearestKind(to name: String) -> String? {
    nearest(to: name, in: kinds.map(\.name))
  }
}

extension Swarm.Kind {
  /// Whether it is a fault of disks.
  public var needsDisks: Bool { fields.contains { StorageParameters.needsDisks($0.path) } }

  /// The key of the kind's draws: from the catalog, or derived from the name of a kind that only a
  /// file has.
  fileprivate var key: UInt64 {
    FaultCatalog.kind(named: name)?.key ?? Digest128.of(text: name).first
  }

  fileprivate func key(of field: Swarm.Field) -> UInt64 {
    FaultCatalog.kind(named: name)?.key(of: field.path)
      ?? Digest128.of(text: "\(name) \(field.path)").first
  }
}

extension Swarm.Range {
  /// A value; where zero is out of bounds, each order of magnitude is equally likely.
  func value(of draw: RandomBits) -> JSONNode {
    switch self {
    case .any(let values): values[Int(draw.integer(below: UInt32(values.count)))]
    case .whole(let low, let high):
      low == 0
        ? .integer(draw.integer(in: low...high))
        // Up to the next whole number, so that the maximum is drawn as well.
        : .integer(min(high, Int(Self.scaled(draw.unit, Double(low), Double(high) + 1))))
    case .real(let low, let high):
      .number(Self.rounded(low == 0 ? draw.unit * high : Self.scaled(draw.unit, low, high)))
    }
  }

  private static func scaled(_ unit: Double, _ low: Double, _ high: Double) -> Double {
    Mathematics.exp(Mathematics.log(low) + unit * (Mathematics.log(high) - Mathematics.log(low)))
  }

  /// With four decimals, which is enough to read.
  private static func rounded(_ value: Double) -> Double {
    (value * 10_000).rounded() / 10_000
  }
}

extension SwarmDraw {
  /// The scenario that the seed runs: the base scenario with everything that was drawn.
  public func scenario(over base: Scenario) throws(ScenarioErrors) -> Scenario {
    var scenario = base
    scenario.seed = seed
    return try scenario.setting(settings)
  }
}
