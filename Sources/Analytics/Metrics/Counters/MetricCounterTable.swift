/// All counters: those of the metrics, and those of the retention curve.
enum MetricCounterTable {
  /// Each counter once, also if several metrics share it. Those of the curve alone come last.
  static let counters: [MetricCounter] =
    ofMetrics
    + MetricCounter.retention.filter { day in !ofMetrics.contains { $0 === day } }

  /// The counters of the metrics, which are the first ones of all.
  static let ofMetrics: [MetricCounter] = {
    var counters: [MetricCounter] = []
    for definition in MetricDefinition.all {
      for counter in [definition.counter, definition.against].compactMap(\.self)
      where !counters.contains(where: { $0 === counter }) {
        counters.append(counter)
      }
    }
    return counters
  }()

  /// The index of a counter's sums.
  static func place(of counter: MetricCounter) -> Int {
    guard let place = counters.firstIndex(where: { $0 === counter }) else {
      preconditionFailure("this counter belongs to no metric in the tables")
    }
    return place
  }

  /// The counters that metrics compare.
  private static let pairs: [MomentLayout.Pair] = MetricDefinition.all.compactMap { definition in
    definition.against.map {
      MomentLayout.Pair(first: place(of: definition.counter), second: place(of: $0))
    }
  }

  /// What is kept of all counters, and of those of the metrics.
  static let layout = layout(of: counters)
  static let layoutOfMetrics = layout(of: ofMetrics)

  private static func layout(of counters: [MetricCounter]) -> MomentLayout {
    MomentLayout(
      counters: counters.count, pairs: pairs,
      perHousehold: counters.indices.filter { counters[$0].isPerHousehold })
  }
}
