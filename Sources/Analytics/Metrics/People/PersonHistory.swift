/// One person's history in a run, on both sides: truth and observed.
public struct PersonHistory {
  public var household: UInt32
  /// The number of the cluster that their household belongs to: its lowest household.
  public var cluster: UInt32
  /// How many people the cluster has, with and without the app.
  public var clusterPeople: Int32
  /// The run day of enrollment, starting at 0.
  public var joinedDay: Int32
  /// The last run day on which the person is enrolled, or `Int32.max` if they stay.
  public var leftDay: Int32
  public var traits: PersonTraits
  /// What the person did.
  public var truth: PersonSide
  /// What the server knows of it at the watermark, twelve hours after the run's last day has ended
  /// in UTC.
  public var observed: PersonSide

  @inlinable
  public init(
    household: UInt32, cluster: UInt32, clusterPeople: Int32, joinedDay: Int32,
    leftDay: Int32 = .max,
    traits: PersonTraits,
    truth: PersonSide, observed: PersonSide
  ) {
    self.household = household
    self.cluster = cluster
    self.clusterPeople = clusterPeople
    self.joinedDay = joinedDay
    self.leftDay = leftDay
    self.traits = traits
    self.truth = truth
    self.observed = observed
  }

  /// The days on which the person is enrolled in a run of `days` days; may be empty.
  func enrolledDays(of days: Int) -> Range<Int> {
    precondition(joinedDay >= 0, "a person cannot join before the run's first day")
    let end = min(Int(leftDay) + 1, days)
    let start = min(Int(joinedDay), days)
    return start..<max(start, end)
  }
}
