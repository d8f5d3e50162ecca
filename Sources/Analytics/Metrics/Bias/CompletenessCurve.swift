/// How complete the server's data about the first days of a run is, by days waited.
public struct CompletenessCurve: Hashable, Sendable {
  /// A metric, measured after a wait.
  public struct Point: Hashable, Sendable {
    public let waitDays: Int
    /// The value from all that people had entered by then, and from what the server knew by then.
    public let truth: Double?
    public let observed: Double?

    public init(waitDays: Int, truth: Double?, observed: Double?) {
      (self.waitDays, self.truth, self.observed) = (waitDays, truth, observed)
    }

    /// The bias of a measurement at that time.
    public var bias: Double? {
      guard let truth, let observed else { return nil }
      return observed - truth
    }
  }

  /// A metric, measured after every day of waiting.
  public struct Line: Hashable, Sendable {
    public let definition: String
    public let points: [Point]

    public init(definition: String, points: [Point]) {
      (self.definition, self.points) = (definition, points)
    }
  }

  /// The number of days that are measured, from the first day of the run.
  public let days: Int
  public let lines: [Line]

  public init(days: Int, lines: [Line]) {
    (self.days, self.lines) = (days, lines)
  }

  /// From measurements of the same days without a wait, after one day, and so on.
  public init(
    of measurements: [MetricAccumulator], for definitions: [MetricDefinition] = MetricDefinition.all
  ) {
    days = measurements.first?.days ?? 0
    let known = definitions.filter(\.isObserved)
    let results = measurements.map { $0.results(for: known) }
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

  /// The longest wait for a run of the given length: two weeks, or a third of the run.
  public static func longestWait(days: Int) -> Int { min(14, days / 3) }
}
