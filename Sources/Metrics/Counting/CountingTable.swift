/// Everything that is counted of people: the retention curve, and what the figures are made of.
enum CountingTable {
  /// Each once, however many figures share it; what only the curve needs comes last.
  static let countings: [Counting] =
    ofFigures
    + Counting.retention.filter { day in !ofFigures.contains { $0 === day } }

  /// What figures are made of, which is the first of all that is counted.
  static let ofFigures: [Counting] = {
    var countings: [Counting] = []
    for definition in KpiDefinition.all {
      for counting in [definition.counting, definition.against].compactMap(\.self)
      where !countings.contains(where: { $0 === counting }) {
        countings.append(counting)
      }
    }
    return countings
  }()

  /// Where the sums of a counting are, among those of all.
  static func place(of counting: Counting) -> Int {
    guard let place = countings.firstIndex(where: { $0 === counting }) else {
      preconditionFailure("a figure that is in no table is not counted")
    }
    return place
  }

  /// The countings of which a household has one at most.
  static let perHousehold: [Int] = countings.indices.filter { countings[$0].isPerHousehold }
}
