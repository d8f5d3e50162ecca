/// Something that is counted of people, so that two sums over them make a figure.
///
/// Figures that count the same share one of these, and it is counted once.
final class MetricCounter: Sendable {
  /// Two sums, the second of which the first is held against.
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

  /// Whether a household counts once, however many of its people do.
  let isPerHousehold: Bool
  let count: @Sendable (PersonView) -> Tally

  init(perHousehold: Bool = false, _ count: @escaping @Sendable (PersonView) -> Tally) {
    isPerHousehold = perHousehold
    self.count = count
  }
}

/// A person as one side tells of them, with all that a figure may ask.
struct PersonView {
  let side: PersonSide
  /// The other telling: what really happened.
  let truth: PersonSide
  let traits: PersonTraits
  /// Which of the tellings it is.
  let told: Side
  /// The days on which the person had joined and not left.
  let enrolled: Range<Int>
  let days: Int
  /// How many days of the run are old enough for their stragglers to have arrived.
  let settledDays: Int
  /// The first active day, on this side.
  let cohortDay: Int?

  init(_ person: PersonHistory, _ side: Side, days: Int, settledDays: Int) {
    self.side = side == .truth ? person.truth : person.observed
    truth = person.truth
    told = side
    traits = person.traits
    enrolled = person.enrolledDays(of: days)
    self.days = days
    self.settledDays = settledDays
    precondition(
      self.side.active.isClear(from: days), "somebody is active after the run's last day")
    cohortDay = self.side.active.first(before: days)
  }

  var isAthlete: Bool { traits.isAthlete }

  /// Whether the person is in a group at the end of the run or was before.
  var isInGroup: Bool { traits.groupDay != nil }
}
