/// All key figures of a run, on both sides, from one pass over its people.
///
/// Only whole numbers are summed, so accumulators that split the people between them merge into
/// exactly what one accumulator would hold, whichever way they were split and in whatever order
/// they merge. People of one household must be added one after another to one accumulator.
public struct KpiAccumulator: Sendable, Codable {
  /// How many days the run lived; the watermark is the end of the last.
  public let days: Int
  /// How many days stragglers are given to arrive before a day is counted in retention.
  public let allowedLatenessDays: Int

  private(set) var enrolment: EnrolmentCounts
  private var truth: SideAccumulator
  private var observed: SideAccumulator
  private var bootstrap: HouseholdBootstrap

  public init(days: Int, allowedLatenessDays: Int, seed: UInt64) {
    precondition(days > 0, "a run lives at least one day")
    precondition(allowedLatenessDays >= 0, "lateness is allowed, earliness is not")
    self.days = days
    self.allowedLatenessDays = allowedLatenessDays
    enrolment = EnrolmentCounts(days: days)
    truth = SideAccumulator(days: days)
    observed = SideAccumulator(days: days)
    bootstrap = HouseholdBootstrap(
      seed: seed, countings: CountingTable.countings.count,
      perHousehold: CountingTable.perHousehold)
  }

  /// Adds one person. Complexity: a few steps for every enrolled day and counting.
  public mutating func add(_ person: PersonHistory) {
    add(person) { _, _, _ in }
  }

  /// Adds one person, and to the parts of the people that they are counted under as well.
  public mutating func add(
    _ person: PersonHistory, under segments: [SegmentKey], to parts: inout HouseholdParts
  ) {
    parts.enter(
      household: person.household, linked: person.linked,
      isEnrolled: !person.enrolledDays(of: days).isEmpty, segments)
    add(person) { counted, place, side in parts.add(counted, to: place, side: side) }
  }

  @inline(__always)
  private mutating func add(
    _ person: PersonHistory, _ note: (Counting.Parts, Int, Side) -> Void
  ) {
    let enrolled = person.enrolledDays(of: days)
    enrolment.add(enrolled)
    let settledDays = days - allowedLatenessDays
    truth.add(person.truth, enrolled: enrolled, settledDays: settledDays)
    observed.add(person.observed, enrolled: enrolled, settledDays: settledDays)
    bootstrap.enter(household: person.household, linked: person.linked)
    for side in Side.allCases {
      let counted = CountedPerson(person, side, days: days, settledDays: settledDays)
      for (place, counting) in CountingTable.countings.enumerated() {
        let parts = counting.count(counted)
        bootstrap.add(parts, to: place, side: side)
        note(parts, place, side)
      }
    }
  }

  /// Adds what another accumulator of the same run holds; no household may be in both.
  public mutating func merge(_ other: KpiAccumulator) {
    precondition(
      days == other.days && allowedLatenessDays == other.allowedLatenessDays,
      "only accumulators of one run can be merged")
    enrolment.merge(other.enrolment)
    truth.merge(other.truth)
    observed.merge(other.observed)
    bootstrap.merge(other.bootstrap)
  }

  func sums(_ side: Side) -> SideAccumulator {
    side == .truth ? truth : observed
  }

  /// The bootstrap with every household weighed.
  var bootstrapClosed: HouseholdBootstrap {
    var closed = bootstrap
    closed.closeHousehold()
    return closed
  }
}
