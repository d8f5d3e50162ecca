/// What somebody is, as far as figures tell people apart by it.
public struct PersonTraits: Hashable, Sendable {
  /// Whether they are of those who train: a family's child, or an athlete of a roster.
  public var isAthlete: Bool
  /// Whether their role lets them do a core action at all: who looks on or coaches cannot, and so
  /// stands in no figure of those who do.
  public var mayLog: Bool
  /// Whether their role lets them say anything of the family's schedule.
  public var maySchedule: Bool
  /// The run-day on which they first joined a group, nil if they never did.
  public var groupDay: Int32?
  /// Whether they ever said something of the family's schedule, of a goal, of rewards.
  public var usedSchedule: Bool
  public var usedGoals: Bool
  public var usedRewards: Bool
  /// The same, as far as the server took it in.
  public var observedUsedSchedule: Bool
  public var observedUsedGoals: Bool
  public var observedUsedRewards: Bool
  /// Whether a device of theirs is linked with an external calendar.
  public var linkedCalendar: Bool
  /// Of the first member of a group: for how many weeks in a row its board had anybody on it.
  public var ledGroupStreakWeeks: Int32?
  /// Whether they are one of those whom a group's founder could ask.
  public var isInvited: Bool
  /// Whether they came by themselves, and no campaign brought them.
  public var isOrganic: Bool
  public var platform: Platform
  /// What is added up of them over the run.
  public var totals: PersonTotals

  public init(
    isAthlete: Bool = false, mayLog: Bool = true, maySchedule: Bool = true,
    groupDay: Int32? = nil, usedSchedule: Bool = false,
    usedGoals: Bool = false, usedRewards: Bool = false, observedUsedSchedule: Bool = false,
    observedUsedGoals: Bool = false, observedUsedRewards: Bool = false,
    linkedCalendar: Bool = false, ledGroupStreakWeeks: Int32? = nil, isInvited: Bool = false,
    isOrganic: Bool = false, platform: Platform = .ios, totals: PersonTotals = PersonTotals()
  ) {
    self.isAthlete = isAthlete
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
