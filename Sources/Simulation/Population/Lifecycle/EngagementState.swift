import Scenarios

/// A person's phase with the app.
public enum LifecyclePhase: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// In the first week with it, or not started.
  case new = 0
  case active = 1
  /// Away for some days, and not dormant yet.
  case lapsing = 2
  /// The app is not in use.
  case dormant = 3
  /// In the first week after returning.
  case resurrected = 4
  /// Gone for good.
  case left = 5
}

/// A reminder of the app, as the person perceives it.
public enum Prompt: UInt8, BitwiseCopyable, Sendable {
  case none = 0
  case relevant = 1
  /// It does not fit the moment.
  case irrelevant = 2
}

/// The internal state of a person from day to day, as far as it determines whether they open the
/// app.
public struct EngagementState: BitwiseCopyable, Sendable {
  public var phase = LifecyclePhase.new
  /// Days since the first active one, or since returning; zero before the first.
  public var lifeDays: Int32 = 0
  /// Days in a row without activity, up to yesterday.
  public var daysAway: Int32 = 0
  /// How often the person became dormant, and returned.
  public var lapses: UInt16 = 0
  public var returns: UInt16 = 0
  /// The remaining effect of the last broken streak, from 0 to 1.
  public var streakLossEffect = 0.0
  /// Today's reminder.
  public var prompt = Prompt.none
  /// How habituated the person is to reminders, from 0 to 1.
  public var promptHabituation = 0.0
  /// Whether the person is annoyed by them, and whether they have switched them off.
  public var hasRefusedPrompts = false
  public var hasSwitchedOff = false
  /// The remaining frustration with the app, from 0 to 1.
  public var frustration = 0.0
  /// How many of their operations they know to be rejected.
  public var rejected: Int32 = 0
  /// Whether they are in a group with others, as their phone last showed.
  public var hasGroup = false
  /// Whether a group invites them today.
  public var isInvited = false
  /// Whether a single missed day may still be forgiven.
  public var hasRepair = false
  /// The share of the other household members who were active yesterday.
  public var householdActiveShare = 0.0

  public init() {}

  /// Whether the app is in use, however rarely.
  public var isEngaged: Bool { phase != .dormant && phase != .left }
}
