import Base
import Datasets
import JSONText
import Metrics
public import Reporting
import Scenarios

/// How much the figures of two runs may differ.
public struct FigureTolerances: Sendable {
  /// As a share of the first value, for figures without a tolerance of their own.
  public var share: Double
  /// By metric.
  public var own: [String: Double]

  public init(share: Double = 0, own: [String: Double] = [:]) {
    self.share = share
    self.own = own
  }

  func tolerance(of metric: String) -> Double { own[metric] ?? share }
}

extension RunDifference {
  /// Compares two finished runs: their figures, recomputed from both datasets, and if wanted every
  /// table row by row.
  ///
  /// Throws a `VerificationError` if a file is not the one that its manifest lists.
  public init(
    _ first: FinishedRun, _ second: FinishedRun, tolerances: FigureTolerances,
    comparesTables: Bool = true
  ) throws {
    var (one, two) = (try first.people(), try second.people())
    let isPaired = first.hasSamePopulation(as: second) && PersonRow.areSame(one, two)
    if isPaired { PersonRow.joinClusters(&one, &two) }
    let figures = try first.accumulator(of: one).figureDifferences(
      to: try second.accumulator(of: two), arePaired: isPaired, tolerance: tolerances.tolerance)
    self.init(
      first: try first.label, second: try second.label,
      parameters: Self.parameters(first.scenario, second.scenario), isPaired: isPaired,
      figures: figures,
      tables: comparesTables ? try TableDifference.all(between: first, second) : [])
  }

  private static func parameters(_ first: Scenario, _ second: Scenario) -> [Parameter] {
    let writer = JSONWriter(.compact)
    return Scenario.fields.compactMap { field in
      let (one, two) = (
        writer.text(field.value(in: first)), writer.text(field.value(in: second))
      )
      return one == two ? nil : Parameter(path: field.path, first: one, second: two)
    }
  }
}

extension FinishedRun {
  /// What identifies the run in a comparison.
  fileprivate var label: RunDifference.Label {
    get throws(VerificationError) {
      guard let generator = manifest["generator"], let version = generator["version"]?.string,
        let commit = generator["commit"]?.string, let sources = generator["sources"]?.string
      else {
        throw VerificationError(
          "\(datasetPath)/manifest.json", "'generator' lacks version, commit or sources")
      }
      return RunDifference.Label(
        name: name, scenario: scenario.name, seed: scenario.seed, digest: digest,
        program: ProgramIdentity(version: version, commit: commit, sources: sources))
    }
  }

  /// Whether both runs drew the same people, and measure the same days of them.
  fileprivate func hasSamePopulation(as other: FinishedRun) -> Bool {
    let (one, two) = (scenario, other.scenario)
    return one.seed == two.seed && one.people == two.people && one.days == two.days
      && one.start == two.start && one.population == two.population
      && one.metrics.allowedLatenessDays == two.metrics.allowedLatenessDays
  }
}

extension PersonRow {
  /// Whether two runs have the same people in the same households.
  fileprivate static func areSame(_ first: [PersonRow], _ second: [PersonRow]) -> Bool {
    first.count == second.count
      && zip(first, second).allSatisfy { $0.person == $1.person && $0.household == $1.household }
  }

  /// Gives both runs the same clusters: households that are linked in either run belong together,
  /// because each pair of clusters must be independent of all others.
  fileprivate static func joinClusters(_ first: inout [PersonRow], _ second: inout [PersonRow]) {
    var parent: [Int32: Int32] = [:]
    func root(of household: Int32) -> Int32 {
      var root = household
      while let next = parent[root], next != root { root = next }
      parent[household] = root
      return root
    }
    for row in first + second {
      let (one, other) = (root(of: row.household), root(of: row.clusterHousehold))
      parent[max(one, other)] = min(one, other)
    }
    for place in first.indices { first[place].clusterHousehold = root(of: first[place].household) }
    for place in second.indices {
      second[place].clusterHousehold = root(of: second[place].household)
    }
  }
}
