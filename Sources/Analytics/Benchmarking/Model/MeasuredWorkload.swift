/// A run that was measured: its parameters, and a figure for everything that was measured of it.
public struct MeasuredWorkload: Equatable, Sendable {
  public var name: String
  /// The name of a scenario, or the path of its file.
  public var scenario: String
  public var people: Int
  public var days: Int
  public var seed: UInt64
  /// Further parameters, each as `path=value`.
  public var settings: [String]
  public var figures: [MeasuredFigure]

  public init(
    name: String, scenario: String, people: Int, days: Int, seed: UInt64, settings: [String] = [],
    figures: [MeasuredFigure] = []
  ) {
    self.name = name
    self.scenario = scenario
    self.people = people
    self.days = days
    self.seed = seed
    self.settings = settings
    self.figures = figures
  }

  /// What was measured of a figure, if anything was.
  public subscript(figure: BenchmarkFigure) -> MeasuredFigure? {
    figures.first { $0.figure == figure }
  }

  /// The parameters in a few words: `default, 300 people, 60 days, seed 5`.
  public var parameters: String {
    (["\(scenario), \(people) people, \(days) days, seed \(seed)"] + settings)
      .joined(separator: ", ")
  }

  /// Adds a sample of a figure.
  public mutating func add(_ sample: Double, of figure: BenchmarkFigure) {
    if let place = figures.firstIndex(where: { $0.figure == figure }) {
      figures[place].samples.append(sample)
    } else {
      figures.append(MeasuredFigure(figure, samples: [sample]))
    }
  }
}

/// The samples of a figure of a workload, and in a baseline what it may become.
public struct MeasuredFigure: Equatable, Sendable {
  public var figure: BenchmarkFigure
  /// All samples, in the order of measuring; a count has one.
  public var samples: [Double]
  /// How much worse it may be, as a share; nil for the default of the figure.
  public var tolerance: Double?
  /// The largest value that does not fail; nil if samples and tolerance decide.
  public var limit: Double?
  /// The limit at the last release, from which raises count.
  public var releasedLimit: Double?

  public init(
    _ figure: BenchmarkFigure, samples: [Double], tolerance: Double? = nil, limit: Double? = nil,
    releasedLimit: Double? = nil
  ) {
    self.figure = figure
    self.samples = samples
    self.tolerance = tolerance
    self.limit = limit
    self.releasedLimit = releasedLimit
  }

  /// The median of the samples; nil if there are none.
  public var value: Double? { Self.median(samples) }

  static func median(_ samples: [Double]) -> Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}
