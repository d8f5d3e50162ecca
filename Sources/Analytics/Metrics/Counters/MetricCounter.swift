/// Counts a numerator and a denominator of each person; their sums make a metric.
///
/// Metrics that count the same thing share one counter, which runs once.
final class MetricCounter: Sendable {
  /// A numerator and a denominator.
  struct Tally: Hashable, Sendable {
    var numerator: Int
    var denominator: Int

    init(_ numerator: Int, of denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// Nothing to count.
    static let none = Tally(0, of: 0)

    /// One of one or none of one.
    static func one(_ isCounted: Bool) -> Tally { Tally(isCounted ? 1 : 0, of: 1) }
  }

  /// Whether a household counts only once, however many of its people count.
  let isPerHousehold: Bool
  let count: @Sendable (PersonView) -> Tally

  init(perHousehold: Bool = false, _ count: @escaping @Sendable (PersonView) -> Tally) {
    isPerHousehold = perHousehold
    self.count = count
  }
}

/// A person on one side, with all that a counter may read.
struct PersonView {
  let side: PersonSide
  /// What really happened, also when the view is of the observed side.
  let truth: PersonSide
  let traits: PersonTraits
  /// The side of the view.
  let kind: Side
  /// The days on which the person had joined and not left.
  let enrolled: Range<Int>
  let days: Int
  /// The number of mature days: late operations had the allowed time to arrive.
  let settledDays: Int
  /// The first active day, on this side.
  let cohortDay: Int?

  init(_ person: PersonHistory, _ side: Side, days: Int, settledDays: Int) {
    self.side = side == .truth ? person.truth : person.observed
    truth = person.truth
    kind = side
    traits = person.traits
    enrolled = person.enrolledDays(of: days)
    self.days = days
    self.settledDays = settledDays
    precondition(
      self.side.active.isClear(from: days), "a person is active after the last day of the run")
    cohortDay = self.side.active.first(before: days)
  }

  var isAthlete: Bool { traits.isAthlete }

  /// Whether the person ever joined a group.
  var isInGroup: Bool { traits.groupDay != nil }
}
