/// The traits of a person that metrics use.
public struct PersonTraits: Hashable, Sendable {
  /// Whether they train: a child of a family, or an athlete of a roster.
  public var isAthlete: Bool
  /// Whether they are an adult with a home and an account of their own, for whom groups are.
  public var isAdult: Bool
  /// Whether their role permits core actions. Observers and coaches cannot do any, so metrics of
  /// core actions do not count them.
  public var mayLog: Bool
  /// Whether their role permits edits of the family's schedule.
  public var maySchedule: Bool
  /// The run day on which they first joined a group; nil if they never did.
  public var groupDay: Int32?
  /// Whether they ever edited the family's schedule, a goal, rewards.
  public var usedSchedule: Bool
  public var usedGoals: Bool
  public var usedRewards: Bool
  /// The same, counting only edits that the server accepted.
  public var observedUsedSchedule: Bool
  public var observedUsedGoals: Bool
  public var observedUsedRewards: Bool
  /// Whether one of their devices is linked with an external calendar.
  public var linkedCalendar: Bool
  /// For the first member of a group: the most consecutive weeks with a person on its board.
  public var ledGroupStreakWeeks: Int32?
  /// Whether the founder of a group could invite them.
  public var isInvited: Bool
  /// Whether they signed up without a campaign.
  public var isOrganic: Bool
  public var platform: Platform
  /// Their totals over the run.
  public var totals: PersonTotals

  public init(
    isAthlete: Bool = false, isAdult: Bool = true, mayLog: Bool = true, maySchedule: Bool = true,
    groupDay: Int32? = nil, usedSchedule: Bool = false,
    usedGoals: Bool = false, usedRewards: Bool = false, observedUsedSchedule: Bool = false,
    observedUsedGoals: Bool = false, observedUsedRewards: Bool = false,
    linkedCalendar: Bool = false, ledGroupStreakWeeks: Int32? = nil, isInvited: Bool = false,
    isOrganic: Bool = false, platform: Platform = .ios, totals: PersonTotals = PersonTotals()
  ) {
    self.isAthlete = isAthlete
    self.isAdult = isAdult
    self.mayLog = mayLog
    self.maySchedule = maySchedule
    self.groupDay = groupDay
    self.usedSchedule = usedSchedule
    self.usedGoals = usedGoals
    self.usedRewards = usedRewards
    self.observedUsedSchedule = observedUsedSchedule
    self.observedUsedGoals = observedUsedGoals
    self.observedUsedRewards = observedUsedRewards
    self.linkedCalendar = linkedCalendar
    self.ledGroupStreakWeeks = ledGroupStreakWeeks
    self.isInvited = isInvited
    self.isOrganic = isOrganic
    self.platform = platform
    self.totals = totals
  }
}
