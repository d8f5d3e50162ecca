import Scenarios

/// Where somebody stands with the app.
public enum LifecyclePhase: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// In the first week with it, or not begun.
  case new = 0
  case active = 1
  /// Away for some days, and not yet out of it.
  case lapsing = 2
  /// The app is put away.
  case dormant = 3
  /// In the first week after coming back.
  case resurrected = 4
  /// Gone for good.
  case left = 5
}

/// A reminder of the app, as somebody takes it.
public enum Prompt: UInt8, BitwiseCopyable, Sendable {
  case none = 0
  case relevant = 1
  /// It does not fit the moment.
  case irrelevant = 2
}

/// What happens inside somebody from day to day, as far as it decides whether they open the app.
public struct EngagementState: BitwiseCopyable, Sendable {
  public var phase = LifecyclePhase.new
  /// Days since the first active one, or since coming back; zero before the first.
  public var lifeDays: Int32 = 0
  /// Days in a row without activity, up to yesterday.
  public var daysAway: Int32 = 0
  /// How often the app was put away, and taken up again.
  public var lapses: UInt16 = 0
  public var returns: UInt16 = 0
  /// What is left of the pain about the last broken streak, from 0 to 1.
  public var streakLossEffect = 0.0
  /// Today's reminder.
  public var prompt = Prompt.none
  /// How used somebody is to reminders, from 0 to 1.
  public var promptHabituation = 0.0
  /// Whether somebody has had enough of them, and whether they have told the app so.
  public var hasRefusedPrompts = false
  public var hasSwitchedOff = false
  /// What is left of the trouble that somebody had with the app, from 0 to 1.
  public var frustration = 0.0
  /// How much of what they said they know to be rejected.
  public var rejected: Int32 = 0
  /// Whether they are in a group with others, as their phone showed last.
  public var hasGroup = false
  /// Whether a group asks for them today.
  public var isInvited = false
  /// Whether a single missed day may still be forgiven.
  public var hasRepair = false
  /// The share of the others at home who were active yesterday.
  public var householdActiveShare = 0.0

  public init() {}

  /// Whether the app is in use, however seldom.
  public var isEngaged: Bool { phase != .dormant && phase != .left }
}
