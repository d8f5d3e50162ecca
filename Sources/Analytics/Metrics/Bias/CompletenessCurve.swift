/// What the server knew of the first days of a run so many days after these were over.
public struct CompletenessCurve: Hashable, Sendable {
  /// A key figure after a wait.
  public struct Point: Hashable, Sendable {
    public let waitDays: Int
    /// What people had said of those days by then, and what the server knew.
    public let truth: Double?
    public let observed: Double?

    public init(waitDays: Int, truth: Double?, observed: Double?) {
      (self.waitDays, self.truth, self.observed) = (waitDays, truth, observed)
    }

    /// The error of somebody who asks then.
    public var bias: Double? {
      guard let truth, let observed else { return nil }
      return observed - truth
    }
  }

  /// A key figure, asked for again and again.
  public struct Line: Hashable, Sendable {
    public let definition: String
    public let points: [Point]

    public init(definition: String, points: [Point]) {
      (self.definition, self.points) = (definition, points)
    }
  }

  /// How many days of the run are asked about.
  public let days: Int
  public let lines: [Line]

  public init(days: Int, lines: [Line]) {
    (self.days, self.lines) = (days, lines)
  }

  /// From the same days counted without a wait, after one day, and so on.
  public init(
    of looks: [MetricAccumulator], for definitions: [MetricDefinition] = MetricDefinition.all
  ) {
    days = looks.first?.days ?? 0
    let known = definitions.filter(\.isObserved)
    let results = looks.map { $0.results(for: known) }
    lines = known.enumerated().map { place, definition in
      Line(
        definition: definition.id,
        points: results.enumerated().map { wait, metricResults in
          Point(
            waitDays: wait, truth: metricResults[place].truth?.value,
            observed: metricResults[place].observed?.value)
        })
    }
  }

  /// The longest wait of a run of so many days: two weeks, or a third of it.
  public static func longestWait(days: Int) -> Int { min(14, days / 3) }
}
