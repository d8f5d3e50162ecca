/// One person's life in a run, told twice: as it was, and as the server knows it.
public struct PersonHistory {
  public var household: UInt32
  /// The first of the households that groups link with theirs, or theirs.
  public var linked: UInt32
  /// The run-day of enrolment, from 0 on.
  public var joinedDay: Int32
  /// The last run-day the person is enrolled, or `Int32.max` for somebody who stays.
  public var leftDay: Int32
  public var traits: PersonTraits
  /// What the person did.
  public var truth: PersonSide
  /// What the server knows of it at the watermark, which is the end of the run's last day.
  public var observed: PersonSide

  @inlinable
  public init(
    household: UInt32, linked: UInt32, joinedDay: Int32, leftDay: Int32 = .max,
    traits: PersonTraits,
    truth: PersonSide, observed: PersonSide
  ) {
    self.household = household
    self.linked = linked
    self.joinedDay = joinedDay
    self.leftDay = leftDay
    self.traits = traits
    self.truth = truth
    self.observed = observed
  }

  /// The days of a run of `days` days on which the person is enrolled; may be none.
  func enrolledDays(of days: Int) -> Range<Int> {
    precondition(joinedDay >= 0, "a person cannot join before the run's first day")
    let end = min(Int(leftDay) + 1, days)
    let start = min(Int(joinedDay), days)
    return start..<max(start, end)
  }
}
