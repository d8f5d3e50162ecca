/// Everything that is counted of people: the retention curve, and what the figures are made of.
enum MetricCounterTable {
  /// Each once, however many figures share it; what only the curve needs comes last.
  static let counters: [MetricCounter] =
    ofMetrics
    + MetricCounter.retention.filter { day in !ofMetrics.contains { $0 === day } }

  /// What figures are made of, which is the first of all that is counted.
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

  /// Where the sums of a counting are, among those of all.
  static func place(of counter: MetricCounter) -> Int {
    guard let place = counters.firstIndex(where: { $0 === counter }) else {
      preconditionFailure("a figure that is in no table is not counted")
    }
    return place
  }

  /// The countings of which a household has one at most.
  static let perHousehold: [Int] = counters.indices.filter { counters[$0].isPerHousehold }
}
