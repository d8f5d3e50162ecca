/// What somebody is, as far as figures tell people apart by it.
public struct PersonTraits: Hashable, Sendable {
  /// Whether they are of those who train: a family's child, or an athlete of a roster.
  public var isAthlete: Bool
  /// The run-day on which they first joined a group, nil if they never did.
  public var groupDay: Int32?
  /// Whether they ever said something of the family's schedule, of a goal, of rewards.
  public var usedSchedule: Bool
  public var usedGoals: Bool
  public var usedRewards: Bool

  public init(
    isAthlete: Bool = false, groupDay: Int32? = nil, usedSchedule: Bool = false,
    usedGoals: Bool = false, usedRewards: Bool = false
  ) {
    self.isAthlete = isAthlete
    self.groupDay = groupDay
    self.usedSchedule = usedSchedule
    self.usedGoals = usedGoals
    self.usedRewards = usedRewards
  }
}
